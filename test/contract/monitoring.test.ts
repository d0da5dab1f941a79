import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGINE_VERSION } from '../../src/screening/version.ts';
import { customerPut, screening } from '../records/samples.ts';
import { Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

const NEW = { reference: 'QDi.4711', name: 'Torvan Wexelbrook' };

let bench: Bench;
let served: Served;

beforeAll(async () => {
  ({ bench, served } = await Bench.serving());
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

test('a list that changes under a running service opens an alert, and the run is there to be shown', async () => {
  const account = await bench.account();
  const { key } = await bench.key(account);
  const { key: stranger } = await bench.key(await bench.account());
  const runs = async (by = key) => (await served.ask('GET', '/api/Monitoring/runs', { key: by })).body.items;
  await expect.poll(async () => (await runs())[0]?.endedAt).toBeTruthy();
  await bench.records(async (records) => {
    const { id } = (await records.snapshots.current())!;
    for (const name of ['Torvan Wexelbrook', 'Somebody Otherwise']) {
      const found = { ...screening(account, null, name, 0), snapshot: id, dateOfBirth: null };
      await customerPut(records, account, name.slice(0, 6), found);
    }
  });
  await bench.run('lists', 'import', 'un-sc', await unList([...PEOPLE, NEW]), '--force');
  await expect
    .poll(async () => (await runs())[0])
    .toMatchObject({ reason: 'lists', customers: 2, compared: 2, opened: 1, endedAt: expect.any(String) });
  const [last, before] = await runs();
  expect(last.from).toBe(before.to);
  expect((await runs(stranger))[0]).toMatchObject({ id: last.id, customers: 0, compared: 0, opened: 0 });
  expect(await bench.json('monitor', 'status')).toMatchObject({
    snapshot: last.to,
    upToDate: true,
    run: { id: last.id, customers: 2, opened: 1 },
  });
  await bench.records(async ({ alerts, customers }) => {
    expect(await alerts.page(account, { limit: 9, sort: 'newest' })).toMatchObject([
      { customer: 'Torvan', state: 'open', score: 100, record: null },
    ]);
    expect(await customers.get(account, 'Torvan')).toMatchObject({ state: 'open' });
  });
  const [alert] = (await served.ask('GET', '/api/Alerts', { key })).body.items;
  const why = new RegExp(
    `^Opened by monitoring run ${last.id}\\.\\nNew on UN Security Council Consolidated List since [\\d-]{10}\\.$`,
  );
  expect(alert.history).toMatchObject([{ actor: 'service', action: 'opened', comment: expect.stringMatching(why) }]);
  expect(last.lists).toEqual([
    { source: 'un-sc', name: 'UN Security Council Consolidated List', added: 1, removed: 0, changed: 0 },
  ]);
  const ofRun = async (id: number, by = key) =>
    (await served.ask('GET', `/api/Alerts?run=${id}`, { key: by })).body.items.map((one: { id: number }) => one.id);
  expect([await ofRun(last.id), await ofRun(before.id), await ofRun(last.id, stranger)]).toEqual([[alert.id], [], []]);
  expect((await served.ask('GET', '/api/Alerts?run=first', { key })).status).toBe(400);
  const owner = await SignedIn.invited(bench, served, account, 'owner');
  const report = (await owner.get(`/reports/alerts/${alert.id}`)).body;
  const origin = { run: last.id, reason: 'lists', snapshot: last.to, engine: ENGINE_VERSION, minScore: 70 };
  expect([report.origin, report.screening]).toEqual([origin, null]);
  expect(report.lists).toMatchObject([{ source: 'un-sc', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  const page = (await served.ask('GET', '/api/Monitoring/runs?limit=1', { key })).body;
  const next = await served.ask('GET', `/api/Monitoring/runs?limit=1&cursor=${page.nextCursor}`, { key });
  expect(next.body.items).toEqual([before]);
  expect((await served.ask('GET', '/api/Monitoring/runs?reason=lists', { key })).status).toBe(400);
});
