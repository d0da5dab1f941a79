import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entityOf, snapshotOf } from '../../../test/support/engine.ts';
import { type Engine, openSnapshot } from '../../screening/engine.ts';
import type { Article } from '../article.ts';
import { DayEvents, type MediaEvent } from '../events.ts';
import { commonnessOf } from './commonness.ts';
import { MediaIndex } from './media-index.ts';
import type { MediaQuery } from './media-query.ts';
import { MediaSearch } from './media-search.ts';
import { nameNumber } from './name-keys.ts';

const DAY = '2026-03-01';

function eventsOf(day: string, ...articles: Partial<Article>[]): MediaEvent[] {
  const events = new DayEvents(day, []);
  for (const [at, one] of articles.entries()) {
    events.add({
      url: `https://a.example/${day}/${at}`,
      site: 'a.example',
      date: `${day}T10:15:00.000Z`,
      language: 'eng',
      persons: [],
      organisations: [],
      countries: [],
      offences: ['fraud'],
      tone: -2,
      ...one,
    });
  }
  return [...events.events];
}

const dayOf = (day: string) => ({ day, state: '1', files: 1, articles: 1, bytes: 1 });
const asked = (name: string, change: Partial<MediaQuery> = {}): MediaQuery => ({
  name,
  entityType: 'Individual',
  otherNames: [],
  countries: [],
  offences: [],
  minScore: 70,
  ...change,
});

/** Many bearers of common words, as the news has them. */
const CROWD = Array.from({ length: 400 }, (_, at) => ({
  persons: [`John Quill${'abcdefghijklmnopqrst'[at % 20]}${at}er`, `Pia${at}ra Smith`],
}));

