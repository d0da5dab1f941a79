/** Files that look like a list and are made to take memory or time: every format with every attack that fits it. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { zipFile } from '../support/xlsx-file.ts';

export interface HostileList {
  readonly name: string;
  readonly source: string;
  /** How often the attack repeats itself: just beyond the bound (0: takes long even so), and as an attacker would. */
  readonly sizes: readonly [small: number, full: number];
  readonly content: (size: number) => Iterable<string | Buffer>;
  /** What its refusal says; undefined where the whole is only to be held to memory and time. */
  readonly says: RegExp | undefined;
}

const MIB = 2 ** 20;
const PIECE = 1 << 16;

/** The text so many times, in pieces; `$` in it is the number of the time. */
function* times(count: number, text: string): Iterable<string> {
  const numbered = text.includes('$');
  const each = Math.max(1, Math.floor(PIECE / text.length));
  for (let done = 0; done < count; done += each) {
    const now = Math.min(each, count - done);
    yield numbered
      ? Array.from({ length: now }, (_, at) => text.replaceAll('$', String(done + at))).join('')
      : text.repeat(now);
  }
}

/** What stands before, the attack, and what stands behind. */
const around = (before: string, text: string, after = '') =>
  function* (count: number): Iterable<string> {
    yield before;
    yield* times(count, text);
    yield after;
  };

const UN = '<CONSOLIDATED_LIST><INDIVIDUALS>';
const UN_ENTRY = `${UN}<INDIVIDUAL><REFERENCE_NUMBER>QDi.1</REFERENCE_NUMBER><FIRST_NAME>`;
const UN_PERSON = '<INDIVIDUAL><REFERENCE_NUMBER>QDi.$</REFERENCE_NUMBER><FIRST_NAME>A B</FIRST_NAME></INDIVIDUAL>';
const UN_END = '</FIRST_NAME></INDIVIDUAL></INDIVIDUALS></CONSOLIDATED_LIST>';
const TEXT: [number, number] = [2 * MIB, 480 * MIB];

const xml = (name: string, sizes: [number, number], content: HostileList['content'], says?: RegExp): HostileList => ({
  name: `XML: ${name}`,
  source: 'un-sc',
  sizes,
  content,
  says,
});

const XML: readonly HostileList[] = [
  xml('elements one inside another', [300, 2_800_000], around(UN_ENTRY, '<a>'), /line 1: more than 200 elements/),
  xml('elements one inside another, in no entry', [300, 2_800_000], around(UN, '<a>'), /more than 200 elements/),
  xml(
    'a text that does not end',
    TEXT,
    around(UN_ENTRY, 'x', UN_END),
    /a text, a tag or a comment is longer than 1 MiB/,
  ),
  xml('a name that does not end', TEXT, around(`${UN_ENTRY}<`, 'x'), /longer than 1 MiB/),
  xml('an attribute that does not end', TEXT, around(`${UN_ENTRY}<a b="`, 'x', '"/>'), /longer than 1 MiB/),
  xml(
    'a tag with millions of attributes',
    [200_000, 40_000_000],
    around(`${UN_ENTRY}<a`, ' b$=""', '/>'),
    /longer than 1 MiB/,
  ),
  xml('a comment that does not end', TEXT, around(`${UN}<!--`, 'x', '-->'), /longer than 1 MiB/),
  xml('character data that does not end', TEXT, around(`${UN_ENTRY}<![CDATA[`, 'x', ']]>'), /longer than 1 MiB/),
  xml('a document type that does not end', TEXT, around('<!DOCTYPE a [', ' ', ']>'), /longer than 1 MiB/),
  xml(
    'entities that expand',
    [10, 20],
    around('<!DOCTYPE a [<!ENTITY e "eeee">', '<!ENTITY e$ "&e;&e;">', `]>${UN_ENTRY}&e9;`),
    /not complete XML/,
  ),
  xml('blanks without end', TEXT, around(UN, ' '), /longer than 1 MiB/),
  xml(
    'a large entry',
    [20, 480],
    around(UN_ENTRY, `${'x'.repeat(MIB - 100)}<!-- -->`, UN_END),
    /an entry is larger than 16 MiB/,
  ),
  xml(
    'an entry of tiny elements',
    [260_000, 80_000_000],
    around(UN_ENTRY, '<a/>', UN_END),
    /more than 250000 elements/,
  ),
  xml('names by the thousand', [11_000, 20_000_000], around(UN, '<a$/>'), /more than 10000 different names/),
  xml('tiny elements by the million', [0, 100_000_000], around(UN, '<a/>'), /more than 10000000 lines/),
  xml(
    'entries without an id',
    [160_000, 8_000_000],
    around(UN, '<ENTITY/>'),
    /layout of the list has changed|cannot be read/,
  ),
  xml('tiny entries', [160_000, 4_000_000], around(UN, UN_PERSON), /more than 150000 entries/),
];

