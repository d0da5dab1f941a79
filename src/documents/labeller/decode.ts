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
  /** How surely another value of the document is it, 0 to 1. */
  readonly rival?: number;
  /** Of a part of a name: how surely it is this part and no other one, 0 to 1. */
  readonly part?: number;
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

/** What the network says of the words of a document. */
export interface Labelling {
  readonly tokens: readonly Token[];
  /** The chance of a class for a word, by the place of the word. */
  chance(token: number, kind: Kind): number;
  /** Whether a word is of one of these classes together more likely than of any other. */
  isOf(token: number, kinds: readonly Kind[]): boolean;
}

/** Classes of words that are values. */
type Kind =
  | (typeof NAMES)[number]
  | (typeof DATES)[number][1]
  | 'number'
  | 'personal'
  | 'sex'
  | 'nationality'
  | 'address';

/** Words of one class that stand beside each other. */
interface Run {
  readonly row: Row;
  readonly text: string;
  readonly chance: number;
  readonly part: number;
}

const NAMES = ['surname', 'given', 'name'] as const;
type NameKind = (typeof NAMES)[number];
/** Less sure words are no value. */
const LEAST = 0.3;
/** What is left of the sureness of a date of which letters were taken for digits. */
const REPAIRED = 0.85;
/** Rows of one value stand at most this far apart and begin at most so far left or right of each other, in heights. */
const NEXT_ROW = 2.3;
const ALIGNED = 2.5;
const MAX_ROWS = 4;
/** A letter between two names, which may have a stop. */
const INITIAL = /^\p{L}\p{L}?\.?$/u;

