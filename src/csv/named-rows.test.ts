import { describe, expect, test } from 'vitest';
import type { Column, DateOrder } from './columns.ts';
import { namedRows } from './named-rows.ts';

/** Line, name and problem of each row. */
async function read(text: string): Promise<(readonly [number, string | undefined, string | undefined])[]> {
  const bytes = async function* () {
    yield Buffer.from(text);
  };
  const rows = await Array.fromAsync(namedRows(bytes(), { strict: true, check: () => {}, kind: 'command' }));
  return rows.flat().map(({ line, cells, problem }) => [line, cells.name, problem]);
}

const problems = async (text: string) => (await read(text)).map(([, , problem]) => problem);

/** Name and birth date of each row. */
async function people(text: string, form: { places?: ReadonlyMap<Column, number>; dates?: DateOrder } = {}) {
  const bytes = async function* () {
    yield Buffer.from(text);
  };
  const rows = await Array.fromAsync(namedRows(bytes(), { strict: true, check: () => {}, kind: 'command', ...form }));
  return rows.flat().map(({ cells }) => [cells.name, cells.dateOfBirth]);
}

/** Name, other names and type of each row of a batch. */
async function named(text: string) {
  const bytes = async function* () {
    yield Buffer.from(text);
  };
  const rows = await Array.fromAsync(namedRows(bytes(), { strict: true, check: () => {}, kind: 'screenings' }));
  return rows.flat().map(({ cells, problem }) => problem ?? [cells.name, cells.otherNames, cells.entityType]);
}

describe('columns of the same meaning', () => {
  test.each([
    ['name,alias 1,alias 2\nAda,A.,Q.', ['Ada', 'A.|Q.', undefined]],
    ['name,alias,aka,Other names\nAda,,Q.,A.|B.', ['Ada', 'Q.|A.|B.', undefined]],
    ['name,alias,alias\nAda,Q.,Q.', ['Ada', 'Q.', undefined]],
    ['company name,full name,type\n,Ada,person', ['Ada', undefined, 'person']],
    ['company name,full name,type\nQuill Ltd,Ada,person', ['Quill Ltd', 'Ada', 'person']],
    ['name,name,alias\nAda,Bo,Q.', ['Ada', 'Bo|Q.', undefined]],
    ['name,name\nAda,Ada', ['Ada', undefined, undefined]],
    ['name,former name,type,entity type\nAda,Bo,,person', ['Ada', 'Bo', 'person']],
    ['name,alias,alias\nAda,Q.', ['Ada', 'Q.', undefined]],
    ['name,alias,alias\nAda,Q.,#REF!', 'otherNames is #REF!, an error of the spreadsheet.'],
  ])('%j loses nothing', async (text, row) => {
    expect(await named(text)).toEqual([row]);
  });
});

describe('a file as others write it', () => {
  test('has given names and surname in columns of their own, and dates with the day first', async () => {
    const german = 'Vorname;Nachname;Geburtsdatum\nJörg;Weißmann;01.02.1980\n;Cher;3.11.1946\nAda;Quill;\n';
    expect(await people(german)).toEqual([
      ['Jörg Weißmann', '1980-02-01'],
      ['Cher', '1946-11-03'],
      ['Ada Quill', ''],
    ]);
  });

  test('has dates with slashes, which are read where somebody says how', async () => {
    const file = 'name,dob\nAda,01/02/1980\nBo,1980/02/01\n';
    expect(await people(file)).toEqual([
      ['Ada', '01/02/1980'],
      ['Bo', '1980-02-01'],
    ]);
    expect((await people(file, { dates: 'day' }))[0]).toEqual(['Ada', '1980-02-01']);
    expect((await people(file, { dates: 'month' }))[0]).toEqual(['Ada', '1980-01-02']);
  });

  test('is read by the columns that somebody matched, whatever the header says', async () => {
    const places = new Map<Column, number>([
      ['name', 1],
      ['dateOfBirth', 0],
    ]);
    expect(await people('name;kunde\n01.02.1980;Ada Quill\n', { places })).toEqual([['Ada Quill', '1980-02-01']]);
  });
});

