import { beforeAll, expect, test } from 'vitest';
import type { Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SignedIn } from '../support/signed-in.ts';

const LISTED = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const BORN = '1975-11-02';
const WRONG = '1990-05-05';

let bench: Bench;
let served: Served;
let account: number;
let key: string;
let keyId: string;
let owner: SignedIn;
let analyst: SignedIn;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  account = await bench.account();
  ({ key, id: keyId } = await bench.key(account));
  owner = await SignedIn.invited(bench, served, account, 'owner');
  analyst = await SignedIn.invited(bench, served, account, 'analyst');
  await bench.json('accounts', 'set', String(account), '--four-eyes', 'on');
});

const put = (reference: string, body: object) =>
  served.ask('PUT', `/api/Customers/${reference}`, { key, body: { ...LISTED, minScore: 20, ...body } });
const remove = (reference: string, query = '') => served.ask('DELETE', `/api/Customers/${reference}${query}`, { key });
const stateOf = async (reference: string) =>
  (await served.ask('GET', `/api/Customers/${reference}`, { key })).body.state as string | undefined;
const alertOf = async (reference: string) =>
  (await served.ask('GET', `/api/Alerts?customer=${reference}`, { key })).body.items[0];
const decide = (id: number, decision: string, more = {}) =>
  served.ask('POST', `/api/Alerts/${id}/decisions`, { key, body: { decision, reason: 'other', ...more } });
const answer = async (who: SignedIn, reference: string, accept: boolean) => {
  const { proposal } = (await who.get(`/customers/${reference}`)).body;
  return who.post('/customer-proposals', { reference, id: proposal?.id ?? 1, accept });
};

test('a match of 85 or more that an edit makes weaker still takes two, and an edit back ends what was proposed', async () => {
  await put('edited', { dateOfBirth: BORN });
  const { id, score } = await alertOf('edited');
  expect(score).toBeGreaterThanOrEqual(85);
  await put('edited', { dateOfBirth: WRONG });
  const weak = await alertOf('edited');
  expect([weak.id, weak.score < 85]).toEqual([id, true]);
  expect((await decide(id, 'dismissed')).status).toBe(202);
  await put('edited', { dateOfBirth: BORN });
  expect((await analyst.post(`/alerts/${id}/proposal`, { accept: true })).status).toBe(409);
  const { state, proposal, history } = await alertOf('edited');
  expect([state, proposal, await stateOf('edited')]).toEqual(['open', null, 'open']);
  const lapsed = history.find(({ action }: { action: string }) => action === 'lapsed');
  expect(lapsed).toMatchObject({ actor: 'service', comment: expect.stringContaining(BORN) });
});

test('a weak match that one key dismissed is open again once the birth date is put right, and says why', async () => {
  await put('corrected', { dateOfBirth: WRONG });
  const { id } = await alertOf('corrected');
  expect((await decide(id, 'dismissed')).status).toBe(200);
  expect(await stateOf('corrected')).toBe('clear');
  await put('corrected', { dateOfBirth: BORN });
  const alert = await alertOf('corrected');
  expect([alert.state, await stateOf('corrected')]).toEqual(['open', 'open']);
  expect(alert.changes).toEqual([
    `Birth date of the customer changed: ${WRONG} is now ${BORN}.`,
    expect.stringMatching(/^The score rose from \S+ to \S+\.$/),
  ]);
  expect(alert.history.map(({ action }: { action: string }) => action)).toContain('changed');
});

test('a remembered dismissal of a weak match does not settle another customer who is a strong one', async () => {
  const weak = { name: 'Ysmelda Krontarvik Wexly' };
  await put('weak', weak);
  const { id } = await alertOf('weak');
  expect((await decide(id, 'dismissed', { remember: true })).status).toBe(200);
  await put('strong', { ...weak, otherNames: ['Ysmelda Krontarvik'] });
  expect([(await alertOf('strong')).state, await stateOf('strong')]).toEqual(['open', 'open']);
});

test('a key deletes no customer whose alert waits: a person accepts or refuses it in the dashboard', async () => {
  await put('deleted', {});
  const proposed = await remove('deleted', '?records=true');
  expect(proposed.status).toBe(202);
  expect(proposed.body).toMatchObject({
    status: 'awaiting-second',
    reference: 'deleted',
    state: 'open',
    proposal: { actor: `key:${keyId}`, change: 'deleted' },
  });
  expect((await analyst.get('/customer-proposals')).body).toMatchObject([
    { reference: 'deleted', by: `key:${keyId}`, content: null, records: true },
  ]);
  expect((await answer(analyst, 'deleted', false)).body.customer).toMatchObject({
    reference: 'deleted',
    proposal: null,
  });
  expect((await answer(analyst, 'deleted', true)).status).toBe(409);
  await remove('deleted');
  expect((await answer(owner, 'deleted', true)).body).toEqual({ customer: null });
  expect(await stateOf('deleted')).toBeUndefined();
  const { items: rows } = (await owner.get('/audit?action=customer.deleted')).body;
  expect(rows[0]).toMatchObject({ actor: owner.email, details: { proposedBy: `key:${keyId}` } });
});

