import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { kinds, NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const read = (name: string) => readAll(source, localFile(fixture(name)));

describe('UK Sanctions List XML', () => {
  test('an individual keeps every fact the list gives', async () => {
    const { entries, published } = await read('list.xml');
    expect(published).toBe('2026-02-03');
    expect(entries[0]).toEqual({
      id: 'TST0001',
      kind: 'person',
      names: [
        {
          full: 'Pyotr Ivanovich VYDUMANOV',
          kind: 'primary',
          parts: { given: 'Pyotr', middle: 'Ivanovich', family: 'VYDUMANOV', title: 'Colonel' },
        },
        { full: 'Piotr VYDUMANOV', kind: 'alias', parts: { given: 'Piotr', family: 'VYDUMANOV' } },
        {
          full: 'Petr Ivanovich VYDUMANOV',
          kind: 'spelling',
          parts: { given: 'Petr', middle: 'Ivanovich', family: 'VYDUMANOV' },
        },
        { full: 'The Tester', kind: 'alias', weak: true },
        { full: 'Пётр Иванович ВЫДУМАНОВ', kind: 'original', language: 'ru' },
      ],
      birthDates: [{ date: '1957' }, { date: '1958-08' }, { date: '1959-02-03' }],
      birthPlaces: ['Sampleton, Examplia'],
      gender: 'Male',
      nationalities: ['Examplia', 'Testland'],
      addresses: ['1 Test Street, Sampleton, 1000, Examplia'],
      documents: [
        { type: 'Passport', number: 'AB123456' },
        { type: 'National identifier', number: '778899' },
      ],
      positions: ['Head of Testing'],
      programmes: ['The Example (Sanctions) Regulations 2020'],
      listedOn: '2020-12-31',
      remarks: [
        'Sanctions imposed: Asset freeze, Travel Ban',
        'Invented for a test.',
        'Tested a parser.',
        'Phone: +00 1',
        'Date of birth: about 1960',
        'Passport: Examplia number',
      ].join('\n'),
      references: [
        { to: 'uk-ofsi', id: '99901' },
        { to: 'un-sc', id: 'XAi.007' },
      ],
    });
  });

  test('entities are organisations, ships are vessels with their IMO number, the nameless are named and left out', async () => {
    const reading = await read('list.xml');
    expect(kinds(reading)).toEqual({ person: 1, organization: 1, vessel: 1 });
    expect(reading.entries[1]).toMatchObject({
      documents: [{ type: 'Business registration number', number: 'INN: 1234567890' }],
      remarks: 'Type of entity: Company',
    });
    expect(reading.entries[1]).not.toHaveProperty('references');
    expect(reading.entries[2]).toMatchObject({
      id: 'TST0003',
      documents: [{ type: 'IMO number', number: '9074729' }],
      remarks: 'Year built: 2001',
    });
    expect(reading.skipped).toEqual(['TST0004: it has no name']);
  });
});

describe('UK Sanctions List CSV', () => {
  test('rows of one designation come together; numbered cells are taken apart, sentences are not', async () => {
    const { entries, published, skipped } = await read('list.csv');
    expect(published).toBe('2026-02-03');
    expect(skipped).toEqual(['line 6: the row has no Unique ID']);
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      id: 'TST0001',
      kind: 'person',
      names: [
        { full: 'Pyotr Ivanovich VYDUMANOV', kind: 'primary', parts: { given: 'Pyotr', title: 'Colonel' } },
        { full: 'Пётр ВЫДУМАНОВ', kind: 'original', language: 'ru' },
        { full: 'The Tester', kind: 'alias', weak: true },
      ],
      birthDates: [{ date: '1957' }, { date: '1959-02-03' }],
      birthPlaces: ['Sampleton, Examplia', 'Testville, Examplia'],
      nationalities: ['Examplia', 'Testland'],
      documents: [
        { type: 'Passport', number: 'AB123456' },
        { type: 'Passport', number: 'CD654321' },
      ],
      positions: ['Head of Testing (2) things'],
      listedOn: '2020-12-31',
    });
    expect(entries[1]).toMatchObject({ kind: 'vessel', documents: [{ type: 'IMO number', number: '9074729' }] });
  });
});

describe('what is not the UK Sanctions List', () => {
  test.each([
    ['a login page', '<!DOCTYPE html><html><body>Please sign in</body></html>'],
    ['an empty file', ' \n'],
    ['an empty list', '<Designations></Designations>'],
    ['a header without rows', 'Report Date: 03-Feb-2026\nUnique ID,Name 6,Name type\n'],
    ['another list', 'a;b;c\n1;2;3\n'],
    ['an index spreadsheet', 'PK\u0003\u0004mimetype'],
  ])('%s is refused with one sentence', async (_what, content) => {
    await expect(readAll(source, memoryFile('list', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test.each(['list.xml', 'list.csv'])('a cut-off %s is refused', async (name) => {
    const whole = (await readFile(fixture(name))).toString().trimEnd();
    const cut = memoryFile(name, whole.slice(0, -30));
    await expect(readAll(source, cut)).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test.each(['list.xml', 'list.csv'])('no damage to %s makes the parser crash', (name) =>
    survivesDamage(source, fixture(name)),
  );
});

describe('the published UK Sanctions List', () => {
  test('is read whole, every UN reference in its present form', async ({ skip }) => {
    const file = sharedFile('uk-fcdo/UK_Sanctions_List-20260822-rebuilt.xml.gz');
    if (!file) return skip(NO_SHARED_LISTS);
    const reading = await readAll(source, file);
    expect(kinds(reading)).toEqual({ person: 4036, organization: 1647, vessel: 666 });
    expect(reading.skipped).toEqual([]);
    const references = reading.entries.flatMap((entry) => entry.references ?? []).filter(({ to }) => to === 'un-sc');
    expect(references).toHaveLength(1004);
    for (const { id } of references) expect(id).toMatch(/^[A-Z]{2}[ie]\.\d{3}$/);
  });

  test('its search index as a spreadsheet is refused', async ({ skip }) => {
    const file = sharedFile('uk-fcdo/FCDO_SL_20250811.ods');
    if (!file) return skip(NO_SHARED_LISTS);
    await expect(readAll(source, file)).rejects.toMatchObject({ code: 'list-unusable' });
  });
});
