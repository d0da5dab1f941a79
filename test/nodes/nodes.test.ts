import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { promised } from '../support/promised.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };
/** What the specification promises of a revocation, of a snapshot, and of a database that comes back. */
const HEARD_MS = 5_000;
const RECOVERED_MS = 15_000;
/** Nodes look for what was left every 30 seconds; what waits for its turn must not. */
const TURNS_MS = 15_000;

describe.skipIf(!POSTGRES)(`two nodes on one PostgreSQL (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let bench: Bench;
  let nodes: [Served, Served];
  let account: number;
  let key: string;

  beforeAll(async () => {
    server = await PostgresServer.start();
    const settings = { TOUCHSTONE_DATABASE_URL: await server.database(), TOUCHSTONE_RATE_LIMIT: '1000:1000' };
    bench = await Bench.create(settings);
    account = await bench.account();
    key = (await bench.key(account)).key;
    await bench.run('lists', 'import', 'un-sc', await unList(PEOPLE.slice(0, 2)));
    nodes = [await bench.serve(), await bench.serve()];
  });
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.stop()));
    await bench?.remove();
    server?.remove();
  });

  const until = async <T>(ms: number, ask: () => Promise<T>, wanted: T): Promise<void> =>
    expect(await promised(ms, ask, (answer) => answer === wanted)).toBe(wanted);

  test('a burst of 600 on a quota of 500 over both gives exactly 500, and says truly how many are left', async () => {
    const small = await bench.account(500);
    const own = (await bench.key(small)).key;
    const answers: Answer[] = [];
    // Sixty clients: a machine that is busy cannot greet six hundred at once.
    const client = async (first: number) => {
      for (let index = first; index < 600; index += 60) {
        answers.push(await nodes[index % 2]!.screen(own, { ...NAME, name: `Nobody ${index}` }));
      }
    };
    await Promise.all(Array.from({ length: 60 }, (_, first) => client(first)));
    const created = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
    const left = created.map(({ body }) => body.data.remainingRequests as number).sort((a, b) => a - b);
    expect(left).toEqual(Array.from({ length: 500 }, (_, index) => index));
    expect(new Set(created.map(({ body }) => body.data.id)).size).toBe(500);
  });

  test('what one node stored the other lists at once', async () => {
    const { body } = await nodes[0].screen(key, NAME);
    expect((await nodes[1].ask('GET', `/api/Screening/${body.data.id}`, { key })).body).toMatchObject(NAME);
    expect((await nodes[1].ask('GET', '/api/Screening/list', { key })).body[0].id).toBe(body.data.id);
  });

  test('a key that is revoked works nowhere within 5 s', async () => {
    const revoked = await bench.key(account);
    for (const node of nodes) expect((await node.screen(revoked.key, NAME)).status).toBe(200);
    await bench.run('keys', 'revoke', revoked.id);
    for (const node of nodes) await until(HEARD_MS, async () => (await node.screen(revoked.key, NAME)).status, 401);
  });

  test('both use a list that was imported within 5 s', async () => {
    const matches = async (node: Served) =>
      (await node.screen(key, { ...NAME, name: PEOPLE[2]!.name })).body.data.hasMatch as boolean;
    expect(await matches(nodes[1])).toBe(false);
    await bench.run('lists', 'import', 'un-sc', await unList(PEOPLE, '2026-02-02T03:04:05Z'));
    for (const node of nodes) await until(HEARD_MS, () => matches(node), true);
  });

  test('what one puts on an own list both find within 5 s, and what it takes off neither', async () => {
    const owner = await bench.account();
    const own = (await bench.key(owner)).key;
    const found = async (node: Served, name: string) =>
      (await node.screen(own, { ...NAME, name })).body.data.hasMatch as boolean;
    const put = (node: Served, path: string, body: object) =>
      node.ask('PUT', `/api/OwnLists/${path}`, { key: own, body });
    expect((await put(nodes[0], 'shared', { title: 'Shared' })).status).toBe(201);
    const entry = { name: 'Ottoline Vasquero', entityType: 'Individual' };
    expect((await put(nodes[0], 'shared/entries/E1', entry)).status).toBe(201);
    for (const node of nodes) await until(HEARD_MS, () => found(node, entry.name), true);
    const rows = Array.from({ length: 1_500 }, (_, row) => `${row},Ferdinanda Row${row} Quince,Individual`);
    const file = { body: `id,name,entityType\n${rows.join('\n')}\n`, headers: { 'content-type': 'text/csv' } };
    // Both get a file for the same list at once: each is taken whole, one after the other.
    const files = await Promise.all(
      nodes.map((node) => node.ask('POST', '/api/OwnLists/shared/import?mode=add', { key: own, ...file })),
    );
    expect(files.map(({ status }) => status)).toEqual([200, 200]);
    expect((await nodes[1].ask('GET', '/api/OwnLists/shared', { key: own })).body.entries).toBe(1_501);
    for (const node of nodes) await until(HEARD_MS, () => found(node, 'Ferdinanda Row1499 Quince'), true);
    expect((await nodes[1].ask('DELETE', '/api/OwnLists/shared/entries/E1', { key: own })).status).toBe(204);
    for (const node of nodes) await until(HEARD_MS, () => found(node, entry.name), false);
  });

  test('who signed in at one is signed in at the other, and signed out at both', async () => {
    const owner = await SignedIn.invited(bench, nodes[0], account, 'owner');
    expect((await owner.at(nodes[1]).get('/session')).status).toBe(200);
    expect((await owner.at(nodes[1]).delete('/session')).status).toBeLessThan(300);
    for (const node of nodes) expect((await owner.at(node).get('/session')).status).toBe(401);
  });

  test('a request that comes to both with one Idempotency-Key is done once', async () => {
    const own = (await bench.key(await bench.account())).key;
    const asked = { key: own, body: { items: [NAME] }, headers: { 'idempotency-key': randomUUID() } };
    const path = '/api/Screening/batch';
    const answers = await Promise.all(nodes.map((node) => node.ask('POST', path, asked)));
    const accepted = answers.filter(({ status }) => status === 202);
    expect(accepted.length).toBeGreaterThan(0);
    expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(1);
    expect((await nodes[1].ask('GET', path, { key: own })).body.items).toHaveLength(1);
    for (const node of nodes) expect((await node.ask('POST', path, asked)).body.id).toBe(accepted[0]!.body.id);
  });

  test('batches of one account that came to different nodes follow each other at once', async () => {
    const own = (await bench.key(await bench.account())).key;
    const items = Array.from({ length: 100 }, (_, row) => ({ ...NAME, name: `Queued ${row}` }));
    const path = '/api/Screening/batch';
    const ids: string[] = [];
    for (let batch = 0; batch < 4; batch += 1) {
      const { status, body } = await nodes[batch % 2]!.ask('POST', path, { key: own, body: { items } });
      expect(status).toBe(202);
      ids.push(body.id);
    }
    const state = async () => (await nodes[0].ask('GET', `${path}/${ids.at(-1)}`, { key: own })).body.status;
    await until(TURNS_MS, state, 'done');
  });

  test('failed sign-ins at one make the next attempt at the other wait', async () => {
    const attempt = (node: Served) =>
      node.ask('POST', '/dashboard/api/session', {
        headers: { 'sec-fetch-site': 'same-origin' },
        body: { email: 'nobody@harbour.example', password: 'a guess' },
      });
    for (let failed = 0; failed < 5; failed += 1) expect((await attempt(nodes[0])).status).toBe(401);
    await until(HEARD_MS, async () => (await attempt(nodes[1])).status, 429);
  });

  test('without the database both say 503 with Retry-After and are not ready; they recover by themselves', async () => {
    const ready = async (node: Served) => (await node.ask('GET', '/health/ready')).status;
    for (const node of nodes) expect(await ready(node)).toBe(200);
    server.stop('immediate');
    for (const node of nodes) {
      const refused = await node.screen(key, NAME);
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([503, true]);
      expect((await node.ask('GET', '/api/Screening/list', { key })).status).toBe(503);
      expect(await ready(node)).toBe(503);
      expect((await node.ask('GET', '/health/live')).status).toBe(200);
    }
    server.start();
    for (const node of nodes) {
      await until(RECOVERED_MS, () => ready(node), 200);
      expect((await node.screen(key, NAME)).status).toBe(200);
    }
    expect(await bench.run('audit', 'verify')).toMatchObject({ ok: true });
  });
});
