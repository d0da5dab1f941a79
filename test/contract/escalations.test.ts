import { beforeAll, describe, expect, test } from 'vitest';
import type { AlertRow, Page, Work } from '../../src/http/dashboard/wire.ts';
import type { Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { PEOPLE } from '../support/un-list.ts';

describe('escalations', () => {
  let bench: Bench;
  let served: Served;
  let account: number;
  let key: string;
  let owner: SignedIn;
  let analyst: SignedIn;

  beforeAll(async () => {
    ({ bench, served } = await sharedService());
    account = await bench.account();
    key = (await bench.key(account)).key;
    owner = await SignedIn.invited(bench, served, account, 'owner');
    analyst = await SignedIn.invited(bench, served, account, 'analyst');
    for (const { name } of PEOPLE.slice(0, 4)) await served.screen(key, { name, entityType: 'Individual' });
  });

  const queue = async (who: SignedIn, query: string) =>
    ((await who.get(`/alerts?${query}`)).body as Page<AlertRow>).items as AlertRow[];
  const anOpen = async () => (await queue(analyst, 'state=open'))[0]!;
  const step = (who: SignedIn, id: number, body: object) => who.post(`/alerts/${id}/decision`, body);
  const ask = (method: string, path: string, body?: object) => served.ask(method, path, { key, ...(body && { body }) });

  test('who escalates does not dismiss, also once they took it back; somebody else does', async () => {
    const { id } = await anOpen();
    const escalated = await step(analyst, id, { decision: 'escalated', to: owner.email });
    expect(escalated.body.escalation).toMatchObject({ by: analyst.email, to: owner.email });
    expect((await step(analyst, id, { decision: 'dismissed' })).status).toBe(409);
    expect((await analyst.post(`/alerts/${id}/undo`)).body.state).toBe('open');
    const refused = await step(analyst, id, { decision: 'dismissed' });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('You escalated this alert')]);
    const many = await analyst.post('/alerts/decisions', { decision: 'dismissed', alerts: [{ id }] });
    expect(many.body.results).toMatchObject([{ outcome: 'escalator' }]);
    const taken = await step(owner, id, { decision: 'dismissed' });
    expect(taken.body).toMatchObject({ state: 'dismissed', escalation: null });
  });

  test('an alert that is escalated to somebody is in their work, and in nobody else’s', async () => {
    const { id } = await anOpen();
    await step(analyst, id, { decision: 'escalated' });
    const work = async (who: SignedIn) => ((await who.get('/work')).body as Work).escalated;
    expect([await work(owner), await work(analyst)]).toEqual([1, 0]);
    expect((await queue(owner, 'state=escalated&escalatedTo=me')).map((row) => row.id)).toEqual([id]);
    expect(await queue(owner, 'state=escalated&escalatedTo=analyst')).toEqual([]);
    const [entry] = (await owner.get('/audit?action=alert.escalated')).body.items;
    expect(entry.details).toEqual({ to: 'owner' });
    await owner.post(`/alerts/${id}/undo`);
  });

  test('nobody escalates to nobody: to themselves, to a role that is theirs alone, to a viewer', async () => {
    const { id } = await anOpen();
    const viewer = await SignedIn.invited(bench, served, account, 'viewer');
    for (const to of [analyst.email, 'analyst', viewer.email, 'nobody@elsewhere.example']) {
      expect((await step(analyst, id, { decision: 'escalated', to })).status, to).toBe(400);
    }
    expect((await step(analyst, id, { decision: 'dismissed', to: 'owner' })).status).toBe(400);
  });

  test('over the API a key escalates, sees to whom, and does not dismiss; people who decide are listed', async () => {
    const { id } = await anOpen();
    const path = `/api/Alerts/${id}/decisions`;
    const body = { decision: 'escalated', reason: 'needs-information' };
    const unknown = await ask('POST', path, { ...body, to: 'nobody@elsewhere.example' });
    expect(unknown.body).toMatchObject({ code: 'invalid-request', errors: [{ field: 'to' }] });
    const escalated = await ask('POST', path, { ...body, to: analyst.email });
    expect(escalated.body.escalation).toMatchObject({ to: analyst.email });
    const filtered = await ask('GET', `/api/Alerts?escalatedTo=${encodeURIComponent(analyst.email)}`);
    expect(filtered.body.items.map((alert: { id: number }) => alert.id)).toEqual([id]);
    const refused = await ask('POST', path, { decision: 'dismissed', reason: 'other' });
    expect([refused.status, refused.body.code]).toEqual([409, 'own-escalation']);
    expect((await step(analyst, id, { decision: 'dismissed' })).status).toBe(200);

    const users = await ask('GET', '/api/Users?limit=1');
    expect(users.body.items).toEqual([{ id: expect.any(Number), email: owner.email, role: 'owner' }]);
    const rest = await ask('GET', `/api/Users?cursor=${users.body.nextCursor}`);
    expect(rest.body.items.map(({ role }: { role: string }) => role)).toEqual(['analyst']);
  });

  test('decisions are due where the account says so, and what waits longer is overdue', async () => {
    expect((await analyst.get('/work')).body).toMatchObject({ overdue: 0, oldest: expect.any(String) });
    expect((await anOpen()).dueAt).toBeNull();
    const set = await owner.post('/account', { dueDays: 2 });
    expect(set.body.dueDays).toBe(2);
    const alert = await anOpen();
    expect(Date.parse(alert.dueAt!) - Date.parse(alert.waitingSince)).toBe(2 * 86_400_000);
    expect(await queue(analyst, 'overdue=true')).toEqual([]);
    expect((await ask('GET', '/api/Alerts?overdue=true')).body.items).toEqual([]);
    expect((await owner.post('/account', { dueDays: 366 })).status).toBe(400);
    expect((await owner.post('/account', { dueDays: 0 })).body.dueDays).toBeNull();
    await owner.post('/account', { dueDays: 2 });
    await bench.run('accounts', 'set', String(account), '--due-days', 'off');
    expect((await anOpen()).dueAt).toBeNull();
  });
});
