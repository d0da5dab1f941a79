// Writes the tables of readings that romanisations are compared by:
// `npm run train:romanisations -- --unihan Unihan_Readings.txt --names FILE`. The first file is Unihan's (Unicode 17).
// The second has one name in Han characters a line, people of China.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CHINESE_SURNAMES } from '../../../src/screening/names/characters.ts';
import { JYUTPING, KOREAN, LONG_SURNAMES, SINO_KOREAN } from '../../../src/screening/names/tables/han-readings.ts';
import { simplified } from '../../../src/screening/names/tables/simplified.ts';

const { values } = parseArgs({ options: { unihan: { type: 'string' }, names: { type: 'string' } } });
if (!values.unihan || !values.names) throw new Error('--unihan FILE and --names FILE are needed');

const characters = new Set([...JYUTPING.keys(), ...SINO_KOREAN.keys(), ...KOREAN.keys()].map(simplified));

/** By field and simplified character the first reading that Unihan gives for the character or another form of it. */
const readings = new Map<string, Map<string, string>>();
for (const line of readFileSync(values.unihan, 'utf8').split('\n')) {
  const [code, field, text] = line.split('\t');
  if (!text || !(field === 'kVietnamese' || field === 'kJapaneseOn')) continue;
  const character = simplified(String.fromCodePoint(Number.parseInt(code!.slice(2), 16)));
  if (!characters.has(character)) continue;
  const known = readings.get(field) ?? new Map<string, string>();
  readings.set(field, known);
  if (!known.has(character)) known.set(character, folded(text.split(' ')[0]!));
}

write('sino-vietnamese.tsv', 'How Vietnam reads Han characters, without marks.', 'kVietnamese');
write(
  'on-readings.tsv',
  'How Japan reads Han characters that it took with their sound, Hepburn without long vowels.',
  'kJapaneseOn',
);

const counts = { family: new Map<string, number>(), given: new Map<string, number>() };
for (const name of readFileSync(values.names, 'utf8').trim().split('\n')) {
  const parts = [...name].map(simplified);
  const length = LONG_SURNAMES.has(parts.slice(0, 2).join('')) ? 2 : 1;
  if (length === 1 && !CHINESE_SURNAMES.has(parts[0]!)) continue;
  if (length === 1) add(counts.family, parts[0]!);
  for (const one of parts.slice(length)) add(counts.given, one);
}
const rows = Object.entries(counts).flatMap(([place, found]) => {
  const byCount = Map.groupBy(found.keys(), (one) => found.get(one)!);
  return [...byCount].sort(([a], [b]) => b - a).map(([count, all]) => `${place}\t${count}\t${all.sort().join('')}`);
});
writeFileSync(
  'tables/names/han-name-counts.tsv',
  `# How often simplified characters stood in the names of people of China: as family name, and in given names.
# place: family or given. count: of each of the characters.
# Source: npm run train:romanisations, on 2,919 names of members of China's National People's Congress.
# Sorted by place and count.
place\tcount\tcharacters
${rows.join('\n')}
`,
);

function add(found: Map<string, number>, character: string): void {
  found.set(character, (found.get(character) ?? 0) + 1);
}

function folded(text: string): string {
  const latin = text.toLowerCase().replaceAll('đ', 'd').normalize('NFD').replace(/\p{M}/gu, '');
  return latin.replace(/ou|oo/g, 'o').replace(/uu/g, 'u');
}

function write(file: string, title: string, field: string): void {
  const found = readings.get(field)!;
  const groups = Map.groupBy(found.keys(), (one) => found.get(one)!);
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([reading, all]) => `${reading}\t${all.sort().join('')}`);
  writeFileSync(
    `tables/names/${file}`,
    `# ${title}
# One row a reading, with all simplified characters that have it. A character stands once, with its first reading.
# Source: Unihan of Unicode 17 (${field}, Unicode-3.0), by npm run train:romanisations.
# Sorted by reading.
reading\tcharacters
${lines.join('\n')}
`,
  );
}
