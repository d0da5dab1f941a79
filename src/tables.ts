import { readFileSync } from 'node:fs';

/**
 * The rows of a table in the folder `tables`: tab-separated, with the names of the columns in the first line that is no
 * comment. Comments begin with `#`. It reads the file at once: call it when a module loads, and keep no rows. Throws
 * where a column is missing or a row has more or fewer cells than the head.
 */
export function readTable<C extends string>(file: string, columns: readonly C[]): Record<C, string>[] {
  const text = readFileSync(new URL(`../tables/${file}`, import.meta.url), 'utf8');
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const [head = [], ...rows] = lines.map((line) => line.split('\t'));
  const places = columns.map((column) => head.indexOf(column));
  if (places.includes(-1)) throw new Error(`tables/${file} lacks one of the columns ${columns.join(', ')}.`);
  return rows.map((cells) => {
    if (cells.length !== head.length)
      throw new Error(`tables/${file}: "${cells.join(' ')}" has ${cells.length} cells.`);
    return Object.fromEntries(columns.map((column, at) => [column, cells[places[at]!]!])) as Record<C, string>;
  });
}