describe('a search in the news', () => {
  let directory: string;
  let engine: Engine;
  let index: MediaIndex;
  const search = (query: MediaQuery) => new MediaSearch(engine, index).search(query);
  const put = (day: string, ...articles: Partial<Article>[]) => index.putDay(dayOf(day), eventsOf(day, ...articles));

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-media-index-'));
    await snapshotOf([entityOf('a', ['Somebody Else'])], directory);
    engine = await openSnapshot(directory, 'snapshot-1');
    index = MediaIndex.open(join(directory, 'media', 'index.db'));
  });
  afterEach(async () => {
    index.close();
    engine.close();
    await rm(directory, { recursive: true });
  });

  test.each([
    ['Zorvan Ilmatok', 'Zorvan Ilmatok'],
    ['Ilmatok, Zorvan', 'Zorvan Ilmatok'],
    ['Зорван Ильматок', 'Zorvan Ilmatok'],
    ['William Ostermarr', 'Bill Ostermarr'],
    ['梁伟国', 'Liang Weiguo'],
    ['Mohammed Zarqawandi', 'Muhamad Zarkawandi'],
  ])('finds %s as %s', (name, written) => {
    put(DAY, { persons: [written] });
    const [event, ...others] = search(asked(name)).events;
    expect(others).toEqual([]);
    expect(event).toMatchObject({ names: [written], offences: ['fraud'], articleCount: 1 });
  });

  test.each([
    ['Wirebrandt AG', 'Wirebrandt'],
    ['Northwind Shipping Ltd', 'Northwind Shipping'],
  ])('finds the organisation %s as %s, and no person', (name, written) => {
    put(DAY, { organisations: [written] });
    expect(search(asked(name, { entityType: 'Organization' })).events).toHaveLength(1);
    expect(search(asked(name)).events).toEqual([]);
  });

  test('a common name alone is no finding; a country and a name beside it make it one, and each says why', () => {
    put(DAY, ...CROWD, {
      persons: ['John Smith', 'Orvella Kant'],
      organisations: ['Brontal Holdings'],
      countries: ['de'],
    });
    expect(search(asked('John Smith')).events).toEqual([]);
    const ties = { countries: ['de'], ties: ['Brontal Holdings'] };
    const [event] = search(asked('John Smith', { ...ties, minScore: 40 })).events;
    const { nameScore, adjustments } = event!.explanation;
    expect(adjustments.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Some \d+ people may have a name like this$/),
      'The event is in DE as well',
      'The event also names Brontal Holdings',
    ]);
    expect(adjustments.reduce((sum, { points }) => sum + points, nameScore)).toBeCloseTo(event!.score, 2);
    const alone = search(asked('John Smith', { minScore: 0 })).events.find(({ names }) =>
      names.includes('John Smith'),
    )!;
    expect(alone.score).toBeLessThan(event!.score);
    expect(search(asked('Orvella Kant')).events).toHaveLength(1);
  });

  test('the more persons the news has, the rarer is a name that is a finding by itself', () => {
    // Two words that one in 5,000 persons has each: 328 people have both.
    const scoreOf = (persons: number) => {
      const counts = { namesWith: () => 1 + persons / 5_000, totals: () => ({ persons, organizations: 0 }) };
      const pairs = ['orvella', 'kant'].map((word) => ({
        query: word,
        entry: word,
        evidence: 'exact' as const,
        weight: 1,
        similarity: 1,
      }));
      return 100 + commonnessOf({ pairs, matchedName: 'Orvella Kant' }, 'person', counts).points;
    };
    expect(scoreOf(2_000_000)).toBeGreaterThan(70);
    // A day of a year's news says nothing of how many the year has.
    expect(scoreOf(5_000)).toBe(scoreOf(2_000_000));
    expect(scoreOf(5_000_000)).toBeLessThan(70);
  });

  test('an article of a name tells nobody from others', () => {
    put(DAY, ...CROWD, { persons: ['John Al-Smith'] });
    const [event] = search(asked('John Al-Smith', { minScore: 0 })).events;
    expect(event!.explanation.adjustments.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^Some \d{4,} people may have a name like this$/),
    );
  });

  test('an age that an article gives raises or lowers the score by the date of birth', () => {
    const born = { 'john smith': [1981, 1982], 'orvella kant': [1981, 1982] } as const;
    put(DAY, ...CROWD, { persons: ['John Smith', 'Orvella Kant'], born });
    const scored = (name: string, date?: string) =>
      search(asked(name, { minScore: 0, ...(date && { born: date }) })).events[0]!;
    const [unknown, same] = [scored('John Smith'), scored('John Smith', '1982-05-01')];
    const other = scored('Orvella Kant', '1950');
    expect(same.score).toBeGreaterThan(unknown.score);
    expect(same.explanation.adjustments.map(({ reason }) => reason)).toContain(
      'An article gives an age that fits: born 1981/1982',
    );
    expect(other.score).toBeLessThan(scored('Orvella Kant').score);
    expect(other.explanation.adjustments.at(-1)!.reason).toBe('An article gives another age: born 1981/1982');
  });

  test('a row before a day without news is the newest, so that nobody is told of old events', () => {
    put(DAY, { persons: ['Zorvan Ilmatok'] });
    expect(index.rowBefore('2026-03-02')).toBe(index.newestRow);
    expect(index.rowBefore(DAY)).toBe(0);
  });

  test('filters by offence and time, and has an event of several days once', () => {
    const [event] = eventsOf(DAY, { persons: ['Zorvan Ilmatok'] });
    const later = { ...event!, first: '2026-03-02T08:00:00.000Z', last: '2026-03-02T09:00:00.000Z', tone: -4 };
    index.putDay(dayOf(DAY), [event!]);
    index.putDay(dayOf('2026-03-02'), [later]);
    const found = search(asked('Zorvan Ilmatok'));
    expect(found.eventCount).toBe(1);
    expect(found.events[0]).toMatchObject({ articleCount: 2, tone: -3, first: event!.first, last: later.last });
    for (const change of [{ offences: ['drugs'] }, { from: '2026-03-03' }, { to: '2026-02-28' }]) {
      expect(search(asked('Zorvan Ilmatok', change)).events).toEqual([]);
    }
    const inTime = { offences: ['fraud'], from: '2026-03-02', to: '2026-03-01' };
    expect(search(asked('Zorvan Ilmatok', inTime)).events).toHaveLength(1);
  });

  test('a day that is put in again changes only what is otherwise, and a removed one leaves nothing', () => {
    put(DAY, { persons: ['Zorvan Ilmatok'] }, { persons: ['Mira Quellund'] });
    const row = index.newestRow;
    expect(put(DAY, { persons: ['Zorvan Ilmatok'] }, { persons: ['Mira Quellund'] })).toBe(0);
    expect(index.newestRow).toBe(row);
    expect(put(DAY, { persons: ['Zorvan Ilmatok'] }, { persons: ['Otto Brandtner'] })).toBe(1);
    expect(search(asked('Mira Quellund')).events).toEqual([]);
    expect(search(asked('Otto Brandtner', { since: row })).events).toHaveLength(1);
    expect(search(asked('Zorvan Ilmatok', { since: row })).events).toEqual([]);
    index.removeDay(DAY);
    expect(search(asked('Otto Brandtner')).events).toEqual([]);
    expect(index.totals()).toEqual({ events: 0, persons: 0, organizations: 0 });
    expect(index.namesWith('otto', 'person')).toBe(0);
  });

  test('a barred name is not found, and stands in no event', () => {
    put(DAY, { persons: ['Zorvan Ilmatok', 'Mira Quellund'] });
    const barred = new MediaSearch(engine, index, new Set([nameNumber('ZORVAN  ilmatok', 'person')]));
    expect(barred.search(asked('Zorvan Ilmatok')).events).toEqual([]);
    expect(barred.search(asked('Mira Quellund')).events[0]!.names).toEqual(['Mira Quellund']);
  });
});
