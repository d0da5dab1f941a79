import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bench } from '../../test/support/service.ts';
import { PEOPLE } from '../../test/support/un-list.ts';
import { odsFile, xlsxFile } from '../../test/support/xlsx-file.ts';
import { asCsv } from '../spreadsheets/as-csv.ts';

const NAMES = [
  ['id', 'name', 'entityType', 'dateOfBirth'],
  ['c-1', PEOPLE[1]!.name, 'Individual', ''],
  ['c-2', '=Nobody “Q”, Xyloq & Söhne', 'Individual', '1961-04-30'],
  ['c-3', 'Nobody Else', 'Neither', ''],
];

/** Names of all kinds of letters, and every tenth of them is listed. */
const MANY = Array.from({ length: 2_500 - NAMES.length + 1 }, (_, at) => [
  `m-${String(at).padStart(5, '0')}`,
  at % 10 === 0
    ? PEOPLE[at % PEOPLE.length]!.name
    : `${['Ada “Q” Quillon', 'O’Brien, Jon', '=SUM(A1)', '黎德华', 'عدنان قيلون', 'A & B <GmbH>'][at % 6]} ${at}`,
  at % 3 === 0 ? 'Organization' : 'Individual',
  at % 2 === 0 ? '' : `19${String(10 + (at % 80))}-0${1 + (at % 9)}-1${at % 10}`,
]);

let bench: Bench;
let folder: string;

beforeAll(async () => {
  bench = await Bench.create();
  await bench.importPeople();
  folder = await mkdtemp(join(tmpdir(), 'touchstone-screened-'));
});

afterAll(async () => {
  await bench?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function screened(name: string, content: string | Buffer, out: string): Promise<string> {
  const [file, result] = [join(folder, name), join(folder, out)];
  await writeFile(file, content);
  await bench.command('screen', '--file', file, '--out', result);
  return result;
}

test('the same 2,500 names as CSV, XLSX and ODS have the same results, byte for byte', async () => {
  const names = [...NAMES, ...MANY];
  const csv = names.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n');
  const files = { 'n.csv': csv, 'n.xlsx': xlsxFile(names), 'n.ods': odsFile(names) };
  const results: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    results.push(await readFile(await screened(name, content, `${name}.jsonl`), 'utf8'));
  }
  expect(results[0]!.split('\n')).toHaveLength(names.length);
  expect(results[0]!.split(PEOPLE[0]!.reference).length).toBeGreaterThan(25);
  expect(results[1]).toBe(results[0]);
  expect(results[2]).toBe(results[0]);
});

test('results as a workbook: the rows with their names, and all matches', async () => {
  const out = await screened('m.ods', odsFile(NAMES), 'm.xlsx');
  const table = async (sheet: string) =>
    Buffer.concat(await Array.fromAsync(asCsv(createReadStream(out), sheet)))
      .toString()
      .trim()
      .split('\n');
  const rows = await table('Results');
  expect(rows).toHaveLength(4);
  expect(rows[1]).toContain(`"c-1","${PEOPLE[1]!.name}","Individual",,"matched","1","100"`);
  expect(rows[2]).toContain('"c-2","=Nobody “Q”, Xyloq & Söhne","Individual","1961-04-30","clear","0","0"');
  expect(rows[3]).toMatch(/^"c-3",,,,"refused",,,,"The type must /);
  expect(await table('Matches')).toMatchObject([/./, expect.stringContaining('"c-1"')]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
