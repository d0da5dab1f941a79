import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  kinds,
  NO_SHARED_LISTS,
  readAll,
  sharedFile,
  survivesDamage,
  wholeText,
} from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { readAliases } from './aliases.ts';
import { birthDates } from './births.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
const read = (name: string) => readAll(source, localFile(fixture(name)));

describe('Canada SEMA, present layout', () => {
  test('a person keeps every fact, lone aliases become whole names', async () => {
    const { entries } = await read('present.xml');
    const given = 'Pyotr Ivanovich';
    const title = 'Major General';
    expect(entries[0]).toEqual({
      id: 'Belarus/1, Part 1/1',
      kind: 'person',
      names: [
        { full: `${given} VYDUMANOV`, kind: 'primary', parts: { given, family: 'VYDUMANOV', title } },
        { full: `${given} VYDUMANAU`, kind: 'spelling', parts: { given, family: 'VYDUMANAU', title } },
        { full: 'Piotr Ivanovich VYDUMANOV', kind: 'spelling' },
        { full: 'Pyotr Ivanovich VYDUMANOFF', kind: 'spelling' },
        { full: 'Batya', kind: 'nickname', weak: true },
        { full: 'Пётр Выдуманаў', kind: 'original', language: 'be' },
        { full: 'Пётр Выдуманов', kind: 'original', language: 'ru' },
        { full: 'Пётр Придуманов', kind: 'original', language: 'ru' },
      ],
      birthDates: [{ date: '1965-07-15' }, { date: '1969-09-28' }],
      programmes: ['Belarus'],
      listedOn: '2020-09-28',
      remarks:
        'Aliases: Piotr; VYDUMANOFF; Batya; Belarusian: Пётр Выдуманаў, Russian: Пётр Выдуманов or Придуманов\nSchedule 1, Part 1, item 1',
    });
  });

  test('a record with an IMO number is a vessel', async () => {
    const { entries } = await read('present.xml');
    expect(entries[1]).toEqual({
      id: 'Russia/1.1/1',
      kind: 'vessel',
      names: [{ full: 'Example Star', kind: 'primary' }],
      documents: [{ type: 'IMO number', number: '9074729' }],
      programmes: ['Russia'],
      listedOn: '2025-02-21',
      remarks: 'Built: 2001\nType of ship: Oil Tanker\nSchedule 1.1, item 1',
    });
  });

  test('an organisation has its English and French names apart, and commas inside a name stay', async () => {
    const { entries } = await read('present.xml');
    expect(entries[2]?.names).toEqual([
      { full: 'Example Institute (EI)', kind: 'primary' },
      { full: "Institut de l'exemple", kind: 'alias' },
      { full: 'Example Works, Ltd.', kind: 'alias' },
      { full: 'ООО «Пример, опыт»', kind: 'original' },
      { full: 'PRIMER', kind: 'alias' },
    ]);
    expect(entries[3]?.names).toEqual([
      { full: 'Test Plant', kind: 'primary' },
      { full: 'Sample Plant, JSC', kind: 'alias' },
    ]);
  });

  test('ids are unique also where country, schedule and item are not; what has none is named and left out', async () => {
    const { entries, skipped } = await read('present.xml');
    expect(entries.slice(3).map(({ id }) => id)).toEqual(['Haiti//1', 'Haiti//1#2']);
    expect(entries[4]).toMatchObject({
      names: [{ full: 'Uno Otro', kind: 'primary', parts: { given: 'Uno', family: 'Otro' } }],
      birthDates: [{ date: '1970', to: '1979', circa: true }],
    });
    expect(skipped).toEqual(['record 6: it has neither country nor item', 'Haiti//9: it has no name']);
  });
});

/** The layout of August 2026: both languages in each name, and in what an element holds. */
function inNewLayout(text: string): string {
  return text
    .replace(/<(\/?)(\w+)(\/?)>/g, (tag, start, name, end) => {
      const renamed = BILINGUAL[name];
      return renamed ? `<${start}${renamed}${end}>` : tag;
    })
    .replace(/(<(?:LastName|GivenName)-\w+>)([^<]*)/g, '$1\u00a0$2\u00a0')
    .replace(/(<Country-Pays>[^<]*?) \/ /g, '$1 | ');
}