const notices = (
  name: string,
  sizes: [number, number],
  content: HostileList['content'],
  says?: RegExp,
): HostileList => ({
  name: `JSON: ${name}`,
  source: 'interpol-red',
  sizes,
  content,
  says,
});

const JSON_FILES: readonly HostileList[] = [
  notices('lists one inside another', [300, 300_000_000], around('', '['), /more than 200 elements or values/),
  notices('objects one inside another', [300, 80_000_000], around('', '{"a":'), /more than 200 elements or values/),
  notices('a text that does not end', TEXT, around('[{"entity_id":"', 'x', '"}]'), /longer than 1 MiB/),
  notices('a name that does not end', TEXT, around('[{"', 'x', '":1}]'), /longer than 1 MiB/),
  notices('escapes without end', [2 * MIB, 240 * MIB], around('["', '\\"', '"]'), /longer than 1 MiB/),
  notices('a number that does not end', [49 * MIB, 480 * MIB], around('[', '1', ']'), /JSON of more than 48 MiB/),
  notices(
    'empty values by the million',
    [3_100_000, 150_000_000],
    around('[', '{},', '1]'),
    /JSON of more than 3000000 values/,
  ),
  notices('blanks without end', [49 * MIB, 480 * MIB], around('[', ' ', ']'), /JSON of more than 48 MiB/),
  notices(
    'tiny entries',
    [160_000, 900_000],
    around('[', '{"entity_id":"$","name":"A B"},', '1]'),
    /more than 150000 entries/,
  ),
];

const ftm = (name: string, sizes: [number, number], content: HostileList['content'], says?: RegExp): HostileList => ({
  name: `lines of JSON: ${name}`,
  source: 'opensanctions',
  sizes,
  content,
  says,
});
const LINE = '{"schema":"Person","id":"NK-1","properties":{"name":["A B"]}}\n';

const JSON_LINES: readonly HostileList[] = [
  ftm(
    'a line that does not end',
    [17 * MIB, 700 * MIB],
    around(`${LINE}{"schema":"`, 'x'),
    /line 2: an entry is larger than 16 MiB/,
  ),
  ftm(
    'lists one inside another',
    [5_000, 300_000_000],
    around(`${LINE}{"schema":"Person","a":`, '[', '\n'),
    /line 2: (an entry|more than 200)/,
  ),
  ftm(
    'a text that does not end',
    [2 * MIB, 12 * MIB],
    around(`${LINE}{"schema":"Person","a":"`, 'x', '"}\n'),
    /line 2: a text/,
  ),
  ftm(
    'a name that does not end',
    [2 * MIB, 12 * MIB],
    around(`${LINE}{"schema":"Person","`, 'x', '":1}\n'),
    /line 2: a text/,
  ),
  ftm(
    'empty values by the million',
    [260_000, 5_000_000],
    around(`${LINE}{"schema":"Person","a":[`, '{},', '1]}\n'),
    /line 2: an entry has more than 250000/,
  ),
  ftm(
    'names by the hundred thousand',
    [260_000, 1_100_000],
    around(`${LINE}{"schema":"Person","id":"a","properties":{"name":[`, '"A $",', '""]}}\n'),
    /250000/,
  ),
  ftm('lines that are none', [0, 9_000_000], around(LINE, '1\n'), /3000000 of its lines or entries cannot be read/),
  ftm(
    'facts that must be kept',
    [0, 4_000_000],
    around(LINE, `{"schema":"Address","id":"a$","properties":{"full":["${'x'.repeat(400)} $"]}}\n`),
    /reading it takes more than 448 MiB of memory/,
  ),
  ftm('blank lines', [0, 2_000_000_000], around(LINE, '\n'), /more than 10000000 lines/),
];

