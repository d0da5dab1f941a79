import { tidy } from '../fields/addresses.ts';
import { latest, orderOf } from '../fields/document-dates.ts';
import { field, type VisualField } from '../fields/field.ts';
import { isoDate } from '../fields/printed-dates.ts';
import { isMexicanCard, type Layout } from '../fields/printed-text.ts';
import { part, type Row } from '../fields/rows.ts';
import { mexicanSexIn, nameIn, nationalityIn, numberIn, sexIn } from '../fields/values.ts';
import { MAX_VALIDITY_LENGTH } from '../mrz/mrz-dates.ts';
import type { Token } from './tokens.ts';

/** A value as the labeller understands the document, and how surely its words are that value's, 0 to 1. */
interface LabelledField {
  readonly found: VisualField;
  readonly chance: number;
}

type LabelledName =
  | 'documentNumber'
  | 'surname'
  | 'givenNames'
  | 'fullName'
  | 'dateOfBirth'
  | 'issueDate'
  | 'expiryDate'
  | 'nationality'
  | 'sex'
  | 'address';

export type LabelledFields = Readonly<Partial<Record<LabelledName, LabelledField>>>;

/** The chance of a class for a word, by the place of the word; 0 where another class is likelier. */
type Chance = (token: number, kind: string) => number;

/** Words of one class that stand beside each other. */
interface Run {
  readonly row: Row;
  readonly text: string;
  readonly chance: number;
}

/** Less sure words are no value. */
const LEAST = 0.3;
/** What is left of the sureness of a date of which letters were taken for digits. */
const REPAIRED = 0.85;
/** Rows of one value stand at most this far apart and begin at most so far left or right of each other, in heights. */
const NEXT_ROW = 2.3;
const ALIGNED = 2.5;
const MAX_ROWS = 4;

