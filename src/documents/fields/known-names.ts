import { readTable } from '../../tables.ts';
import type { Row } from './rows.ts';

const GIVEN_NAMES = new Set(readTable('documents/given-names.tsv', ['name']).map(([name]) => name));

/** An initial I that was taken for a digit and ran into the name before it. */
const RUN_IN = /(?<![A-Za-z])(?<name>[A-Za-z]{3,})1(?![A-Za-z0-9])/;

/** Letters, with a tilde for a space that may be none. */
const WORDS = /[A-Za-z]+(?:~[A-Za-z]+)*/g;

/** Letters between two firm spaces or signs, and where in the text they stand. */
interface Group {
  readonly places: readonly number[];
  readonly letters: string;
  /** Letters before which a space may stand or not. */
  readonly gaps: ReadonlySet<number>;
  /** Letters that may be an O or a Q. */
  readonly twins: readonly number[];
}

/** What changes of a row. */
type Print = Pick<Row, 'text' | 'characters' | 'doubts'>;

/** Whether it is a given name that is common enough to be listed, whatever its case. */
export function isGivenName(word: string): boolean {
  return GIVEN_NAMES.has(word.toUpperCase());
}

/**
 * A row with doubtful letters and spaces as given names have them. A doubt is settled where one reading alone is made
 * of listed names and initials.
 */
export function withKnownNames<P extends Print>(row: P): P {
  const { index, groups: { name = '' } = {} } = RUN_IN.exec(row.text) ?? {};
  const at = (index ?? 0) + name.length;
  const parted = isGivenName(name) ? { ...row, ...written(row, at, at, ' ') } : row;
  let print: Print = parted;
  // From the last one to the first, so that places before it stay.
  for (const group of groupsOf(parted).reverse()) {
    const [only, ...others] = readingsOf(group);
    if (only === undefined || others.length > 0) continue;
    print = written(print, group.places[0]!, group.places.at(-1)! + 1, only);
  }
  return { ...parted, ...print };
}

/** The groups in which something is in doubt. */
function groupsOf({ text, doubts }: Print): Group[] {
  const marked = [...text].map((letter, at) => (letter === ' ' && doubts.includes(at + 0.5) ? '~' : letter)).join('');
  return [...marked.matchAll(WORDS)].flatMap(({ index, 0: words }) => {
    const places = [...words].flatMap((letter, at) => (letter === '~' ? [] : [index + at]));
    const letters = words.replaceAll('~', '');
    const gaps = new Set(places.flatMap((at, before) => (before > 0 && doubts.includes(at - 0.5) ? [before] : [])));
    const twins = places.flatMap((at, before) => (doubts.includes(at) ? [before] : []));
    return gaps.size > 0 || twins.length > 0 ? [{ places, letters, gaps, twins }] : [];
  });
}

/** Every way to read a group as listed names and initials. */
function readingsOf({ letters, gaps, twins }: Group): string[] {
  const spellings = twins.reduce(
    (all, at) => all.flatMap((one) => ['O', 'Q'].map((twin) => one.slice(0, at) + twin + one.slice(at + 1))),
    [letters],
  );
  const readings = spellings.flatMap((word) => {
    const parted = [partsOf(word) ?? [], ...[...gaps].map((at) => [word.slice(0, at), word.slice(at)])];
    const known = parted.filter((parts) => isKnown(parts) && boundaries(parts).some((at) => gaps.has(at)));
    return [...(isGivenName(word) ? [word] : []), ...known.map((parts) => parts.join(' '))];
  });
  return [...new Set(readings)];
}

function isKnown(parts: readonly string[]): boolean {
  return parts.every((part) => part.length === 1 || isGivenName(part));
}

/**
 * The fewest listed names and initials that make up a word, two at least; null where nothing does. Names of two letters
 * do not count, since they make up anything.
 */
function partsOf(word: string): string[] | null {
  const best: (string[] | null)[] = [[]];
  for (let to = 1; to <= word.length; to++) {
    best[to] = null;
    for (let from = 0; from < to; from++) {
      const [before, part] = [best[from]!, word.slice(from, to)];
      const isPart = part !== word && part.length !== 2 && isKnown([part]);
      // Two initials in a row are the letters of a name that is not listed.
      if (!before || !isPart || (part.length === 1 && before.at(-1)?.length === 1)) continue;
      if (before.length + 1 < (best[to]?.length ?? Number.POSITIVE_INFINITY)) best[to] = [...before, part];
    }
  }
  return best[word.length]!;
}

/** The letters before which all parts but the first begin. */
function boundaries(parts: readonly string[]): number[] {
  let at = 0;
  return parts.slice(0, -1).map(({ length }) => (at += length));
}

/** Print with other words from one place to another, which have the same letters. Nothing there is in doubt then. */
function written({ text, characters, doubts }: Print, from: number, to: number, words: string): Print {
  const scores = characters.slice(from, to).filter((_, at) => text[from + at] !== ' ');
  let next = 0;
  const printed = [...words].map((letter) => (letter === ' ' ? 1 : scores[next++]!));
  const left = doubts.filter((at) => at < from || at >= to);
  return {
    text: text.slice(0, from) + words + text.slice(to),
    characters: [...characters.slice(0, from), ...printed, ...characters.slice(to)],
    doubts: left.map((at) => (at < from ? at : at + words.length - (to - from))),
  };
}
