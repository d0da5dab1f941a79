import { describe, expect, test } from 'vitest';
import { entityOf, withEngine } from '../../test/support/engine.ts';
import type { Engine } from './engine.ts';
import type { Query } from './query.ts';

const born = (date: string) => ({ birthDates: [{ date }] });
const COMPANY = { kind: 'organization' } as const;
const LISTED = [
  entityOf('orvane', ['Tarek Orvane'], born('1961-04-09')),
  entityOf('numbered', ['ZORVA 33'], born('1990-02-03')),
  entityOf('plant', ['Morvane Plant No. 9'], COMPANY),
  entityOf('plant-8', ['Morvane Plant No. 8'], COMPANY),
  entityOf('trading', ['Quistorp Trading LLC'], COMPANY),
];
const TODAY = '2026-08-01';

function found(engine: Engine, query: Partial<Query> & { name: string }) {
  const asked = { entityType: 'Individual' as const, minScore: 70, limit: 10, today: TODAY, ...query };
  const { matches, birthDoubt } = engine.search(asked);
  const [best] = matches;
  const reasons = best?.explanation.adjustments.map(({ reason }) => reason) ?? [];
  return { id: best?.entries[0]?.id, score: best?.score, reasons, birthDoubt };
}

const withListed = (work: (find: (name: string, rest?: Partial<Query>) => ReturnType<typeof found>) => void) => () =>
  withEngine(LISTED, (engine) => work((name, rest) => found(engine, { name, ...rest })));

describe('a number beside a listed person’s name', () => {
  test.each([
    'Tarek Orvane 2',
    '1/Tarek Orvane',
    'Tarek Orvane #12345678',
    'Tarek Orvane 25%',
    'Tarek Orvane REF 889/2024',
    'Tarek Orvane 1976',
    'Tarek Orvane III',
  ])('costs nothing and is named: %s', (name) =>
    withListed((find) => {
      const { id, score, reasons } = find(name);
      expect([id, score]).toEqual(['orvane', 100]);
      expect(reasons[0]).toMatch(/^Beside the name, and no part of it: /);
    })(),
  );

  test(
    'is what is searched where nothing else can be compared',
    withListed((find) => {
      expect(() => find('ーー 7', { minScore: 0 })).not.toThrow();
    }),
  );

  test(
    'stays part of the name where the list has it',
    withListed((find) => {
      expect(find('Zorva 33')).toMatchObject({ id: 'numbered', score: 100 });
    }),
  );

  test.each([
    ['Tarek Orvane 09.04.1961', 'Same date of birth'],
    ['Tarek Orvane DOB 04/09/1961', 'Same date of birth'],
    ['Tarek Orvane 1961', 'Same year of birth, no day to compare'],
  ])('is the birth date where none was sent: %s', (name, reason) =>
    withListed((find) => {
      expect(find(name.replace('Orvane', 'Orvan')).reasons).toContain(reason);
      const sent = find(name.replace('Orvane', 'Orvan'), { dateOfBirth: '1985-01-02' });
      expect(sent.reasons).not.toContain(reason);
    })(),
  );

  test(
    'takes nobody under the threshold, whatever date it is',
    withListed((find) => {
      for (const name of ['Tarek Orvane DOB 05/10/1999', 'Tarek Orvane 05.10.1999']) {
        expect(find(name)).toMatchObject({ id: 'orvane', score: 84 });
      }
      const { score, reasons } = find('Tarek Orvan DOB 05/10/1999');
      expect(score).toBeGreaterThanOrEqual(70);
      expect(reasons).toContain('Another date of birth');
    }),
  );
});

describe('a number in an organisation’s query', () => {
  const organisation = { entityType: 'Organization' } as const;
  test(
    'goes with the words that introduce it',
    withListed((find) => {
      const named = find('Quistorp Trading LLC INN 7701234567', organisation);
      expect(named).toMatchObject({ id: 'trading', score: 100 });
      expect(named.reasons).toEqual(['Beside the name, and no part of it: INN 7701234567']);
    }),
  );

  test(
    'tells where it is part of the name',
    withListed((find) => {
      expect(find('Morvane Plant No 9', organisation).id).toBe('plant');
      expect(find('Morvane Plant No 8', organisation).id).toBe('plant-8');
      expect(find('Morvane Plant No 7', organisation).score ?? 0).toBeLessThan(90);
    }),
  );
});

describe('a birth date that cannot be', () => {
  test.each([
    ['0001-01-01', 'too-long-ago'],
    ['1753-01-01', 'too-long-ago'],
    ['1900-01-01', 'too-long-ago'],
    ['1916-07-31', 'too-long-ago'],
    ['1915', 'too-long-ago'],
    ['2026-08-01', 'today'],
    ['2026-07-31', 'today'],
    ['9999-12-31', 'to-come'],
  ])('%s is no evidence, and that is said', (dateOfBirth, birthDoubt) =>
    withListed((find) => {
      expect(find('Tarek Orvane', { dateOfBirth })).toMatchObject({ id: 'orvane', score: 100, birthDoubt });
    })(),
  );

  test.each(['1916-08-01', '2026-07-30', '1916'])('%s can be, and is compared', (dateOfBirth) =>
    withListed((find) => {
      const { score, birthDoubt } = find('Tarek Orvane', { dateOfBirth, minScore: 50 });
      expect([score, birthDoubt]).toEqual([expect.any(Number), undefined]);
      expect(score).toBeLessThan(100);
    })(),
  );

  test.each(['1970-01-01', '1969-12-31'])('%s is what computers say for no date: it takes nobody away', (dateOfBirth) =>
    withListed((find) => {
      expect(find('Tarek Orvane', { dateOfBirth })).toMatchObject({ id: 'orvane', score: 100 });
    })(),
  );

  test(
    '1 January tells a year at most',
    withListed((find) => {
      const nearly = (dateOfBirth: string) => find('Tarek Orvan', { dateOfBirth });
      expect(nearly('1961-01-01').reasons).toContain('Same year of birth, no day to compare');
      expect(nearly('1961-01-01').score).toBe(nearly('1961').score);
      expect(nearly('1961-01-02').reasons).toContain('Same year of birth, another day');
    }),
  );
});

test(
  'a year, or a year and a month, is compared as far as it tells',
  withListed((find) => {
    const reasons = (dateOfBirth: string) => find('Tarek Orvan', { dateOfBirth, minScore: 40 }).reasons;
    expect(reasons('1961')).toContain('Same year of birth, no day to compare');
    expect(reasons('1961-04')).toContain('Same month of birth, no day to compare');
    expect(reasons('1961-05')).toContain('Same year of birth, another day');
    expect(reasons('1962')).toContain('Year of birth different by one');
    expect(reasons('1985')).toContain('Another date of birth');
  }),
);
