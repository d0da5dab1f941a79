import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localFile } from '../src/watchlists/formats/list-file.ts';
import type { ListFile } from '../src/watchlists/source.ts';

/** The newest whole copy of each official list in the benchmark data, source by source. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'us-ofac-sdn': ['sdn.csv.gz', 'alt.csv.gz', 'add.csv.gz', 'sdn_comments.csv.gz'].map(
    (f) => `us-ofac-sdn/20231228/${f}`,
  ),
  'us-ofac-consolidated': ['us-ofac-consolidated/consolidated-20250328.xml.gz'],
  'un-sc': ['un-sc/consolidated-20260801.xml.gz'],
  'eu-fsf': ['eu-fsf/FULL-1_1-20260223-rebuilt.xml.gz'],
  'uk-sanctions': ['uk-fcdo/UK_Sanctions_List-20260822-rebuilt.xml.gz'],
  'ca-sema': ['ca-sema/sema-lmes-20250320.xml.gz'],
  'interpol-red': ['interpol-red/red-notices-20230516.json.gz'],
  'fbi-wanted': ['fbi-wanted/wanted-20201105.json.gz'],
  'us-congress': ['legislators-current.json.gz', 'legislators-historical.csv.gz', 'executive.json.gz'].map(
    (f) => `pep-congress/${f}`,
  ),
  everypolitician: ['pep-everypolitician/everypolitician-20151130-ep-popolo.tar.gz'],
};

/** Where benchmarks find their data: `TOUCHSTONE_BENCH_DATA`, by default `../shared` beside the project. */
export function benchData(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  return resolve(root, process.env.TOUCHSTONE_BENCH_DATA ?? '../shared');
}

export const SHARED_LISTS: readonly string[] = Object.keys(FILES);

/** Lists beside them that name many entries of others, and prove who is one. */
const FILES_WITH_REFERENCES: Readonly<Record<string, readonly string[]>> = {
  'au-dfat': ['au-dfat/regulation8_consolidated-20260802.xlsx'],
  'uk-ofsi': ['uk-ofsi/ConList-20250410-from-xlsx.csv.gz'],
};

export const LISTS_WITH_REFERENCES: readonly string[] = Object.keys(FILES_WITH_REFERENCES);

/** Paths of a source's files, undefined where they are not at hand. */
export function sharedListPaths(source: string): string[] | undefined {
  const paths = (FILES[source] ?? FILES_WITH_REFERENCES[source])?.map((file) => join(benchData(), 'lists', file));
  return paths?.every((path) => existsSync(path)) ? paths : undefined;
}

export function sharedList(source: string): ListFile[] | undefined {
  return sharedListPaths(source)?.map((path) => localFile(path));
}
