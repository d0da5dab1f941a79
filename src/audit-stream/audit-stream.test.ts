import { mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LineServer, localCertificate, type ReceivedEntry, SyslogServer } from '../../test/support/stream-receivers.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../logging.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { AuditStream } from './audit-stream.ts';
import { ecsLine } from './ecs.ts';
import { FileReceiver } from './file-receiver.ts';
import { HttpsReceiver } from './https-receiver.ts';
import type { StreamReceiver } from './receiver.ts';
import { SyslogReceiver } from './syslog-receiver.ts';

const DAY_MS = 86_400_000;
let directory: string;
let records: Records;
let pems: { cert: string; key: string };
let logged = '';
let clock = 0;
let streams = 0;
const log = createLog({ write: (line) => (logged += line) });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-stream-'));
  records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: join(directory, 'data') }));
  pems = await localCertificate();
});

afterAll(async () => {
  await records?.close();
  await rm(directory, { recursive: true });
});

async function note(count: number): Promise<void> {
  const entry = { actor: 'user:1', action: 'key.created', subject: 'key:x', accountId: null, details: { n: 'é' } };
  await Promise.all(Array.from({ length: count }, () => records.audit.append(entry)));
}

function streamTo(receiver: StreamReceiver, name?: string): AuditStream {
  streams += 1;
  const id = name ?? `stream ${streams}`;
  return new AuditStream(id, receiver, { records, log, environment: 'production', clock: () => clock });
}

/** Looks again after the longest pause. */
async function later(stream: AuditStream): Promise<void> {
  clock += 60_000;
  await stream.keepUp();
}

const head = async (): Promise<number> => (await records.audit.head())?.sequence ?? 0;
const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
const numbers = (entries: readonly ReceivedEntry[]): number[] => entries.map(({ event }) => event.sequence);
/** Each entry where it came first: whoever drops what has come before has the log, in its order. */
const once = (entries: readonly ReceivedEntry[]): number[] => [...new Set(numbers(entries))];

describe('into a file', () => {
  const written = async (file: string): Promise<ReceivedEntry[]> =>
    (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ReceivedEntry);

  test('every entry comes once and in order, through restarts and in batches', async () => {
    const file = join(directory, 'whole.jsonl');
    await note(1_234);
    const first = streamTo(new FileReceiver(file), 'whole');
    await first.keepUp();
    expect(first.waiting).toBe(0);
    await first.stop();
    await note(3);
    const second = streamTo(new FileReceiver(file), 'whole');
    await second.keepUp();
    await second.stop();
    expect(numbers(await written(file))).toEqual(upTo(await head()));
  });

  test('what a kill left between the file and the database is not written twice, and half a line is completed', async () => {
    const file = join(directory, 'killed.jsonl');
    await note(5);
    const stream = streamTo(new FileReceiver(file), 'killed');
    await stream.keepUp();
    const { length } = await readFile(file);
    for (const left of [length, length - 1, length - 40, length - 500, 3, 0]) {
      await truncate(file, left);
      const { entries } = await records.audit.unsent('nothing sent', 100_000);
      const all = entries.map((entry) => ({ ...entry, line: ecsLine(entry, 'production') }));
      await new FileReceiver(file).deliver(all);
      expect([left, numbers(await written(file))]).toEqual([left, upTo(all.length)]);
    }
    await stream.stop();
  });

  test('what somebody else put there stays, and a file that was moved away begins anew', async () => {
    const file = join(directory, 'moved.jsonl');
    await writeFile(file, 'not ours');
    const stream = streamTo(new FileReceiver(file));
    await stream.keepUp();
    expect((await readFile(file, 'utf8')).startsWith('not ours\n{"@timestamp"')).toBe(true);
    await rename(file, `${file}.1`);
    await note(2);
    await stream.keepUp();
    const last = await head();
    expect(numbers(await written(file))).toEqual([last - 1, last]);
    await stream.stop();
  });

  test('a place that takes no file is said, and holds up nothing', async () => {
    const stream = streamTo(new FileReceiver(directory), 'no file');
    await note(1);
    await stream.keepUp();
    const state = await records.audit.stream('no file');
    expect(state).toMatchObject({
      sequence: 0,
      error: 'The file is no regular file.',
      failingSince: expect.any(String),
    });
    expect(state.waiting).toBe(await head());
    expect(stream.waiting).toBe(state.waiting);
    await stream.stop();
  });
});

