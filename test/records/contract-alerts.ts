import { describe, expect, test } from 'vitest';
import type { Decision, QueuedAlert, ReasonCode } from '../../src/domain/alert.ts';
import type { EntryFacts } from '../../src/domain/list-entry.ts';
import type { EvidencedMatch } from '../../src/domain/match.ts';
import { matchView } from '../../src/domain/match.ts';
import type { NewScreening, ScreeningSummary } from '../../src/domain/screening.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';
import { accountWithKey, customerPut, screening, verification, withEntries } from './samples.ts';

interface Context {
  store(): Store;
  records(): Records;
}

const ALL = { limit: 50, sort: 'newest' } as const;
const USER = 7;
const REOPEN = { step: 'reopened', reason: null, comment: null, remember: false } as const;

async function created(records: Records, wanted: NewScreening): Promise<number> {
  const spent = await records.screenings.create(wanted);
  if (spent.kind !== 'created') throw new Error('the quota is spent');
  return spent.record.id;
}

/** The same screening of a match whose entry says something else. */
function about(wanted: NewScreening, facts: Partial<EntryFacts>): NewScreening {
  const matches = (JSON.parse(wanted.evidence) as EvidencedMatch[]).map((match) => ({
    ...match,
    facts: match.facts.map((entry) => ({ ...entry, ...facts })),
  }));
  return { ...wanted, matches: matches.map(matchView), evidence: JSON.stringify(matches) };
}

export function pageTests({ records, store }: Context): void {
  describe('pages', () => {
    const names = (rows: readonly ScreeningSummary[]) => rows.map(({ name }) => name);

    test('screenings are found by part of a name whatever its case and accents, by result, and by time', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
      const made = [
        screening(accountId, keyId, 'José Müller', 2),
        screening(accountId, keyId, 'MÜLLER Søn', 0),
        screening(accountId, keyId, 'Зорван Ильматок', 1),
        screening(accountId, keyId, 'Somebody Else', 0),
      ];
      for (const [place, day] of days.entries()) {
        await created(await store().open(() => new Date(`${day}T12:00:00Z`)), made[place]!);
      }
      const page = async (query: object) => names(await records().screenings.page(accountId, { ...ALL, ...query }));
      expect(await page({})).toEqual(['Somebody Else', 'Зорван Ильматок', 'MÜLLER Søn', 'José Müller']);
      expect(await page({ text: 'mull' })).toEqual(['MÜLLER Søn', 'José Müller']);
      expect(await page({ text: 'ИЛЬМ' })).toEqual(['Зорван Ильматок']);
      expect(await page({ text: '100%' })).toEqual([]);
      expect(await page({ result: 'clear' })).toEqual(['Somebody Else', 'MÜLLER Søn']);
      expect(await page({ result: 'matched', sort: 'oldest' })).toEqual(['José Müller', 'Зорван Ильматок']);
      const second = { from: '2026-11-02T12:00:00.000Z', to: '2026-11-04T12:00:00.000Z' };
      expect(await page(second)).toEqual(['Зорван Ильматок', 'MÜLLER Søn']);
      expect(await page({ text: 'muller', result: 'matched', from: days[1]! })).toEqual([]);
    });

    test('pages join without a gap or a repetition while records are added, in every order', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const add = (name: string, matches: number) => created(records(), screening(accountId, keyId, name, matches));
      for (let turn = 0; turn < 11; turn += 1) await add(`before ${turn}`, turn % 3);
      const pageAfter = (last: ScreeningSummary | undefined, sort: 'newest' | 'score') => {
        const after = last && { id: last.id, value: last.highestScore };
        return records().screenings.page(accountId, { limit: 4, sort, text: 'before', ...(after && { after }) });
      };
      for (const sort of ['newest', 'score'] as const) {
        const seen: ScreeningSummary[] = [];
        for (let turn = 0; turn < 6; turn += 1) {
          const rows = await pageAfter(seen.at(-1), sort);
          if (rows.length === 0) break;
          seen.push(...rows);
          await add('meanwhile', 2);
        }
        expect(new Set(seen.map(({ id }) => id)).size).toBe(11);
        expect(seen).toHaveLength(11);
        const values = seen.map((row) => (sort === 'score' ? row.highestScore * 1000 + row.id : row.id));
        expect(values).toEqual(values.toSorted((a, b) => b - a));
      }
    });

    test('verifications are found by their holder, status and confidence', async () => {
      const { accountId } = await accountWithKey(records());
      const first = await records().verifications.reserve();
      const second = await records().verifications.reserve();
      const third = await records().verifications.reserve();
      const sure = { ...verification(accountId, first), status: 'Verified' as const, matchConfidence: 97 };
      await records().verifications.create(sure);
      await records().verifications.create(verification(accountId, second));
      const unread = { ...verification(accountId, third), matchConfidence: 75 };
      await records().verifications.create({ ...unread, extractedData: { ...unread.extractedData, fullName: null } });
      const page = async (query: object) =>
        (await records().verifications.page(accountId, { ...ALL, ...query })).map(({ id, review }) => [id, review]);
      expect(await page({})).toEqual([
        [third, 'open'],
        [second, 'open'],
        [first, null],
      ]);
      expect(await page({ text: 'marlin' })).toEqual([
        [second, 'open'],
        [first, null],
      ]);
      expect(await page({ result: 'Verified' })).toEqual([[first, null]]);
      expect(await page({ sort: 'confidence' })).toEqual([
        [first, null],
        [second, 'open'],
        [third, 'open'],
      ]);
    });

    test("another account's records are on no page", async () => {
      const one = await accountWithKey(records());
      const two = await accountWithKey(records());
      const id = await created(records(), screening(one.accountId, one.keyId, 'Ada Quill'));
      await records().verifications.create(verification(one.accountId, await records().verifications.reserve()));
      expect(await records().screenings.page(two.accountId, ALL)).toEqual([]);
      expect(await records().verifications.page(two.accountId, ALL)).toEqual([]);
      expect(await records().alerts.page(two.accountId, ALL)).toEqual([]);
      expect(await records().alerts.open(two.accountId)).toEqual({ matches: 0, reviews: 0 });
      expect(await records().alerts.ofScreening(two.accountId, id)).toEqual(new Map());
      expect(await records().alerts.get(two.accountId, 1)).toBeUndefined();
      const action = { accountId: two.accountId, alertId: 1, userId: USER };
      expect(await records().alerts.comment(action, 'mine?')).toEqual({ kind: 'missing' });
      expect(await records().alerts.step(action, REOPEN)).toEqual({ kind: 'missing' });
    });
  });
}

