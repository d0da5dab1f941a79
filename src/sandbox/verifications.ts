import { QuotaExhausted } from '../domain/quota.ts';
import { TouchstoneError } from '../errors.ts';
import { decide, HONEST_PICTURES } from '../verification/decide.ts';
import type { ImageProblem, VerificationOutcome } from '../verification/outcome.ts';
import type { VerificationRequest } from '../verification/verifier.ts';
import { DOCUMENTS, type DocumentSpecimen, SELFIES, type SelfieSpecimen, specimenName } from './specimens.ts';

/** What expires is judged on this day, so that results stay the same. */
const TODAY = '2026-11-23';

/** Answers a verification of specimen pictures with its fixed result; undefined where one of them is no specimen. */
export function specimenOutcome({ uploads }: VerificationRequest, now: Date): VerificationOutcome | undefined {
  const document = DOCUMENTS[specimenName(uploads.document) ?? ''];
  const selfie = SELFIES[specimenName(uploads.selfie) ?? ''];
  if (!document || !selfie) return undefined;
  if (document.kind === 'quota') throw new QuotaExhausted(now);
  if (document.kind === 'failure') throw new Error('a failure that the sandbox was asked for');
  if (document.kind === 'overload')
    throw new TouchstoneError('busy', 'Too many verifications are waiting, as asked for.');
  const problems: ImageProblem[] = [];
  if (document.kind === 'refused') problems.push({ image: 'document', kind: 'quality', text: document.text });
  if (selfie.kind === 'refused') problems.push({ image: 'selfie', kind: 'quality', text: selfie.text });
  if (document.kind !== 'read' || selfie.kind !== 'face') return { kind: 'refused', problems };
  return verified(document, selfie);
}

function verified(
  { data, mrz }: Extract<DocumentSpecimen, { kind: 'read' }>,
  { confidence, liveness }: Extract<SelfieSpecimen, { kind: 'face' }>,
): VerificationOutcome {
  const { documentType, expiryDate } = data;
  const { faceMatch, status, reasons } = decide({
    matchConfidence: confidence,
    livenessScore: liveness,
    livenessDoubts: [],
    movement: 'none',
    portrait: { sure: true },
    pictures: HONEST_PICTURES,
    today: TODAY,
    document: { documentType, expiryDate, mrz, missing: [], doubtful: [], conflicts: [], oddities: [] },
  });
  const fields = Object.entries(data).flatMap(([field, value]) => (value === null ? [] : [field]));
  const evidence = {
    face: { portraitSure: true },
    document: {
      origins: Object.fromEntries(fields.map((field) => [field, mrz === null ? 'visual' : 'mrz'])),
      mrz: mrz && { valid: mrz === 'valid', checks: [{ name: 'composite', ok: mrz === 'valid' }] },
      conflicts: [],
      doubtful: [],
      agreements: [],
      specimenWords: [],
    },
    pictures: HONEST_PICTURES,
  };
  const scores = { matchConfidence: confidence, livenessScore: liveness };
  return {
    kind: 'verified',
    faceMatch,
    ...scores,
    status,
    extractedData: data,
    reasons,
    evidence,
    timings: { total: 0 },
  };
}