const csv = (name: string, sizes: [number, number], content: HostileList['content'], says?: RegExp): HostileList => ({
  name: `CSV: ${name}`,
  source: 'uk-ofsi',
  sizes,
  content,
  says,
});
const HEADER = 'Last Updated,03/02/2026\nName 6,Name 1,Group Type,Alias Type,Group ID\n';

const CSV: readonly HostileList[] = [
  csv(
    'a quotation mark that does not end',
    [2 * MIB, 500 * MIB],
    around(`${HEADER}"A`, 'x'),
    /row of line 3 does not end within 1024 KiB/,
  ),
  csv(
    'quoted lines that do not end',
    [MIB, 60 * MIB],
    around(`${HEADER}"A`, 'x,y\n'),
    /row of line 3 does not end within 1024 KiB/,
  ),
  csv('a line that does not end', [2 * MIB, 500 * MIB], around(`${HEADER}A`, 'x'), /row of line 3 does not end/),
  csv('cells without end', [2 * MIB, 500 * MIB], around(`${HEADER}A`, ','), /row of line 3 does not end/),
  csv('a header that does not end', [2 * MIB, 250 * MIB], around('', 'a,'), /row of line 1 does not end/),
  csv('blank lines', [0, 500_000_000], around(HEADER, '\n'), /more than 10000000 lines/),
  csv(
    'rows without an id',
    [160_000, 100_000_000],
    around(HEADER, 'a,\n'),
    /cannot be read|layout of the list has changed/,
  ),
  csv(
    'tiny entries',
    [160_000, 12_000_000],
    around(HEADER, 'A,B,Individual,Primary name,$\n'),
    /more than 150000 entries/,
  ),
];

const BOOK = {
  'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="a" xmlns:r="r"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="t.xml"/></Relationships>',
};
const cells = ['Reference', 'Name of Individual or Entity', 'Type', 'Name Type', 'Additional Information'];
const TOP = `<row>${cells.map((_, at) => `<c t="s"><v>${at}</v></c>`).join('')}</row>`;
const STRINGS = [...cells, 'Individual', 'Primary Name'].map((text) => `<si><t>${text}</t></si>`).join('');
const ROW =
  '<row><c><v>$</v></c><c t="s"><v>6</v></c><c t="s"><v>5</v></c><c t="s"><v>6</v></c><c t="s"><v>7</v></c></row>';
const book = (sheet: string, strings: string, stated?: number): Iterable<Buffer> => [
  zipFile(
    {
      ...BOOK,
      'xl/s.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
      'xl/t.xml': `<sst>${strings}</sst>`,
    },
    stated,
  ),
];
const joined = (count: number, text: string): string => [...times(count, text)].join('');
const xlsx = (name: string, sizes: [number, number], content: HostileList['content'], says?: RegExp): HostileList => ({
  name: `XLSX: ${name}`,
  source: 'au-dfat',
  sizes,
  content,
  says,
});

