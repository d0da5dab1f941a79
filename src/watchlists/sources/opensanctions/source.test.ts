import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { NO_SHARED_LISTS, readAll, sharedFile, survivesDamage } from '../../../../test/support/list-source.ts';
import { localFile, memoryFile } from '../../formats/list-file.ts';
import { source } from './source.ts';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

describe('OpenSanctions entities.ftm.json', () => {
  test('a target is joined with its sanctions, documents and addresses', async () => {
    const { entries, published, skipped } = await readAll(source, localFile(fixture('entities.ftm.json')));
    expect(published).toBe('2026-01-02T03:04:05');
    expect(entries[0]).toEqual({
      id: 'NK-person',
      kind: 'person',
      names: [
        { full: 'Jan Vymyslov', kind: 'primary', parts: { given: 'Jan', family: 'Vymyslov' } },
        { full: 'Ян Вымыслов', kind: 'original' },
        { full: 'Johnny', kind: 'alias' },
        { full: 'Jan Older', kind: 'former' },
        { full: 'JV', kind: 'alias', weak: true },
      ],
      birthDates: [{ date: '1970' }, { date: '1971-02' }],
      birthPlaces: ['Testville'],
      gender: 'male',
      nationalities: ['xa'],
      addresses: ['1 Test Street, Testville'],
      documents: [
        { type: 'passport', number: 'P1' },
        { type: 'National passport', number: 'X99', country: 'xa' },
      ],
      positions: ['Tester'],
      programmes: ['sanction', 'TEST'],
      listedOn: '2020-03-04',
      remarks: 'Countries: xb\nInvented.\nBecause',
      references: [
        { to: 'opensanctions', id: 'ofac-123' },
        { to: 'us-ofac-sdn', id: '123' },
        { to: 'opensanctions', id: 'eu-fsf-eu-9001-11' },
        { to: 'eu-fsf', id: 'EU.9001.11' },
        { to: 'opensanctions', id: 'interpol-red-2020-1' },
        { to: 'interpol-red', id: '2020/1' },
        { to: 'wikidata', id: 'Q990003' },
      ],
      url: 'https://www.opensanctions.org/entities/NK-person/',
    });
    expect(entries.map((entry) => [entry.id, entry.kind])).toEqual([
      ['NK-person', 'person'],
      ['NK-ship', 'vessel'],
      ['NK-any', 'unknown'],
    ]);
    expect(skipped).toHaveLength(2);
  });
});

describe('OpenSanctions targets.simple.csv', () => {
  test('cells hold several values, quoted where they hold a semicolon', async () => {
    const { entries, skipped } = await readAll(source, localFile(fixture('targets.simple.csv')));
    expect(entries).toHaveLength(2);
    expect(entries[0]).toEqual({
      id: 'Q990003',
      kind: 'person',
      names: [
        { full: 'Jan Vymyslov', kind: 'primary' },
        { full: 'Ян Вымыслов', kind: 'original' },
        { full: 'Johnny; the Test', kind: 'alias' },
      ],
      birthDates: [{ date: '1970' }, { date: '1971-02-03' }],
      nationalities: ['xa', 'xb'],
      addresses: ['1 Test Street'],
      documents: [
        { type: 'identifier', number: 'X99' },
        { type: 'IMO number', number: 'IMO1234567' },
      ],
      programmes: ['TEST-P', 'Test List'],
      remarks: 'Because; of',
      references: [{ to: 'wikidata', id: 'Q990003' }],
      url: 'https://www.opensanctions.org/entities/Q990003/',
    });
    expect(skipped).toEqual(['NK-3: the schema CryptoWallet is not screened']);
  });
});

test.each(['', '<html>Sign in</html>', '{"DATA_SOURCE":"X","RECORD_ID":"1"}\n', '{"a":1}\n', 'position,person\nx,y\n'])(
  'refuses %j',
  async (content) => {
    await expect(readAll(source, memoryFile('x', content))).rejects.toMatchObject({ code: 'list-unusable' });
  },
);

test.each(['entities.ftm.json', 'targets.simple.csv'])('a damaged %s is read or refused, never crashes', (name) =>
  survivesDamage(source, fixture(name)),
);

test.each([
  ['opensanctions/eu_fsf-20220124.entities.ftm.json.gz', 2379],
  ['opensanctions/interpol_red_notices-20250523.targets.simple.csv.gz', 6561],
  ['opensanctions/ua_war_sanctions-20260313.targets.simple.csv.gz', 5600],
])('%s has %i targets', async (path, count) => {
  const file = sharedFile(path);
  if (!file) return console.info(NO_SHARED_LISTS);
  expect((await readAll(source, file)).entries).toHaveLength(count);
});

test('the export for Senzing and lists of office holders are refused', async () => {
  const paths = [
    'opensanctions/us_congress-20240321.senzing.json.gz',
    'pep-world-leaders/world-leaders-bio-wikidata-20230110.csv.gz',
  ];
  for (const path of paths) {
    const file = sharedFile(path);
    if (!file) return console.info(NO_SHARED_LISTS);
    await expect(readAll(source, file)).rejects.toMatchObject({ code: 'list-unusable' });
  }
});
