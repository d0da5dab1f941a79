import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/doctor/finding.ts';
import { ServiceProcess } from '../rig/service-process.ts';
import { canLimitDisk, fillDisk, makeRoom } from '../support/disk-limit.ts';
import { Bench } from '../support/service.ts';
import { LineServer, localCertificate, type ReceivedEntry, SyslogServer } from '../support/stream-receivers.ts';

/** Entries that are there before: several batches. */
const MANY = 3_000;
const ENTRY = { actor: 'operator', action: 'key.created', subject: 'key:x', accountId: null, details: { n: 1 } };

let folder: string;
let pems: { cert: string; key: string };
let trusting: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-streamed-'));
  pems = await localCertificate();
  await writeFile(join(folder, 'ca.pem'), pems.cert);
  trusting = { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const note = (bench: Bench, count: number): Promise<unknown> =>
  bench.records(({ audit }) => Promise.all(Array.from({ length: count }, () => audit.append(ENTRY))));
const head = (bench: Bench): Promise<number> => bench.records(async ({ audit }) => (await audit.head())!.sequence);
const once = (entries: readonly ReceivedEntry[]): number[] => [...new Set(entries.map(({ event }) => event.sequence))];
const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);

async function killed(bench: Bench, target: string, entries: readonly ReceivedEntry[]): Promise<void> {
  const settings = { ...bench.settings, ...trusting, TOUCHSTONE_AUDIT_STREAM: target };
  const service = new ServiceProcess(bench.dataDir, { settings });
  try {
    for (let life = 0; life < 3; life += 1) {
      const before = entries.length;
      const { serving } = service.start();
      await note(bench, 20);
      await serving;
      // While a batch is on its way, or just behind it.
      await expect.poll(() => entries.length, { interval: 5 }).toBeGreaterThan(before + life * 200);
      await service.kill();
    }
    await service.start().serving;
    await note(bench, 5);
    const last = await head(bench);
    await expect.poll(() => once(entries).length).toBe(last);
    expect(once(entries)).toEqual(upTo(last));
  } finally {
    await service.kill();
  }
}

describe('the audit log on its way outside', () => {
  test('reaches a syslog server whole and in order, though the service is killed while it sends', async () => {
    const bench = await Bench.create();
    const server = new SyslogServer(pems);
    server.manner = 'slow';
    await server.start();
    try {
      await note(bench, MANY);
      await killed(bench, `tls://127.0.0.1:${server.port}`, server.entries);
      expect(server.faults.filter((fault) => !fault.startsWith('half a frame'))).toEqual([]);
    } finally {
      await server.stop();
      await bench.remove();
    }
  });

  test('reaches an https address whole and in order, though the service is killed while it sends', async () => {
    const bench = await Bench.create();
    const server = new LineServer(pems);
    await server.start();
    try {
      await note(bench, MANY);
      await killed(bench, `https://127.0.0.1:${server.port}/in`, server.entries);
    } finally {
      await server.stop();
      await bench.remove();
    }
  });

  test.skipIf(!canLimitDisk)(
    'waits for a disk that is full, says so, and then stands there once and in order',
    async () => {
      const bench = await Bench.create();
      const file = join(folder, 'full.jsonl');
      const settings = { ...bench.settings, TOUCHSTONE_AUDIT_STREAM: `file:${file}` };
      let log = '';
      const hear = (text: string) => {
        log += text;
      };
      const service = new ServiceProcess(bench.dataDir, { settings, log: hear });
      try {
        await note(bench, 50);
        await service.start().serving;
        const size = () =>
          stat(file).then(
            ({ size }) => size,
            () => 0,
          );
        await expect.poll(size).toBeGreaterThan(10_000);
        // Room for a line and a half.
        fillDisk(service.pid, (await size()) + 700);
        await note(bench, 20);
        await expect.poll(() => log).toMatch(/"why":"[^"]+","msg":"the audit stream waits/);
        makeRoom(service.pid);
        const last = await head(bench);
        const lines = async () => (await readFile(file, 'utf8')).trimEnd().split('\n');
        await expect.poll(async () => (await lines()).length).toBe(last);
        expect((await lines()).map((line) => JSON.parse(line).event.sequence)).toEqual(upTo(last));
        await expect.poll(() => log).toContain('the audit stream goes on');
      } finally {
        await service.kill();
        await bench.remove();
      }
    },
  );

  test('is said to wait by the doctor and the metrics, and a request never waits for it', async () => {
    const bench = await Bench.create();
    const server = new LineServer(pems);
    await server.start();
    server.status = 500;
    const target = { TOUCHSTONE_AUDIT_STREAM: `https://127.0.0.1:${server.port}/in?token=s3cr3t` };
    const settings = { ...bench.settings, ...trusting, ...target };
    const service = new ServiceProcess(bench.dataDir, { settings });
    try {
      await note(bench, 40);
      await service.start().serving;
      await expect.poll(() => server.requests).toBeGreaterThan(0);
      const said = async (now: Date): Promise<Finding> => {
        const { examine } = await import('../../src/doctor/doctor.ts');
        const { readConfig } = await import('../../src/config.ts');
        const all = await examine(readConfig({ ...bench.settings, ...target }), now);
        return all.find(({ check }) => check === 'audit-stream')!;
      };
      await expect.poll(async () => (await said(new Date())).state).toBe('advice');
      const { found } = await said(new Date());
      expect(found).toMatch(
        /^\d+ entries of the audit log wait for TOUCHSTONE_AUDIT_STREAM since .* It answered 500\.$/,
      );
      expect(found).not.toContain('s3cr3t');
      expect((await said(new Date(Date.now() + 25 * 3_600_000))).state).toBe('must');
      server.status = 204;
      await expect.poll(async () => (await said(new Date())).state).toBe('ok');
    } finally {
      await service.kill();
      await server.stop();
      await bench.remove();
    }
    const quiet = await Bench.create();
    const idle = { TOUCHSTONE_METRICS: '127.0.0.1:0', TOUCHSTONE_AUDIT_STREAM: 'tls://127.0.0.1:9' };
    const served = await quiet.serve(idle);
    try {
      const scrape = async () => (await fetch(`http://${served.service.metricsAddress}/metrics`)).text();
      await expect.poll(scrape).toMatch(/^touchstone_audit_stream_waiting [1-9]/m);
      await expect.poll(scrape).toMatch(/^touchstone_audit_stream_failing_since_timestamp_seconds \d{9}/m);
    } finally {
      await served.stop();
      await quiet.remove();
    }
  });
});
