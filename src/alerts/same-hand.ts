import { foldText } from '../screening/names/fold-text.ts';

/** Who acts or acted on an alert: a user or a key. */
export interface Hand {
  readonly userId: number | null;
  readonly keyId: string | null;
  /** Address of that user; null for a key. */
  readonly email: string | null;
  /** Id of the user who made that key in the dashboard; null where the operator did, and for a user. */
  readonly keyMaker: number | null;
}

/**
 * Whether two acts may be one person's. That is the same user or key, a user and a key that they made, and one address
 * under two ids. Who escalated an alert does not dismiss it.
 */
export function isSameHand(one: Hand, other: Hand): boolean {
  const marks = marksOf(one);
  return marksOf(other).some((mark) => marks.includes(mark));
}

function marksOf({ userId, keyId, email, keyMaker }: Hand): string[] {
  return [
    ...(userId === null ? [] : [`user:${userId}`]),
    ...(keyMaker === null ? [] : [`user:${keyMaker}`]),
    ...(keyId === null ? [] : [`key:${keyId}`]),
    ...(email === null ? [] : [`address:${foldText(email)}`]),
  ];
}
