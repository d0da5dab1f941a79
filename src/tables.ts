import { readFileSync } from 'node:fs';

/**
 * The rows of a table in the folder `tables`, with the cells of the given columns in their order.
 * A table is tab-separated. The names of its columns stand in the first line that is no comment, and comments begin
 * with `#`. It reads the file at once: call it when a module loads, and keep no rows. Throws where a column is missing
 * or a row has more or fewer cells than the head.
 */
export function readTable<const C extends readonly string[]>(file: string, columns: C): { [K in keyof C]: string }[] {
  const text = readFileSync(new URL(`../tables/${file}`, import.meta.url), 'utf8');
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const [head = [], ...rows] = lines.map((line) => line.split('\t'));
  const places = columns.map((column) => head.indexOf(column));
  if (places.includes(-1)) throw new Error(`tables/${file} lacks one of the columns ${columns.join(', ')}.`);
  const wrong = rows.find(({ length }) => length !== head.length);
  if (wrong) throw new Error(`tables/${file}: "${wrong.join(' ')}" has ${wrong.length} cells.`);
  return rows.map((cells) => places.map((place) => cells[place])) as { [K in keyof C]: string }[];
}

/** The distinct values of each key in a table, in the order of its rows. `keyOf` brings spellings of a key together. */
export function readGroups(
  file: string,
  [key, value]: readonly [key: string, value: string],
  keyOf: (key: string) => string = (same) => same,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [written, one] of readTable(file, [key, value])) {
    const name = keyOf(written);
    const values = groups.get(name);
    if (values === undefined) groups.set(name, [one]);
    else if (!values.includes(one)) values.push(one);
  }
  return groups;
}

/** Makes it when it is first asked for: what few requests need does not delay a start. */
export const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
