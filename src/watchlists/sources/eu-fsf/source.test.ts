import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kinds, NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const read = (name: string) => readAll(source, localFile(fixture(name)));

describe('EU FSF XML 1.1', () => {
  test('a person keeps every fact the list gives', async () => {
    const { entries, published } = await read('list-1-1.xml');
    expect(published).toBe('2026-02-03T10:11:12.000+01:00');
    expect(entries[0]).toEqual({
      id: 'EU.9001.11',
      kind: 'person',
      names: [
        {
          full: 'Abdulla Ibn Vydumanov',
          kind: 'primary',
          parts: { given: 'Abdulla', middle: 'Ibn', family: 'Vydumanov', title: 'Dr' },
        },
        { full: 'Абдулла Выдуманов', kind: 'spelling', language: 'bg' },
        { full: 'Abdullah Vydoumanov', kind: 'spelling', language: 'fr' },
        { full: 'The Example', kind: 'alias', weak: true, language: 'en' },
        { full: 'عبد الله فيدومانوف', kind: 'original', language: 'ar' },
      ],
      birthDates: [
        { date: '1961-02-03' },
        { date: '1962-07', circa: true },
        { date: '1958', to: '1960', circa: true },
        { date: '1961', to: '1962' },
      ],
      birthPlaces: ['Sampleton, North, EXAMPLIA', 'IRAN'],
      gender: 'M',
      nationalities: ['EXAMPLIA'],
      addresses: ['1 Test Street, PO Box 99, 1000, Sampleton, EXAMPLIA'],
      documents: [
        { type: 'National passport (known expired)', number: 'X 123456', country: 'EXAMPLIA' },
        { type: 'Tax identification number', number: '77' },
      ],
      positions: ['Minister of Examples', 'Chairman of Tests'],
      programmes: ['TEST'],
      listedOn: '2019-05-04',
      remarks: [
        'Born in or before 1970.',
        'National passport X 123456: issued 2001',
        'Regulation 2019/1 (OJ L1), 2019-05-04',
        'Invented for a test. Associate of Somebody (QDi.999).',
      ].join('\n'),
      references: [{ to: 'un-sc', id: 'XAi.007' }],
      url: 'https://eur-lex.example/2019/1',
    });
  });

  test('an enterprise is an organisation, and a remark that states its UN reference becomes one', async () => {
    const { entries } = await read('list-1-1.xml');
    expect(entries[1]).toEqual({
      id: 'EU.9002.12',
      kind: 'organization',
      names: [
        { full: 'Example Trading SARL', kind: 'primary' },
        { full: 'Ejemplo Comercio', kind: 'alias', language: 'es' },
      ],
      remarks: 'UN Ref: QDe.7',
      references: [{ to: 'un-sc', id: 'QDe.007' }],
    });
  });

  test('an entity without a name is named and left out', async () => {
    const { entries, skipped } = await read('list-1-1.xml');
    expect(entries).toHaveLength(2);
    expect(skipped).toEqual(['EU.9003.13: it has no name']);
  });
});

describe('EU FSF CSV', () => {
  test('version 1.1: the rows of an entity come together, wherever they stand', async () => {
    const { entries, published, skipped } = await read('list-1-1.csv');
    expect(published).toBe('2026-02-03');
    expect(skipped).toEqual(['line 8: the row names no entity']);
    expect(entries.map(({ id }) => id)).toEqual(['EU.9001.11', 'EU.9002.12']);
    expect(entries[0]).toMatchObject({
      names: [
        { full: 'Abdulla Ibn Vydumanov', kind: 'primary', parts: { given: 'Abdulla', family: 'Vydumanov' } },
        { full: 'Абдулла Выдуманов', kind: 'spelling', language: 'bg' },
      ],
      birthDates: [{ date: '1962-07', circa: true }],
      birthPlaces: ['Sampleton, EXAMPLIA'],
      nationalities: ['EXAMPLIA'],
      addresses: ['1 Test Street, Sampleton, EXAMPLIA'],
      documents: [{ type: 'National passport (known false)', number: 'X 123456', country: 'EXAMPLIA' }],
      listedOn: '2019-05-04',
      remarks: 'Regulation 2019/1 (OJ L1), 2019-05-04\nInvented; for a test',
      references: [{ to: 'un-sc', id: 'XAi.007' }],
    });
  });

  test('version 1.0: Windows-1252, documents taken apart', async () => {
    const { entries, published } = await read('list-1-0.csv');
    expect(published).toBe('2018-07-04');
    expect(entries).toEqual([
      {
        id: 'EU.9001.11',
        kind: 'person',
        names: [{ full: 'Zoé Exemplé', kind: 'primary', parts: { given: 'Zoé', family: 'Exemplé' } }],
        birthDates: [{ date: '1970-05-06' }],
        birthPlaces: ['Sampleton, XAM', 'Elsewhere'],
        gender: 'F',
        nationalities: ['XAM'],
        addresses: ['1 Test Street, Sampleton'],
        documents: [{ type: 'National passport', number: 'AB123456' }],
        positions: ['Tester'],
        programmes: ['TEST'],
        remarks: [
          'Regulation 2018/1 (OJ L1), 2018-01-02',
          'Invented',
          'for a test',
          'National passport AB123456: expired',
          'PHONE[123]',
          'FAX[456]',
        ].join('\n'),
        url: 'https://eur-lex.example/2018/1',
      },
    ]);
  });
});

describe('what is not the EU list', () => {
  test.each([
    ['a login page', '<!DOCTYPE html><html><body>Please sign in</body></html>'],
    ['an empty file', ''],
    ['an empty list', '<export generationDate="2026-01-01"></export>'],
    ['another list', 'Last Updated,10/04/2025\nName 6,Name 1,Group ID\n'],
    ['a spreadsheet', 'PK\u0003\u0004mimetype'],
  ])('%s is refused with one sentence', async (_what, content) => {
    await expect(readAll(source, memoryFile('list', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test.each(['list-1-1.xml', 'list-1-1.csv'])('a cut-off %s is refused', async (name) => {
    const whole = (await readFile(fixture(name))).toString().trimEnd();
    const cut = memoryFile(name, whole.slice(0, -30));
    await expect(readAll(source, cut)).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test.each(['list-1-1.xml', 'list-1-1.csv', 'list-1-0.csv'])('no damage to %s makes the parser crash', (name) =>
    survivesDamage(source, fixture(name)),
  );
});

describe('the published EU list', () => {
  test.for<[string, Record<string, number>]>([
    ['eu-fsf/FULL-1_1-20260223-rebuilt.xml.gz', { person: 4341, organization: 1519 }],
    ['eu-fsf/FULL-1_1-20181221-two-entities.xml.gz', { person: 1, organization: 1 }],
    ['eu-fsf/FULL-1_0-20180704-first-999-rows.csv.gz', { person: 61, organization: 32 }],
  ])('%s is read whole', async ([path, counts], { skip }) => {
    const file = sharedFile(path);
    if (!file) return skip(NO_SHARED_LISTS);
    const reading = await readAll(source, file);
    expect(kinds(reading)).toEqual(counts);
    expect(reading.skipped).toEqual([]);
  });
});
