// Writes the table of settings in docs/operations.md from the settings themselves: npm run settings
// With --check: fails where the table is another.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { MIRROR, SETTINGS } from '../src/settings.ts';

const FILE = fileURLToPath(new URL('../docs/operations.md', import.meta.url));
const TABLE = /\| setting \| default \| meaning \|\n(?:\|.*\n)+/;

interface Row {
  readonly variable: string;
  readonly preset?: string;
  readonly otherwise?: string;
  readonly meaning: string;
}

const written = await readFile(FILE, 'utf8');
if (!TABLE.test(written)) throw new Error(`${FILE} has no table of settings.`);
const current = written.replace(TABLE, () => table());
if (!process.argv.includes('--check')) await writeFile(FILE, current);
else if (current !== written) {
  process.stderr.write('The table of settings in docs/operations.md is old; run: npm run settings\n');
  process.exitCode = 1;
}

function table(): string {
  const rows: Row[] = Object.values(SETTINGS);
  rows.splice(rows.indexOf(SETTINGS.listsSources) + 1, 0, MIRROR);
  return ['| setting | default | meaning |', '|---|---|---|', ...rows.map(line), ''].join('\n');
}

function line({ variable, preset, otherwise, meaning }: Row): string {
  const standard = preset === undefined ? otherwise : `\`${preset}\``;
  return `| \`${variable}\` | ${standard} | ${meaning} |`;
}