test.each([
  ['the category', { categories: ['pep'] }],
  ['monitoring', { monitored: false }],
  ['the other name', { otherNames: [] }],
  ['the type', { entityType: 'Organization' }],
  ['the score below the least one', { minScore: 100, dateOfBirth: WRONG }],
])('a PUT without %s is a proposal of a key, and changes the customer once a person accepts', async (what, change) => {
  const reference = `narrowed-${what.replaceAll(' ', '-')}`;
  await put(reference, { otherNames: ['Theskara Wumbolt'], dateOfBirth: WRONG });
  const narrowed = { otherNames: ['Theskara Wumbolt'], dateOfBirth: WRONG, ...change };
  const proposed = await put(reference, narrowed);
  expect([proposed.status, proposed.body.status, proposed.body.proposal.change]).toEqual([
    202,
    'awaiting-second',
    'changed',
  ]);
  expect((await served.ask('GET', `/api/Customers/${reference}`, { key })).headers.etag).toBe(proposed.headers.etag);
  expect((await put(reference, narrowed)).body).toEqual(proposed.body);
  const accepted = await answer(analyst, reference, true);
  const { dateOfBirth: _, ...plain } = change as { dateOfBirth?: string };
  expect([accepted.status, accepted.body.customer]).toMatchObject([200, { ...plain, state: 'open', proposal: null }]);
});

test('one person who narrows a customer in the dashboard accepts it with no other address that joined since', async () => {
  await put('alone', {});
  expect((await analyst.put('/api/Customers/alone', { ...LISTED, monitored: false })).status).toBe(202);
  const page = await analyst.get('/customers/alone');
  expect(page.body).toMatchObject({ monitored: true, proposal: { by: analyst.email, content: { monitored: false } } });
  expect((await answer(analyst, 'alone', true)).status).toBe(409);
  const second = await SignedIn.invited(bench, served, account, 'viewer');
  expect((await answer(second, 'alone', true)).status).toBe(403);
  expect((await answer(owner, 'alone', true)).body.customer).toMatchObject({ monitored: false });
});

test('a row of a file that changes the type of a customer waits for a second person, and says so', async () => {
  await put('row-1', {});
  const sent = await served.ask('POST', '/api/Customers/import', {
    key,
    body: `id,name,type\nrow-1,${LISTED.name},Organization\n`,
    headers: { 'content-type': 'text/csv' },
  });
  const batch = () => served.ask('GET', `/api/Screening/batch/${sent.body.id}`, { key });
  await expect.poll(async () => (await batch()).body.status).toBe('done');
  const results = await served.ask('GET', `/api/Screening/batch/${sent.body.id}/results`, { key });
  expect(results.text).toContain('A second person has to accept this change in the dashboard.');
  expect((await analyst.get('/customers/row-1')).body).toMatchObject({
    entityType: 'Individual',
    state: 'open',
    proposal: { content: { entityType: 'Organization' } },
  });
});

test('the explanation of a screening has the subject and the state of the alert as they were then', async () => {
  const first = (await put('renamed', { dateOfBirth: WRONG })).body.screeningId;
  const { id } = await alertOf('renamed');
  await decide(id, 'dismissed');
  const renamed = (await put('renamed', { name: 'Quillon M. Ferrabast', dateOfBirth: WRONG })).body;
  const explain = async (screening: number) => {
    const { body } = await served.ask('GET', `/api/Screening/${screening}/explanation`, { key });
    return [body.subject.name, body.matches[0].alert];
  };
  expect(await explain(first)).toEqual([LISTED.name, { id, state: 'open' }]);
  expect(await explain(renamed.screeningId)).toEqual(['Quillon M. Ferrabast', { id, state: 'open' }]);
  await decide(id, 'dismissed');
  await put('renamed', { name: 'Ferrabast, Quillon M.', dateOfBirth: WRONG, monitored: false, minScore: 99 });
  expect((await alertOf('renamed')).subject.name).toBe('Quillon M. Ferrabast');
  const report = (await owner.get(`/reports/alerts/${id}`)).body;
  expect(report.alerts[0]).toMatchObject({ state: 'dismissed', subject: 'Quillon M. Ferrabast' });
});

test('what waits for a second person is counted and found by those who can accept it, and not by who proposed it', async () => {
  const count = async (who: SignedIn, query: string) => (await who.get(`/alerts/count?${query}`)).body.count as number;
  const before = (await analyst.get('/work')).body.toAccept;
  const mine = await count(owner, 'acceptable=true');
  await put('proposed', { dateOfBirth: BORN });
  const { id } = await alertOf('proposed');
  const proposed = await owner.post(`/alerts/${id}/decision`, { decision: 'dismissed', reason: 'other-person' });
  expect(proposed.body).toMatchObject({ state: 'open', strong: true, proposal: { by: owner.email } });
  expect((await analyst.get('/work')).body.toAccept).toBe(before + 1);
  expect(await count(owner, 'acceptable=true')).toBe(mine);
  const listed = async (flag: boolean) => {
    const { body } = await served.ask('GET', `/api/Alerts?proposed=${flag}&limit=200`, { key });
    return body.items.map((alert: { id: number }) => alert.id).includes(id) as boolean;
  };
  expect([await listed(true), await listed(false)]).toEqual([true, false]);
  const own = await owner.post(`/alerts/${id}/proposal`, { accept: true });
  expect([own.status, own.body.detail]).toEqual([409, expect.stringContaining('A second person has to accept')]);
  const again = await owner.post(`/alerts/${id}/decision`, { decision: 'confirmed' });
  expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('a proposal waits')]);
});

test('the next alert is never one that waits for somebody else than who asks', async () => {
  const claimed = async (who: SignedIn, reference: string) =>
    (await who.post(`/alerts/claim?customer=${reference}`)).body.alert?.id ?? null;
  await put('claimed', { dateOfBirth: BORN });
  const { id } = await alertOf('claimed');
  await owner.post(`/alerts/${id}/decision`, { decision: 'dismissed', reason: 'other-person' });
  expect([await claimed(owner, 'claimed'), await claimed(analyst, 'claimed')]).toEqual([null, id]);
});
