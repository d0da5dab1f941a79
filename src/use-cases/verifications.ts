import { readPastDateOfBirth } from '../domain/date-of-birth.ts';
import { QuotaExhausted } from '../domain/quota.ts';
import type { ExtractedData } from '../domain/verification.ts';
import { DEFAULT_MIN_SCORE, MAX_MATCHES, readQuery } from '../screening/query.ts';
import type { ImageProblem, Uploads, VerificationOutcome, VerificationResult } from '../verification/outcome.ts';
import type { VerificationRequest } from '../verification/verifier.ts';
import type { Ports } from './ports.ts';
import { type Requester, type ScreeningPorts, type StoredScreening, screenName } from './screenings.ts';

export interface VerificationPorts extends ScreeningPorts, Pick<Ports, 'images'> {
  readonly verifier: {
    /** Throws `busy` where it cannot be done now, `usage` where its models cannot be loaded. */
    verify(request: VerificationRequest): Promise<VerificationOutcome>;
  };
}

export interface VerificationInput {
  readonly accountId: number;
  /** Who asked for it; both null: the operator, by a link. */
  readonly keyId: string | null;
  readonly userId?: number | null;
  readonly images: Uploads;
  /** What the caller calls the record by. */
  readonly reference?: string | null | undefined;
  /** False once nobody waits for the answer any more. */
  isWanted(): boolean;
  /** Where a person took the pictures from a link. */
  readonly captured?: CapturedPictures;
}

/** Pictures that lie under the id of their record already, whose unit is reserved. */
interface CapturedPictures {
  readonly sessionId: string;
  readonly recordId: number;
  /** What was seen of their movement, or that they cannot move; undefined where none was asked for. */
  readonly movement: VerificationRequest['movement'];
  /** Milliseconds that reading the document took before. */
  readonly readMs: number;
  /** How they came about, JSON; `capture` of the record's evidence. */
  readonly about: object;
}

/**
 * `refused`: images that cannot be used. `abandoned`: nobody waits any more, or the session of the person is over.
 * Neither is stored, and neither costs.
 */
export type IdentityVerification =
  | { readonly kind: 'refused'; readonly problems: readonly ImageProblem[] }
  | { readonly kind: 'abandoned' }
  | {
      readonly kind: 'stored';
      readonly id: number;
      readonly verified: VerificationResult;
      /** What is left of the quota. */
      readonly remaining: number;
    };

/**
 * Verifies a document against a selfie. It is `stored` only when record, quota unit and both images are on disk. Where
 * the account wants it, the name of a verified document is screened then, for another unit. Whatever keeps that from
 * happening is announced, and the verification stands.
 * - Throws `busy` where it cannot be done now, and `usage` where the models cannot be loaded.
 * - Throws `QuotaExhausted` where the account has no unit left.
 */
export async function verifyIdentity(
  ports: VerificationPorts,
  { accountId, keyId, userId = null, images, reference, isWanted, captured }: VerificationInput,
): Promise<IdentityVerification> {
  const movement = captured?.movement;
  const outcome = await ports.verifier.verify({ accountId, uploads: images, isWanted, movement });
  if (outcome.kind === 'refused') return outcome;
  // Nobody would learn the id of the record, and the client tries again: nothing is stored and nothing spent.
  if (!isWanted()) return { kind: 'abandoned' };
  const caller = { accountId, keyId, reference };
  const stored = captured
    ? await storeCaptured(ports, caller, captured, outcome)
    : await store(ports, caller, images, outcome);
  if (!stored) return { kind: 'abandoned' };
  const { id, remaining } = stored;
  const durationMs = outcome.timings.total! + (captured?.readMs ?? 0);
  ports.announce({ kind: 'verification-stored', accountId, id, status: outcome.status, durationMs });
  const screened = await screenVerified(ports, { accountId, keyId, userId }, id, outcome);
  return { kind: 'stored', id, verified: outcome, remaining: screened?.remaining ?? remaining };
}

async function screenVerified(
  ports: VerificationPorts,
  requester: Requester,
  verificationId: number,
  { status, extractedData }: VerificationResult,
) {
  if (status !== 'Verified') return undefined;
  try {
    const account = await ports.records.accounts.get(requester.accountId);
    if (!account?.screenVerified) return undefined;
    return await screenHolder(ports, requester, { verificationId, extractedData });
  } catch (error) {
    ports.announce({ kind: 'holder-not-screened', accountId: requester.accountId, id: verificationId, error });
    return undefined;
  }
}

/** The images come first, so that no record is ever without them. */
async function store(
  { records, images: vault, now }: VerificationPorts,
  caller: Pick<VerificationInput, 'accountId' | 'keyId' | 'reference'>,
  images: Uploads,
  verified: VerificationResult,
): Promise<{ id: number; remaining: number }> {
  const id = await records.verifications.reserve();
  await vault.put(id, images);
  const stored = await records.verifications
    .create({ id, ...caller, ...resultOf(verified), evidence: JSON.stringify(verified.evidence) })
    .catch(async (error: unknown) => {
      // A commit that was interrupted may have come through: then its images belong to it.
      const created = await records.verifications.createdAt([id]).catch(() => undefined);
      if (created && !created.has(id)) await vault.delete(id).catch(() => {});
      throw error;
    });
  if (stored.kind === 'created') return { id, remaining: stored.remaining };
  await vault.delete(id);
  throw new QuotaExhausted(now());
}

/** With the unit and the id that were reserved. Undefined where the session is over: it was cancelled meanwhile. */
async function storeCaptured(
  { records }: VerificationPorts,
  caller: Pick<VerificationInput, 'accountId' | 'keyId' | 'reference'>,
  { sessionId, recordId: id, about }: CapturedPictures,
  verified: VerificationResult,
): Promise<{ id: number; remaining: number } | undefined> {
  const evidence = JSON.stringify({ ...verified.evidence, capture: about });
  const stored = await records.captures.complete(sessionId, { id, ...caller, ...resultOf(verified), evidence });
  return stored.kind === 'created' ? { id, remaining: stored.remaining } : undefined;
}

function resultOf(verified: VerificationResult) {
  const { faceMatch, matchConfidence, livenessScore, status, extractedData, reasons } = verified;
  return { faceMatch, matchConfidence, livenessScore, status, extractedData, reasons };
}

/** A verification, with what its document gave. */
export interface Holder {
  readonly verificationId: number;
  readonly extractedData: Pick<ExtractedData, 'fullName' | 'dateOfBirth'>;
}

/**
 * Screens the name and the birth date that a document gave, as a screening that belongs to the verification. It costs
 * one unit. A birth date that is none, or is to come, is left out. Throws `validation` where there is no name that can
 * be screened, and what `screenName` throws.
 */
export function screenHolder(
  ports: ScreeningPorts,
  requester: Requester,
  { verificationId, extractedData: { fullName, dateOfBirth } }: Holder,
): Promise<StoredScreening> {
  const born = dateOfBirth === null ? undefined : readPastDateOfBirth(dateOfBirth, ports.now());
  const given = { name: fullName ?? '', entityType: 'Individual', dateOfBirth: born?.day };
  const query = readQuery(given, DEFAULT_MIN_SCORE, MAX_MATCHES, ports.now());
  return screenName(ports, { ...requester, verificationId }, { query, dateOfBirth: born?.echo ?? null });
}
