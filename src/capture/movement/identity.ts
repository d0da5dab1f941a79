import type { MeasuredFace } from '../steps.ts';
import { type MovementAttempt, stepOf } from './attempt.ts';

/** How often the identity is looked at: at first, and in each later stage. */
const TIMES = { first: 3, later: 1 };

/** Whether the next frame is looked at for the identity too, which costs as much again. */
export function wantsIdentity(attempt: MovementAttempt, isOnTheWay: boolean): boolean {
  const { stage, identified, ahead } = attempt;
  const times = identified.stage === stage ? identified.times : 0;
  if (times >= (stage === 0 ? TIMES.first : TIMES.later)) return false;
  return stepOf(attempt) === 'look' ? ahead !== null : isOnTheWay;
}

/** Compares the face with the first one and keeps what is lowest. */
export function identify(attempt: MovementAttempt, { embedding, alive }: MeasuredFace, isAhead: boolean): void {
  if (isAhead && alive !== null) attempt.alive.push(alive);
  if (embedding === null) return;
  const { identified, stage, identity } = attempt;
  attempt.identified = { stage, times: identified.stage === stage ? identified.times + 1 : 1 };
  if (attempt.person === null) {
    if (isAhead) attempt.person = embedding;
    return;
  }
  const likeness = Math.round(similarity(attempt.person, embedding) * 1e4) / 1e4;
  const kind = isAhead ? 'ahead' : 'turned';
  identity[kind] = Math.min(identity[kind] ?? 1, likeness);
}

/** The cosine of the angle between two embeddings, -1 to 1. */
function similarity(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => new Int8Array(Buffer.from(text, 'base64')));
  let [product, squares, others] = [0, 0, 0];
  for (const [at, value] of first!.entries()) {
    const other = second![at] ?? 0;
    product += value * other;
    squares += value * value;
    others += other * other;
  }
  return product / (Math.sqrt(squares * others) || 1);
}
