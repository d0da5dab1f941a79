import type { PrintedCharacter } from './diacritics.ts';
import { chanceOfMisreading, DOUBT } from './learned-chances.ts';
import { bare, type Letter, seenAt } from './letter-network.ts';

/** Keeps the odds of a score within what scores can tell. */
const LEAST = 1e-3;

/**
 * Marks letters as doubtful of which the rest of their line may be sure. Without them the chance that a letter of the
 * line was misread is small. The network of marked letters is a second opinion on each.
 */
export function withDoubts(read: readonly PrintedCharacter[], letters: readonly Letter[]): PrintedCharacter[] {
  const risks = read.map((one) => (isCharacter(one) ? chanceOfMisreading(misreadSigns(one, letters)) : 0));
  const fromSurest = read.map((_, at) => at).sort((a, b) => risks[a]! - risks[b]!);
  let right = 1;
  const doubtful = new Set(
    fromSurest.filter((at) => {
      right *= 1 - risks[at]!;
      return 1 - right > DOUBT;
    }),
  );
  return read.map((one, at) => (doubtful.has(at) ? { ...one, isDoubtful: true } : one));
}

/** What tells a misread letter: how sure its reader is, and the chances of it and of others by the other network. */
export function misreadSigns(one: PrintedCharacter, letters: readonly Letter[]): number[] {
  const seen = seenAt(one.x, letters).filter(isCharacter);
  const most = (isSame: boolean) =>
    Math.max(0, ...seen.filter(({ letter }) => (shape(letter) === shape(one.letter)) === isSame).map((s) => s.chance));
  return [Math.log((one.score + LEAST) / (1 - one.score + LEAST)), most(true), most(false)];
}

export function isCharacter({ letter }: { readonly letter: string }): boolean {
  return /[\p{L}\p{N}]/u.test(letter);
}

/** A letter or digit, those as one that other signs tell apart. */
export function shape(letter: string): string {
  if (/[0OQ]/i.test(letter)) return 'O';
  return /[1Il|]/.test(letter) ? 'I' : bare(letter);
}
