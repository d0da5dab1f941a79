import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ListEntry } from '../../../domain/list-entry.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import type { ListFile, ParseReport } from '../../source.ts';
import type { OfacList } from './list-check.ts';
import { parseOfac } from './parse.ts';

const FIXTURES = new URL('fixtures/', import.meta.url);
const FLAT = ['sdn.csv', 'alt.csv', 'add.csv', 'sdn_comments.csv'];
const FORMATS: readonly (readonly string[])[] = [['advanced.xml'], ['enhanced.xml'], ['sdn.xml'], FLAT];

const text = (name: string): string => readFileSync(new URL(name, FIXTURES), 'utf8');
const fixture = (name: string): ListFile => localFile(new URL(name, FIXTURES).pathname);

async function read(files: readonly ListFile[], list: OfacList = 'SDN List') {
  const skipped: string[] = [];
  const report: ParseReport = { skip: (where, why) => skipped.push(`${where}: ${why}`) };
  const entries: ListEntry[] = [];
  for await (const entry of parseOfac(list)(files, report)) entries.push(entry);
  return { entries, skipped, report };
}

const refused = (message: RegExp) =>
  expect.objectContaining({ code: 'list-unusable', message: expect.stringMatching(message) });

describe('Advanced XML', () => {
  it('gives names by strength and script, dates at their precision, documents, places, programme and listing date', async () => {
    const { entries, skipped, report } = await read([fixture('advanced.xml')]);
    expect(skipped).toEqual([]);
    expect(report.published).toBe('2024-02-29');
    expect(entries[0]).toEqual({
      id: '1001',
      kind: 'person',
      names: [
        { full: 'Ivan Petrovich SAMPLEOV', kind: 'primary', parts: { given: 'Ivan Petrovich', family: 'SAMPLEOV' } },
        { full: 'Иван Самплеов', kind: 'original', parts: { given: 'Иван', family: 'Самплеов' } },
        { full: 'THE QUIET ONE', kind: 'alias', weak: true },
        { full: 'Ivan TESTOV', kind: 'former', parts: { given: 'Ivan', family: 'TESTOV' } },
      ],
      birthDates: [{ date: '1961', circa: true }, { date: '1962-01-17' }],
      birthPlaces: ['Exampletown, Russia'],
      gender: 'Male',
      nationalities: ['Russia'],
      addresses: ['1 Example Street, Exampletown, Russia'],
      documents: [{ type: 'Passport', number: '4500123456', country: 'Russia' }],
      positions: ['Director', 'Colonel'],
      programmes: ['SDGT', 'TESTPROG'],
      listedOn: '2019-03-14',
      remarks: 'UN reference: QDe.999\nSecondary sanctions risk: section 1 of a fictional order',
      references: [{ to: 'un-sc', id: 'QDe.999' }],
    });
  });

  it('knows a vessel with its IMO number and call sign', async () => {
    const { entries } = await read([fixture('advanced.xml')]);
    expect(entries[1]).toEqual({
      id: '1003',
      kind: 'vessel',
      names: [{ full: 'IMAGINARY STAR', kind: 'primary' }],
      documents: [
        { type: 'IMO number', number: '9999991' },
        { type: 'Vessel call sign', number: 'ABCD9' },
      ],
      programmes: ['TESTPROG'],
    });
  });
});

describe('Enhanced XML', () => {
  it('gives the primary name first, with patronymic, maiden name, nickname and original script', async () => {
    const { entries, report } = await read([fixture('enhanced.xml')]);
    expect(report.published).toBe('2024-02-29T00:00:00');
    expect(report.partial).toBeUndefined();
    expect(entries[0]?.names).toEqual([
      {
        full: 'Ivan Petrovich Sampleov',
        kind: 'primary',
        parts: { given: 'Ivan', patronymic: 'Petrovich', family: 'Sampleov' },
      },
      {
        full: 'Ivan Petrovich Oldov',
        kind: 'maiden',
        parts: { given: 'Ivan', patronymic: 'Petrovich', family: 'Oldov' },
      },
      { full: 'Иван Самплеов', kind: 'original', parts: { given: 'Иван', family: 'Самплеов' } },
      { full: 'The Quiet One', kind: 'nickname', weak: true },
    ]);
    expect(entries[0]?.birthDates).toEqual([{ date: '1960', to: '1962' }]);
    expect(entries[0]?.documents).toContainEqual({
      type: 'Digital Currency Address - XBT',
      number: '1FictionalAddress',
    });
  });

  it('leaves out entries that are on another list only', async () => {
    expect((await read([fixture('enhanced.xml')])).entries.map(({ id }) => id)).toEqual(['1001']);
  });

  it('says that an export filtered by programme is not the whole list', async () => {
    const filtered = text('enhanced.xml').replace(
      '</filters>',
      '<sanctionsPrograms><sanctionsProgram refId="1">SDGT</sanctionsProgram></sanctionsPrograms></filters>',
    );
    const { report } = await read([memoryFile('e.xml', filtered)]);
    expect(report.partial).toBe('it says that it is an export filtered by SDGT, not the whole list.');
  });

  it('refuses an export of the other list', async () => {
    await expect(read([fixture('enhanced.xml')], 'Consolidated List')).rejects.toEqual(
      refused(/an export of SDN List/),
    );
  });
});

