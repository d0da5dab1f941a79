import { readTable } from '../../tables.ts';

/** Letters without marks, in capitals; every character stays at its place. */
export function fold(text: string): string {
  let folded = '';
  for (const unit of text) {
    const plain = (SINGLE[unit] ?? unit.normalize('NFD')[0]!).toUpperCase();
    folded += plain.length === unit.length ? plain : ' '.repeat(unit.length);
  }
  return folded;
}

const SINGLE: Readonly<Record<string, string>> = {
  Ø: 'O',
  ø: 'O',
  Ł: 'L',
  ł: 'L',
  Đ: 'D',
  đ: 'D',
  Ð: 'D',
  ð: 'D',
  Ħ: 'H',
  ħ: 'H',
  Œ: 'E',
  œ: 'E',
  ı: 'I',
  ß: 'S',
  Æ: 'E',
  æ: 'E',
  Þ: 'T',
};

/** The letters and digits of a text, folded, each with its place in it. */
export interface CompactText {
  readonly letters: string;
  readonly at: readonly number[];
}

/** The letters and digits of a text in folded form, to be compared with the phrases of the tables. */
export function compact(text: string): CompactText {
  const folded = fold(text);
  let letters = '';
  const at: number[] = [];
  for (let place = 0; place < folded.length; place++) {
    if (!/[A-Z0-9]/.test(folded[place]!)) continue;
    letters += folded[place];
    at.push(place);
  }
  return { letters, at };
}

/** What print readers take for one another. */
const TWINS: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', L: 'I', 5: 'S', 8: 'B', 2: 'Z', 6: 'G' };

/** Twins by the code of a letter: phrases are compared with every place of every line, so that look-ups count. */
const TWIN_CODES = Uint8Array.from({ length: 128 }, (_, code) =>
  (TWINS[String.fromCharCode(code)] ?? String.fromCharCode(code)).charCodeAt(0),
);

/** The code that a letter has in common with its twins; -1 beyond the end. */
function twin(letters: string, place: number): number {
  const code = letters.charCodeAt(place);
  return code < TWIN_CODES.length ? TWIN_CODES[code]! : code >= 0 ? code : -1;
}

/** Phrases by their first letter, in their order: `phraseEnd` finds none that begins with another. */
export class Phrases<T> {
  readonly #byFirst: ReadonlyMap<number, readonly T[]>;

  constructor(all: readonly T[], phraseOf: (one: T) => string) {
    this.#byFirst = Map.groupBy(all, (one) => twin(phraseOf(one), 0));
  }

  /** Those that may stand at a place of a compact text. */
  at(letters: string, place: number): readonly T[] {
    return this.#byFirst.get(twin(letters, place)) ?? [];
  }
}

/** Whether a phrase may begin at a place of a compact text. */
export function mayBegin(letters: string, place: number, phrase: string): boolean {
  return twin(letters, place) === twin(phrase, 0);
}

/** How many characters may be misread in a phrase of so many. */
function tolerance(length: number): number {
  return length >= 12 ? 2 : length >= 7 ? 1 : 0;
}

/**
 * Where a phrase ends that starts at `from`, undefined where another text stands there. Twins count as equal; beyond
 * that, `tolerance` says how many edits are allowed.
 */
export function phraseEnd(letters: string, from: number, phrase: string): number | undefined {
  let exact = 0;
  while (exact < phrase.length && twin(letters, from + exact) === twin(phrase, exact)) exact++;
  if (exact === phrase.length) return plausible(letters, from, phrase) ? from + exact : undefined;
  const allowed = tolerance(phrase.length);
  // A phrase that goes wrong in its first letters is another one.
  if (allowed === 0 || exact < 1) return undefined;
  // 11.11.2015 is no state of Illinois.
  if (letters.slice(from, from + phrase.length).replace(/[^0-9]/g, '').length > phrase.length / 3) return undefined;
  return nearest(letters, from, phrase, allowed);
}

/** Short words stand mostly in letters: 155 is a house, not ISS. */
function plausible(letters: string, from: number, phrase: string): boolean {
  let changed = 0;
  for (let at = 0; at < phrase.length; at++) if (letters[from + at] !== phrase[at]) changed++;
  return changed <= Math.max(1, phrase.length / 3);
}

/** Levenshtein distance to every prefix of the text at once; the nearest prefix, the shortest of equals. */
function nearest(letters: string, from: number, phrase: string, allowed: number): number | undefined {
  const span = Math.min(letters.length - from, phrase.length + allowed);
  const distances = span < phrase.length - allowed ? null : distancesTo(letters, from, phrase, span, allowed);
  if (!distances) return undefined;
  let best: number | undefined;
  for (let j = Math.max(1, phrase.length - allowed); j <= span; j++) {
    if (distances[j]! <= allowed && (best === undefined || distances[j]! < distances[best]!)) best = j;
  }
  return best === undefined ? undefined : from + best;
}

/** More than any distance that is allowed. */
const FAR = 255;

/**
 * The distance of a phrase to each prefix of the text, null where all are beyond what is allowed. Prefixes whose
 * lengths differ by more than that are far in any case, so they are not compared.
 */
function distancesTo(letters: string, from: number, phrase: string, span: number, allowed: number): number[] | null {
  let row = Array.from({ length: span + 1 }, (_, j) => (j <= allowed ? j : FAR));
  let next = new Array<number>(span + 1).fill(FAR);
  for (let i = 1; i <= phrase.length; i++) {
    const letter = twin(phrase, i - 1);
    const [first, last] = [Math.max(1, i - allowed), Math.min(span, i + allowed)];
    let least = first === 1 ? i : FAR;
    next[first - 1] = least;
    for (let j = first; j <= last; j++) {
      const same = twin(letters, from + j - 1) === letter ? 0 : 1;
      const distance = Math.min(row[j - 1]! + same, row[j]! + 1, next[j - 1]! + 1);
      next[j] = distance;
      least = Math.min(least, distance);
    }
    if (least > allowed) return null;
    if (last < span) next[last + 1] = FAR;
    [row, next] = [next, row];
  }
  return row;
}

const PARTICLES = new Set(readTable('documents/name-particles.tsv', ['word']).map(([word]) => word));

/** Whether a word is written small in names, such as van. */
export function isParticle(word: string): boolean {
  return PARTICLES.has(fold(word));
}
