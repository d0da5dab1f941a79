import { expect, test } from 'vitest';
import type { Records } from '../../src/records/port.ts';
import type { FilteredPage, FilteredScreenings, FilteredVerifications } from '../../src/records/queries.ts';
import type { Store } from './contract.ts';
import { accountWithKey, rowsOf, screening, verification } from './samples.ts';

const START = Date.parse('2026-03-01T00:00:00.000Z');
const HOUR_MS = 3_600_000;
/** In the order of their making, an hour apart. */
const NAMES = ['Émile', 'zoe', 'Straße', 'STRASSE', 'Abel', 'ΣΊΣΥΦΟΣ'];
const BY_NAME = ['Abel', 'Straße', 'STRASSE', 'zoe', 'Émile', 'ΣΊΣΥΦΟΣ'];
const ALL = { offset: 0, limit: 50, descending: false };

export function filterTests({ store }: { records(): Records; store(): Store }): void {
  /** Records of an account and of another one, made by a clock that goes on an hour with each. */
  async function filled() {
    let at = START;
    const records = await store().open(() => new Date(at));
    const { accountId, keyId } = await accountWithKey(records);
    const other = await accountWithKey(records);
    for (const [place, name] of NAMES.entries()) {
      const entityType = place % 2 === 0 ? 'Individual' : 'Organization';
      await records.screenings.create({ ...screening(accountId, keyId, name, place % 3), entityType });
      await records.screenings.create(screening(other.accountId, other.keyId, 'Elsewhere'));
      const sample = verification(accountId, await records.verifications.reserve());
      const extractedData = { ...sample.extractedData, fullName: place === 5 ? null : name };
      const isEven = place % 2 === 0;
      await records.verifications.create({
        ...sample,
        matchConfidence: 90 - place,
        status: isEven ? 'Verified' : 'Not Verified',
        extractedData: { ...extractedData, documentType: isEven ? 'Passport' : 'National ID' },
      });
      at += HOUR_MS;
    }
    return { records, accountId };
  }
  const names = async (found: Promise<FilteredPage>) => {
    const { total, page } = await found;
    return { total, names: (await rowsOf(Promise.resolve(page))).map((row) => row.name ?? row.extractedData.fullName) };
  };

  test('records are found by what the caller called them, beside other filters', async () => {
    const records = await store().open();
    const { accountId, keyId } = await accountWithKey(records);
    for (const [name, reference] of [
      ['A', 'r/1'],
      ['B', 'r/2'],
      ['C', 'r/1'],
      ['D', null],
    ] as const) {
      await records.screenings.create({ ...screening(accountId, keyId, name), reference });
      const sample = verification(accountId, await records.verifications.reserve());
      const extractedData = { ...sample.extractedData, fullName: name };
      await records.verifications.create({ ...sample, extractedData, reference });
    }
    const query = { ...ALL, sort: 'name', descending: true, reference: 'r/1' } as const;
    const page = { total: 2, names: ['C', 'A'] };
    expect(await names(records.screenings.filtered(accountId, query))).toEqual(page);
    expect(await names(records.verifications.filtered(accountId, query))).toEqual(page);
    const to = new Date(0).toISOString();
    expect(await names(records.screenings.filtered(accountId, { ...query, to }))).toEqual({ total: 0, names: [] });
    const listed = await rowsOf(records.screenings.list(accountId, 10));
    expect(listed.map(({ reference }) => reference)).toEqual([undefined, 'r/1', 'r/2', 'r/1']);
  });

  test('screenings are filtered and counted, in every order', async () => {
    const { records, accountId } = await filled();
    const found = (query: Partial<FilteredScreenings>) =>
      names(records.screenings.filtered(accountId, { ...ALL, sort: 'createdAt', ...query }));
    expect(await found({})).toEqual({ total: 6, names: NAMES });
    expect(await found({ descending: true })).toEqual({ total: 6, names: NAMES.toReversed() });
    expect(await found({ sort: 'name' })).toEqual({ total: 6, names: BY_NAME });
    expect((await found({ sort: 'highestScore', descending: true })).names.slice(0, 4)).toEqual([
      'ΣΊΣΥΦΟΣ',
      'Abel',
      'Straße',
      'zoe',
    ]);
    expect(await found({ hasMatch: true })).toEqual({ total: 4, names: ['zoe', 'Straße', 'Abel', 'ΣΊΣΥΦΟΣ'] });
    expect(await found({ hasMatch: false, entityType: 'Organization' })).toEqual({ total: 1, names: ['STRASSE'] });
    const from = new Date(START + HOUR_MS).toISOString();
    const to = new Date(START + 3 * HOUR_MS).toISOString();
    expect(await found({ from, to })).toEqual({ total: 2, names: ['zoe', 'Straße'] });
    expect(await found({ offset: 4, limit: 2 })).toEqual({ total: 6, names: ['Abel', 'ΣΊΣΥΦΟΣ'] });
    expect(await found({ offset: 60 })).toEqual({ total: 6, names: [] });
  });

  test('rows of a page are those of the list without filters', async () => {
    const { records, accountId } = await filled();
    const query = { ...ALL, descending: true, sort: 'createdAt' as const };
    const [screenings, verifications] = await Promise.all([
      records.screenings.filtered(accountId, query),
      records.verifications.filtered(accountId, query),
    ]);
    expect(screenings.page).toEqual(await records.screenings.list(accountId, 50));
    expect(verifications.page).toEqual(await records.verifications.list(accountId, 50));
  });

  test('verifications are filtered and counted, in every order', async () => {
    const { records, accountId } = await filled();
    const found = (query: Partial<FilteredVerifications>) =>
      names(records.verifications.filtered(accountId, { ...ALL, sort: 'createdAt', ...query }));
    const read = NAMES.map((name, place) => (place === 5 ? null : name));
    expect(await found({})).toEqual({ total: 6, names: read });
    expect(await found({ sort: 'matchConfidence' })).toEqual({ total: 6, names: read.toReversed() });
    expect((await found({ sort: 'name' })).names).toEqual([null, ...BY_NAME.slice(0, 5)]);
    expect(await found({ status: 'Verified' })).toEqual({ total: 3, names: ['Émile', 'Straße', 'Abel'] });
    expect((await found({ status: 'Manual Review Required' })).total).toBe(0);
    expect(await found({ documentType: 'National ID', descending: true })).toEqual({
      total: 3,
      names: [null, 'STRASSE', 'zoe'],
    });
  });
}
