import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newApiKey } from '../../src/accounts/api-keys.ts';
import type { Records } from '../../src/records/port.ts';
import { screening } from '../records/samples.ts';
import { Bench, type Served } from '../support/service.ts';

/** So many that a test process which stands still for some tenths of a second misses but few of their answers. */
const LISTS = 600;
const RECORDS = 100;
/** No request stays without an answer, however long a busy machine takes. */
const PATIENCE_MS = 120_000;
const HEAD_LENGTH = 'HTTP/1.1 200 '.length;

let bench: Bench;
let served: Served;
let greedy: string;
let modest: string;

beforeAll(async () => {
  bench = await Bench.create();
  served = await bench.serve();
  await bench.records(async (records) => {
    [greedy, modest] = [await accountWith(records, RECORDS), await accountWith(records, 1)];
  });
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

/** The key of an account with so many screenings. */
async function accountWith(records: Records, count: number): Promise<string> {
  const { id } = await records.accounts.create({ name: 'Test', quota: 1_000_000, plan: 'standard' }, 'operator');
  const { id: keyId, value, hash } = newApiKey();
  await records.accounts.createKey({ id: keyId, hash, accountId: id, name: 'Test', allow: [] }, 'operator');
  const rows = Array.from({ length: count }, (_, row) => screening(id, null, `Nobody ${row}`, 10));
  await Promise.all(rows.map((row) => records.screenings.create(row)));
  return value;
}

test('an account that asks for many lists at once does not make another wait for all of them', async () => {
  const get = () => served.ask('GET', '/api/Screening/list', { key: modest });
  // From now on the other account has its connection.
  await get();
  const { hostname, port } = new URL(served.service.url);
  const flood = connect({ host: hostname, port: Number(port), ca: served.ca, servername: 'localhost' });
  await once(flood, 'secureConnect');
  const statuses = statusesOf(flood);
  const request = `GET /api/Screening/list HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${greedy}\r\n\r\n`;
  flood.write(request.repeat(LISTS));
  await once(flood, 'data');
  expect((await get()).status).toBe(200);
  expect(statuses.length).toBeLessThan(LISTS / 2);
  await expect.poll(() => statuses.length, { timeout: PATIENCE_MS }).toBe(LISTS);
  flood.destroy();
  // Where a database stands still for seconds, who waits for it is told to come again.
  expect(statuses.filter((status) => status !== '200' && status !== '503')).toEqual([]);
  expect(statuses.filter((status) => status === '200').length).toBeGreaterThan(LISTS / 2);
});

/** The statuses of the answers that have come, in their order. It grows as more of them come. */
function statusesOf(socket: Socket): readonly string[] {
  const statuses: string[] = [];
  let unread = '';
  socket.setEncoding('latin1').on('data', (data: string) => {
    unread += data;
    const found = [...unread.matchAll(/HTTP\/1\.1 (\d{3}) /g)];
    statuses.push(...found.map(([, status]) => status!));
    const last = found.at(-1);
    unread = last ? unread.slice(last.index + last[0].length) : unread.slice(-HEAD_LENGTH);
  });
  return statuses;
}
