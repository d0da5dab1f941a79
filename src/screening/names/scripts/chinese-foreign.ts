import { readTable } from '../../../tables.ts';
import { phoneticKeys } from '../phonetic.ts';
import { CHINESE_FOREIGN_NAMES } from '../tables/transcribed-names.ts';
import { MAX_VARIANTS_OF_ANY, type Romanisation, romanised, type Spelling } from './romanised.ts';

/** What each simplified character stands for where Chinese spells a foreign name phonetically, the likeliest first. */
const SOUNDS: ReadonlyMap<string, readonly string[]> = new Map(
  readTable('names/chinese-transcription-sounds.tsv', ['character', 'sounds']).map(([character, sounds]) => {
    return [character, sounds.split(' ')];
  }),
);

/** What it costs to take a character for its first sound, its second, … */
const COSTS = [0, 0.8, 1.4, 1.9];
/** A name within the word is likelier than the sounds of its characters one by one. */
const OWN_NAME_WITHIN = -0.2;
const WIDTH = 20;
/** Longer words are no name: they keep the likeliest sounds, so that any text stays cheap. */
const MAX_SOUNDED_LENGTH = 14;
const MAX_SOUNDS = 4;
/** Spellings that sound alike are found alike: one of each sound is kept, of a short word two. */
const SHORT = 5;
const MAX_NAME_LENGTH = 6;

interface Path {
  readonly text: string;
  readonly cost: number;
}

/**
 * A foreign name that Chinese spells phonetically, in simplified characters. Names with a usual rendering come first,
 * whole or within the word, then the likeliest sounds of each character. `pinyin` reads a character that transcriptions
 * do not use.
 */
export function foreignSpellings(word: string, pinyin: (character: string) => string): Romanisation | undefined {
  const usual = CHINESE_FOREIGN_NAMES.get(word) ?? [];
  const spellings: Spelling[] = usual.map((text) => [text, 'chinese-usual-transcription'] as const);
  const perSound = new Map<string, number>();
  for (const { text } of paths([...word], pinyin)) {
    const key = phoneticKeys(text)[0] ?? text;
    const known = perSound.get(key) ?? 0;
    if (known >= (text.length <= SHORT ? 2 : 1)) continue;
    perSound.set(key, known + 1);
    spellings.push([text, 'chinese-foreign']);
    if (spellings.length >= MAX_VARIANTS_OF_ANY) break;
  }
  return romanised(spellings, MAX_VARIANTS_OF_ANY);
}

/** Whether Chinese uses all characters of a simplified word to spell foreign names. */
export function writesOnlySounds(word: string): boolean {
  return [...word].every((character) => SOUNDS.has(character));
}

/** Ways to sound the characters, the likeliest first: a beam search from left to right. */
function paths(characters: readonly string[], pinyin: (character: string) => string): Path[] {
  const soundsOf = (character: string) => SOUNDS.get(character) ?? [pinyin(character)];
  if (characters.length > MAX_SOUNDED_LENGTH)
    return [{ text: characters.map((one) => soundsOf(one)[0]).join(''), cost: 0 }];
  const ends: Map<string, number>[] = Array.from({ length: characters.length + 1 }, () => new Map());
  ends[0]!.set('', 0);
  for (let at = 0; at < characters.length; at++) {
    const open = best(ends[at]!);
    extend(open, soundsOf(characters[at]!).slice(0, MAX_SOUNDS), 0, ends[at + 1]!);
    for (let length = 2; length <= MAX_NAME_LENGTH && at + length <= characters.length; length++) {
      const names = CHINESE_FOREIGN_NAMES.get(characters.slice(at, at + length).join(''));
      if (names) extend(open, names, OWN_NAME_WITHIN, ends[at + length]!);
    }
  }
  return best(ends[characters.length]!);
}

function extend(open: readonly Path[], sounds: readonly string[], extra: number, into: Map<string, number>): void {
  for (const { text, cost } of open) {
    for (let rank = 0; rank < sounds.length; rank++) {
      const longer = text + sounds[rank]!;
      const sum = cost + extra + COSTS[Math.min(rank, COSTS.length - 1)]!;
      const known = into.get(longer);
      if (known === undefined || sum < known) into.set(longer, sum);
    }
  }
}

function best(found: ReadonlyMap<string, number>): Path[] {
  return Array.from(found, ([text, cost]) => ({ text, cost }))
    .sort((a, b) => a.cost - b.cost || (a.text < b.text ? -1 : 1))
    .slice(0, WIDTH);
}

/** What cutting costs: each name found, each other piece, and each character of it. */
const NAME_COST = 1;
const PIECE_COST = 1;
const UNKNOWN_COST = 0.8;

/** Where a long word without a dot may be cut: between names with a usual rendering and what is left beside them. */
export function foreignParts(word: string): readonly string[] | undefined {
  const characters = [...word];
  if (characters.length > MAX_SOUNDED_LENGTH) return undefined;
  const cuts: { cost: number; parts: readonly string[] }[] = [{ cost: 0, parts: [] }];
  for (let end = 1; end <= characters.length; end++) {
    let least = { cost: Number.POSITIVE_INFINITY, parts: [] as readonly string[] };
    for (let start = 0; start < end; start++) {
      const piece = characters.slice(start, end).join('');
      const known = end - start > 1 && CHINESE_FOREIGN_NAMES.has(piece);
      const cost = cuts[start]!.cost + (known ? NAME_COST : PIECE_COST + UNKNOWN_COST * (end - start));
      if (cost < least.cost) least = { cost, parts: [...cuts[start]!.parts, piece] };
    }
    cuts.push(least);
  }
  const { parts } = cuts[characters.length]!;
  return parts.length > 1 && parts.every((part) => part.length > 1) ? parts : undefined;
}
