import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ServingProcess } from '../support/process.ts';
import { Bench } from '../support/service.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };

let bench: Bench;
const running: ServingProcess[] = [];

beforeEach(async () => {
  bench = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on' });
});

afterEach(async () => {
  for (const service of running.splice(0)) service.kill();
  await bench.remove();
});

function start(settings: Record<string, string> = {}, ipc = false): ServingProcess {
  const service = new ServingProcess(bench, settings, ipc);
  running.push(service);
  return service;
}

test('the first start prints a key once, and the curl call it shows works when it is pasted', async () => {
  const service = start({ TOUCHSTONE_FIRST_ACCOUNT: 'on' });
  const { agent } = await service.serving();
  const call = /^ {2}curl[\s\S]*?\/screen$/m.exec(service.complaints)![0];
  const { stdout } = await promisify(execFile)('bash', ['-c', call]);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { hasMatch: true } });
  // Standard output is no terminal here: it is the log and nothing else.
  for (const line of service.output.trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
  expect(service.output).not.toMatch(/tsk_/);
  await agent.close();
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);

  const second = start({ TOUCHSTONE_FIRST_ACCOUNT: 'on' });
  await second.serving();
  expect(second.output + second.complaints).not.toMatch(/tsk_/);
  expect(second.complaints).toMatch(/\(starter\)/);
  await expect.poll(() => second.output).toMatch(/"auditHead":"[0-9a-f]{64}"/);
});

test('a stop answers what runs, loses nothing that was acknowledged, and ends with code 0', async () => {
  const { key } = await bench.key(await bench.account());
  const service = start();
  const { url, agent } = await service.serving();
  const screen = async () => {
    const { statusCode, body } = await agent.request({
      origin: url,
      path: '/api/Screening/screen',
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(NAME),
    });
    return { statusCode, body: (await body.json()) as { data: { id: number } } };
  };
  await screen();
  const running = Array.from({ length: 24 }, () => screen().catch(() => undefined));
  await Promise.race(running);
  service.child.kill('SIGTERM');
  const acknowledged = (await Promise.all(running)).filter((answer) => answer?.statusCode === 200);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(await service.ended()).toBe(0);
  await agent.close();

  const again = await start().serving();
  for (const answer of acknowledged) {
    const { statusCode, body } = await again.agent.request({
      origin: again.url,
      path: `/api/Screening/${answer!.body.data.id}`,
      method: 'GET',
      headers: { 'x-api-key': key },
    });
    await body.dump();
    expect(statusCode).toBe(200);
  }
  await again.agent.close();
});

test('a taken port is one sentence and a non-zero exit', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const service = start({ TOUCHSTONE_PORT: String(port) });
  expect(await service.ended()).not.toBe(0);
  expect(service.complaints).toMatch(
    new RegExp(`^touchstone: 127\\.0\\.0\\.1:${port} is taken .*TOUCHSTONE_PORT.*\\n$`),
  );
  other.close();
});

test('a taken metrics port is a warning, and the service serves', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const service = start({ TOUCHSTONE_METRICS: `127.0.0.1:${port}` });
  const { agent } = await service.serving();
  expect(service.output).toMatch(/"level":"warn".*Metrics are not served/);
  await agent.close();
  other.close();
});

test('a service whose launcher is gone stops by itself', async () => {
  const service = start({ TOUCHSTONE_LAUNCHER: '1' }, true);
  const { agent } = await service.serving();
  service.child.disconnect();
  expect(await service.ended()).toBe(0);
  expect(service.output).toMatch(/"msg":"stopped"/);
  await agent.close();
});

test('a service that cannot start ends, also below a launcher', async () => {
  const service = start({ TOUCHSTONE_LAUNCHER: '1', TOUCHSTONE_LISTS_SOURCES: 'un-sc,mars' }, true);
  expect(await service.ended()).toBe(2);
  expect(service.complaints).toMatch(/^touchstone: TOUCHSTONE_LISTS_SOURCES names "mars".*\n$/);
});

test('Ctrl-C that arrives twice at the same moment, as from a terminal and a launcher, still stops gently', async () => {
  const service = start();
  const { agent } = await service.serving();
  service.child.kill('SIGINT');
  service.child.kill('SIGINT');
  expect(await service.ended()).toBe(0);
  await agent.close();
});

test('the metrics listener tells counts, lists and the certificate, and nothing of who was screened', async () => {
  const { key } = await bench.key(await bench.account());
  const served = await bench.serve({ TOUCHSTONE_METRICS: '127.0.0.1:0' });
  await served.screen(key, NAME);
  const metrics = async () => (await fetch(`http://${served.service.metricsAddress}/metrics`)).text();
  // What a start still has to note may wait for a moment.
  await expect.poll(metrics).toMatch(/touchstone_queue_length\{queue="records"\} 0/);
  const text = await metrics();
  expect(text).toMatch(
    /touchstone_http_answers_total\{route="\/api\/Screening\/screen",method="POST",status="200"\} 1/,
  );
  expect(text).toMatch(/touchstone_http_latency_seconds_bucket\{le="0\.04",route="\/api\/Screening\/screen"/);
  expect(text).toMatch(/touchstone_list_entries\{source="un-sc",category="sanctions"\} \d+/);
  expect(text).toMatch(/touchstone_tls_expiry_timestamp_seconds \d{10}/);
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds/);
  expect(text).not.toMatch(/Quillon|tsk_/);
  expect((await fetch(`http://${served.service.metricsAddress}/`)).status).toBe(404);
  await served.stop();
});
