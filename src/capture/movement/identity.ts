import type { MeasuredFace } from '../steps.ts';
import { type MovementAttempt, stepOf } from './attempt.ts';
import { LIMITS } from './limits.ts';

/** How often the identity is looked at, at most: at first, and in each later stage. */
const TIMES = { first: 3, look: 1, step: 2 };
/** A turned face that is as alike as one looking ahead has to be needs no second look. */
const SURE = LIMITS.identity.ahead;

/** Whether the next frame is looked at for the identity too, which costs as much again. */
export function wantsIdentity(attempt: MovementAttempt, isOnTheWay: boolean): boolean {
  const { stage, likenesses, ahead } = attempt;
  const { times: compared, best } = likenesses.find((one) => one.stage === stage) ?? { times: 0, best: -1 };
  const times = compared + Number(stage === 0 && attempt.person !== null);
  if (stage === 0) return times < TIMES.first && ahead !== null;
  if (stepOf(attempt) === 'look') return times < TIMES.look && ahead !== null;
  return times < TIMES.step && best < SURE && isOnTheWay;
}

/** Compares the face with the first one. Of a stage the best counts: a frame may be blurred or turned too far. */
export function identify(attempt: MovementAttempt, { embedding, alive }: MeasuredFace, isAhead: boolean): void {
  if (isAhead && alive !== null) attempt.alive.push(alive);
  if (embedding === null) return;
  if (attempt.person === null) {
    if (isAhead) attempt.person = embedding;
    return;
  }
  const { stage, likenesses } = attempt;
  const best = Math.round(similarity(attempt.person, embedding) * 1e4) / 1e4;
  const known = likenesses.find((one) => one.stage === stage);
  if (!known) likenesses.push({ stage, isAhead, times: 1, best });
  else {
    known.times += 1;
    known.best = Math.max(known.best, best);
  }
}

/** The likenesses of stages in which the person looked ahead, or moved. */
export function likenessesOf({ likenesses }: MovementAttempt, isAhead: boolean): number[] {
  return likenesses.filter((one) => one.isAhead === isAhead).map(({ best }) => best);
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
