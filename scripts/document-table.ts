import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A table that a page takes from the source. It stands between `<!-- NAME: … -->` and `<!-- /NAME -->`. */
export interface DocumentTable {
  /** Name of the page in `docs/`. */
  readonly page: string;
  readonly name: string;
  /** The npm script that writes the table. */
  readonly script: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The text of the page with the table as it is now. Throws where the page has no place for it. */
export function withTable(text: string, { page, name, header, rows }: DocumentTable): string {
  const place = new RegExp(`(<!-- ${name}:[^\\n]*-->\\n)[\\s\\S]*(<!-- /${name} -->)`);
  if (!place.test(text)) throw new Error(`docs/${page} has no place for the table of ${name}.`);
  const [head, ...body] = [header, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const table = [head, `|${'---|'.repeat(header.length)}`, ...body].join('\n');
  return text.replace(place, (_, start: string, end: string) => `${start}${table}\n${end}`);
}

/** Writes the table into its page. With `--check` on the command line it only fails where the page has another. */
export function updatePage(table: DocumentTable): void {
  const file = fileURLToPath(new URL(`../docs/${table.page}`, import.meta.url));
  const text = readFileSync(file, 'utf8');
  const current = withTable(text, table);
  if (!process.argv.includes('--check')) writeFileSync(file, current);
  else if (current !== text) {
    process.stderr.write(`The table of ${table.name} in docs/${table.page} is old; run: npm run ${table.script}\n`);
    process.exitCode = 1;
  }
}
