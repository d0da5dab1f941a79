import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { readAll } from '../../../test/support/list-source.ts';
import { memoryFile } from '../formats/list-file.ts';
import { sourceById } from '../registry.ts';
import { parseList } from '../sync/list-parser.ts';

const NOWHERE = { size: 0, add: async () => {} };

/** Lists in XML, with what holds their ids and what repeats. */
const XML = [
  ['us-ofac-sdn', 'ofac/fixtures/sdn.xml', 'uid', /<sdnEntry>[\s\S]*?<\/sdnEntry>/],
  ['us-ofac-sdn', 'ofac/fixtures/advanced.xml', 'Profile', /<DistinctParty [\s\S]*?<\/DistinctParty>/],
  ['us-ofac-sdn', 'ofac/fixtures/enhanced.xml', 'namePart', /<entity [\s\S]*?<\/entity>/],
  ['un-sc', 'un-sc/fixtures/consolidated.xml', 'REFERENCE_NUMBER', /<INDIVIDUAL>[\s\S]*?<\/INDIVIDUAL>/],
  ['eu-fsf', 'eu-fsf/fixtures/list-1-1.xml', 'nameAlias', /<sanctionEntity [\s\S]*?<\/sanctionEntity>/],
  ['uk-sanctions', 'uk-sanctions/fixtures/list.xml', 'UniqueID', /<Designation>[\s\S]*?<\/Designation>/],
  [
    'uk-ofsi',
    'uk-ofsi/fixtures/conlist.xml',
    'GroupID',
    /<FinancialSanctionsTarget[\s\S]*?<\/FinancialSanctionsTarget>/,
  ],
  ['ca-sema', 'ca-sema/fixtures/present.xml', 'LastName', /<record>[\s\S]*?<\/record>/],
  ['ch-seco', 'ch-seco/fixtures/list.xml', 'name-part', /<target ssid="300">[\s\S]*?<\/target>/],
] as const;

const fixture = async (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
const entriesOf = async (id: string, text: string) =>
  (await readAll(sourceById(id), memoryFile('list.xml', text))).entries;

/** Each tag with the names of its element and its attributes in capitals, or in small letters. */
const inCase = (text: string, turn: (name: string) => string) =>
  text.replace(/<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*"[^"]*")*)/g, (_, slash, name, attributes: string) => {
    const others = attributes.replace(/([\w:.-]+)(\s*=\s*"[^"]*")/g, (whole, attribute, value) =>
      /^xmlns/.test(attribute) ? whole : turn(attribute) + value,
    );
    return `<${slash}${/^xml/.test(name) ? name : name.replace(/[^:]+$/, turn)}${others}`;
  });

describe.each(XML)('%s as in %s', (id, path, member, record) => {
  test('is read whatever the case of its names is, and with members that nobody knows', async () => {
    const text = await fixture(path);
    const entries = await entriesOf(id, text);
    expect(entries.length).toBeGreaterThan(0);
    for (const turn of [(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()]) {
      expect(await entriesOf(id, inCase(text, turn))).toEqual(entries);
    }
    const more = text.replace(record, (whole) => whole.replace(/>/, ' newer="1"><Newer>x</Newer>'));
    expect(await entriesOf(id, more)).toEqual(entries);
  });

  test(`of many records without ${member} is a changed layout, and names it`, async () => {
    const text = await fixture(path);
    const many = text.replace(record, (whole) => whole.repeat(25));
    const renamed = many.replace(new RegExp(`(</?(?:\\w+:)?)${member}(?=[\\s>/])`, 'g'), '$1Renamed');
    expect(renamed).not.toBe(many);
    await expect(parseList(sourceById(id), [memoryFile('list.xml', renamed)], NOWHERE)).rejects.toThrow(
      new RegExp(`layout of the list has changed: .*${member.replace('ID', ' ?ID')}`),
    );
  });
});

describe('a list in rows', () => {
  test.each([
    ['uk-ofsi', 'uk-ofsi/fixtures/conlist.csv', 'Group ID'],
    ['uk-sanctions', 'uk-sanctions/fixtures/list.csv', 'Unique ID'],
    ['eu-fsf', 'eu-fsf/fixtures/list-1-1.csv', 'NameAlias_WholeName'],
    ['opensanctions', 'opensanctions/fixtures/targets.simple.csv', 'schema'],
  ])('of %s names the column that its layout has lost', async (id, path, column) => {
    const text = await fixture(path);
    const entries = await entriesOf(id, text);
    const header = text.split('\n').find((line) => line.includes(column))!;
    expect(await entriesOf(id, text.replace(header, header.toUpperCase()))).toEqual(entries);
    await expect(entriesOf(id, text.replace(column, 'Renamed'))).rejects.toThrow(
      `the layout of the list has changed: there is no column "${column}" in it.`,
    );
  });
});

describe('a list in JSON', () => {
  test('most of whose records lack their id is a changed layout, also where a few are left', async () => {
    const notice = (id: string, place: number) => ({ [id]: `2026/${place}`, name: `OTRO ${place}`, forename: 'UNO' });
    const notices = Array.from({ length: 60 }, (_, place) => notice(place < 2 ? 'entity_id' : 'notice_id', place));
    const file = memoryFile('notices.json', JSON.stringify(notices));
    await expect(parseList(sourceById('interpol-red'), [file], NOWHERE)).rejects.toThrow(
      'notices.json: the layout of the list has changed: 58 of 60 records have no entity_id.',
    );
    const few = memoryFile('notices.json', JSON.stringify(notices.slice(0, 12)));
    expect(await parseList(sourceById('interpol-red'), [few], NOWHERE)).toMatchObject({ entries: 2 });
  });
});

describe('names with accents', () => {
  test('of OFAC’s flat files are read where these are in Windows-1252', async () => {
    const text = (await fixture('ofac/fixtures/sdn.csv')).replace(/,"([^"]+)"/, ',"MUÑOZ GÖSSLING, José"');
    const sdn = sourceById('us-ofac-sdn');
    const { entries } = await readAll(sdn, memoryFile('sdn.csv', Buffer.from(text, 'latin1')));
    expect(JSON.stringify(entries[0])).toContain('José MUÑOZ GÖSSLING');
    expect(JSON.stringify(entries)).not.toContain('\ufffd');
    expect(entries).toEqual((await readAll(sdn, memoryFile('sdn.csv', text))).entries);
  });
});
