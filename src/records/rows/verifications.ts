import type { NewVerification, Verification } from '../../domain/verification.ts';
import type { EventContent } from '../../domain/webhook-events.ts';
import type { Flag } from './flag.ts';

export type VerificationRow = NewVerification & { folded: string; nameKey: string; createdAt: string; period: string };

export type StoredVerification = Omit<Verification, 'faceMatch' | 'extractedData'> & {
  faceMatch: Flag;
  extractedData: string;
};

export function completedEvent(row: VerificationRow): EventContent<'verification.completed'> {
  const { id, status, faceMatch, matchConfidence, livenessScore, extractedData } = row;
  const { documentType, fullName, dateOfBirth, country } = extractedData;
  const address = `/api/IdVerification/${id}`;
  return {
    data: {
      verificationId: id,
      status,
      faceMatch,
      matchConfidence,
      livenessScore,
      links: { verification: address, explanation: `${address}/explanation` },
    },
    details: { documentType, fullName, dateOfBirth, country },
    subject: { verificationId: id },
  };
}

/** `ListedVerification` of the API. */
export function listedVerification(row: StoredVerification): string {
  const { id, faceMatch, matchConfidence, livenessScore, status, createdAt, extractedData } = verification(row);
  const { documentType, fullName, dateOfBirth, country } = extractedData;
  const summary = { documentType, fullName, dateOfBirth, country };
  return JSON.stringify({ id, faceMatch, matchConfidence, livenessScore, status, createdAt, extractedData: summary });
}

export function verification(row: StoredVerification): Verification {
  return { ...row, faceMatch: Boolean(row.faceMatch), extractedData: JSON.parse(row.extractedData) };
}
