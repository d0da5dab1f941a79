import { machineForms, machineSpelling } from './transliteration.ts';

/** A name as it is printed where print and zone agree, and as the zone has it elsewhere. */
export interface AlignedName {
  readonly name: string;
  /** Letters in which the two differ, but for marks that readers of print lose or take for others. */
  readonly misread: number;
}

/** What readers take for a letter that the zone writes with these letters. */
const TAKEN_FOR: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  T: [['L', 'Ł']],
  P: [['TH', 'Þ']],
  B: [['SS', 'ẞ']],
  E: [
    ['AE', 'Æ'],
    ['OE', 'Œ'],
  ],
  R: [['AE', 'Æ']],
  Q: [['OE', 'Ø']],
  0: [['OE', 'Ø']],
};
/** Letters with one mark that were read with another, by how the zone writes them. */
const OTHER_MARK = { A: { AA: 'Å', AE: 'Ä' }, O: { OE: 'Ö' }, U: { UE: 'Ü' } } as const;
/** Costs of pairing print and zone, beside 0 for what agrees and 1 for a letter that is another, lost or too many. */
const MARK = 0.1;
const PARTED = 0.25;
/** Of shorter words another letter makes other names. */
const MIN_MISREAD = 4;
/** Fewer letters are the beginning of too many names. */
const MIN_BEGINNING = 3;
/** Names on cards end at 40 (AAMVA DL/ID 2020 table D.3); those of a barcode may have any length. */
const MAX_LETTERS = 80;

/** One way to a place in print and zone, with the way before it. */
interface Step {
  readonly cost: number;
  readonly before: Step | null;
  readonly said: string;
  /** The word of the zone that has another letter in the print. */
  readonly misread?: number;
}

/** From one place to the next: `over` letters of the print and `on` letters of the zone. */
interface Move {
  readonly over: 0 | 1;
  readonly on: number;
  readonly cost: number;
  readonly said: string;
  readonly misread?: number | undefined;
}

type Steps = readonly (readonly (Step | undefined)[])[];

/**
 * A printed name aligned with what the machine-readable zone or a barcode writes, in the diacritics, hyphens and case
 * of the print. Where the zone was cut off and `isExtending`, the print says the rest. Null where the two are different
 * names.
 */
export function alignName(printed: string, known: string, isExtending: boolean): AlignedName | null {
  const machine = machineSpelling(known);
  const letters = [...printed.normalize('NFC').trim().replace(/\s+/g, ' ').replace(/ ?- ?/g, '-')];
  if (letters.length > MAX_LETTERS || machine.length > MAX_LETTERS || machine === '') return null;
  const steps = cheapestSteps(letters, machine);
  const end = isExtending ? cheapestEnd(steps, machine.length) : letters.length;
  const last = steps[end]![machine.length];
  if (!last) return null;
  const words = machine.split(' ');
  const misread = words.map(() => 0);
  const said: string[] = [];
  for (let step: Step | null = last; step; step = step.before) {
    said.push(step.said);
    if (step.misread !== undefined) misread[step.misread]!++;
  }
  const rest = letters.slice(end).join('');
  if (words.some((word, at) => misread[at]! > (word.length >= MIN_MISREAD ? 1 : 0))) return null;
  if (rest !== '' && !canGoOn(machine, misread, rest)) return null;
  const name = said.reverse().join('') + rest;
  return { name: name.trim(), misread: misread.reduce((sum, count) => sum + count, 0) };
}

/** The place of the print where the zone ends, the whole print where nothing is cheaper. */
function cheapestEnd(steps: Steps, zoneLength: number): number {
  let end = steps.length - 1;
  for (let at = end - 1; at >= 0; at--) {
    if ((steps[at]![zoneLength]?.cost ?? Infinity) < (steps[end]![zoneLength]?.cost ?? Infinity)) end = at;
  }
  return end;
}

/** Whether the print may continue a zone. Too short or misread a beginning fits too many names. */
function canGoOn(machine: string, misread: readonly number[], rest: string): boolean {
  const isInWord = /^[\p{L}\p{M}]/u.test(rest);
  if (machine.length < MIN_BEGINNING || misread.every((count) => count > 0)) return false;
  return !isInWord || misread.at(-1) === 0;
}

