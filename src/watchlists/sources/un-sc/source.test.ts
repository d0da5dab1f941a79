import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benchData } from '../../../../bench/shared-lists.ts';
import type { ListEntry } from '../../../domain/list-entry.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import { source } from './source.ts';

const FIXTURE = new URL('fixtures/consolidated.xml', import.meta.url);
const TEXT = readFileSync(FIXTURE, 'utf8');

async function read(...files: readonly ListFile[]) {
  const skipped: string[] = [];
  const report: ParseReport = { skip: (where, why) => skipped.push(`${where}: ${why}`) };
  const entries: ListEntry[] = [];
  for await (const entry of source.parse(files, report)) entries.push(entry);
  return { entries, skipped, report };
}

const list = (content: string) => memoryFile('consolidated.xml', content);
const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'list-unusable', message: expect.stringMatching(message) });

describe('a person', () => {
  it('comes with every fact of the list', async () => {
    const { entries, skipped, report } = await read(list(TEXT));
    expect(skipped).toEqual([]);
    expect(report.published).toBe('2024-02-29T23:00:03.110Z');
    const { names: _, ...facts } = entries[0]!;
    expect(facts).toEqual({
      id: 'QDi.999',
      kind: 'person',
      birthDates: [
        { date: '1962-01-17' },
        { date: '1961', circa: true },
        { date: '1959', to: '1964' },
        { date: '1958-09' },
        { date: '1963-04' },
        { date: '1963-01-01' },
      ],
      birthPlaces: ['Exampletown, North, Utopia', 'Utopia'],
      gender: 'Male',
      nationalities: ['Utopia', 'Ruritania'],
      addresses: ['1 Example Street, Exampletown, Utopia (as of 2016)'],
      documents: [
        { type: 'Passport', number: 'A0000001', country: 'Utopia' },
        { type: 'Passport', number: '428000', country: 'Ruritania' },
        { type: 'National Identification Number', number: '44-55', country: 'Utopia' },
        { type: 'Residential card number', number: '665' },
      ],
      positions: ['Treasurer', 'Leader of a group that does not exist'],
      programmes: ['Al-Qaida'],
      listedOn: '2012-06-29',
      remarks: 'Fictional. Brother of QDi.998.',
      references: [{ to: 'un-sc-dataid', id: '9900001' }],
    });
  });

  it('has each of its names apart, with kind, strength, script and parts', async () => {
    const { entries } = await read(list(TEXT));
    expect(entries[0]?.names).toEqual([
      {
        full: 'SAMPLE BIN FICTION AL-MITHAL',
        kind: 'primary',
        parts: { given: 'SAMPLE', middle: 'BIN FICTION', family: 'AL-MITHAL', title: 'Dr.' },
      },
      { full: 'مثال بن خيال', kind: 'original' },
      { full: 'Sample Al-Mithal', kind: 'alias', parts: { given: 'Sample', family: 'Al-Mithal' } },
      { full: 'Sampel Mithal', kind: 'alias' },
      { full: 'Sampul Methal', kind: 'alias' },
      { full: 'S. Mithal', kind: 'alias' },
      { full: 'The Example', kind: 'alias', weak: true },
      { full: 'Abu Test', kind: 'nickname', weak: true },
      { full: 'أبو مثال', kind: 'original', weak: true },
      { full: 'Abu Mithal', kind: 'alias', weak: true },
      { full: 'Abou Methal’', kind: 'alias', weak: true },
      { full: 'Sampl al-Qasir', kind: 'alias', weak: true },
      { full: 'The Short', kind: 'alias', weak: true },
      { full: 'Samplo Second', kind: 'alias' },
      { full: 'سامبل ثاني', kind: 'original' },
      { full: 'Test Oldname', kind: 'former' },
      { full: 'Born Differently', kind: 'maiden' },
      { full: 'Samplan', kind: 'alias' },
      { full: 'Самплан', kind: 'original' },
      { full: 'مثالي', kind: 'original' },
      { full: 'Mithali', kind: 'alias' },
      { full: 'Methali', kind: 'alias' },
      { full: 'Falso Ejemplo', kind: 'alias' },
    ]);
  });

  it('of the DPRK list is not given name parts, which that list does not tell apart', async () => {
    const { entries } = await read(list(TEXT));
    expect(entries[1]).toMatchObject({ id: 'KPi.999', names: [{ full: 'SAM PHYL-O', kind: 'primary' }] });
    expect(entries[1]?.names[0]).not.toHaveProperty('parts');
  });
});