const XLSX: readonly HostileList[] = [
  xlsx(
    'one long text in many cells',
    [2 * MIB, 60 * MIB],
    (size) => book(TOP + joined(1000, ROW), `${STRINGS}<si><t>${'x'.repeat(size)}</t></si>`),
    /longer than 1 MiB/,
  ),
  xlsx(
    'one text in more cells than memory has',
    [80, 220_000],
    (size) => book(TOP + joined(size, ROW), `${STRINGS}<si><t>${'x'.repeat(MIB - 100)}</t></si>`),
    /cells before it hold more than 64 MiB/,
  ),
  xlsx(
    'empty texts by the million',
    [1_000_100, 12_000_000],
    (size) => book(TOP, `${STRINGS}${'<si/>'.repeat(size)}`),
    /more than 1000000 lines, elements or texts/,
  ),
  xlsx(
    'elements one inside another',
    [300, 5_000_000],
    (size) => book(`${TOP}<row>${'<a>'.repeat(size)}`, STRINGS),
    /more than 200 elements/,
  ),
  xlsx(
    'cells by the million in a row',
    [1_010, 3_000_000],
    (size) => book(`${TOP}<row>${'<c/>'.repeat(size)}</row>`, STRINGS),
    /more than/,
  ),
  xlsx(
    'tiny rows',
    [160_000, 550_000],
    (size) => book(TOP + joined(size, ROW.replace('<v>7', '<v>0')), STRINGS),
    /more than 150000 entries|larger than/,
  ),
  xlsx(
    'sizes that are lies',
    [5_000, 500_000],
    (size) => book(TOP + joined(size, ROW), STRINGS, 10),
    /not a usable archive/,
  ),
  xlsx(
    'a part of zeros',
    [65 * MIB, 500 * MIB],
    (size) => book('\0'.repeat(size), STRINGS),
    /larger than 67108864 bytes/,
  ),
];

/** A tar header (POSIX.1-1988) of a file. */
function tarHeader(name: string, size: number, type = '0'): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  header.write(' '.repeat(8), 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
const member = (name: string, before: string, text: string, type?: string) =>
  function* (size: number): Iterable<string | Buffer> {
    const bytes = before.length + size * text.length;
    yield tarHeader(name, bytes, type);
    yield before;
    yield* times(size, text);
    yield Buffer.alloc((512 - (bytes % 512)) % 512);
    yield Buffer.alloc(1024);
  };
const tar = (name: string, sizes: [number, number], content: HostileList['content'], says?: RegExp): HostileList => ({
  name: `tar: ${name}`,
  source: 'everypolitician',
  sizes,
  content,
  says,
});

const TAR: readonly HostileList[] = [
  tar(
    'a member of gigabytes',
    [49 * MIB, 1900 * MIB],
    member('a/b/ep-popolo-v1.0.json', '', ' '),
    /a file inside it is larger than 48 MiB/,
  ),
  tar('a member that nobody reads', [MIB, 1900 * MIB], member('a/b/other', '', ' '), /no persons/),
  tar('a name of gigabytes', [8 * MIB, 1900 * MIB], member('a', '', 'x', 'L'), /not a complete tar/),
  tar('lists one inside another', [300, 40_000_000], member('a.json', '', '['), /more than 200 elements/),
  tar(
    'members by the million',
    [1_000, 1_000_000],
    function* (size) {
      for (let at = 0; at < size; at++) yield tarHeader(`${at}`, 0);
      yield Buffer.alloc(1024);
    },
    /no persons/,
  ),
];

/** Nothing but zeros, as gzip makes 4 MB of. */
const ZEROS: readonly HostileList[] = [
  'un-sc',
  'interpol-red',
  'opensanctions',
  'uk-ofsi',
  'au-dfat',
  'everypolitician',
].map((source) => ({
  name: `gzip of zeros: ${source}`,
  source,
  sizes: [MIB, 4000 * MIB],
  content: around('', '\0'),
  says: undefined,
}));

export const HOSTILE_LISTS: readonly HostileList[] = [
  ...XML,
  ...JSON_FILES,
  ...JSON_LINES,
  ...CSV,
  ...XLSX,
  ...TAR,
  ...ZEROS,
];

/** Writes the file, packed. */
export async function writeHostile({ content }: HostileList, size: number, path: string): Promise<void> {
  await pipeline(
    Readable.from(content(size), { objectMode: false }),
    createGzip({ level: 1 }),
    createWriteStream(path),
  );
}