/** The values of a document: of each field the likeliest that can be one. Birth, issue and expiry follow each other. */
export function labelledFields(tokens: readonly Token[], chanceOf: Chance, layout: Layout): LabelledFields {
  const one = (kind: string, read: (text: string) => string | null) =>
    likeliest(groupsOf(tokens, chanceOf, kind, 1), read);
  const several = (kind: string, read: (text: string) => string | null) =>
    likeliest(groupsOf(tokens, chanceOf, kind, MAX_ROWS), read);
  const name = (text: string) =>
    nameIn(text)
      ?.replace(/\s*,\s*/g, ' ')
      .trim() ?? null;
  const values = {
    ...datesIn(tokens, chanceOf, layout),
    documentNumber: one('number', numberIn),
    surname: several('surname', name),
    givenNames: several('given', name),
    fullName: several('name', name),
    sex: one('sex', isMexicanCard(layout) ? mexicanSexIn : sexIn),
    nationality: one('nationality', nationalityIn),
    address: likeliest(groupsOf(tokens, chanceOf, 'address', MAX_ROWS), tidy, ', '),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

/** The likeliest group of runs that a parser understands. */
function likeliest(
  groups: readonly (readonly Run[])[],
  read: (text: string) => string | null,
  between = ' ',
): LabelledField | null {
  let best: LabelledField | null = null;
  for (const group of groups) {
    const value = read(group.map(({ text }) => text).join(between));
    const chance = Math.min(...group.map((run) => run.chance));
    if (value === null || chance < LEAST || (best && chance <= best.chance)) continue;
    const [first] = group as [Run];
    const confidence = Math.min(...group.map(({ row }) => row.confidence));
    const doubts = group.flatMap(({ row }) => row.doubts);
    const found = field(value, { ...first.row, confidence }, 'label');
    best = { found: doubts.length > 0 ? { ...found, isDoubtful: true } : found, chance };
  }
  return best;
}

/** Runs of a class; those that go on in the rows below make one value of at most `most` rows. */
function groupsOf(tokens: readonly Token[], chanceOf: Chance, kind: string, most: number): Run[][] {
  const groups: Run[][] = [];
  for (const run of runsOf(tokens, chanceOf, kind)) {
    const open = groups.find((group) => group.length < most && goesOn(group.at(-1)!.row, run.row));
    if (open) open.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** Whether a row goes on in the other: right behind it, or in the next one below. */
function goesOn(row: Row, next: Row): boolean {
  const height = Math.max(row.bottom - row.top, next.bottom - next.top);
  const down = (next.top + next.bottom - row.top - row.bottom) / 2 / height;
  if (Math.abs(down) < 0.4) return next.left > row.left && next.left - row.right < ALIGNED * height;
  const apart = Math.min(Math.abs(next.left - row.left), Math.abs(next.quad[0].x - row.quad[0].x));
  const isUnder = next.left < row.right && next.right > row.left;
  return down > 0 && down < NEXT_ROW && (isUnder || apart < ALIGNED * height);
}

function* runsOf(tokens: readonly Token[], chanceOf: Chance, kind: string): Generator<Run> {
  let open: number[] = [];
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at];
    const last = tokens[open.at(-1) ?? -1];
    const isIn = token !== undefined && chanceOf(at, kind) > 0;
    if (open.length > 0 && (!isIn || token.piece !== last!.piece)) {
      yield runOf(
        open.map((one) => tokens[one]!),
        open.map((one) => chanceOf(one, kind)),
      );
      open = [];
    }
    if (isIn) open.push(at);
  }
}

/** The text of words of one piece. */
function runOf(words: readonly Token[], chances: readonly number[]): Run {
  const [first, last] = [words[0]!, words.at(-1)!];
  const row = part(first.piece, { from: first.from, to: last.from + last.text.length });
  const letters = words.map(({ text }) => text.length);
  const all = letters.reduce((sum, count) => sum + count, 0);
  const chance = Math.exp(chances.reduce((sum, one, at) => sum + Math.log(one) * letters[at]!, 0) / all);
  return { row, text: row.text, chance };
}

const DATES = [
  ['dateOfBirth', 'birth'],
  ['issueDate', 'issue'],
  ['expiryDate', 'expiry'],
] as const;

type DateName = (typeof DATES)[number][0];
type Dates = Partial<Record<DateName, LabelledField>>;

/** Of each pair the first is before the second. */
const SEQUENCE: readonly (readonly [DateName, DateName])[] = [
  ['dateOfBirth', 'issueDate'],
  ['issueDate', 'expiryDate'],
  ['dateOfBirth', 'expiryDate'],
];

/** The likeliest date of each kind. */
function datesIn(tokens: readonly Token[], chanceOf: Chance, { country }: Layout): Dates {
  const places = tokens.keys().filter((at) => tokens[at]!.date);
  const groups = Map.groupBy(places, (at) => tokens[at]!.date!);
  const order = orderOf([...groups.keys()], country);
  const year = new Date().getUTCFullYear();
  const limits = { dateOfBirth: year, issueDate: year, expiryDate: year + MAX_VALIDITY_LENGTH };
  const values: Dates = {};
  for (const [name, kind] of DATES) {
    for (const [date, words] of groups) {
      const chance = words.reduce((sum, at) => sum + chanceOf(at, kind), 0) / words.length;
      const value = chance < LEAST ? null : isoDate(date, order, latest(limits[name]));
      if (value === null || chance <= (values[name]?.chance ?? 0)) continue;
      const row = part(tokens[words[0]!]!.piece, date);
      values[name] = { found: field(value, row, 'label', date.repaired ? REPAIRED : 1), chance };
    }
  }
  return inSequence(values);
}

/** Of two dates in the wrong order the less sure one goes. */
function inSequence(values: Dates): Dates {
  const kept = { ...values };
  for (const [one, other] of SEQUENCE) {
    const [a, b] = [kept[one], kept[other]];
    if (a && b && a.found.value >= b.found.value) delete kept[a.chance < b.chance ? one : other];
  }
  return kept;
}
