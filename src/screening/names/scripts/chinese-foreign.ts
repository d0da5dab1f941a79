import { phoneticKeys } from '../phonetic.ts';
import { FOREIGN_CHARACTERS } from '../tables/foreign-characters.ts';
import { CHINESE_FOREIGN_NAMES } from '../tables/transcribed-names.ts';
import { type Romanised, romanised } from './romanised.ts';

/** What it costs to take a character for its first sound, its second, … */
const COSTS = [0, 0.8, 1.4, 1.9, 2.3, 2.6];
const OWN_NAME_WITHIN = 0.3;
const WIDTH = 48;
/** Spellings that sound alike are found alike: one of each sound is kept, of a short word two. */
const MOST_SPELLINGS = 12;
const SHORT = 5;
const LONGEST_NAME = 6;

interface Path {
  readonly text: string;
  readonly cost: number;
}

/**
 * A foreign name that Chinese spells by ear, in simplified characters: names with a usual rendering, whole or within
 * the word, then the likeliest sounds of each character. `pinyin` reads a character that transcriptions do not use.
 */
export function foreignSpellings(word: string, pinyin: (character: string) => string): Romanised | undefined {
  const usual = CHINESE_FOREIGN_NAMES.get(word) ?? [];
  const spellings: (readonly [string, string])[] = usual.map((text) => [text, 'Chinese, usual transcription'] as const);
  const perSound = new Map<string, number>();
  for (const { text } of paths([...word], pinyin)) {
    const key = phoneticKeys(text)[0] ?? text;
    const known = perSound.get(key) ?? 0;
    if (known >= (text.length <= SHORT ? 2 : 1)) continue;
    perSound.set(key, known + 1);
    spellings.push([text, 'Chinese, foreign name']);
    if (spellings.length >= MOST_SPELLINGS) break;
  }
  return romanised(spellings, MOST_SPELLINGS);
}

/** Ways to sound the characters, the likeliest first: a beam search from left to right. */
function paths(characters: readonly string[], pinyin: (character: string) => string): Path[] {
  const ends: Path[][] = Array.from({ length: characters.length + 1 }, () => []);
  ends[0] = [{ text: '', cost: 0 }];
  for (let at = 0; at < characters.length; at++) {
    const open = best(ends[at]!);
    const sounds = FOREIGN_CHARACTERS.get(characters[at]!) ?? [pinyin(characters[at]!)];
    extend(open, sounds, 0, ends[at + 1]!);
    for (let length = 2; length <= LONGEST_NAME && at + length <= characters.length; length++) {
      const names = CHINESE_FOREIGN_NAMES.get(characters.slice(at, at + length).join(''));
      if (names) extend(open, names, OWN_NAME_WITHIN - length / 10, ends[at + length]!);
    }
  }
  return best(ends[characters.length]!);
}

function extend(open: readonly Path[], sounds: readonly string[], extra: number, into: Path[]): void {
  for (const { text, cost } of open) {
    sounds.forEach((sound, rank) => {
      into.push({ text: text + sound, cost: cost + extra + COSTS[Math.min(rank, COSTS.length - 1)]! });
    });
  }
}

function best(found: readonly Path[]): Path[] {
  const cheapest = new Map<string, Path>();
  for (const path of found) {
    const known = cheapest.get(path.text);
    if (!known || path.cost < known.cost) cheapest.set(path.text, path);
  }
  return [...cheapest.values()].sort((a, b) => a.cost - b.cost || (a.text < b.text ? -1 : 1)).slice(0, WIDTH);
}

/** Where a long word without a dot may be cut: after or before a name with a usual rendering, longest first. */
export function foreignParts(word: string): readonly string[] | undefined {
  const characters = [...word];
  for (let length = Math.min(LONGEST_NAME, characters.length - 1); length >= 2; length--) {
    const front = characters.slice(0, length).join('');
    if (CHINESE_FOREIGN_NAMES.has(front)) return [front, ...rest(characters.slice(length))];
  }
  for (let length = Math.min(LONGEST_NAME, characters.length - 2); length >= 2; length--) {
    const back = characters.slice(-length).join('');
    if (CHINESE_FOREIGN_NAMES.has(back)) return [characters.slice(0, -length).join(''), back];
  }
  return undefined;
}

function rest(characters: readonly string[]): readonly string[] {
  const word = characters.join('');
  return (characters.length > 3 ? foreignParts(word) : undefined) ?? [word];
}