export function alertTests({ records, store }: Context): void {
  describe('alerts', () => {
    const queue = (accountId: number, query: object = {}): Promise<QueuedAlert[]> =>
      records().alerts.page(accountId, { ...ALL, state: 'open', ...query });
    const decide = (
      accountId: number,
      alertId: number,
      step: Decision,
      remember = false,
      reason: ReasonCode | null = null,
    ) => records().alerts.step({ accountId, alertId, userId: USER }, { step, reason, comment: 'seen', remember });

    test('every match of a screening and every manual review is one, with what a decision needs', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const id = await created(records(), screening(accountId, keyId, 'Ivo Marlin', 12));
      await created(records(), screening(accountId, keyId, 'Nobody Known', 0));
      const asked = await records().verifications.reserve();
      await records().verifications.create(verification(accountId, asked));
      const verified = verification(accountId, await records().verifications.reserve());
      await records().verifications.create({ ...verified, status: 'Verified' });
      expect(await records().alerts.open(accountId)).toEqual({ matches: 12, reviews: 1 });
      const [review, best, ...rest] = await queue(accountId);
      expect(rest).toHaveLength(11);
      expect(review).toMatchObject({ kind: 'review', record: asked, subject: 'IVO MARLIN', score: 91.25, match: null });
      expect(review?.reasons.map(({ code }) => code)).toEqual(['liveness-off']);
      expect(best).toMatchObject({ kind: 'match', record: id, subject: 'Ivo Marlin', score: 99.5, history: [] });
      expect(best?.match?.facts[0]?.id).toBe('QDi.999');
      expect((await records().alerts.ofScreening(accountId, id)).get(0)?.id).toBe(best?.id);
      expect((await records().alerts.ofVerification(accountId, asked))?.id).toBe(review?.id);
      expect((await records().screenings.page(accountId, ALL)).map(({ open }) => open)).toEqual([0, 12]);
      expect(await queue(accountId, { kind: 'review' })).toHaveLength(1);
      expect(await queue(accountId, { text: 'ivo m', kind: 'match' })).toHaveLength(12);
      expect(await queue(accountId, { text: 'nobody' })).toEqual([]);
      expect((await queue(accountId, { sort: 'score', limit: 1 }))[0]?.id).toBe(best?.id);
    });

    test('a decision is kept with who, when and why, and can be undone', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const id = await created(records(), screening(accountId, keyId, 'Ivo Marlin'));
      const before = await records().screenings.get(accountId, id);
      const { entries } = await records().audit.verify();
      const [{ id: alertId }] = (await queue(accountId)) as [QueuedAlert];
      const action = { accountId, alertId, userId: USER };
      expect(await decide(accountId, alertId, 'confirmed')).toEqual({ kind: 'done' });
      expect(await records().alerts.comment(action, 'Zweitmeinung eingeholt')).toEqual({ kind: 'done' });
      expect(await records().alerts.step(action, REOPEN)).toEqual({ kind: 'done' });
      const alert = await records().alerts.get(accountId, alertId);
      expect(alert).toMatchObject({ state: 'open', revision: 2, remembered: false });
      const by = `user:${USER}`;
      expect(alert?.history).toEqual([
        { kind: 'confirmed', reason: null, comment: 'seen', by, at: expect.any(String) },
        { kind: 'commented', reason: null, comment: 'Zweitmeinung eingeholt', by, at: expect.any(String) },
        { kind: 'reopened', reason: null, comment: null, by, at: expect.any(String) },
      ]);
      expect(await records().screenings.get(accountId, id)).toEqual(before);
      expect(await records().audit.verify()).toMatchObject({ entries: entries + 3, ok: true });
    });

    test('who was slower learns it and changes nothing', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      await created(records(), screening(accountId, keyId, 'Ivo Marlin'));
      const [{ id: alertId }] = (await queue(accountId)) as [QueuedAlert];
      const action = { accountId, alertId, userId: USER };
      const both = await Promise.all([
        decide(accountId, alertId, 'confirmed'),
        decide(accountId, alertId, 'dismissed'),
      ]);
      expect(both).toEqual([{ kind: 'done' }, { kind: 'undecidable' }]);
      expect(await records().alerts.step(action, { ...REOPEN, revision: 0 })).toEqual({ kind: 'stale' });
      expect(await records().alerts.get(accountId, alertId)).toMatchObject({ state: 'confirmed', revision: 1 });
    });

    test('a subject and an entity have one alert however often they meet, and its history shows each time', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const wanted = screening(accountId, keyId, 'Ivo Marlin', 2);
      const first = await created(records(), wanted);
      const second = await created(records(), { ...wanted, name: 'IVO  Márlin', userId: USER, keyId: null });
      const alerts = await queue(accountId);
      expect(alerts).toHaveLength(2);
      expect(alerts[0]).toMatchObject({ record: second, subject: 'IVO  Márlin', revision: 0, customer: null });
      expect(alerts[0]?.history).toMatchObject([{ kind: 'seen', by: `user:${USER}` }]);
      for (const id of [first, second]) {
        const seen = await records().alerts.ofScreening(accountId, id);
        expect([...seen.values()].map(({ id: alert }) => alert).sort()).toEqual(
          alerts.map(({ id: alert }) => alert).sort(),
        );
      }
      expect((await records().screenings.page(accountId, ALL)).map(({ open }) => open)).toEqual([2, 2]);
    });

    test('of two processes that screen a subject at once one opens the alert', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const other = await store().open();
      const wanted = screening(accountId, keyId, 'Ivo Marlin');
      await Promise.all(Array.from({ length: 20 }, (_, turn) => created(turn % 2 ? other : records(), wanted)));
      const [alert, ...rest] = await queue(accountId);
      expect(rest).toEqual([]);
      expect(alert?.history).toHaveLength(19);
    });

    test('a confirmed match stays confirmed, whatever its entry says when it is seen again', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const wanted = screening(accountId, keyId, 'Ivo Marlin');
      await created(records(), wanted);
      const [first] = (await queue(accountId)) as [QueuedAlert];
      await decide(accountId, first.id, 'confirmed');
      await created(records(), about(wanted, { gender: 'male' }));
      expect(await queue(accountId)).toEqual([]);
      const alert = await records().alerts.get(accountId, first.id);
      expect(alert).toMatchObject({ state: 'confirmed', revision: 1, match: { facts: [{ gender: 'male' }] } });
      expect(alert?.history.map(({ kind }) => kind)).toEqual(['confirmed', 'seen']);
    });

    test.each([false, true])(
      'a dismissal (remember: %s) holds until the entry changes; what changed, and who dismissed it and why, is said',
      async (remember) => {
        const { accountId, keyId } = await accountWithKey(records());
        const wanted = screening(accountId, keyId, 'Ivo Marlin');
        await created(records(), wanted);
        const [first] = (await queue(accountId)) as [QueuedAlert];
        await decide(accountId, first.id, 'dismissed', remember, 'other-birth-date');

        await created(records(), { ...wanted, name: 'IVO  Márlin' });
        expect(await queue(accountId)).toEqual([]);
        const [settled] = await queue(accountId, { state: 'dismissed' });
        expect(settled).toMatchObject({
          id: first.id,
          remembered: true,
          subject: 'IVO  Márlin',
          history: [
            { kind: 'dismissed', by: `user:${USER}`, reason: 'other-birth-date', comment: 'seen' },
            { kind: 'seen' },
          ],
        });

        await created(records(), about(wanted, { birthDates: [{ date: '1970-02-04' }], programmes: ['Al-Qaida'] }));
        const [back] = (await queue(accountId)) as [QueuedAlert];
        expect(back).toMatchObject({ id: first.id, remembered: false, state: 'open', revision: 2 });
        expect(back.history.map(({ kind, by }) => `${kind} ${by}`)).toEqual([
          `dismissed user:${USER}`,
          `seen key:${keyId}`,
          `seen key:${keyId}`,
          'changed service',
        ]);
        expect(back.changed).toEqual([
          'Birth date added on United Nations Security Council: 1970-02-04.',
          'Programme added on United Nations Security Council: Al-Qaida.',
        ]);
      },
    );

    test('an entity that shares an entry is the same, and alerts of entities that became one are one', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const on = (...keys: string[]) => withEntries(screening(accountId, keyId, 'Ivo Marlin', keys.length), keys);
      await created(records(), on('un-sc:1', 'eu-fsf:5'));
      const [best, other] = (await queue(accountId)) as [QueuedAlert, QueuedAlert];
      await decide(accountId, best.id, 'confirmed');
      await created(records(), on('un-sc:1 uk-sanctions:8'));
      expect((await records().alerts.get(accountId, best.id))?.match?.entries).toHaveLength(2);
      await created(records(), on('uk-sanctions:8 eu-fsf:5'));
      expect(await records().alerts.get(accountId, other.id)).toBeUndefined();
      expect(await queue(accountId)).toEqual([]);
      const kept = await records().alerts.get(accountId, best.id);
      expect(kept).toMatchObject({ state: 'confirmed', match: { entries: [{ id: '8' }, { id: '5' }] } });
      expect(kept?.history.filter(({ kind }) => kind === 'seen')).toHaveLength(2);
    });

    test('a step has a reason; an escalated alert waits for another decision', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      await created(records(), screening(accountId, keyId, 'Ivo Marlin'));
      const [{ id: alertId }] = (await queue(accountId)) as [QueuedAlert];
      const action = { accountId, alertId, userId: null, keyId };
      const escalation = { step: 'escalated', reason: 'needs-information', comment: null, remember: false } as const;
      expect(await records().alerts.step(action, escalation)).toEqual({ kind: 'done' });
      expect(await records().alerts.step(action, escalation)).toEqual({ kind: 'undecidable' });
      expect(await queue(accountId)).toEqual([]);
      expect(await queue(accountId, { state: 'escalated' })).toMatchObject([
        { history: [{ kind: 'escalated', reason: 'needs-information', by: `key:${keyId}` }] },
      ]);
      expect(await decide(accountId, alertId, 'confirmed')).toEqual({ kind: 'done' });
      const [entry] = await records().audit.page(accountId, { limit: 2, action: 'alert.escalated' });
      expect(entry).toMatchObject({ actor: `key:${keyId}`, details: { reason: 'needs-information' } });
    });

    test('with four eyes a decision from 85 on waits for another person, who accepts or refuses it', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      await records().accounts.set(accountId, { fourEyes: true }, 'operator');
      await created(records(), screening(accountId, keyId, 'Ivo Marlin'));
      const [{ id: alertId }] = (await queue(accountId)) as [QueuedAlert];
      const by = (userId: number) => ({ accountId, alertId, userId });
      const accept = (userId: number, yes = true) =>
        records().alerts.answerProposal(by(userId), { accept: yes, comment: 'looked' });
      expect(await decide(accountId, alertId, 'dismissed')).toEqual({ kind: 'proposed' });
      expect(await decide(accountId, alertId, 'confirmed')).toEqual({ kind: 'undecidable' });
      expect((await records().alerts.get(accountId, alertId))?.proposal).toMatchObject({ decision: 'dismissed' });
      expect(await accept(USER)).toEqual({ kind: 'undecidable' });
      expect(await accept(8, false)).toEqual({ kind: 'done' });
      expect(await accept(8)).toEqual({ kind: 'stale' });
      expect(await records().alerts.get(accountId, alertId)).toMatchObject({ state: 'open', proposal: null });
      const byKey = { accountId, alertId, userId: null, keyId };
      const wanted = { step: 'dismissed', reason: 'other-person', comment: 'x', remember: false } as const;
      expect(await records().alerts.step(byKey, wanted)).toEqual({ kind: 'proposed' });
      expect(await records().alerts.answerProposal(byKey, { accept: true, comment: null })).toEqual({
        kind: 'undecidable',
      });
      expect(await accept(USER)).toEqual({ kind: 'done' });
      const decided = await records().alerts.get(accountId, alertId);
      expect(decided).toMatchObject({ state: 'dismissed', proposal: null });
      expect(decided?.history.map(({ kind, by: who, reason }) => `${kind} ${who} ${reason}`)).toEqual([
        `proposed-dismissed user:${USER} null`,
        'refused user:8 null',
        `proposed-dismissed key:${keyId} other-person`,
        `dismissed user:${USER} other-person`,
      ]);
      expect(await records().alerts.step(by(USER), REOPEN)).toEqual({ kind: 'done' });
    });

    test('without four eyes, and below 85, one person decides', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      await records().accounts.set(accountId, { fourEyes: true }, 'operator');
      const low = screening(accountId, keyId, 'Ivo Marlin');
      const evidence = low.evidence.replace('"score":99.5', '"score":84.99');
      await created(records(), { ...low, evidence, matches: low.matches.map((match) => ({ ...match, score: 84.99 })) });
      const [{ id }] = (await queue(accountId)) as [QueuedAlert];
      expect(await decide(accountId, id, 'confirmed')).toEqual({ kind: 'done' });
    });

    test('alerts are found by customer, list and score', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const wanted = withEntries(screening(accountId, keyId, 'Ivo Marlin', 3), [
        'un-sc:1',
        'eu-fsf:2',
        'eu-fsf:3 un-sc:4',
      ]);
      await created(records(), wanted);
      const scores = async (query: object) => (await queue(accountId, query)).map(({ score }) => score);
      expect(await scores({ sources: ['un-sc'] })).toEqual([99.5, 99.3]);
      expect(await scores({ sources: ['un-sc', 'eu-fsf'], minScore: 99.4 })).toEqual([99.5, 99.4]);
      expect(await scores({ sources: ['un'] })).toEqual([]);
      expect(await scores({ sources: [] })).toEqual([]);
      expect(await scores({ customer: 'nobody' })).toEqual([]);
    });

    test.each([
      ['another birth date', { dateOfBirth: '1970-02-04T00:00:00Z' }],
      ['another type', { entityType: 'Organization' as const }],
      ['another name', { name: 'Iva Marlin' }],
    ])('a remembered dismissal does not reach a subject with %s', async (_what, other) => {
      const { accountId, keyId } = await accountWithKey(records());
      const wanted = screening(accountId, keyId, 'Ivo Marlin');
      await created(records(), wanted);
      const [first] = (await queue(accountId)) as [QueuedAlert];
      await decide(accountId, first.id, 'dismissed', true);
      await created(records(), { ...wanted, ...other });
      expect(await queue(accountId)).toHaveLength(1);
    });

    test('a remembered dismissal is of one account alone, and undoing it forgets it', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const other = await accountWithKey(records());
      const wanted = screening(accountId, keyId, 'Ivo Marlin');
      await created(records(), wanted);
      const [first] = (await queue(accountId)) as [QueuedAlert];
      await decide(accountId, first.id, 'dismissed', true);
      await created(records(), { ...wanted, accountId: other.accountId, keyId: other.keyId });
      expect(await queue(other.accountId)).toHaveLength(1);
      await records().alerts.step({ accountId, alertId: first.id, userId: USER }, REOPEN);
      const again = await customerPut(records(), accountId, 'other', wanted);
      expect(await queue(accountId, { customer: again.reference })).toHaveLength(1);
    });

    test('a remembered dismissal also settles other alerts of the same name, type and birth date', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const wanted = screening(accountId, keyId, 'Ivo Marlin');
      await created(records(), wanted);
      const [first] = (await queue(accountId)) as [QueuedAlert];
      await decide(accountId, first.id, 'dismissed', true);
      await customerPut(records(), accountId, 'C-1', wanted);
      expect(await queue(accountId, { customer: 'C-1', state: 'dismissed' })).toMatchObject([
        { remembered: true, history: [{ kind: 'remembered', by: 'service' }] },
      ]);
    });

    test('a confirmed match of the same subject ends what was remembered', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const wanted = screening(accountId, keyId, 'Ivo Marlin');
      await created(records(), wanted);
      await customerPut(records(), accountId, 'C-1', wanted);
      const [ofCustomer, first] = (await queue(accountId)) as [QueuedAlert, QueuedAlert];
      await decide(accountId, first.id, 'dismissed', true);
      await decide(accountId, ofCustomer.id, 'confirmed');
      await customerPut(records(), accountId, 'C-2', wanted);
      expect(await queue(accountId, { customer: 'C-2' })).toHaveLength(1);
    });

    test('deleting a record deletes its alerts, comments and what was remembered from it', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const wanted = screening(accountId, keyId, 'Ivo Marlin', 3);
      const id = await created(records(), wanted);
      const reviewed = await records().verifications.reserve();
      await records().verifications.create(verification(accountId, reviewed));
      const alerts = await queue(accountId);
      for (const alert of alerts) await decide(accountId, alert.id, 'dismissed', alert.kind === 'match');
      await records().screenings.delete(id, 'operator');
      await records().verifications.delete(reviewed, 'operator');
      for (const alert of alerts) expect(await records().alerts.get(accountId, alert.id)).toBeUndefined();
      expect(await queue(accountId, { state: 'dismissed' })).toEqual([]);
      expect(await records().checkIntegrity()).toEqual([]);
      await created(records(), wanted);
      expect(await queue(accountId)).toHaveLength(3);
    });

    test('an alert goes with the last record that saw it', async () => {
      const { accountId, keyId } = await accountWithKey(records());
      const wanted = screening(accountId, keyId, 'Ivo Marlin');
      const [one, two] = [
        await created(records(), wanted),
        await created(records(), { ...wanted, name: 'Ivo MARLIN' }),
      ];
      await records().screenings.delete(two, 'operator');
      expect(await queue(accountId)).toMatchObject([{ record: one, subject: 'Ivo Marlin', history: [] }]);
      await records().screenings.delete(one, 'operator');
      expect(await queue(accountId)).toEqual([]);
      expect(await records().checkIntegrity()).toEqual([]);
    });
  });
}
