import type { ImageVault } from '../images/vault.ts';
import type { Records } from '../records/port.ts';
import type { ImageProblem, Uploads, VerificationOutcome, Verified } from '../verification/outcome.ts';
import type { VerificationRequest } from '../verification/verifier.ts';
import type { Announce } from './events.ts';
import { QuotaExhausted } from './quota-exhausted.ts';

export interface VerifyIdentityPorts {
  readonly verifier: {
    /** Throws `busy` where it cannot be done now, `usage` where its models cannot be loaded. */
    verify(request: VerificationRequest): Promise<VerificationOutcome>;
  };
  readonly images: Pick<ImageVault, 'put' | 'delete'>;
  readonly records: Pick<Records, 'verifications'>;
  readonly announce: Announce;
  readonly now: () => Date;
}

export interface VerificationInput {
  readonly accountId: number;
  readonly keyId: string;
  readonly images: Uploads;
  /** False once nobody waits for the answer any more. */
  isWanted(): boolean;
}

/** `refused`: images that cannot be used. `abandoned`: nobody waits any more. Neither is stored, and neither costs. */
export type IdentityVerification =
  | { readonly kind: 'refused'; readonly problems: readonly ImageProblem[] }
  | { readonly kind: 'abandoned' }
  | {
      readonly kind: 'stored';
      readonly id: number;
      readonly verified: Verified;
      /** What is left of the quota. */
      readonly remaining: number;
    };

/**
 * Verifies a document against a selfie. It is `stored` only when record, quota unit and both images are on disk.
 * - Throws `busy` where it cannot be done now, and `usage` where the models cannot be loaded.
 * - Throws `QuotaExhausted` where the account has no unit left.
 */
export async function verifyIdentity(
  ports: VerifyIdentityPorts,
  { accountId, keyId, images, isWanted }: VerificationInput,
): Promise<IdentityVerification> {
  const outcome = await ports.verifier.verify({ accountId, uploads: images, isWanted });
  if (outcome.kind === 'refused') return outcome;
  // Nobody would learn the id of the record, and the client tries again: nothing is stored and nothing spent.
  if (!isWanted()) return { kind: 'abandoned' };
  const { id, remaining } = await store(ports, { accountId, keyId }, images, outcome);
  const durationMs = outcome.timings.total!;
  ports.announce({ kind: 'verification-stored', accountId, id, status: outcome.status, durationMs });
  return { kind: 'stored', id, verified: outcome, remaining };
}

/** The images come first, so that no record is ever without them. */
async function store(
  { records, images: vault, now }: VerifyIdentityPorts,
  caller: Pick<VerificationInput, 'accountId' | 'keyId'>,
  images: Uploads,
  verified: Verified,
): Promise<{ id: number; remaining: number }> {
  const { faceMatch, matchConfidence, livenessScore, status, extractedData, reasons } = verified;
  const id = await records.verifications.reserve();
  await vault.put(id, images);
  const result = { faceMatch, matchConfidence, livenessScore, status, extractedData, reasons };
  const stored = await records.verifications
    .create({ id, ...caller, ...result, evidence: JSON.stringify(verified.evidence) })
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