describe('a row of a file of names', () => {
  test.each([
    ['id,entityType,name\n1,Individual,Ferrabast, Quillon\n', '4, not 3'],
    ['id,name,entityType\n1,Ada,Individual,Quillon Ferrabast,Individual\n', '5, not 3'],
    ['id,name,\n1,Ferrabast, Quillon\n', '3, not 2'],
    ['id;name\r\n1;Ada;Quill\r\n', '3, not 2'],
  ])('with more cells than columns is refused: %j', async (text, counts) => {
    expect(await problems(text)).toEqual([expect.stringContaining(`more cells than columns: ${counts}.`)]);
  });

  test('may have empty cells behind its columns', async () => {
    expect(await problems('id,name\n1,Ada,,\n2,Bo,  ,\n')).toEqual([undefined, undefined]);
  });

  test.each([
    ['name', '1'],
    ['entityType', '1,Ada'],
  ])('that ends before its %s is refused', async (_column, row) => {
    expect(await problems(`id,name,entityType,dateOfBirth,note\n${row}\n`)).toEqual([
      expect.stringContaining('fewer cells than columns'),
    ]);
  });

  test('may lack the date of birth and columns that nobody reads at its end, as spreadsheets leave them out', async () => {
    const header = 'id,name,entityType,dateOfBirth,note';
    const rows = ['1,Ada,Individual', '2,Bo,Individual,1970-01-31', '3,Cy,Individual,,x'];
    expect(await problems([header, ...rows].join('\n'))).toEqual([undefined, undefined, undefined]);
  });

  test('with a line break in its name is refused, and the others keep their lines', async () => {
    expect(await read('id,name\r\n1,"Ada\r\nQuill"\r\n2,Bo\r\n')).toEqual([
      [2, 'Ada\nQuill', 'There is a line break in name.'],
      [4, 'Bo', undefined],
    ]);
  });

  test('may have a line break in a column that nobody reads', async () => {
    const text = 'id,name,type,note\n1,Ada,Individual,"Called, no answer\nthen again"\n2,Bo,Individual,x\n';
    expect(await read(text)).toEqual([
      [2, 'Ada', undefined],
      [4, 'Bo', undefined],
    ]);
  });
});

describe('rows that a quotation mark takes in', () => {
  test.each([
    ['in the name', 'id,type,name\n1,Individual,"Ada\n2,Individual,Bo\n3,Individual,Cy"\n4,Individual,Di\n'],
    [
      'in a column that nobody reads',
      'id,name,type,note\n1,Ada,Individual,"x\n2,Bo,Individual,y\n3,Cy,Individual,z"\n4,Di,Individual,\n',
    ],
    ['in the first column', 'note,name,type\n"x,Ada,Individual\ny,Bo,Individual\nz",Cy,Individual\nw,Di,Individual\n'],
    ['in the only column', 'name\n"Ada\nBo\nCy"\nDi\n'],
  ])('are each refused, where it stands %s', async (_, text) => {
    const refused = expect.stringContaining('A quotation mark in line 2 takes this row in');
    const rows = await read(text);
    expect(rows.map(([line, , problem]) => [line, problem])).toEqual([
      [2, refused],
      [3, refused],
      [4, refused],
      [5, undefined],
    ]);
    expect(rows.at(-1)![1]).toBe('Di');
  });

  test('refuse the file where it stands in the header', async () => {
    await expect(read('id,name,type,"note\n1,Ada,Individual,x"\n2,Bo,Individual,y\n')).rejects.toThrow('line 1');
    expect(await read('id,"Full\nname"\n1,Ada\n')).toEqual([[3, 'Ada', undefined]]);
  });
});
