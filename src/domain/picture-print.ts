/** What is left of a whole picture to know its copies by. Nothing that it shows can be made out from it. */
export interface PicturePrint {
  /** 64 hexadecimal digits: the signs of 255 slow changes of brightness across and down. */
  readonly print: string;
  /** How the first eight digits of a copy's print may be. */
  readonly keys: readonly string[];
}

/** How many of its first digits a print is looked up by. */
export const KEY_DIGITS = 8;

/**
 * Two pictures that differ in more signs are no copies. Compressed, smaller, darker or brighter copies of drawn selfies
 * differ in 10 at most, slightly cut ones in 23. Selfies of different people differ in 70 at least
 * (`npm run train:copies`).
 */
const MOST_CHANGED = 24;

/** Whether two prints are of one picture, however it was stored. */
export function isCopy(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a, 'hex'), Buffer.from(b, 'hex')];
  return one.length === other.length && changes(one, other) <= MOST_CHANGED;
}

/** In how many signs two prints of the same length differ. */
export function changes(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, byte, at) => sum + onesIn(byte ^ other[at]!), 0);
}

function onesIn(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
}