describe('sdnList XML', () => {
  it('gives all kinds of entries and the count that the file states', async () => {
    const { entries, report } = await read([fixture('sdn.xml')]);
    expect(report).toMatchObject({ published: '2024-02-29', declared: 4 });
    expect(entries.map(({ id, kind }) => [id, kind])).toEqual([
      ['1001', 'person'],
      ['1002', 'organization'],
      ['1003', 'vessel'],
      ['1004', 'aircraft'],
    ]);
    expect(entries[0]?.names[0]).toEqual({
      full: 'Ivan Petrovich SAMPLEOV Jr.',
      kind: 'primary',
      parts: { given: 'Ivan Petrovich', family: 'SAMPLEOV' },
    });
    expect(entries[0]?.nationalities).toEqual(['Russia', 'Cyprus']);
  });

  it('reads the namespace of the Sanctions List Service alike', async () => {
    const newer = text('sdn.xml').replace('http://tempuri.org/sdnList.xsd', 'https://example.org/exports/XML');
    expect((await read([memoryFile('s.xml', newer)])).entries).toEqual((await read([fixture('sdn.xml')])).entries);
  });

  it('skips an entry without uid or name, names it, and reads on', async () => {
    const damaged = text('sdn.xml').replace('<uid>1002</uid>', '').replace('<lastName>XX-FAKE</lastName>', '');
    const { entries, skipped } = await read([memoryFile('s.xml', damaged)]);
    expect(entries.map(({ id }) => id)).toEqual(['1001', '1003']);
    expect(skipped).toEqual(['uid unknown: it has no uid', 'uid 1004: it has no name']);
  });
});

describe('flat files', () => {
  it('joins aliases, addresses and overflowing remarks, and takes the facts out of the remarks', async () => {
    const { entries, skipped } = await read(FLAT.map(fixture));
    expect(skipped).toEqual([]);
    expect(entries[0]).toMatchObject({
      names: [
        { full: 'Ivan Petrovich SAMPLEOV Jr.', kind: 'primary' },
        { full: 'John SAMPLOFF', kind: 'alias' },
        { full: 'Ivan TESTOV', kind: 'former' },
        { full: 'THE QUIET ONE', kind: 'alias', weak: true },
      ],
      birthDates: [{ date: '1961', circa: true }, { date: '1962-01-17' }],
      addresses: ['1 Example Street, Exampletown 101000, Russia', 'Cyprus'],
      documents: [
        { type: 'Passport', number: '4500123456', country: 'Russia' },
        { type: 'Passport', number: '75-000111' },
        { type: 'Tax ID No.', number: '770000000000', country: 'Russia' },
        { type: 'National ID No.', number: '99-88-77', country: 'Cyprus' },
      ],
      positions: ['Director', 'Colonel'],
      programmes: ['SDGT', 'TESTPROG'],
    });
    expect(entries[0]?.remarks).toContain('Secondary sanctions risk: section 1 of a fictional order; National ID');
    expect(entries[1]?.names[0]?.full).toBe('FICTIONAL TRADING, LLC');
    expect(entries[1]?.references).toEqual([{ to: 'un-sc', id: 'QDe.999' }]);
    expect(entries[2]).toMatchObject({ kind: 'vessel', nationalities: ['Panama'] });
  });

  it('takes the primary file alone', async () => {
    expect((await read([fixture('sdn.csv')])).entries).toHaveLength(4);
  });

  it('reads the pipe, @ and fixed-field releases as the comma one', async () => {
    const expected = (await read(FLAT.map(fixture))).entries;
    for (const convert of [delimited('|'), delimited('@'), fixedField]) {
      const files = FLAT.map((name) => memoryFile(name, convert(text(name))));
      expect((await read(files)).entries).toEqual(expected);
    }
  });

  it('refuses side files without their primary file, two primary files, and files that do not belong together', async () => {
    await expect(read(FLAT.slice(1).map(fixture))).rejects.toEqual(refused(/primary file .* is missing/));
    await expect(read([fixture('sdn.csv'), fixture('sdn.csv')])).rejects.toEqual(refused(/are both the primary file/));
    const foreign = memoryFile('alt.csv', [1, 2, 3].map((n) => `77${n},1,"aka","NOBODY ${n}",-0- \n`).join(''));
    await expect(read([fixture('sdn.csv'), foreign])).rejects.toEqual(refused(/do not belong together/));
  });

  it('skips a bad line in the middle and refuses a file that ends in one', async () => {
    const lines = text('sdn.csv').split('\r\n');
    const bad = lines.with(1, '1002,"only a name"').join('\r\n');
    const { entries, skipped } = await read([memoryFile('sdn.csv', bad)]);
    expect(entries).toHaveLength(3);
    expect(skipped).toEqual(['sdn.csv line 2: it has not the columns of its table']);
    const cut = `${lines.slice(0, 2).join('\r\n')}\r\n1003,"IMAGINARY STAR","vessel"`;
    await expect(read([memoryFile('sdn.csv', cut)])).rejects.toEqual(refused(/cut off/));
  });

  it('refuses the other list, told by its programmes', async () => {
    const row = (id: number, programme: string) =>
      `${id},"NAME ${id}","individual","${programme}",${'-0- ,'.repeat(7)}-0- \r\n`;
    const list = (programme: string) =>
      memoryFile('prim.csv', Array.from({ length: 60 }, (_, n) => row(n + 1, programme)).join(''));
    await expect(read([list('NS-PLC')])).rejects.toEqual(refused(/consolidated \(non-SDN\) list, not of the SDN list/));
    await expect(read([list('SDGT')], 'Consolidated List')).rejects.toEqual(refused(/OFAC's SDN list, not/));
    expect((await read([list('SDGT')])).entries).toHaveLength(60);
  });
});

describe('what is no list', () => {
  it.each([
    ['empty', '', /empty/],
    ['a login page', '<!DOCTYPE html>\n<html><body><form>Sign in</form></body></html>', /none of OFAC's formats/],
    ['another format', '{"results": []}', /none of OFAC's formats/],
    ['a list without entries', '<sdnList xmlns="x"></sdnList>', /hold no entries/],
  ])('is refused with a sentence: %s', async (_, content, message) => {
    await expect(read([memoryFile('list', content)])).rejects.toEqual(refused(message));
  });

  it('is refused where the XML is cut off anywhere', async () => {
    for (const [name] of FORMATS.slice(0, 3)) {
      const whole = text(name!);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: whole.trimEnd().length - 1 }), async (length) => {
          await expect(read([memoryFile(name!, whole.slice(0, length))])).rejects.toEqual(refused(/./));
        }),
        { numRuns: 60 },
      );
    }
  });
});

