import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readAll, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

// All entries are invented. Their layout is that of the files of trade.gov.
const path = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const csv = () => readAll(source, localFile(path('consolidated.csv')));
const namesOf = async (id: string) => (await csv()).entries.find((entry) => entry.id === id)!.names;

describe('the Consolidated Screening List', () => {
  it('gives all that a record tells', async () => {
    expect((await csv()).entries[0]).toEqual({
      id: '0a01',
      kind: 'unknown',
      names: [
        { full: 'Morvane Harbour Institute of Optics', kind: 'primary' },
        { full: 'MHIO', kind: 'acronym' },
        { full: 'Morvane Optics Research Institute', kind: 'alias' },
      ],
      addresses: ['12 Example Road, Zanthia, XZ', '9 Sample Street, Zanthia, XZ'],
      programmes: ['Entity List (EL) - Bureau of Industry and Security'],
      listedOn: '2023-04-12',
      remarks:
        'Federal Register: 88 F.R. 12345\nLicence requirement: For all items subject to the EAR.\nLicence policy: Presumption of denial',
      url: 'https://example.org/el-info',
    });
  });

  it('leaves out what OFAC lists itself, what has run out, and rows that are addresses', async () => {
    const { entries, skipped } = await csv();
    expect(entries.map(({ id }) => id)).toEqual(['0a01', '0a02', '0a03', '0a06']);
    expect(skipped).toEqual([]);
  });

  it('takes the tail about successors off the name', async () => {
    expect(await namesOf('0a02')).toEqual([{ full: 'Brightquay Import and Export Company', kind: 'primary' }]);
  });

  it.each([
    [
      'Alva Ltd, a.k.a., the following two aliases: -Alva Trading; and -Alva Group',
      ['Alva Ltd', 'Alva Trading', 'Alva Group'],
    ],
    ['Alva Ltd (formerly known as Belva Ltd)', ['Alva Ltd', 'Belva Ltd']],
    ['Alva Ltd d/b/a Alva Parts', ['Alva Ltd', 'Alva Parts']],
    ['Alva and its successors, sub-units, or subsidiaries', ['Alva']],
    ['Kaka Dbaker Fkadir', ['Kaka Dbaker Fkadir']],
    ['Successor Holdings Ltd', ['Successor Holdings Ltd']],
  ])('%j has the names %j', async (cell, names) => {
    const file = memoryFile('a.csv', `_id,source,name\n1,Entity List,"${cell}"\n`);
    expect((await readAll(source, file)).entries[0]!.names.map(({ full }) => full)).toEqual(names);
  });

  it('reads a cell that lists its values with a last "and", and a short name with a number', async () => {
    const row =
      '1,Entity List,Morvane Institute (MRI 13),"Alva Optics; AO; and Alva Institute 13","1 One Road; and 2 Two Road"';
    const { entries } = await readAll(source, memoryFile('a.csv', `_id,source,name,alt_names,addresses\n${row}\n`));
    expect(entries[0]!.names.map(({ full, kind }) => `${kind}: ${full}`)).toEqual([
      'primary: Morvane Institute',
      'acronym: MRI 13',
      'alias: Alva Optics',
      'alias: AO',
      'alias: Alva Institute 13',
    ]);
    expect(entries[0]!.addresses).toEqual(['1 One Road', '2 Two Road']);
  });

  it('says which name is a former one', async () => {
    expect(await namesOf('0a03')).toEqual([
      { full: 'Torvald Kessimer', kind: 'primary' },
      { full: 'Torvald Kess', kind: 'former' },
      { full: 'Toby Kess', kind: 'alias' },
    ]);
  });

  it('reads the JSON as the CSV, with numbers and dates', async () => {
    const { entries } = await readAll(source, localFile(path('consolidated.json')));
    expect(entries[0]!.names).toEqual((await csv()).entries[0]!.names);
    expect(entries[1]).toMatchObject({
      kind: 'person',
      names: [{ full: 'Ysolde Marrick' }, { full: 'Isolde Marrick' }, { full: 'Y. Marrick' }],
      birthDates: [{ date: '1970', circa: true }],
      documents: [{ type: 'Passport', number: 'X7654321', country: 'XZ' }],
    });
  });

  it.each([
    ['another table', 'a,b\n1,2\n'],
    ['nothing but entries of OFAC', '_id,source,name\n1,SDN - Treasury Department,A B\n'],
    ['another JSON', '{"items":[]}'],
    ['a web page', '<!doctype html><html></html>'],
    ['JSON that is cut', '{"results":[{"id":"1"'],
  ])('refuses %s', async (_, content) => {
    await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  it('survives damage', async () => {
    await survivesDamage(source, path('consolidated.csv'));
    await survivesDamage(source, path('consolidated.json'));
  });
});