describe('to an https address', () => {
  let server: LineServer;
  beforeAll(async () => {
    server = new LineServer(pems);
    await server.start();
  });
  afterAll(() => server?.stop());

  const receiver = (deadlineMs?: number): HttpsReceiver => {
    const url = `https://us%40er:s3cr3t@127.0.0.1:${server.port}/audit?token=t0ken`;
    return new HttpsReceiver(url, {
      dispatcher: new Agent({ connect: { ca: pems.cert } }),
      ...(deadlineMs && { deadlineMs }),
    });
  };

  test('lines of JSON come in order with who sends them; a new address gets the log from its beginning', async () => {
    const stream = streamTo(receiver());
    await stream.keepUp();
    await stream.stop();
    expect(numbers(server.entries)).toEqual(upTo(await head()));
    expect(new Set(server.types)).toEqual(new Set(['application/x-ndjson']));
    const basic = `Basic ${Buffer.from('us@er:s3cr3t').toString('base64')}`;
    expect(new Set(server.authorizations)).toEqual(new Set([basic]));
  });

  test('an answer of 500, a redirect, none at all and a day away lose nothing, and secrets stay out of the log', async () => {
    server.entries.length = 0;
    const stream = streamTo(receiver(300), 'trouble');
    const begun = clock;
    for (const [status, why] of [
      [500, 'It answered 500.'],
      [302, 'It answered 302.'],
      [undefined, 'It did not answer within 0.3 s.'],
    ] as const) {
      server.status = status;
      await later(stream);
      expect((await records.audit.stream('trouble')).error).toBe(why);
    }
    const { requests } = server;
    // It pauses: to look again at once asks nobody.
    await stream.keepUp();
    expect(server.requests).toBe(requests);
    await server.stop();
    while (clock - begun < DAY_MS) {
      clock += 3_600_000;
      await note(2);
      await stream.keepUp();
    }
    const waiting = await records.audit.stream('trouble');
    expect(waiting.error).toBe('It cannot be reached: the connection was refused.');
    expect([waiting.waiting, stream.waiting]).toEqual([await head(), await head()]);
    server.status = 204;
    await server.start();
    await later(stream);
    expect(numbers(server.entries)).toEqual(upTo(await head()));
    expect(await records.audit.stream('trouble')).toMatchObject({ error: null, failingSince: null, waiting: 0 });
    expect(logged).toContain('the audit stream waits');
    expect(logged).toContain('the audit stream goes on');
    for (const secret of ['s3cr3t', 't0ken']) expect(logged).not.toContain(secret);
    await stream.stop();
  });

  test('a receiver that takes less at once gets less at once', async () => {
    server.entries.length = 0;
    server.maxBytes = 20_000;
    const stream = streamTo(receiver());
    await expect
      .poll(async () => {
        await later(stream);
        return server.entries.length;
      })
      .toBe(await head());
    expect(numbers(server.entries)).toEqual(upTo(await head()));
    server.maxBytes = Number.POSITIVE_INFINITY;
    await stream.stop();
  });
});

