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

interface Step {
  readonly cost: number;
  readonly before: Step | null;
  readonly said: string;
  /** Which word of the zone has another letter in the print. */
  readonly misread?: number;
}

/**
 * A printed name aligned with what the machine-readable zone or a barcode writes, in the diacritics, hyphens and case
 * of the print. Where the zone was cut off and `isExtending`, the print says the rest. Null where the two are different
 * names.
 */
export function alignName(printed: string, known: string, isExtending: boolean): AlignedName | null {
  const machine = machineSpelling(known);
  const letters = [...printed.normalize('NFC').trim().replace(/\s+/g, ' ').replace(/ ?- ?/g, '-')];
  if (letters.length > MAX_LETTERS || machine.length > MAX_LETTERS || machine === '') return null;
  const steps = paired(letters, machine);
  const ends = isExtending ? letters.map((_, at) => at).reverse() : [];
  let [end, last] = [letters.length, steps[letters.length]![machine.length]];
  for (const at of ends) {
    const step = steps[at]![machine.length];
    if (step && step.cost < (last?.cost ?? Infinity)) [end, last] = [at, step];
  }
  if (!last) return null;
  const rest = letters.slice(end).join('');
  const words = machine.split(' ');
  const misread = words.map(() => 0);
  const said: string[] = [];
  for (let step: Step | null = last; step; step = step.before) {
    said.push(step.said);
    if (step.misread !== undefined) misread[step.misread]!++;
  }
  if (words.some((word, at) => misread[at]! > (word.length >= MIN_MISREAD ? 1 : 0))) return null;
  if (rest !== '') {
    const isInWord = /^[\p{L}\p{M}]/u.test(rest);
    if (machine.length < MIN_BEGINNING || misread.every((count) => count > 0)) return null;
    if (isInWord && misread.at(-1)! > 0) return null;
  }
  const name = said.reverse().join('') + rest;
  return { name: name.trim(), misread: misread.reduce((sum, count) => sum + count, 0) };
}

/** The cheapest way to every place in print and zone, as [letters of the print][letters of the zone]. */
function paired(letters: readonly string[], machine: string): readonly (readonly (Step | undefined)[])[] {
  const steps: (Step | undefined)[][] = letters.map(() => []);
  steps.push([]);
  steps[0]![0] = { cost: 0, before: null, said: '' };
  const small = letters.some((letter) => /\p{Ll}/u.test(letter));
  const word = wordsOf(machine);
  /** One letter a word, and what costs less than a letter: anything dearer is another name. */
  const most = (word.at(-1)! + 1) * (1 + 2 * PARTED);
  /** Letters of the zone in the case of the print. */
  const cased = (text: string, at: number) => {
    const isFirst = at === 0 || machine[at - 1] === ' ';
    if (!small) return text;
    const lower = text.replaceAll('ẞ', 'ß').toLowerCase();
    return isFirst ? text[0] + lower.slice(1) : lower;
  };
  for (let i = 0; i <= letters.length; i++) {
    const letter = letters[i];
    const isLetter = letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
    const forms = letter === undefined ? [] : formsOf(letter, isLetter);
    const instead = isLetter ? insteadOf(letter) : [];
    for (let j = 0; j <= machine.length; j++) {
      const before = steps[i]![j];
      if (!before) continue;
      const go = (over: number, on: number, cost: number, said: string, misread?: number) => {
        const row = steps[i + over]!;
        const total = before.cost + cost;
        if (total > most) return;
        if (row[j + on] === undefined || total < row[j + on]!.cost) {
          row[j + on] = { cost: total, before, said, ...(misread === undefined ? {} : { misread }) };
        }
      };
      const next = machine[j];
      if (next === ' ') go(0, 1, PARTED, ' ');
      else if (next !== undefined) go(0, 1, 1, cased(next, j), word[j]);
      if (letter === undefined) continue;
      for (const form of forms) if (machine.startsWith(form, j)) go(1, form.length, 0, letter);
      if (!isLetter) {
        go(1, 0, PARTED, '');
        continue;
      }
      for (const [form, meant] of instead) if (machine.startsWith(form, j)) go(1, form.length, MARK, cased(meant, j));
      go(1, 0, 1, '', word[Math.min(j, machine.length - 1)]);
      if (next !== undefined && next !== ' ') go(1, 1, 1, cased(next, j), word[j]);
    }
  }
  return steps;
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
