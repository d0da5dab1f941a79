import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { kinds, readAll, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

// All entries are invented. Their layout is that of SECO's whole list.
const PATH = fileURLToPath(new URL('./fixtures/list.xml', import.meta.url));
const list = () => readAll(source, localFile(PATH));
const changed = async (from: string | RegExp, to: string) =>
  readAll(source, memoryFile('list.xml', (await readFile(PATH, 'utf8')).replace(from, to)));

describe('the list of SECO', () => {
  it('gives all that a target tells', async () => {
    const { entries, published } = await list();
    expect(published).toBe('2026-08-27');
    expect(entries[0]).toEqual({
      id: '100',
      kind: 'person',
      names: [
        {
          full: 'Zorvan Petrovich Ilmatok',
          kind: 'primary',
          parts: { given: 'Zorvan', patronymic: 'Petrovich', family: 'Ilmatok', title: 'General' },
        },
        { full: 'Zorvan Petrovich Ilmatoc', kind: 'spelling' },
        { full: 'Зорван Ильматок', kind: 'original' },
        { full: 'Abu Zorv', kind: 'alias', weak: true },
        { full: 'Zorvan Belmatok', kind: 'former' },
        { full: 'Anton Quorn', kind: 'alias' },
      ],
      birthDates: [{ date: '1961-04-30' }],
      birthPlaces: ['Port Zanth, Coast, Zanthia'],
      gender: 'male',
      nationalities: ['Zanthia', 'Quornia'],
      addresses: ['Harbour Club, ul. Primernaya 4, 220029, Port Zanth, Coast, Zanthia'],
      documents: [
        { type: 'passport', number: 'XZ4711', country: 'Zanthia' },
        { type: 'Tax identification number', number: '771234567890' },
      ],
      programmes: ['Ordinance of 1 June 2020 on measures against Zanthia'],
      listedOn: '2020-06-02',
      remarks: 'Commander of the harbour guard.\nTravel ban since 2020.',
      references: [{ to: 'un-sc', id: 'ZAi.012' }],
    });
  });

  it('leaves out who was struck off, by the latest date and not by the order', async () => {
    const reading = await list();
    expect(reading.entries.map(({ id }) => id)).toEqual(['100', '300', '400']);
    expect(kinds(reading)).toEqual({ person: 1, organization: 1, vessel: 1 });
    expect(reading.skipped).toEqual(['500: it has no name']);
    const later = await changed('effective-date="2025-01-05"', 'effective-date="2024-01-05"');
    expect(later.entries.map(({ id }) => id)).toEqual(['100', '400']);
  });

  it('takes no name out of the copies that changes keep', async () => {
    const names = (await list()).entries.flatMap((entry) => entry.names.map(({ full }) => full));
    expect(names.filter((name) => name.includes('Copy'))).toEqual([]);
  });

  it('takes a name at birth for one of its own', async () => {
    const part = '<name-part order="5" name-part-type="maiden-name"><value>Orsk</value></name-part>';
    const { entries } = await changed('<name-part order="4"', `${part}<name-part order="4"`);
    expect(entries[0]!.names[1]).toEqual({ full: 'Zorvan Petrovich Orsk', kind: 'maiden' });
  });

  it('says that a file is not the whole list', async () => {
    const report = { skip: () => {}, partial: undefined as string | undefined };
    const text = (await readFile(PATH, 'utf8')).replace('whole-list', 'mutation-list');
    await Array.fromAsync(source.parse([memoryFile('list.xml', text)], report as never));
    expect(report.partial).toContain('mutation-list');
  });

  it.each([
    ['another root', '<html/>'],
    ['no targets', '<swiss-sanctions-list list-type="whole-list"/>'],
    ['text', 'ssid,name\n1,A\n'],
    ['a list that is cut', '<swiss-sanctions-list list-type="whole-list"><target ssid="1">'],
  ])('refuses %s', async (_, content) => {
    await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  it('survives damage', () => survivesDamage(source, PATH));
});