describe('to a syslog server behind TLS', () => {
  let server: SyslogServer;
  beforeAll(async () => {
    server = new SyslogServer(pems);
    await server.start();
  });
  afterAll(() => server?.stop());

  const receiver = (deadlineMs = 5_000): SyslogReceiver =>
    new SyslogReceiver({ host: '127.0.0.1', port: server.port, ca: pems.cert, deadlineMs });

  test('frames are as RFC 5425 and 5424 say, in order, and each once where nothing fails', async () => {
    const stream = streamTo(receiver());
    await stream.keepUp();
    await stream.stop();
    expect(server.faults).toEqual([]);
    expect(numbers(server.entries)).toEqual(upTo(await head()));
    expect(server.headers[0]).toMatch(/ key\.created -$/);
  });

  test.each([
    ['cut', /It cannot be reached: the connection was cut\.|It ended the connection before/],
    ['early', /It ended the connection before it had read everything\.|the connection was cut/],
    ['deaf', /It did not take what was sent/],
  ] as const)('one that is %s gets everything again until it has it', async (manner, why) => {
    server.entries.length = 0;
    await note(1_000);
    server.manner = manner;
    const stream = streamTo(receiver(1_000), `syslog ${manner}`);
    for (let round = 0; round < 3; round += 1) await later(stream);
    const state = await records.audit.stream(`syslog ${manner}`);
    expect([state.sequence, state.error]).toEqual([0, expect.stringMatching(why)]);
    server.manner = 'read';
    await later(stream);
    await stream.stop();
    expect(server.faults).toEqual([]);
    expect(once(server.entries)).toEqual(upTo(await head()));
    expect((await records.audit.stream(`syslog ${manner}`)).waiting).toBe(0);
  });

  test('one that reads slowly, and one that is away and comes back, have it in order', async () => {
    server.entries.length = 0;
    server.manner = 'slow';
    const stream = streamTo(receiver(20_000));
    await stream.keepUp();
    expect(numbers(server.entries)).toEqual(upTo(await head()));
    server.manner = 'read';
    await server.stop();
    await note(10);
    await later(stream);
    expect(stream.failingSince === undefined || stream.waiting === 10).toBe(true);
    await server.start();
    await later(stream);
    await stream.stop();
    expect(once(server.entries)).toEqual(upTo(await head()));
  });

  test('a certificate that nobody trusts gets nothing', async () => {
    server.entries.length = 0;
    const strange = new SyslogReceiver({ host: '127.0.0.1', port: server.port });
    const stream = streamTo(strange, 'strange');
    await later(stream);
    await stream.stop();
    expect((await records.audit.stream('strange')).error).toMatch(/^Its certificate is not trusted \([A-Z_]+\)\.$/);
    expect(server.entries).toEqual([]);
  });
});

test.each([
  'http://127.0.0.1/',
  'https://',
  'https://a:%ff@example.org/',
  'tls://example.org',
  'tls://example.org:0',
  'tls://example.org:65536',
  'tls://example.org:6514/path',
  'tls://user@example.org:6514',
  'udp://example.org:514',
  'file:',
  'audit.jsonl',
  'file:data/audit.jsonl',
])('TOUCHSTONE_AUDIT_STREAM=%s is refused', (value) => {
  const settings = { TOUCHSTONE_DATA_DIR: 'data', TOUCHSTONE_AUDIT_STREAM: value };
  expect(() => readConfig(settings)).toThrow('TOUCHSTONE_AUDIT_STREAM must be');
});

test.each([
  ['file:/var/log/audit.jsonl', { file: '/var/log/audit.jsonl' }],
  ['file:///var/log/audit.jsonl', { file: '/var/log/audit.jsonl' }],
  ['https://siem.example/in?token=x', { url: 'https://siem.example/in?token=x' }],
  ['tls://siem.example:6514', { host: 'siem.example', port: 6514 }],
  ['tls://[2001:db8::1]:6514', { host: '2001:db8::1', port: 6514 }],
])('TOUCHSTONE_AUDIT_STREAM=%s is taken', (value, target) => {
  expect(readConfig({ TOUCHSTONE_AUDIT_STREAM: value }).auditStream).toEqual(target);
});