/** The cheapest way to every place in print and zone, as [letters of the print][letters of the zone]. */
function cheapestSteps(letters: readonly string[], machine: string): Steps {
  const steps: (Step | undefined)[][] = Array.from({ length: letters.length + 1 }, () => []);
  steps[0]![0] = { cost: 0, before: null, said: '' };
  const zone = zoneOf(machine, letters);
  // One letter a word, and what costs less than a letter. A dearer way leads to another name.
  const maxCost = (zone.word.at(-1)! + 1) * (1 + 2 * PARTED);
  for (let i = 0; i <= letters.length; i++) {
    const print = letters[i] === undefined ? undefined : printedLetter(letters[i]!);
    for (let j = 0; j <= machine.length; j++) {
      const before = steps[i]![j];
      if (!before) continue;
      for (const move of movesAt(print, zone, j))
        keepCheaper(steps[i + move.over]!, j + move.on, before, move, maxCost);
    }
  }
  return steps;
}

/** Puts a move after a step at a place of a row, unless a way that is as cheap is there. */
function keepCheaper(row: (Step | undefined)[], at: number, before: Step, move: Move, maxCost: number): void {
  const { said, misread } = move;
  const cost = before.cost + move.cost;
  if (cost > maxCost || cost >= (row[at]?.cost ?? Infinity)) return;
  row[at] = { cost, before, said, ...(misread === undefined ? {} : { misread }) };
}

interface Zone {
  readonly text: string;
  /** The number of the word in which every letter stands. */
  readonly word: readonly number[];
  /** A text that begins at this place, in the case of the print. */
  readonly cased: (text: string, at: number) => string;
}

function zoneOf(text: string, letters: readonly string[]): Zone {
  const hasSmall = letters.some((letter) => /\p{Ll}/u.test(letter));
  const cased = (part: string, at: number) => {
    if (!hasSmall) return part;
    const lower = part.replaceAll('ẞ', 'ß').toLowerCase();
    return at === 0 || text[at - 1] === ' ' ? part[0] + lower.slice(1) : lower;
  };
  return { text, word: wordsOf(text), cased };
}

interface PrintedLetter {
  readonly text: string;
  readonly isLetter: boolean;
  /** How the zone may write it. */
  readonly forms: readonly string[];
  /** What it may be instead, after how the zone writes that. */
  readonly instead: readonly (readonly [string, string])[];
}

function printedLetter(text: string): PrintedLetter {
  const isLetter = /[\p{L}\p{N}]/u.test(text);
  return { text, isLetter, forms: formsOf(text, isLetter), instead: isLetter ? insteadOf(text) : [] };
}

/** Where one can go from a place. Of equally cheap moves to one place the earlier counts. */
function movesAt(print: PrintedLetter | undefined, { text, word, cased }: Zone, at: number): Move[] {
  const moves: Move[] = [];
  const next = text[at];
  const isLetter = next !== undefined && next !== ' ';
  if (isLetter) moves.push({ over: 0, on: 1, cost: 1, said: cased(next, at), misread: word[at] });
  else if (next === ' ') moves.push({ over: 0, on: 1, cost: PARTED, said: ' ' });
  if (!print) return moves;
  for (const form of print.forms) {
    if (text.startsWith(form, at)) moves.push({ over: 1, on: form.length, cost: 0, said: print.text });
  }
  if (!print.isLetter) return [...moves, { over: 1, on: 0, cost: PARTED, said: '' }];
  for (const [form, meant] of print.instead) {
    if (text.startsWith(form, at)) moves.push({ over: 1, on: form.length, cost: MARK, said: cased(meant, at) });
  }
  moves.push({ over: 1, on: 0, cost: 1, said: '', misread: word[Math.min(at, text.length - 1)] });
  if (isLetter) moves.push({ over: 1, on: 1, cost: 1, said: cased(next, at), misread: word[at] });
  return moves;
}

/** What the zone writes for a character: hyphens are spaces there, apostrophes nothing. */
function formsOf(letter: string, isLetter: boolean): readonly string[] {
  if (isLetter) return machineForms(letter).filter((form) => form !== '');
  return [/[ -]/.test(letter) ? ' ' : ''];
}

/** The number of the word in which every letter stands. */
function wordsOf(machine: string): number[] {
  let word = 0;
  return [...machine].map((letter) => (letter === ' ' ? word++ : word));
}

/**
 * What a printed letter may be instead, with how the zone writes that. A lost diacritic leaves open which letter it
 * was, so the letters of the zone stay.
 */
function insteadOf(letter: string): readonly (readonly [string, string])[] {
  const capital = letter.toLocaleUpperCase('en');
  const bare = capital.normalize('NFD')[0]!;
  const marks = Object.entries(OTHER_MARK[bare as 'A'] ?? {});
  if (capital !== bare) return marks;
  return [...marks.map(([form]) => [form, form] as const), ...(TAKEN_FOR[capital] ?? [])];
}