describe('any input', () => {
  it('gives entries with names or one sentence, never another error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...FORMATS),
        fc.array(fc.record({ at: fc.nat(), remove: fc.nat(30), add: fc.string({ maxLength: 8 }) }), { maxLength: 4 }),
        async (names, edits) => {
          const files = names.map((name) => memoryFile(name, mutated(text(name), edits)));
          const result = await read(files).catch((error: unknown) => error);
          if (result instanceof Error) expect(result).toMatchObject({ name: 'TouchstoneError', code: 'list-unusable' });
          else
            for (const { names } of (result as { entries: ListEntry[] }).entries) expect(names[0]?.full).toBeTruthy();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps every character of a name that XML can carry escaped', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...'AZaz09&<>\'"/.-éß阿Ж'), { minLength: 1, maxLength: 20 }),
        async (letters) => {
          const name = letters.join('');
          const escaped = name.replace(/[&<>'"]/g, (character) => `&#${character.codePointAt(0)};`);
          const list = text('sdn.xml').replace('XX-FAKE', escaped);
          const { entries } = await read([memoryFile('s.xml', list)]);
          expect(entries.at(-1)?.names[0]?.full).toBe(name);
        },
      ),
    );
  });
});

function mutated(content: string, edits: readonly { at: number; remove: number; add: string }[]): string {
  return edits.reduce((whole, { at, remove, add }) => {
    const start = at % (whole.length + 1);
    return whole.slice(0, start) + add + whole.slice(start + remove);
  }, content);
}

/** Another delimiter between the cells; commas inside of quotation marks stay. */
const delimited = (delimiter: string) => (csv: string) =>
  csv.replace(/("[^"]*")|,/g, (_, quoted: string | undefined) => quoted ?? delimiter);

function fixedField(csv: string): string {
  const widths: Record<number, number[]> = {
    12: [10, 350, 12, 200, 200, 8, 25, 14, 8, 40, 150, 1000],
    6: [10, 10, 750, 116, 250, 200],
    5: [10, 10, 8, 350, 200],
    2: [10, 1],
  };
  const lines = csv.split('\r\n').filter((line) => /^\d/.test(line));
  return lines
    .map((line) => {
      const cells = [...line.matchAll(/"([^"]*)"|([^,"]+)/g)].map((match) => (match[1] ?? match[2] ?? '').trimEnd());
      const width = widths[cells.length]!;
      const numbers = cells.length === 2 || cells.length === 12 ? 1 : 2;
      return cells.map((cell, n) => (n < numbers ? cell.padStart(width[n]!) : cell.padEnd(width[n]!))).join('');
    })
    .join('\n');
}
