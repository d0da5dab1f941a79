import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readAll, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

// All entries are invented. Their layout is that of the register.
const PATH = fileURLToPath(new URL('./fixtures/register.json', import.meta.url));
const register = () => readAll(source, localFile(PATH));

describe('the French register of asset freezes', () => {
  it('gives all that an item tells', async () => {
    const { entries, published, skipped } = await register();
    expect(published).toBe('2026-11-20');
    expect(skipped).toEqual(['5300: it has no name']);
    expect(entries[0]).toEqual({
      id: '3912',
      kind: 'person',
      names: [
        { full: 'Zorvan ILMATOK', kind: 'primary', parts: { given: 'Zorvan', family: 'ILMATOK' } },
        { full: 'Zorwan ILMATOK', kind: 'spelling', parts: { given: 'Zorwan', family: 'ILMATOK' } },
        { full: 'Zorvane Ilmatoque', kind: 'alias' },
        { full: 'Zorv Ilmatok', kind: 'alias' },
        { full: 'Abou Zorv', kind: 'alias', weak: true },
      ],
      birthDates: [{ date: '1961-04-30' }, { date: '1962', circa: true }],
      birthPlaces: ['Port Zanth, ZANTHIE'],
      gender: 'Masculin',
      nationalities: ['ZANTHIE'],
      addresses: ['4 rue Exemple, Port Zanth, ZANTHIE'],
      documents: [
        { type: 'Passeport', number: 'XZ4711' },
        { type: 'Carte d’identité', number: '4711-0815' },
      ],
      positions: ['Général'],
      programmes: ['Règlement (UE) 1/2020 (UE Zanthie)'],
      remarks: 'Naissance : vers 1962\npeu fiable\ncarte nationale\nCommandant de la garde du port.',
      references: [
        { to: 'eu-fsf', id: 'EU.9387.41' },
        { to: 'un-sc', id: 'ZAi.012' },
      ],
      url: 'https://gels-avoirs.dgtresor.gouv.fr/Gels/RegistreDetail?idRegistre=3912',
    });
  });

  it('keeps words about a company as remarks, and its numbers as numbers', async () => {
    expect((await register()).entries[1]).toMatchObject({
      kind: 'organization',
      documents: [{ type: "Numéro d'identification fiscale (INN)", number: '7712345678' }],
      remarks: "Type d'entité : société par actions. Lieu d'enregistrement : Port Zanth\nhttps://morvane.example",
    });
  });

  it('has ships, which are told and never returned', async () => {
    expect((await register()).entries[2]).toMatchObject({
      kind: 'vessel',
      documents: [{ type: 'IMO number', number: '1234567' }],
    });
  });

  it('reads the file of the page, which is the inside of the answer', async () => {
    const { Publications } = JSON.parse(await readFile(PATH, 'utf8'));
    const inside = await readAll(source, memoryFile('Registrenationaldesgels.json', JSON.stringify(Publications)));
    expect(inside.entries).toEqual((await register()).entries);
  });

  it.each([
    ['another JSON', '{"items":[]}'],
    ['an empty register', '{"Publications":{"PublicationDetail":[]}}'],
    ['JSON that is cut', '{"Publications":{"PublicationDetail":[{"IdRegistre":1'],
    ['a web page', '<!doctype html><html></html>'],
  ])('refuses %s', async (_, content) => {
    await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  it('survives damage', () => survivesDamage(source, PATH));
});
