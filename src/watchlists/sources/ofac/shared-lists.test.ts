import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { benchData } from '../../../../bench/shared-lists.ts';
import type { EntryKind, ListEntry } from '../../../domain/list-entry.ts';
import { localFile } from '../../formats/list-file.ts';
import type { ParseReport } from '../../source.ts';
import { source as consolidated } from '../us-ofac-consolidated/source.ts';
import { source as sdn } from '../us-ofac-sdn/source.ts';

const LISTS = join(benchData(), 'lists');
const missing = !existsSync(join(LISTS, 'us-ofac-sdn'));
const note = missing ? ' (skipped: no OFAC lists in TOUCHSTONE_BENCH_DATA)' : '';
const full = missing ? it.skip : it;

const DAY = 'us-ofac-consolidated/20190314';
const family = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}.gz`);
const flatDay = (extension: string) =>
  family(
    DAY,
    ['cons_prim', 'cons_alt', 'cons_add'].map((n) => `${n}.${extension}`),
  );
const SDN_FAMILY = family('us-ofac-sdn/20231228', ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv']);
const CONS_FAMILY = family(
  'us-ofac-consolidated/20251219',
  ['prim', 'alt', 'add', 'comments'].map((table) => `cons_${table}.csv`),
);

type Reading = { entries: ListEntry[]; skipped: string[]; report: ParseReport };
const readings = new Map<string, Promise<Reading>>();

/** Several tests look at one list, which takes seconds to read. */
function read(source: typeof sdn, paths: readonly string[]): Promise<Reading> {
  const key = [source.id, ...paths].join(' ');
  const reading = readings.get(key) ?? readFiles(source, paths);
  readings.set(key, reading);
  return reading;
}

async function readFiles(source: typeof sdn, paths: readonly string[]): Promise<Reading> {
  const skipped: string[] = [];
  const report: ParseReport = { skip: (where, why) => skipped.push(`${where}: ${why}`) };
  const entries: ListEntry[] = [];
  const files = paths.map((path) => localFile(join(LISTS, path)));
  for await (const entry of source.parse(files, report)) entries.push(entry);
  return { entries, skipped, report };
}

function kinds(entries: readonly ListEntry[]): Partial<Record<EntryKind, number>> {
  const counts: Partial<Record<EntryKind, number>> = {};
  for (const { kind } of entries) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

full.each([
  ['the SDN family of a day', sdn, SDN_FAMILY, { person: 6646, organization: 6033, vessel: 764, aircraft: 378 }],
  [
    'SDN.CSV alone',
    sdn,
    ['us-ofac-sdn/sdn-20240503.csv.gz'],
    { person: 6854, organization: 6884, vessel: 851, aircraft: 376 },
  ],
  [
    'a filtered SDN_ENHANCED.XML',
    sdn,
    ['us-ofac-sdn/sdn_enhanced-irgc-20240828.xml.gz'],
    { person: 165, organization: 84, aircraft: 44 },
  ],
  [
    'CONSOLIDATED.XML',
    consolidated,
    ['us-ofac-consolidated/consolidated-20250328.xml.gz'],
    { person: 80, organization: 363 },
  ],
  [
    'CONS_ENHANCED.XML',
    consolidated,
    ['us-ofac-consolidated/cons_enhanced-20250110.xml.gz'],
    { person: 80, organization: 363 },
  ],
  ['the CONS family', consolidated, CONS_FAMILY, { person: 79, organization: 363 }],
] as const)(`every entry of %s is read${note}`, async (_, source, paths, expected) => {
  expect(kinds((await read(source, paths)).entries)).toEqual(expected);
});

full(`the three comments without an entry are named, nothing else is skipped${note}`, async () => {
  const { skipped } = await read(sdn, SDN_FAMILY);
  expect(skipped).toHaveLength(3);
  for (const line of skipped) expect(line).toMatch(/^entry \d+: .* not in the primary file$/);
});

full(`side files without the primary file are refused${note}`, async () => {
  const sides = family('us-ofac-sdn/20260802-partial', ['alt.csv', 'add.csv', 'sdn_comments.csv']);
  await expect(read(sdn, sides)).rejects.toMatchObject({ code: 'list-unusable' });
});

full(`the filtered export says that it is one${note}`, async () => {
  const { report } = await read(sdn, ['us-ofac-sdn/sdn_enhanced-irgc-20240828.xml.gz']);
  expect(report.partial).toMatch(/filtered by IRGC/);
});

full(`one list is not taken for the other${note}`, async () => {
  await expect(read(sdn, CONS_FAMILY)).rejects.toMatchObject({ code: 'list-unusable' });
  await expect(read(consolidated, SDN_FAMILY.slice(0, 1))).rejects.toMatchObject({ code: 'list-unusable' });
});

full(`all formats of one day agree on ids, names, weak aliases and birth dates${note}`, async () => {
  const expected = comparable((await read(consolidated, [`${DAY}/cons_advanced.xml.gz`])).entries);
  expect(expected.size).toBe(375);
  for (const paths of [[`${DAY}/consolidated.xml.gz`], ...['csv', 'pip', 'del', 'ff'].map(flatDay)]) {
    expect(comparable((await read(consolidated, paths)).entries)).toEqual(expected);
  }
});

/** Without what the formats spell differently: the case of names, and which quotation marks stand in them. */
function comparable(entries: readonly ListEntry[]) {
  return new Map(
    entries.map(({ id, kind, names, birthDates, nationalities, programmes }) => [
      id,
      {
        kind,
        names: names.map((name) => `${name.full.toUpperCase().replaceAll('"', "'")} ${name.kind} ${name.weak}`).sort(),
        birthDates,
        nationalities,
        programmes: [...(programmes ?? [])].sort(),
      },
    ]),
  );
}
