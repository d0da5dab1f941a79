import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithProcess } from '../rig/ending.ts';

/** An invented entry of the UN list. */
export interface UnEntry {
  readonly reference: string;
  readonly name: string;
  readonly kind?: 'person' | 'organization';
  /** `YYYY-MM-DD` or `YYYY`. */
  readonly born?: string;
  readonly nationality?: string;
}

/** Nobody of these exists. */
export const PEOPLE: readonly UnEntry[] = [
  { reference: 'QDi.901', name: 'Zorvan Ilmatok', born: '1961-04-30', nationality: 'Utopia' },
  { reference: 'QDi.902', name: 'Quillon Ferrabast', born: '1975-11-02' },
  { reference: 'QDi.903', name: 'Theskara Wumbolt' },
  { reference: 'QDi.904', name: 'Bromiel Astravane', born: '1980-02-29', nationality: 'Ruritania' },
  { reference: 'QDi.905', name: 'Ondrivek Palastor' },
  { reference: 'QDi.906', name: 'Ysmelda Krontarvik' },
  { reference: 'QDe.901', name: 'Glimmerfax Trading Company', kind: 'organization' },
  { reference: 'QDe.902', name: 'Brotherhood of the Violet Lantern', kind: 'organization' },
];

/** As many people as asked for who all have one name in common. */
export function namesakes(count: number): UnEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    reference: `QDi.${1000 + index}`,
    name: `Zorvan ${syllables(index)}`,
  }));
}

/** The folder of this process's lists, which goes when the process ends. */
let folder: string | undefined;
let written = 0;

/** Writes a consolidated list of the UN Security Council in its official XML; answers the file's path. */
export async function unList(entries: readonly UnEntry[], published = '2026-01-02T03:04:05Z'): Promise<string> {
  folder ??= ownFolder();
  written += 1;
  const file = join(folder, String(written), 'consolidated.xml');
  await mkdir(join(folder, String(written)));
  const people = entries.filter(({ kind }) => kind !== 'organization').map(individual);
  const groups = entries.filter(({ kind }) => kind === 'organization').map(entity);
  await writeFile(
    file,
    `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${published}">
<INDIVIDUALS>${people.join('\n')}</INDIVIDUALS>
<ENTITIES>${groups.join('\n')}</ENTITIES>
</CONSOLIDATED_LIST>
`,
  );
  return file;
}

function ownFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'touchstone-list-'));
  endWithProcess(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function individual({ reference, name, born, nationality }: UnEntry, index: number): string {
  const [first, ...rest] = name.split(' ');
  return `<INDIVIDUAL><DATAID>${9_900_000 + index}</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>${first}</FIRST_NAME>
<SECOND_NAME>${rest.join(' ')}</SECOND_NAME><UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE><REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER>
<LISTED_ON>2020-01-02</LISTED_ON>${nationality ? `<NATIONALITY><VALUE>${nationality}</VALUE></NATIONALITY>` : ''}
<LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE>
${born ? birthDate(born) : ''}
</INDIVIDUAL>`;
}

function birthDate(born: string): string {
  const date = born.length === 4 ? `<YEAR>${born}</YEAR>` : `<DATE>${born}</DATE>`;
  return `<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE>${date}</INDIVIDUAL_DATE_OF_BIRTH>`;
}

function entity({ reference, name }: UnEntry, index: number): string {
  return `<ENTITY><DATAID>${9_800_000 + index}</DATAID><VERSIONNUM>1</VERSIONNUM><FIRST_NAME>${name}</FIRST_NAME>
<UN_LIST_TYPE>Al-Qaida</UN_LIST_TYPE><REFERENCE_NUMBER>${reference}</REFERENCE_NUMBER><LISTED_ON>2020-01-02</LISTED_ON>
<LIST_TYPE><VALUE>UN List</VALUE></LIST_TYPE></ENTITY>`;
}

function syllables(index: number): string {
  const parts = ['bal', 'dor', 'fim', 'gus', 'hex', 'jov', 'kul', 'mer', 'nax', 'pol'];
  const text = String(index)
    .padStart(3, '0')
    .split('')
    .map((digit) => parts[Number(digit)]!)
    .join('');
  return text[0]!.toUpperCase() + text.slice(1);
}
