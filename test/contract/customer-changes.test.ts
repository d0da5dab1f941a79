import { beforeAll, expect, test } from 'vitest';
import type { CustomerPage } from '../../src/http/dashboard/wire.ts';
import type { Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SignedIn } from '../support/signed-in.ts';

const LISTED = { name: 'Quillon Ferrabast', entityType: 'Individual', minScore: 20 };
const CLEAR = { name: 'Margaret Thistlewood', entityType: 'Individual' };

let bench: Bench;
let served: Served;
let account: number;
let key: string;
let keyId: string;
let owner: SignedIn;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  account = await bench.account();
  ({ key, id: keyId } = await bench.key(account));
  owner = await SignedIn.invited(bench, served, account, 'owner');
});

const put = (reference: string, body: object) => served.ask('PUT', `/api/Customers/${reference}`, { key, body });
const alertOf = async (reference: string) =>
  (await served.ask('GET', `/api/Alerts?customer=${reference}`, { key })).body.items[0];
const decide = (id: number, decision: string) =>
  served.ask('POST', `/api/Alerts/${id}/decisions`, { key, body: { decision, reason: 'other' } });
const pageOf = async (reference: string) => (await owner.get(`/customers/${reference}`)).body as CustomerPage;
const actions = (alert: { history: { action: string }[] }) => alert.history.map(({ action }) => action);

test('who makes, changes and stops watching a customer stands in the audit log, without a word of the customer', async () => {
  await put('traced', CLEAR);
  await put('traced', CLEAR);
  await put('traced', { ...CLEAR, dateOfBirth: '1970-01-31', minScore: 75 });
  await owner.put('/api/Customers/traced', { ...CLEAR, dateOfBirth: '1970-01-31', minScore: 75, monitored: false });
  await put('traced', { ...CLEAR, dateOfBirth: '1970-01-31', minScore: 75, monitored: true });
  const { id, history } = await pageOf('traced');
  expect(history.map(({ action, by, members }) => [action, by, members])).toEqual([
    ['customer.monitoring-on', `key:${keyId}`, []],
    ['customer.monitoring-off', owner.email, []],
    ['customer.changed', `key:${keyId}`, ['dateOfBirth', 'minScore']],
    ['customer.created', `key:${keyId}`, []],
  ]);
  const { items } = (await owner.get(`/audit?subject=customer:${id}`)).body;
  expect(items).toHaveLength(4);
  expect(JSON.stringify(items)).not.toMatch(/Thistlewood|1970-01/);
});

test('those who are not watched are counted and found', async () => {
  const before = (await owner.get('/customers')).body;
  await put('watched', CLEAR);
  await put('unwatched', { ...CLEAR, monitored: false });
  expect((await owner.get('/customers')).body).toEqual({
    customers: before.customers + 2,
    monitored: before.monitored + 1,
  });
  const references = async (monitored: boolean) => {
    const { body } = await served.ask('GET', `/api/Customers?monitored=${monitored}&limit=200`, { key });
    return body.items.map(({ reference }: { reference: string }) => reference);
  };
  expect(await references(false)).toEqual(['unwatched']);
  expect(await references(true)).not.toContain('unwatched');
});

test.each(['confirmed', 'dismissed'])(
  'what was %s opens again where another person takes the place, found again or not, and says why',
  async (decision) => {
    const reference = `other-${decision}`;
    await put(reference, LISTED);
    const { id } = await alertOf(reference);
    await decide(id, decision);
    const renamed = await put(reference, { ...CLEAR, minScore: 99 });
    expect(renamed.body.state).toBe('open');
    const alert = await alertOf(reference);
    expect([alert.state, alert.subject.name]).toEqual(['open', CLEAR.name]);
    expect(alert.changes).toEqual([`Name of the customer changed: ${LISTED.name} is now ${CLEAR.name}.`]);
    expect(actions(alert)).toEqual(['opened', decision, 'renamed', 'changed']);
    expect(alert.history[2]).toMatchObject({ actor: `key:${keyId}`, comment: alert.changes[0] });
    const { items } = (await owner.get(`/audit?subject=alert:${id}&action=alert.reopened`)).body;
    expect(items[0]).toMatchObject({ actor: `key:${keyId}`, details: { because: 'customer-renamed' } });
  },
);

test.each([
  ['words in another order', { name: 'Ferrabast, QUILLON' }],
  ['a birth date', { dateOfBirth: '1975-11-02' }],
])(
  'a confirmed match stays with its decision where the customer gets %s, and keeps whom it was decided for',
  async (what, change) => {
    const reference = `same-${what.length}`;
    await put(reference, LISTED);
    const { id } = await alertOf(reference);
    await decide(id, 'confirmed');
    await put(reference, { ...LISTED, ...change });
    const alert = await alertOf(reference);
    expect([alert.state, alert.subject]).toMatchObject(['confirmed', { name: LISTED.name, dateOfBirth: null }]);
  },
);

test('evidence names who was decided for, and a case names both', async () => {
  await put('evidence', LISTED);
  const { id } = await alertOf('evidence');
  await decide(id, 'confirmed');
  await put('evidence', { ...LISTED, name: 'Ferrabast Quillon' });
  const report = (await owner.get(`/reports/alerts/${id}`)).body;
  expect(report.alerts[0].subject).toBe('Quillon Ferrabast');
  const whole = (await owner.get('/reports/customers/evidence')).body;
  expect([whole.customer.name, whole.alerts[0].subject]).toEqual(['Ferrabast Quillon', 'Quillon Ferrabast']);
});
