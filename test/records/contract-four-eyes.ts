import { describe, expect, test } from 'vitest';
import type { Records } from '../../src/records/port.ts';
import { nobodyAloneSettles } from './four-eyes-acts.ts';
import { BORN, Desk, LISTED, RIGHT, randomBytes, WRONG } from './four-eyes-desk.ts';
import { LATER } from './samples-users.ts';

interface Context {
  records(): Records;
}

export function fourEyesTests({ records }: Context): void {
  describe('four eyes', () => {
    const people = async (desk: Desk) => ({
      ana: await desk.join('analyst', `ana-${desk.accountId}@harbour.example`),
      ben: await desk.join('owner', `ben-${desk.accountId}@harbour.example`),
    });

    test('an edit that lowers a score of 85 or more does not make one person enough', async () => {
      const desk = await Desk.open(records());
      const { ana, ben } = await people(desk);
      const by = `user:${ana}`;
      await desk.put({}, by);
      await desk.put(WRONG, by);
      expect((await desk.alert())?.score).toBe(79.5);
      expect(await desk.decide('dismissed', ana)).toEqual({ kind: 'proposed' });
      await desk.put(RIGHT, by);
      expect(await desk.alert()).toMatchObject({ state: 'open', proposal: null });
      expect((await desk.customer())?.state).toBe('open');
      expect(await desk.answer(true, ben)).toEqual({ kind: 'stale' });
    });

    test.each(['dismissed', 'confirmed'] as const)(
      'a weak match that one person %s opens once it is a strong one',
      async (step) => {
        const desk = await Desk.open(records());
        const { ana } = await people(desk);
        await desk.put(WRONG, `key:${desk.keyId}`);
        expect(await desk.decide(step, ana)).toEqual({ kind: 'done' });
        await desk.put({ name: 'Ivo Márlin' }, `user:${ana}`);
        await desk.put(RIGHT, `user:${ana}`);
        const alert = await desk.alert();
        expect(alert).toMatchObject({ state: 'open', subject: 'Ivo Márlin', score: 88 });
        expect(alert?.history.findLast(({ kind }) => kind === 'changed')).toMatchObject({
          by: 'service',
          comment: expect.stringContaining('The score rose from'),
        });
        expect((await desk.customer())?.state).toBe('open');
      },
    );

    test('an honest correction of a birth date opens what was dismissed, with the reason in the history', async () => {
      const desk = await Desk.open(records(), false);
      const { ana } = await people(desk);
      await desk.put(WRONG, 'operator');
      await desk.decide('dismissed', ana);
      await desk.put({ otherNames: ['IVO  MÁRLIN'] }, 'operator');
      expect((await desk.alert())?.state).toBe('dismissed');
      await desk.put({ dateOfBirth: '1999-09-10T00:00:00Z' }, 'operator');
      const alert = await desk.alert();
      expect(alert?.state).toBe('open');
      const sentence = 'Birth date of the customer changed: 1999-09-09 is now 1999-09-10.';
      expect([alert?.changed, alert?.history.findLast(({ kind }) => kind === 'changed')?.comment]).toEqual([
        [sentence],
        sentence,
      ]);
    });

    test('a decided alert keeps the customer that was decided on, whatever the customer is called later', async () => {
      const desk = await Desk.open(records(), false);
      const { ana } = await people(desk);
      await desk.put({}, 'operator');
      await desk.decide('confirmed', ana);
      const first = (await desk.customer())!.screeningId!;
      await desk.put({ name: 'Ivo Márlin' }, 'operator');
      expect(await desk.alert()).toMatchObject({ state: 'confirmed', subject: LISTED, dateOfBirth: BORN });
      const then = async (id: number) => (await records().alerts.ofScreening(desk.accountId, id)).get(0)?.stateThen;
      expect(await then(first)).toBe('open');
      expect(await then((await desk.customer())!.screeningId!)).toBe('confirmed');
      // Somebody else takes the place: what was decided has to be decided for them.
      await desk.put({ name: 'Ivo Other' }, 'operator');
      const alert = await desk.alert();
      expect(alert).toMatchObject({ state: 'open', subject: 'Ivo Other' });
      expect(alert?.changed).toEqual([`Name of the customer changed: ${LISTED} is now Ivo Other.`]);
      expect(alert?.history.map(({ kind }) => kind).slice(-2)).toEqual(['renamed', 'changed']);
      expect((await desk.customer())?.state).toBe('open');
    });

    test('a remembered dismissal of a weak match settles no strong one, nor one of more names', async () => {
      const desk = await Desk.open(records(), false);
      const { ana } = await people(desk);
      await desk.put({ name: 'Ivo Mar', ...WRONG, minScore: 50 }, 'operator');
      await desk.decide('dismissed', ana, true);
      const like = { name: 'Ivo Mar', ...WRONG, minScore: 50 };
      await desk.put(like, 'operator', 'C-2');
      expect(await desk.alert('C-2')).toMatchObject({ state: 'dismissed', remembered: true });
      await desk.put({ ...like, otherNames: [LISTED] }, 'operator', 'C-3');
      expect(await desk.alert('C-3')).toMatchObject({ state: 'open', remembered: false });
      expect((await desk.customer('C-3'))?.state).toBe('open');
    });

    test.each([
      ['not watching', { monitored: false }, 'monitoring-off'],
      ['leaving a category out', { categories: ['pep'] as const }, 'changed'],
      ['raising the least score above the match', { minScore: 99.9 }, 'changed'],
      ['removing another name', { otherNames: [] }, 'changed'],
      ['another type', { entityType: 'Organization' as const }, 'changed'],
    ])('%s is a proposal while an alert waits', async (_what, change, action) => {
      const desk = await Desk.open(records());
      const { ana, ben } = await people(desk);
      await desk.put({ otherNames: ['Ivo M.'] }, `user:${ana}`);
      expect(await desk.put(change, `key:${desk.keyId}`)).toMatchObject({
        kind: 'proposed',
        proposal: { content: change },
      });
      expect(await desk.customer()).toMatchObject({ revision: 1, state: 'open' });
      expect(await desk.answerChange(false, ana)).toBe(true);
      expect(await desk.put(change, `user:${ana}`)).toMatchObject({ kind: 'proposed' });
      expect(await desk.answerChange(true, ana)).toBe('undecidable');
      expect(await desk.answerChange(true, ben)).toBe('stored');
      expect(await desk.customer()).toMatchObject({ ...change, revision: 2 });
      expect(await desk.answerChange(true, ben)).toBe('gone');
      expect((await desk.actions()).slice(0, 5)).toEqual([
        `customer.accepted user:${ben}`,
        `customer.${action} user:${ben}`,
        `customer.proposed-change user:${ana}`,
        `customer.refused user:${ana}`,
        `customer.proposed-change key:${desk.keyId}`,
      ]);
    });

    test('deleting is a proposal while an alert waits, and the same again is the same proposal', async () => {
      const desk = await Desk.open(records());
      const { ana, ben } = await people(desk);
      await desk.put({}, `user:${ana}`);
      const proposed = await desk.delete(`key:${desk.keyId}`);
      expect(proposed).toMatchObject({ by: `key:${desk.keyId}`, content: null, reference: 'C-1', name: LISTED });
      expect(await desk.delete(`key:${desk.keyId}`)).toEqual(proposed);
      // What is corrected meanwhile is another customer than the one that was proposed to be deleted.
      await desk.put({ name: 'Ivo Márlin' }, `user:${ana}`);
      expect(await desk.answerChange(true, ben)).toBe('gone');
      await desk.delete(`user:${ana}`);
      expect(await desk.answerChange(true, ana)).toBe('undecidable');
      expect(await desk.answerChange(true, ben)).toBe(true);
      expect(await desk.customer()).toBeUndefined();
      expect((await desk.actions())[0]).toBe(`customer.deleted user:${ben}`);
    });

    test('a customer without a waiting alert, and the operator, need nobody', async () => {
      const desk = await Desk.open(records());
      await desk.put({ name: 'Ada Quill' }, `key:${desk.keyId}`);
      expect(await desk.put({ monitored: false }, `key:${desk.keyId}`)).toMatchObject({ kind: 'stored' });
      expect(await desk.delete(`key:${desk.keyId}`)).toBe(true);
      await desk.put({}, `key:${desk.keyId}`);
      expect(await desk.delete('operator')).toBe(true);
    });

    test('whoever proposed accepts under no other id: not invited again, not by a second address, not with more to say', async () => {
      const desk = await Desk.open(records());
      const { users } = records();
      const { ana, ben } = await people(desk);
      const email = `ana-${desk.accountId}@harbour.example`;
      const viewer = await desk.join('viewer', `vic-${desk.accountId}@harbour.example`);
      await desk.put({}, `user:${ana}`);
      await desk.delete(`user:${ana}`);
      expect(await desk.decide('dismissed', ana)).toEqual({ kind: 'proposed' });
      await users.remove(desk.accountId, ana, `user:${ben}`);
      const refused = async (who: number) => {
        expect(await desk.answer(true, who)).toEqual({ kind: 'undecidable' });
        expect(await desk.answerChange(true, who)).toBe('undecidable');
      };
      // A clock tells a millisecond from the next.
      await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse((await desk.alert())!.proposal!.at));
      await refused(await desk.join('analyst', email.toUpperCase()));
      await refused(await desk.join('analyst', `second-${desk.accountId}@harbour.example`));
      await users.setRole(desk.accountId, viewer, 'analyst', `user:${ben}`);
      await refused(viewer);
      expect(await desk.answer(true, ben)).toEqual({ kind: 'done' });
      expect(await desk.alert()).toMatchObject({ state: 'dismissed' });
    });

    test('who made a key in the dashboard does not accept what it proposes', async () => {
      const desk = await Desk.open(records());
      const { ana, ben } = await people(desk);
      const keyId = `made${desk.accountId}`;
      const key = { id: keyId, hash: randomBytes(), accountId: desk.accountId, name: 'test', allow: [] };
      await records().accounts.createKey(key, `user:${ben}`);
      await desk.put({}, `key:${keyId}`);
      expect(await desk.decide('dismissed', keyId)).toEqual({ kind: 'proposed' });
      expect(await desk.answer(true, ben)).toEqual({ kind: 'undecidable' });
      expect(await desk.answer(true, ana)).toEqual({ kind: 'done' });
      expect((await records().audit.page(desk.accountId, { limit: 1 }))[0]).toMatchObject({
        action: 'alert.dismissed',
        actor: `user:${ana}`,
        details: { proposedBy: `key:${keyId}` },
      });
    });

    test('nobody who was shown a value of a key accepts what it proposed, whoever rotated it since', async () => {
      const desk = await Desk.open(records());
      const { ana, ben } = await people(desk);
      const cleo = await desk.join('owner', `cleo-${desk.accountId}@harbour.example`);
      const keyId = `turned${desk.accountId}`;
      const { accounts } = records();
      const key = { id: keyId, hash: randomBytes(), accountId: desk.accountId, name: 'test', allow: [] };
      await accounts.createKey(key, `user:${ben}`);
      await accounts.rotateKey(keyId, { hash: randomBytes(), previousUntil: LATER }, `user:${cleo}`);
      await desk.put({}, `key:${keyId}`);
      expect(await desk.decide('dismissed', keyId)).toEqual({ kind: 'proposed' });
      await accounts.rotateKey(keyId, { hash: randomBytes(), previousUntil: LATER }, 'operator');
      const mine = (user: number) =>
        records().alerts.page(desk.accountId, { limit: 9, sort: 'newest', acceptableBy: user });
      for (const holder of [ben, cleo]) {
        expect(await desk.answer(true, holder)).toEqual({ kind: 'undecidable' });
        expect(await mine(holder)).toEqual([]);
      }
      expect(await mine(ana)).toHaveLength(1);
      expect(await desk.answer(true, ana)).toEqual({ kind: 'done' });
    });

    test('who looked at a proposal accepts no other one', async () => {
      const desk = await Desk.open(records());
      const { ana, ben } = await people(desk);
      await desk.put({}, `user:${ana}`);
      await desk.decide('confirmed', ana);
      const alert = (await desk.alert())!;
      const action = { accountId: desk.accountId, alertId: alert.id, userId: ben };
      const answer = { accept: true, comment: null, at: alert.proposal!.at };
      await desk.answer(false, ana);
      await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(answer.at));
      await desk.decide('dismissed', ana);
      expect(await records().alerts.answerProposal(action, answer)).toEqual({ kind: 'stale' });
      expect(await desk.alert()).toMatchObject({ state: 'open' });
    });

    test('a decision of two holds while nothing beyond its facts is found, and four eyes switched off and on change nothing', async () => {
      const desk = await Desk.open(records());
      const { ana, ben } = await people(desk);
      await desk.put({ otherNames: ['Ivo M.'] }, `user:${ana}`);
      await desk.decide('dismissed', ana);
      expect(await desk.answer(true, ben)).toEqual({ kind: 'done' });
      for (const fourEyes of [false, true]) {
        await records().accounts.set(desk.accountId, { fourEyes }, 'operator');
        await desk.put({ otherNames: [] }, `user:${ana}`);
        await desk.put({ otherNames: ['ivo m.'] }, `user:${ana}`);
        expect((await desk.alert())?.state).toBe('dismissed');
      }
      await desk.put({ otherNames: ['Marlin I.'] }, `user:${ana}`);
      expect((await desk.alert())?.state).toBe('open');
    });

    test(
      'no order of acts of one person and one key settles a strong match or loses its customer',
      {
        timeout: 240_000,
      },
      () => nobodyAloneSettles(records()),
    );
  });
}
