import type { AlertStep } from '../domain/alert.ts';
import type { UserRole } from '../domain/role.ts';
import type { VerificationStatus } from '../domain/verification.ts';

/** What a use case has done. It is told after the commit, so nobody hears of what was not stored. */
export type CompletedEvent =
  | {
      readonly kind: 'screening-stored';
      readonly accountId: number;
      readonly id: number;
      readonly matchCount: number;
    }
  | {
      readonly kind: 'verification-stored';
      readonly accountId: number;
      readonly id: number;
      readonly status: VerificationStatus;
      /** Milliseconds that its images took. */
      readonly durationMs: number;
    }
  | {
      /** The account wants the name of a verified document screened, and this one was not: `error` says why. */
      readonly kind: 'holder-not-screened';
      readonly accountId: number;
      /** Of the verification. */
      readonly id: number;
      readonly error: unknown;
    }
  | { readonly kind: 'alert-decided'; readonly accountId: number; readonly id: number; readonly decision: AlertStep }
  | { readonly kind: 'key-created' | 'key-rotated' | 'key-revoked'; readonly accountId: number; readonly id: string }
  | { readonly kind: 'user-invited'; readonly accountId: number; readonly role: UserRole };

export type Announce = (event: CompletedEvent) => void;

/** For a process without subscribers, such as a command. */
export const announceToNobody: Announce = () => {};

/**
 * Tells each subscriber of each event, in order and at once. One that throws does not keep the others from hearing it,
 * nor the client from its answer: `failed` is told instead.
 */
export function announcer(subscribers: readonly Announce[], failed: (error: unknown) => void): Announce {
  return (event) => {
    for (const subscriber of subscribers) {
      try {
        subscriber(event);
      } catch (error) {
        failed(error);
      }
    }
  };
}
