import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readAll, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

// All entries are invented. The tables have the columns of the ministry's page.
const PATH = fileURLToPath(new URL('./fixtures/lista.html', import.meta.url));
const list = () => readAll(source, localFile(PATH));

/** The page with one person, with these cells. */
const pageOf = (name: string, details: string, struck = '') =>
  memoryFile(
    'lista.html',
    `<!DOCTYPE html><html><body><table><tr><td>Nazwisko i imię</td><td>Dane identyfikacyjne osoby</td>
    <td>Data umieszczenia na liście</td><td>Data wykreślenia z listy</td></tr>
    <tr><td>${name}</td><td>${details}</td><td>25.04.2022</td><td>${struck}</td></tr></table></body></html>`,
  );

describe('the Polish sanctions list', () => {
  it('gives all that a row of a person tells', async () => {
    const { entries, skipped } = await list();
    expect(skipped).toEqual(['table 1, row 6: it has no name']);
    expect(entries[0]).toEqual({
      id: 'ilmatok-zorvan-petrovich-2022-04-25',
      kind: 'person',
      names: [
        {
          full: 'Zorvan Petrovich ILMATOK',
          kind: 'primary',
          parts: { given: 'Zorvan Petrovich', family: 'ILMATOK' },
        },
        { full: 'Зорван Петрович Ильматок', kind: 'alias' },
      ],
      birthDates: [{ date: '1961-04-30' }],
      documents: [{ type: 'PESEL', number: '61043012345' }],
      programmes: ['Ustawa z dnia 13 kwietnia 2022 r. (Dz.U. 2022 poz. 835)'],
      listedOn: '2022-04-25',
      remarks: [
        'urodzony 30 kwietnia 1961 r. (PESEL: 61043012345)',
        'a) zamrożenie środków; b) zakaz wjazdu',
        'Kieruje portem. Wspiera agresję.',
      ].join('\n'),
    });
  });

  it('has an entry for each other name, a year of birth, and a date in words', async () => {
    expect((await list()).entries[1]).toMatchObject({
      names: [{ full: 'Ysmelda KRONTARVIK' }, { full: 'Ismelda KRONTARVIKOVA', kind: 'alias' }],
      birthDates: [{ date: '1974' }],
      listedOn: '2022-04-26',
    });
  });

  it('leaves out who was struck off, and keeps a namesake, and who is struck off later', async () => {
    const { entries } = await list();
    const farid = entries.filter(({ id }) => id.startsWith('zulmatov'));
    expect(farid.map(({ birthDates }) => birthDates)).toEqual([[{ date: '1990-02-02' }]]);
    expect(farid[0]!.remarks).toContain('Data wykreślenia z listy: 31.12.2999');
  });

  it('reads entities, whose table stands inside another one, with former names and numbers', async () => {
    const { entries } = await list();
    expect(entries[3]).toMatchObject({
      kind: 'organization',
      names: [
        { full: 'Morvane Trans Sp. z o.o.', kind: 'primary' },
        { full: 'Morvane Cargo Sp. z o.o.', kind: 'former' },
      ],
      addresses: ['ul. Przykładowa 1, 00-001 Warszawa'],
      documents: [
        { type: 'NIP', number: '1234567890' },
        { type: 'KRS', number: '0001234567' },
      ],
    });
    expect(entries[4]).toMatchObject({
      names: [{ full: 'Zanthia Invest S.A.' }, { full: 'Зантия Инвест', kind: 'alias' }],
      listedOn: '2022-06-01',
    });
  });

  it.each([
    ['-', 1],
    ['', 1],
    ['zawieszono', 1],
    ['13.05.2022', 0],
    ['13 maja 2022 r.', 0],
    ['2022-05-13', 0],
    ['13.05.2999 r.', 1],
  ])('who has %j for the day of leaving stands there %i times', async (struck, count) => {
    const file = pageOf('ILMATOK Zorvan', 'ur. 1961', struck);
    const read = readAll(source, file);
    if (count === 0) await expect(read).rejects.toMatchObject({ code: 'list-unusable', message: /no entries/ });
    else expect((await read).entries).toHaveLength(1);
  });

  it.each([
    ['urodzona 6 lipca 1972 r.', '1972-07-06'],
    ['urodzonego 24.11.1961 r. w Drohobyczu', '1961-11-24'],
    ['ur. w 1970 r.', '1970'],
    ['13.05.1950 r.', '1950-05-13'],
    ['decyzja z 13.05.2022 r.', undefined],
  ])('in %j the birth date is %s', async (details, date) => {
    const { entries } = await readAll(source, pageOf('ILMATOK Zorvan', details));
    expect(entries[0]!.birthDates?.[0]?.date).toBe(date);
  });

  it('gives both of two namesakes of one day an id', async () => {
    const twice = (await readFile(PATH, 'utf8')).replace('13.05.2022 r.', '');
    const ids = (await readAll(source, memoryFile('lista.html', twice))).entries.map(({ id }) => id);
    expect(ids).toContain('zulmatov-farid-2022-04-25');
    expect(ids).toContain('zulmatov-farid-2022-04-25-2');
  });

  it.each([
    ['a web page without the tables', '<!doctype html><html><body><p>x</p></body></html>'],
    ['a table of something else', '<html><table><tr><td>a</td></tr></table></html>'],
    ['a text', 'Nazwisko i imię'],
    ['an empty file', ''],
  ])('refuses %s', async (_, content) => {
    await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  it('refuses a page that breaks off, and says which column has gone', async () => {
    const text = await readFile(PATH, 'utf8');
    const cut = memoryFile('lista.html', text.slice(0, text.indexOf('<h3>Podmioty')));
    await expect(readAll(source, cut)).rejects.toThrow('lista.html is a web page that breaks off.');
    const renamed = memoryFile('lista.html', text.replace('Data wykreślenia z listy', 'Uwagi'));
    await expect(readAll(source, renamed)).rejects.toThrow('no column "Data wykreślenia z listy" in it');
  });

  it('survives damage', () => survivesDamage(source, PATH));
});