const BILINGUAL: Readonly<Record<string, string>> = {
  Country: 'Country-Pays',
  LastName: 'LastName-NomDeFamille',
  GivenName: 'GivenName-Prenom',
  EntityOrShip: 'EntityOrShip-EntiteOuNavire',
  TitleOrShip: 'TitleOrShipType-TitreOuTypeDeNavire',
  ShipIMONumber: 'ShipIMONumber-NumeroOMIDuNavire',
  Aliases: 'Aliases-Alias',
  DateOfBirthOrShipBuildDate: 'DateOfBirthOrShipBuildDate-DateDeNaissanceOuDateDeConstructionDuNavire',
  Schedule: 'Schedule-Annexe',
  Item: 'Item-NumeroDarticle',
  DateOfListing: 'DateOfListing-DateDinscription',
};

describe('Canada SEMA, layout of August 2026', () => {
  const read = (records: string) =>
    readAll(source, memoryFile('sema-lmes.xml', inNewLayout(`<data-set>${records}</data-set>`)));
  const record = (members: Record<string, string>) => {
    const elements = Object.entries({ Country: 'Iran', Item: '1', ...members });
    return `<record>${elements.map(([name, text]) => `<${name}>${text}</${name}>`).join('')}</record>`;
  };

  test('gives the same entries with the same ids as the layout before it', async () => {
    const before = (await readFile(fixture('present.xml'))).toString();
    const [first, second] = [
      await readAll(source, memoryFile('f', before)),
      await readAll(source, memoryFile('f', inNewLayout(before))),
    ];
    expect(second).toEqual(first);
  });

  test('has what a bar divides in both languages, each once', async () => {
    const { entries } = await read(
      record({
        EntityOrShip: 'Example Institute | Institut de l’exemple',
        Schedule: '1, Part 2 | 1, partie 2',
        Aliases: 'EI | IE Nord',
      }) +
        record({
          Country: 'Syria | Syrie',
          LastName: 'Otro | Otro',
          GivenName: 'John | Jean',
          TitleOrShip: 'General | Général',
        }),
    );
    expect(entries[0]).toMatchObject({
      id: 'Iran/1, Part 2/1',
      names: [{ full: 'Example Institute' }, { full: 'Institut de l’exemple' }, { full: 'EI' }, { full: 'IE Nord' }],
    });
    expect(entries[1]).toMatchObject({
      id: 'Syria//1',
      names: [{ full: 'John Otro', parts: { title: 'General' } }, { full: 'Jean Otro' }],
      programmes: ['Syria'],
    });
  });

  test('is a ship only where the number cell holds seven digits; other text there is another name', async () => {
    const { entries } = await read(
      record({ EntityOrShip: 'Example Star', ShipIMONumber: 'IMO 9074729' }) +
        record({ EntityOrShip: 'Example Works', ShipIMONumber: 'Sample Works', Item: '2' }) +
        record({ LastName: 'Otro', GivenName: 'Uno', ShipIMONumber: 'Dos Otro', Item: '3' }),
    );
    expect(entries.map(({ kind }) => kind)).toEqual(['vessel', 'organization', 'person']);
    expect(entries[0]?.documents).toEqual([{ type: 'IMO number', number: '9074729' }]);
    expect(entries[1]?.names.map(({ full }) => full)).toEqual(['Example Works', 'Sample Works']);
    expect(entries[2]?.names.map(({ full }) => full)).toEqual(['Uno Otro', 'Dos Otro']);
  });

  test('that renames one half once more is a changed layout, named by the member that lacks', async () => {
    const records = Array.from({ length: 30 }, (_, item) =>
      record({ LastName: 'Otro', GivenName: 'Uno', EntityOrShip: '', Item: `${item}` }),
    );
    const file = memoryFile(
      'f.xml',
      `<data-set>${records.join('').replaceAll('LastName', 'FamilyName-Nom')}</data-set>`,
    );
    await expect(readAll(source, file)).rejects.toThrow(
      'the layout of the list has changed: there is no LastName in it',
    );
  });
});

test('Canada SEMA, layout of 2020', async () => {
  const { entries } = await read('older.xml');
  expect(entries).toMatchObject([
    {
      id: 'Burma/N/A/1',
      kind: 'organization',
      names: [{ full: 'Example Bank' }, { full: 'Sample Bank' }, { full: 'Sample Bank Limited' }],
    },
    {
      id: 'Burma/1/2',
      kind: 'person',
      names: [{ full: 'Maung Sample', parts: { given: 'Maung', family: 'Sample', title: 'Colonel' } }],
      birthDates: [{ date: '1950-01' }],
    },
  ]);
});

