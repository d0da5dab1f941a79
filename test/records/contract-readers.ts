import { expect, test } from 'vitest';
import type { Records } from '../../src/records/port.ts';
import { accountWithKey, screening } from './samples.ts';

const PAGES = 60;

/** Readers are shared by the accounts. */
export function readerTests({ records }: { records(): Records }): void {
  test.each(['alerts', 'list', 'filtered'] as const)(
    'an account that asks for many pages of %s at once delays the page of another by those that run',
    async (kind) => {
      const [greedy, modest] = [await accountWithKey(records()), await accountWithKey(records())];
      for (const { accountId, keyId } of [greedy, modest]) {
        const names = Array.from({ length: accountId === greedy.accountId ? 120 : 1 }, (_, at) => `Nobody ${at}`);
        await Promise.all(names.map((name) => records().screenings.create(screening(accountId, keyId, name, 2))));
      }
      const ask = (account: number): Promise<unknown> => {
        if (kind === 'list') return records().screenings.list(account, 1_000);
        if (kind === 'alerts') return records().alerts.page(account, { limit: 200, sort: 'newest' });
        return records().screenings.filtered(account, { offset: 0, limit: 200, descending: true, sort: 'createdAt' });
      };
      await ask(modest.accountId);
      let ended = 0;
      const flood = Array.from({ length: PAGES }, () =>
        ask(greedy.accountId).then(() => {
          ended += 1;
        }),
      );
      await ask(modest.accountId);
      expect(ended).toBeLessThan(PAGES / 2);
      await Promise.all(flood);
    },
  );
}
