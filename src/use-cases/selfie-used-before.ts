import { isCopy } from '../domain/picture-print.ts';
import type { ExtractedData } from '../domain/verification.ts';
import type { Records } from '../records/port.ts';
import { say } from '../sentences.ts';
import type { Verified } from '../verification/outcome.ts';

/** A number that differs in no more characters was misread. */
const MISREAD = 2;

/**
 * The verification with what the account's records say of its selfie. A copy that came with another document leads to
 * review, never to refusal. The same selfie with the same document is another attempt, and nothing is said of it.
 */
export async function withEarlierUses<V extends Verified>(
  verifications: Pick<Records['verifications'], 'ofSelfies'>,
  accountId: number,
  verified: V,
): Promise<V> {
  const { selfiePrint, extractedData, evidence, reasons, status } = verified;
  if (!selfiePrint) return verified;
  const found = await verifications.ofSelfies(accountId, selfiePrint.keys);
  const uses = found.filter(
    (use) => isCopy(use.selfiePrint, selfiePrint.print) && isOtherDocument(use.extractedData, extractedData),
  );
  const selfieUsedBefore = uses.map(({ id }) => id).sort((a, b) => a - b);
  const looked = { ...verified, evidence: { ...evidence, selfieUsedBefore } };
  if (uses.length === 0) return looked;
  const text = say('reason.selfie-used-before', { verifications: selfieUsedBefore.join(', ') });
  return {
    ...looked,
    status: status === 'Verified' ? 'Manual Review Required' : status,
    reasons: [...reasons, { code: 'selfie-used-before', effect: 'review', text }],
  };
}

/** By number and date of birth, as far as both were read. */
function isOtherDocument(a: ExtractedData, b: ExtractedData): boolean {
  if (a.dateOfBirth !== null && b.dateOfBirth !== null && a.dateOfBirth !== b.dateOfBirth) return true;
  if (a.documentNumber === null || b.documentNumber === null) return false;
  return isOtherNumber(bare(a.documentNumber), bare(b.documentNumber));
}

function isOtherNumber(a: string, b: string): boolean {
  const differing = [...a].filter((character, at) => character !== b[at]).length;
  return a.length !== b.length || differing > MISREAD;
}

function bare(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}