describe('aliases', () => {
  const person = { given: 'Hanna Borisovna', family: 'PRIMEROVA' };
  test.each([
    ['Hanna Primer or Anna Primerova', ['Hanna Primer', 'Anna Primerova']],
    ['Anna or Ganna Primer', ['Anna Primer', 'Ganna Primer']],
    ['Анна ПРИМЕРОВА / Ганна ПРИМЕРАВА', ['Анна ПРИМЕРОВА', 'Ганна ПРИМЕРАВА']],
    ['Примерова, Анна Борисовна', ['Анна Борисовна Примерова']],
    ['PRIMERAVA, PRYMEROVA', ['Hanna Borisovna PRIMERAVA', 'Hanna Borisovna PRYMEROVA']],
    ['also Anna Primer AKA', ['Anna Primer']],
    ['“Abu Test”', ['Abu Test']],
    ['; , x', []],
  ])('%s', (text, names) => {
    expect(readAliases(text, person).map(({ full }) => full)).toEqual(names);
  });

  test('an organisation keeps a name that goes on in small letters behind a comma', () => {
    expect(readAliases('Войска первой, второй защиты, ВПВЗ', undefined).map(({ full }) => full)).toEqual([
      'Войска первой, второй защиты',
      'ВПВЗ',
    ]);
  });
});

test.each([
  ['1972', [{ date: '1972' }]],
  ['1972-08', [{ date: '1972-08' }]],
  ['1963-1964', [{ date: '1963', to: '1964' }]],
  ['1963 or 1964', [{ date: '1963' }, { date: '1964' }]],
  ['1987/1988', [{ date: '1987' }, { date: '1988' }]],
  ['1972-08-10 | 1973', [{ date: '1972-08-10' }, { date: '1973' }]],
  ['Sep-74', [{ date: '1974-09' }]],
  ['born in the early 1970s', [{ date: '1970', to: '1979', circa: true }]],
  ['unknown', []],
  [undefined, []],
])('a birth date written %s is read at its precision', (text, dates) => {
  expect(birthDates(text)).toEqual(dates);
});

describe('what is not the Canadian list', () => {
  test.each([
    ['a login page', '<html><body>Please sign in</body></html>'],
    ['an empty file', ''],
    ['an empty list', '<data-set></data-set>'],
    ['a spreadsheet', 'Country,LastName\nX,Y\n'],
  ])('%s is refused with one sentence', async (_what, content) => {
    await expect(readAll(source, memoryFile('list', content))).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test('a cut-off file is refused', async () => {
    const whole = (await readFile(fixture('present.xml'))).toString();
    const cut = memoryFile('present.xml', whole.slice(0, -40));
    await expect(readAll(source, cut)).rejects.toMatchObject({ code: 'list-unusable' });
  });

  test.each(['present.xml', 'older.xml'])('no damage to %s makes the parser crash', (name) =>
    survivesDamage(source, fixture(name)),
  );
});

describe('the published Canadian list', () => {
  test('has its 4,759 entries in the layout of August 2026, too', async ({ skip }) => {
    const file = sharedFile('ca-sema/sema-lmes-20250320.xml.gz');
    if (!file) return skip(NO_SHARED_LISTS);
    const reading = await readAll(source, memoryFile('sema-lmes.xml', inNewLayout(await wholeText(file))));
    expect(kinds(reading)).toEqual({ person: 3334, organization: 1316, vessel: 109 });
    expect(reading).toEqual(await readAll(source, file));
  });

  test.for<[string, Record<string, number>]>([
    ['ca-sema/sema-lmes-20250320.xml.gz', { person: 3334, organization: 1316, vessel: 109 }],
    ['ca-sema/sema-lmes-202004.xml.gz', { person: 985, organization: 384 }],
  ])('%s is read whole, every id once', async ([path, counts], { skip }) => {
    const file = sharedFile(path);
    if (!file) return skip(NO_SHARED_LISTS);
    const reading = await readAll(source, file);
    expect(kinds(reading)).toEqual(counts);
    expect(reading.skipped).toEqual([]);
    expect(reading.entries.filter(({ id }) => id.includes('#'))).toEqual([]);
  });
});
