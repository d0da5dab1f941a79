import { Recent } from '../recent.ts';
import type { Row, Values } from './sql.ts';

/** A text whose `:names` were given numbers. */
export interface ParsedText {
  /** With `$1`, `$2` for the values. */
  readonly sql: string;
  /** Of the values, in the order of their numbers; none where the text has numbers itself. */
  readonly names: readonly string[];
}

/** The program has some 300 texts of its own. Those that are left out are read again, in a few microseconds. */
const PARSED = new Recent<string, ParsedText>(2_000);
/** A name behind one colon. A cast has two, and behind a letter or digit it is part of a format. */
export const NAME = /(?<![:\w]):([a-z]\w*)/g;

/** Reads a text, or remembers how it was read. */
export function parsedText(text: string): ParsedText {
  return PARSED.get(text, () => {
    const names: string[] = [];
    const sql = text.replace(NAME, (_, name: string) => {
      if (!names.includes(name)) names.push(name);
      return `$${names.indexOf(name) + 1}`;
    });
    return { sql, names };
  });
}

/** The values in the order of their numbers. Throws where the text has a name without a value. */
export function valuesOf({ names }: ParsedText, values: Values, text: string): readonly unknown[] {
  if (names.length === 0) return values;
  const given = values[0] as Readonly<Record<string, unknown>>;
  return names.map((name) => {
    if (!(name in given)) throw new Error(`no value for :${name} in ${text}`);
    return given[name];
  });
}

const MEMBERS = new Map<string, string>();

/** The member of a row that a column goes to: `created_at` to `createdAt`. */
export function memberOf(column: string): string {
  let name = MEMBERS.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    MEMBERS.set(column, name);
  }
  return name;
}

/** A row as an object, by the members that its places go to. */
export function rowOf(places: readonly unknown[], members: readonly string[]): Row {
  const row: Row = {};
  for (let index = 0; index < members.length; index += 1) row[members[index]!] = places[index];
  return row;
}
