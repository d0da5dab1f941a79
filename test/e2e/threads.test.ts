import type { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ServingProcess } from '../support/process.ts';
import { Bench } from '../support/service.ts';
import { Threads } from '../support/threads.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };

const threads = new Threads();
let bench: Bench;
let service: ServingProcess;
let url: string;
let agent: Agent;
let key: string;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on' });
  key = (await bench.key(await bench.account())).key;
  service = new ServingProcess(bench, threads.environment);
  ({ url, agent } = await service.serving());
});

afterAll(async () => {
  await agent?.close();
  service?.kill();
  await bench?.remove();
});

async function ask(method: 'GET' | 'POST', path: string, content?: unknown) {
  const headers = { 'x-api-key': key, ...(content !== undefined && { 'content-type': 'application/json' }) };
  const sent = content === undefined ? null : JSON.stringify(content);
  const { statusCode: status, body } = await agent.request({ origin: url, path, method, headers, body: sent });
  return { status, body: (await body.json()) as { data: { id: number } } };
}

const screen = () => ask('POST', '/api/Screening/screen', NAME);

test('every thread that searches can die, and screenings go on', async () => {
  for (const thread of (await threads.list()).filter(({ name }) => name === 'screening')) {
    expect(await threads.kill(thread)).toBe(true);
  }
  expect((await screen()).status).toBe(200);
});