it('an entity has its acronym, its script and its former names apart', async () => {
  const { entries } = await read(list(TEXT));
  expect(entries[2]).toMatchObject({ id: 'QDe.999', kind: 'organization', listedOn: '2014-06-30' });
  expect(entries[2]?.names).toEqual([
    { full: 'FICTIONAL TRADING ORGANIZATION (FTO)', kind: 'primary' },
    { full: 'FICTIONAL TRADING ORGANIZATION', kind: 'spelling' },
    { full: 'FTO', kind: 'acronym' },
    { full: 'منظمة خيالية', kind: 'original' },
    { full: 'Old Fiction, Ltd', kind: 'former' },
    { full: 'Fictrade (Hong Kong) Limited', kind: 'alias' },
    { full: 'Ficgroup', kind: 'alias' },
  ]);
});

describe('a damaged file', () => {
  it('loses the entries that cannot be read, by name, and keeps the others', async () => {
    const damaged = TEXT.replace('<REFERENCE_NUMBER>QDi.999</REFERENCE_NUMBER>', '').replace(
      '<FIRST_NAME>FICTIONAL TRADING ORGANIZATION (FTO)</FIRST_NAME>',
      '',
    );
    const { entries, skipped } = await read(list(damaged.replaceAll(/<ENTITY_ALIAS>.*<\/ENTITY_ALIAS>/g, '')));
    expect(entries.map(({ id }) => id)).toEqual(['KPi.999', 'QDe.999']);
    expect(skipped).toEqual(['DATAID 9900001: it has no REFERENCE_NUMBER']);
  });

  it.each([
    ['empty', ''],
    ['a login page', '<!DOCTYPE html><html><body>Sign in</body></html>'],
    ['no XML', 'Service unavailable'],
    ['without entries', '<CONSOLIDATED_LIST dateGenerated="2024-02-29T00:00:00Z"><INDIVIDUALS/></CONSOLIDATED_LIST>'],
  ])('is refused with a sentence where it is %s', async (_, content) => {
    await expect(read(list(content))).rejects.toEqual(refused(/consolidated\.xml/));
  });

  it('is refused with a sentence where it is cut off anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: TEXT.trimEnd().length - 1 }), async (length) => {
        await expect(read(list(TEXT.slice(0, length)))).rejects.toEqual(refused(/./));
      }),
      { numRuns: 100 },
    );
  });

  it('gives entries with names or one sentence, whatever was changed in it', async () => {
    const edit = fc.record({ at: fc.nat(TEXT.length), remove: fc.nat(40), add: fc.string({ maxLength: 10 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 4 }), async (edits) => {
        const content = edits.reduce(
          (text, { at, remove, add }) => text.slice(0, at) + add + text.slice(at + remove),
          TEXT,
        );
        const result = await read(list(content)).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toMatchObject({ name: 'TouchstoneError', code: 'list-unusable' });
        else for (const { names } of (result as { entries: ListEntry[] }).entries) expect(names[0]?.full).toBeTruthy();
      }),
      { numRuns: 300 },
    );
  });

  it('is refused beside a second file', async () => {
    await expect(read(list(TEXT), list(TEXT))).rejects.toEqual(refused(/one file/));
  });
});

it('an alias of any letters and brackets is read without losing a name that is plain', async () => {
  const characters = [...'AZaz();,: .\'"“”/-éßعжק金&<>'];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...characters), { maxLength: 40 }), async (letters) => {
      const escaped = letters.join('').replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
      const { entries } = await read(list(TEXT.replace('Al-Mithal, Sample', escaped)));
      const fulls = entries[0]!.names.map(({ full }) => full);
      expect(fulls).toContain('Sampel Mithal');
      for (const full of fulls) expect(full).toBe(full.trim());
      if (/^[a-z]+$/i.test(escaped)) expect(fulls).toContain(escaped);
    }),
    { numRuns: 200 },
  );
});

const folder = join(benchData(), 'lists/un-sc');
const missing = !existsSync(folder);
const full = missing ? it.skip : it;

full.each([
  ['consolidated-20260801.xml.gz', 736, 275],
  ['consolidated-20260227.xml.gz', 730, 273],
])(
  `every entry of %s is read${missing ? ' (skipped: no UN list in TOUCHSTONE_BENCH_DATA)' : ''}`,
  async (name, persons, entities) => {
    const { entries, skipped } = await read(localFile(join(folder, name)));
    expect(skipped).toEqual([]);
    expect(entries.filter(({ kind }) => kind === 'person')).toHaveLength(persons);
    expect(entries.filter(({ kind }) => kind === 'organization')).toHaveLength(entities);
    for (const { id } of entries) expect(id).toMatch(/^[A-Z]{2}[ie]\.\d{3}$/);
  },
);
