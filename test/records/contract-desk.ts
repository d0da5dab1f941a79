import { describe, expect, test } from 'vitest';
import { alertRank } from '../../src/alerts/alert-rules.ts';
import type { AlertStep, QueuedAlert } from '../../src/domain/alert.ts';
import type { Records } from '../../src/records/port.ts';
import type { AlertsFilter } from '../../src/records/queries.ts';
import type { Store } from './contract.ts';
import { accountWithKey, customerPut, screening, verification, withEntries } from './samples.ts';
import { joined } from './samples-users.ts';

const ALL = { limit: 50, sort: 'newest' } as const;
const [ANA, BEN] = [7, 8];

/** What the analyst's desk asks of a database. */
export function deskTests({ records, store }: { store(): Store; records(): Records }): void {
  describe('the desk', () => {
    const queue = (accountId: number, query: object = {}): Promise<QueuedAlert[]> =>
      records().alerts.page(accountId, { ...ALL, ...query });
    const names = async (accountId: number, filter: AlertsFilter): Promise<(string | null)[]> => {
      const found = await queue(accountId, filter);
      expect(await records().alerts.count(accountId, filter)).toBe(found.length);
      return found.map(({ subject }) => subject);
    };

    /** Screenings of a person and an organisation, a customer and a review. */
    async function desk() {
      const { accountId, keyId } = await accountWithKey(records());
      const screened = (name: string, count = 1) => screening(accountId, keyId, name, count);
      await records().screenings.create(screened('Зорван Назаров'));
      await records().screenings.create({ ...screened('Glimmerfax Company'), entityType: 'Organization' });
      await customerPut(records(), accountId, 'C-17', withEntries(screened('Amelie Hussain'), ['us-ofac-sdn:4711']));
      await records().verifications.create(verification(accountId, await records().verifications.reserve()));
      return { accountId, keyId };
    }

    test('words find names in any order and script, entities, entries, references and document numbers', async () => {
      const { accountId } = await desk();
      for (const text of ['nazarov', 'Назаров зорв', 'zorvan olund']) {
        expect(await names(accountId, { text }), text).toEqual(['Зорван Назаров']);
      }
      for (const text of ['hussain amelie', 'c-17', '4711', 'us-ofac-sdn']) {
        expect(await names(accountId, { text }), text).toEqual(['Amelie Hussain']);
      }
      for (const text of ['X1234567', 'marlin ivo']) {
        expect(await names(accountId, { text }), text).toEqual(['IVO MARLIN']);
      }
      expect(await names(accountId, { text: 'nazarov hussain' })).toEqual([]);
      const screenings = (text: string) => records().screenings.page(accountId, { ...ALL, text });
      expect(await screenings('nazarov')).toHaveLength(1);
      expect(await screenings('HUSSAIN amelie')).toHaveLength(1);
      expect(await records().verifications.page(accountId, { ...ALL, text: 'X1234567' })).toHaveLength(1);
      const customers = async (text: string) =>
        (await records().customers.page(accountId, { limit: 5, text })).map(({ reference }) => reference);
      expect(await customers('hussain am')).toEqual(['C-17']);
      expect(await customers('c-17')).toEqual(['C-17']);
      expect(await customers('nazarov')).toEqual([]);
    });

    test('a customer is found by the present name, and no more by the one before', async () => {
      const { accountId, keyId } = await desk();
      const found = withEntries(screening(accountId, keyId, 'Amelie Quill'), ['us-ofac-sdn:4711']);
      await customerPut(records(), accountId, 'C-17', found);
      expect(await names(accountId, { text: 'quill c-17' })).toEqual(['Amelie Quill']);
      expect(await names(accountId, { text: 'hussain' })).toEqual([]);
    });

    test('what waits longer than the account allows is overdue; who undoes a decision begins the wait anew', async () => {
      const at = (day: number) => store().open(() => new Date(Date.UTC(2026, 10, day)));
      const { accountId, keyId } = await accountWithKey(records());
      await (await at(2)).screenings.create(screening(accountId, keyId, 'Zorvan Olund', 2));
      await (await at(4)).verifications.create(verification(accountId, await records().verifications.reserve()));
      const later = await at(8);
      const overdue = () => later.alerts.count(accountId, { overdue: true });
      expect(await overdue()).toBe(0);
      await records().accounts.set(accountId, { dueDays: 5 }, 'operator');
      expect(await overdue()).toBe(2);
      const oldest = '2026-11-02T00:00:00.000Z';
      expect(await later.alerts.waiting(accountId, ANA)).toEqual({ open: 3, mine: 0, oldest });
      const [first, second] = await later.alerts.page(accountId, { ...ALL, kind: 'match' });
      expect(first?.dueAt).toBe('2026-11-07T00:00:00.000Z');
      const step = async (alertId: number, userId: number, ...steps: AlertStep[]) => {
        for (const one of steps) {
          await later.alerts.step(
            { accountId, alertId, userId },
            { step: one, reason: null, comment: null, remember: false },
          );
        }
      };
      await step(first!.id, ANA, 'dismissed', 'reopened');
      expect(await overdue()).toBe(1);
      // Whoever escalates and takes it back gains no time.
      await step(second!.id, ANA, 'escalated', 'reopened');
      expect(await overdue()).toBe(1);
      expect((await later.alerts.get(accountId, second!.id))?.escalation).toMatchObject({
        by: `user:${ANA}`,
        to: 'owner',
      });
      const dismissal = { step: 'dismissed', reason: null, comment: null, remember: false } as const;
      const by = (userId: number) => ({ accountId, alertId: second!.id, userId });
      expect(await later.alerts.step(by(ANA), dismissal)).toEqual({ kind: 'escalator' });
      expect(await later.alerts.step(by(BEN), dismissal)).toEqual({ kind: 'done' });
      expect((await later.alerts.get(accountId, second!.id))?.escalation).toBeNull();
    });

    test('alerts are found by type, score, entry, list, reason, age and who works on them', async () => {
      const { accountId } = await desk();
      expect(await names(accountId, { entityType: 'Organization' })).toEqual(['Glimmerfax Company']);
      expect(await names(accountId, { entityType: 'Individual' })).toEqual(['Amelie Hussain', 'Зорван Назаров']);
      expect(await names(accountId, { entry: 'us-ofac-sdn:4711' })).toEqual(['Amelie Hussain']);
      expect(await names(accountId, { entry: 'us-ofac-sdn:471' })).toEqual([]);
      expect(await names(accountId, { sources: ['us-ofac-sdn'] })).toEqual(['Amelie Hussain']);
      expect(await names(accountId, { minScore: 91, maxScore: 92 })).toEqual(['IVO MARLIN']);
      const [review] = await queue(accountId);
      const action = { accountId, alertId: review!.id, userId: ANA };
      await records().alerts.step(action, {
        step: 'dismissed',
        reason: 'accepted-after-call',
        comment: null,
        remember: false,
      });
      expect(await names(accountId, { reason: 'accepted-after-call' })).toEqual(['IVO MARLIN']);
      expect(await names(accountId, { reason: 'other' })).toEqual([]);
      expect(await names(accountId, { from: review!.createdAt, text: 'ivo' })).toEqual(['IVO MARLIN']);
      expect(await names(accountId, { to: '2020-01-01T00:00:00.000Z' })).toEqual([]);
      await records().alerts.assign(action, { from: null, to: BEN });
      expect(await names(accountId, { assignee: BEN })).toEqual(['IVO MARLIN']);
      expect(await names(accountId, { assignee: null, kind: 'review' })).toEqual([]);
    });

    test('the highest score first puts reviews last; cases keep their alerts together, page after page', async () => {
      const { accountId, keyId } = await desk();
      const more = withEntries(screening(accountId, keyId, 'Amelie Hussain', 2), ['us-ofac-sdn:4711', 'eu-fsf:9']);
      await customerPut(records(), accountId, 'C-17', { ...more, dateOfBirth: null });
      expect((await queue(accountId, { sort: 'score' })).at(-1)?.kind).toBe('review');
      const pages = async (sort: 'score' | 'case', value: (alert: QueuedAlert) => number) => {
        const seen: QueuedAlert[] = [];
        for (let turn = 0; turn < 10; turn += 1) {
          const last = seen.at(-1);
          const after = last && { id: last.id, value: value(last) };
          const rows = await queue(accountId, { sort, limit: 2, ...(after && { after }) });
          if (rows.length === 0) break;
          seen.push(...rows);
        }
        return seen;
      };
      const byScore = await pages('score', alertRank);
      expect(byScore.map(alertRank)).toEqual(byScore.map(alertRank).toSorted((a, b) => b - a));
      const byCase = await pages('case', ({ caseId }) => caseId);
      expect(byCase.map(({ subject }) => subject)).toEqual([
        'IVO MARLIN',
        'Amelie Hussain',
        'Amelie Hussain',
        'Glimmerfax Company',
        'Зорван Назаров',
      ]);
      expect(await names(accountId, { caseId: byCase[1]!.caseId })).toHaveLength(2);
    });

    test('two people who claim at once never get the same alert, and none twice', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      await records().screenings.create(screening(accountId, keyId, 'Ivo Marlin', 20));
      const other = await store().open();
      const claims = Array.from({ length: 24 }, (_, turn) => {
        const port = turn % 2 ? other : records();
        return port.alerts.claim({ accountId, userId: turn % 2 ? ANA : BEN }, { sort: 'score' });
      });
      const claimed = (await Promise.all(claims)).filter((id) => id !== undefined);
      expect(new Set(claimed).size).toBe(20);
      expect(claimed).toHaveLength(20);
      const mine = await records().alerts.count(accountId, { assignee: ANA });
      expect(mine + (await records().alerts.count(accountId, { assignee: BEN }))).toBe(20);
      expect(await records().alerts.waiting(accountId, ANA)).toMatchObject({ open: 20, mine });
    });

    test('an alert is given to somebody and back, is audited, and whoever was slower learns it', async () => {
      const { accountId } = await desk();
      const [alert] = (await queue(accountId)) as [QueuedAlert];
      const action = { accountId, alertId: alert.id, userId: ANA };
      const assign = (from: number | null, to: number | null) => records().alerts.assign(action, { from, to });
      expect(await assign(null, BEN)).toEqual({ kind: 'done' });
      expect(await assign(null, ANA)).toEqual({ kind: 'stale' });
      expect(await assign(BEN, BEN)).toEqual({ kind: 'done' });
      expect(await records().alerts.get(accountId, alert.id)).toMatchObject({ assignee: BEN, revision: 0 });
      expect(await assign(BEN, null)).toEqual({ kind: 'done' });
      const { history } = (await records().alerts.get(accountId, alert.id))!;
      expect(history.map(({ kind, by }) => [kind, by])).toEqual([
        ['assigned', `user:${ANA}`],
        ['released', `user:${ANA}`],
      ]);
      const audited = await records().audit.page(accountId, { limit: 9, subjects: [`alert:${alert.id}`] });
      expect(audited.map(({ action: what, details }) => [what, details])).toEqual([
        ['alert.released', {}],
        ['alert.assigned', { assignee: `user:${BEN}` }],
      ]);
      const elsewhere = { ...action, accountId: accountId + 1 };
      expect(await records().alerts.assign(elsewhere, { from: null, to: ANA })).toEqual({ kind: 'missing' });
    });

    test('what somebody works on who is removed waits for somebody else', async () => {
      const { accountId } = await desk();
      const user = await joined(records(), accountId, 'ana@example.org', 'analyst');
      const claimed = await records().alerts.claim({ accountId, userId: user.id }, { sort: 'newest' });
      await records().users.remove(accountId, user.id, 'operator');
      expect((await records().alerts.get(accountId, claimed!))?.assignee).toBeNull();
    });

    test('screenings are found by their file and by their customer', async () => {
      const { accountId, keyId } = await desk();
      const batch = {
        kind: 'screenings',
        accountId,
        keyId,
        userId: null,
        entityType: 'Individual',
        title: null,
        watched: true,
      } as const;
      const id = 'file-1';
      await records().batches.open({ ...batch, id });
      const row = { row: 1, line: 2, reference: '', name: 'Nobody Xyloq', type: '', dateOfBirth: '' };
      await records().batches.add(id, [row]);
      await records().batches.seal(id);
      await records().batches.screen({ batch: id, row: 1 }, screening(accountId, keyId, 'Nobody Xyloq', 0));
      const found = async (query: object) =>
        (await records().screenings.page(accountId, { ...ALL, ...query })).map(({ name }) => name);
      expect(await found({ batch: id })).toEqual(['Nobody Xyloq']);
      expect(await found({ batch: id, result: 'matched' })).toEqual([]);
      expect(await found({ batch: 'file-2' })).toEqual([]);
      expect(await found({ customer: 'C-17' })).toEqual(['Amelie Hussain']);
      expect(await found({ customer: 'C-17', text: 'amelie', result: 'matched' })).toEqual(['Amelie Hussain']);
    });
  });
}
