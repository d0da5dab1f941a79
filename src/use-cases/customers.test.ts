import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, screening, withEntries } from '../../test/records/samples.ts';
import { readConfig } from '../config.ts';
import type { CustomerContent } from '../domain/customer.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import type { Query } from '../screening/query.ts';
import type { SearchAnswer } from '../screening/search-result.ts';
import { putCustomer } from './customers.ts';
import type { CompletedEvent } from './events.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const CONTENT: CustomerContent = {
  name: 'Ada Quill',
  entityType: 'Individual',
  dateOfBirth: '1970-01-31T00:00:00Z',
  otherNames: [],
  categories: ['pep', 'sanctions', 'wanted'],
  minScore: 70,
  monitored: true,
};

describe('putting a customer without HTTP', () => {
  let directory: string;
  let records: Records;
  let accountId: number;
  let events: CompletedEvent[];
  let asked: Query[];
  /** What a search of a name finds: keys of entries, a text for each match. */
  let listed: Record<string, readonly string[]>;
  let meanwhile: () => Promise<void>;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-customers-'));
    records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }), () => new Date(NOW));
    ({ accountId } = await accountWithKey(records, 20));
    [events, asked, listed, meanwhile] = [[], [], {}, async () => {}];
  });

  afterEach(async () => {
    await records.close();
    await rm(directory, { recursive: true });
  });

  const search = async (query: Query): Promise<SearchAnswer> => {
    asked.push(query);
    await meanwhile();
    const keys = listed[query.name] ?? [];
    const { matches, evidence, entries } = withEntries(screening(accountId, null, query.name, keys.length), keys);
    return { matches, evidence, entries, crafts: [], qualifying: matches.length, snapshot: 's', engine: '1' };
  };
  const put = (content: Partial<CustomerContent> = {}, check?: () => void) =>
    putCustomer(
      {
        records,
        search: { snapshot: 's', search },
        aboutLists: () => [],
        now: () => new Date(NOW),
        categoryOf: (source) => (source.endsWith('pep') ? 'pep' : 'sanctions'),
        announce: (event) => void events.push(event),
      },
      { accountId, keyId: null, userId: null },
      { reference: 'C-1', content: { ...CONTENT, ...content } },
      check,
    );
  const used = () => records.accounts.used(accountId, '2026-11');
  const found = async (id: number) => (await records.screenings.evidence(accountId, id))!;

  test('a new customer is a record, which is announced; the same again is nothing', async () => {
    listed = { 'Ada Quill': ['un-sc:1'] };
    const made = await put();
    expect(made).toMatchObject({ kind: 'created', remaining: 19, customer: { state: 'open', screeningId: 1 } });
    expect(asked).toMatchObject([{ name: 'Ada Quill', dateOfBirth: '1970-01-31', minScore: 70, limit: 200 }]);
    expect(await put()).toEqual({ kind: 'unchanged', customer: made.customer, remaining: undefined });
    expect(events).toEqual([{ kind: 'screening-stored', accountId, id: 1, matchCount: 1 }]);
    expect([asked.length, await used()]).toEqual([1, 1]);
  });

  test('an entity that two names find counts once, with its best score', async () => {
    listed = { 'Ada Quill': ['un-sc:1', 'un-sc:2'], 'A. Quill': ['un-sc:2', 'un-sc:3'], Adda: [] };
    const { customer } = await put({ otherNames: ['A. Quill', 'Adda'] });
    const { matches, qualifying, notes } = await found(customer.screeningId!);
    expect(matches.map(({ entries, score }) => `${entries[0]!.id} ${score}`)).toEqual(['2 99.5', '1 99.5', '3 99.4']);
    expect(qualifying).toBe(3);
    expect(notes[0]).toBe('Also searched under: A. Quill, Adda.');
  });

  test('a match counts where one of its lists is of a wanted category', async () => {
    listed = { 'Ada Quill': ['un-sc:1', 'us-pep:2', 'un-sc:3 us-pep:4'] };
    const { customer } = await put({ categories: ['pep'] });
    const ids = ({ entries }: EvidencedMatch) => entries.map(({ id }) => id);
    expect((await found(customer.screeningId!)).matches.map(ids)).toEqual([['2'], ['3', '4']]);
  });

  test.each([
    ['a lower score', { minScore: 40 }, true],
    ['another category', { categories: ['pep', 'sanctions', 'wanted'] as const }, true],
    ['monitoring again', { monitored: true }, true],
    ['a higher score', { minScore: 90 }, false],
    ['fewer categories', { categories: ['pep'] as const }, false],
    ['no monitoring', { monitored: false }, false],
  ])(
    'settings with %s make no record, and are searched for where they let more through',
    async (_what, change, searched) => {
      const from = searched ? { minScore: 80, categories: ['sanctions', 'pep'] as const, monitored: false } : {};
      const { customer } = await put(from);
      listed = { 'Ada Quill': ['un-sc:1'] };
      const changed = await put({ ...from, ...change });
      expect(changed).toMatchObject({ kind: 'changed', customer: { state: searched ? 'open' : 'clear' } });
      expect([changed.customer.screeningId, changed.remaining]).toEqual([customer.screeningId, undefined]);
      expect([asked.length, await used(), events.length]).toEqual([searched ? 2 : 1, 1, 1]);
    },
  );

  test('a change that somebody else overtakes begins again with what is there then', async () => {
    let turns = 0;
    meanwhile = async () => {
      turns += 1;
      if (turns > 1) return;
      await put({ name: 'Somebody Faster' });
    };
    expect(await put()).toMatchObject({ kind: 'changed', customer: { name: 'Ada Quill', revision: 2 } });
    expect(await used()).toBe(2);
  });

  test('a customer that others change all the time is refused as busy, and costs nothing', async () => {
    let turns = 0;
    meanwhile = async () => {
      const rival = { ...CONTENT, name: `Rival ${++turns}` };
      const before = await records.customers.get(accountId, 'C-1');
      const row = { accountId, reference: 'C-1', content: rival, makesRecord: false, by: 'operator' };
      await records.customers.put({ ...row, revision: before?.revision ?? null });
    };
    await expect(put()).rejects.toMatchObject({ code: 'busy' });
    expect([turns, await used()]).toEqual([5, 0]);
  });

  test('a condition that fails stops everything; a spent quota stores nothing', async () => {
    const check = () => {
      throw new Error('another state');
    };
    await expect(put({}, check)).rejects.toThrow('another state');
    expect(asked).toEqual([]);
    await records.accounts.set(accountId, { quota: 1 }, 'operator');
    await put();
    await expect(put({ name: 'Other' })).rejects.toMatchObject({ code: 'quota-exhausted' });
    expect((await records.customers.get(accountId, 'C-1'))?.name).toBe('Ada Quill');
  });
});