/** The values of a document: of each field the likeliest that can be one. Birth, issue and expiry follow each other. */
export function labelledFields(seen: Labelling, layout: Layout): LabelledFields {
  const one = (kind: Kind, read: (text: string) => string | null, rivals: readonly Kind[] = []) =>
    likeliest(
      groupsOf(runsOf(seen, [kind]), 1),
      read,
      rivals.flatMap((rival) => groupsOf(runsOf(seen, [rival]), 1)),
    );
  const parts = Map.groupBy(namesIn(seen), ({ kind }) => kind);
  const name = (kind: NameKind) =>
    likeliest(
      groupsOf(
        (parts.get(kind) ?? []).map(({ run }) => run),
        MAX_ROWS,
      ),
      nameOf,
    );
  const values = {
    ...datesIn(seen, layout),
    documentNumber: one('number', numberIn, ['personal']),
    surname: name('surname'),
    givenNames: name('given'),
    fullName: name('name'),
    sex: one('sex', isMexicanCard(layout) ? mexicanSexIn : sexIn),
    nationality: one('nationality', nationalityIn),
    address: likeliest(groupsOf(runsOf(seen, ['address']), MAX_ROWS), tidy, [], ', '),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function nameOf(text: string): string | null {
  return (
    nameIn(text)
      ?.replace(/\s*,\s*/g, ' ')
      .trim() ?? null
  );
}

/** The likeliest group of runs that a parser understands. Any other value is its rival. */
function likeliest(
  groups: readonly (readonly Run[])[],
  read: (text: string) => string | null,
  others: readonly (readonly Run[])[] = [],
  between = ' ',
): LabelledField | null {
  const told = (group: readonly Run[]) => {
    const value = read(group.map(({ text }) => text).join(between));
    return { group, value, chance: Math.min(...group.map((run) => run.chance)) };
  };
  const known = groups.map(told).filter(({ value }) => value !== null);
  const best = known.toSorted((one, other) => other.chance - one.chance)[0];
  if (!best || best.chance < LEAST) return null;
  const rivals = [...known, ...others.map(told)].filter(({ value }) => value !== null && value !== best.value);
  const { group } = best;
  const [first] = group as readonly [Run];
  const confidence = Math.min(...group.map(({ row }) => row.confidence));
  const doubts = group.flatMap(({ row }) => row.doubts);
  const found = field(best.value!, { ...first.row, confidence }, 'label');
  return {
    found: doubts.length > 0 ? { ...found, isDoubtful: true } : found,
    chance: best.chance,
    rival: Math.max(0, ...rivals.map(({ chance }) => chance)),
    part: Math.min(...group.map((run) => run.part)),
  };
}

/** Runs that go on in the rows below make one value of at most `most` rows. */
function groupsOf(runs: Iterable<Run>, most: number): Run[][] {
  const groups: Run[][] = [];
  for (const run of runs) {
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

/** Words of a piece beside each other that are of these classes. */
function runsOf(seen: Labelling, kinds: readonly Kind[]): Run[] {
  return placesOf(seen, kinds).map((places) => runOf(seen, places, kinds, kinds));
}

/** The places of such words. A letter between two names is an initial, whatever the network takes it for. */
function placesOf({ tokens, isOf }: Labelling, kinds: readonly Kind[]): number[][] {
  const isIn = tokens.map((_, at) => isOf(at, kinds));
  const runs: number[][] = [];
  for (const [at, { piece, text }] of tokens.entries()) {
    const isInitial = kinds === NAMES && INITIAL.test(text) && Boolean(isIn[at - 1] && isIn[at + 1]);
    if (!isIn[at] && !isInitial) continue;
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1 && tokens[at - 1]!.piece === piece) last.push(at);
    else if (isIn[at]) runs.push([at]);
  }
  return runs.map((places) => places.slice(0, places.findLastIndex((at) => isIn[at]!) + 1));
}

/** The text of words of one piece, and how surely they are of `kinds` and of their `own`. An initial says nothing. */
function runOf(
  { tokens, chance, isOf }: Labelling,
  places: readonly number[],
  kinds: readonly Kind[],
  own: readonly Kind[],
): Run {
  const [first, last] = [tokens[places[0]!]!, tokens[places.at(-1)!]!];
  const row = part(first.piece, { from: first.from, to: last.from + last.text.length });
  const told = places.filter((at) => isOf(at, kinds));
  const lettersIn = (at: number) => tokens[at]!.text.length;
  const mean = (some: readonly Kind[]) => {
    const log = (at: number) => Math.log(sumOf(some, (kind) => chance(at, kind)) + TINY);
    return Math.exp(sumOf(told, (at) => log(at) * lettersIn(at)) / Math.max(1, sumOf(told, lettersIn)));
  };
  return { row, text: row.text, chance: mean(kinds), part: mean(own) };
}

function sumOf<T>(some: readonly T[], number: (one: T) => number): number {
  return some.reduce((sum, one) => sum + number(one), 0);
}

/** Names, each with what part it is. Words beside each other are one part, or a surname and given names. */
function namesIn(seen: Labelling): { readonly kind: NameKind; readonly run: Run }[] {
  return placesOf(seen, NAMES).flatMap((places) => {
    const cuts = places.map((_, at) => at);
    const ways = [
      ...NAMES.map((kind) => [{ kind, places }]),
      ...cuts.slice(1).flatMap((at) => {
        const [before, behind] = [places.slice(0, at), places.slice(at)];
        return PARTED.map(([one, other]) => [
          { kind: one, places: before },
          { kind: other, places: behind },
        ]);
      }),
    ];
    const isTold = (at: number) => seen.isOf(at, NAMES);
    const likelihood = (way: (typeof ways)[number]) =>
      sumOf(way, ({ kind, places: own }) => sumOf(own.filter(isTold), (at) => Math.log(seen.chance(at, kind) + TINY)));
    const [best] = ways.map((way) => ({ way, log: likelihood(way) })).sort((a, b) => b.log - a.log);
    return best!.way.map(({ kind, places: own }) => ({ kind, run: runOf(seen, own, NAMES, [kind]) }));
  });
}

/** Which parts of a name stand beside each other. */
const PARTED: readonly (readonly [NameKind, NameKind])[] = [
  ['surname', 'given'],
  ['given', 'surname'],
];
/** A chance that is none. */
const TINY = 1e-4;

const DATES = [
  ['dateOfBirth', 'birth'],
  ['issueDate', 'issue'],
  ['expiryDate', 'expiry'],
] as const;

type DateName = (typeof DATES)[number][0];
type Dates = Partial<Record<DateName, LabelledField>>;
/** What a date can be, and how surely it is. */
type Day = LabelledField | null;

/** The likeliest dates that follow each other: no document is made before the birth, or ends before it is made. */
function datesIn({ tokens, chance }: Labelling, { country }: Layout): Dates {
  const places = tokens.keys().filter((at) => tokens[at]!.date);
  const groups = [...Map.groupBy(places, (at) => tokens[at]!.date!)];
  const order = orderOf(
    groups.map(([date]) => date),
    country,
  );
  const year = new Date().getUTCFullYear();
  const limits = { dateOfBirth: year, issueDate: year, expiryDate: year + MAX_VALIDITY_LENGTH };
  const days = DATES.map(([name, kind]): Day[] => {
    const told = new Map<string, LabelledField>();
    for (const [date, words] of groups) {
      const own = sumOf(words, (at) => chance(at, kind)) / words.length;
      const value = isoDate(date, order, latest(limits[name]));
      if (value === null || own <= (told.get(value)?.chance ?? 0)) continue;
      const row = part(tokens[words[0]!]!.piece, date);
      told.set(value, { found: field(value, row, 'label', date.repaired ? REPAIRED : 1), chance: own });
    }
    const known = [...told.values()].toSorted((one, other) => other.chance - one.chance);
    return [...known.filter((one) => one.chance >= LEAST).map((one) => withRival(one, known)), null];
  });
  let [best, most]: [readonly Day[], number] = [[], Number.NEGATIVE_INFINITY];
  for (const birth of days[0]!)
    for (const issue of days[1]!)
      for (const expiry of days[2]!) {
        const all = [birth, issue, expiry];
        const log = sumOf(all, (day) => Math.log(day?.chance ?? LEAST));
        if (log > most && isInSequence(all)) [best, most] = [all, log];
      }
  return Object.fromEntries(DATES.flatMap(([name], at) => (best[at] ? [[name, best[at]]] : [])));
}

/** A date with how surely another one is it. */
function withRival(one: LabelledField, all: readonly LabelledField[]): LabelledField {
  return { ...one, rival: all.find((other) => other !== one)?.chance ?? 0 };
}

function isInSequence(days: readonly Day[]): boolean {
  const known = days.filter((day) => day !== null);
  return known.every((day, at) => at === 0 || known[at - 1]!.found.value < day.found.value);
}
