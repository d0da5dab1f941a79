import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { createLog } from '../logging.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { AuditHeadLog } from './audit-head.ts';
import { certificate } from './tls/certificate.ts';

const START = new Date('2026-11-22T08:00:00Z').getTime();
const HOUR = 3_600_000;

describe('the head of the audit chain', () => {
  let directory: string;
  let records: Records;
  let server: Server;
  let url: string;
  let dispatcher: Agent;
  let status = 204;
  let logged = '';
  const received: string[] = [];
  const log = createLog({
    write: (line) => {
      logged += line;
    },
  });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-head-'));
    const config = readConfig({ TOUCHSTONE_DATA_DIR: join(directory, 'data') });
    records = await openRecords(config);
    await note();
    const { cert, key } = await certificate(config, () => new Date());
    server = createServer({ cert, key }, (request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        received.push(body);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/heads?secret=s3cr3t`;
    dispatcher = new Agent({ connect: { ca: cert } });
  });
  afterAll(async () => {
    await dispatcher?.close();
    server?.close();
    await records?.close();
    await rm(directory, { recursive: true });
  });

  const note = (): Promise<void> =>
    records.audit.append({ actor: 'service', action: 'a', subject: 's', accountId: null, details: {} });

  async function keptUp(head: AuditHeadLog): Promise<void> {
    await head.keepUp();
    await head.settled();
  }

  test('is appended to a file once a day, a JSON object a line, each one still in the chain', async () => {
    const file = join(directory, 'heads.jsonl');
    let now = START;
    const head = new AuditHeadLog(records, log, { target: { file }, now: () => new Date(now) });
    for (let hour = 0; hour <= 24; hour += 1) {
      now = START + hour * HOUR;
      await keptUp(head);
      await note();
    }
    await head.stop();
    const lines = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ at: '2026-11-22T08:00:00.000Z' }, { at: '2026-11-23T08:00:00.000Z' }]);
    for (const { auditHead } of lines) expect(await records.audit.verify(auditHead)).toMatchObject({ ok: true });
  });

  test('is posted to an address; what failed is logged without the address, and tried again after an hour', async () => {
    let now = START;
    const options = { target: { url }, now: () => new Date(now), dispatcher };
    const head = new AuditHeadLog(records, log, options);
    status = 500;
    await keptUp(head);
    expect(head.deliveredAt).toBeUndefined();
    expect(logged).toContain('status 500');
    expect(logged).not.toContain('s3cr3t');
    status = 204;
    now += HOUR;
    await keptUp(head);
    now += HOUR;
    await keptUp(head);
    await head.stop();
    const { hash, sequence } = (await records.audit.head())!;
    expect(received).toHaveLength(2);
    expect(JSON.parse(received[1]!)).toMatchObject({ auditSequence: sequence, auditHead: hash });
    expect(head.deliveredAt).toEqual(new Date(START + HOUR));
  });

  test.each(['http://example.org/', 'https://', 'data/heads.jsonl'])('TOUCHSTONE_AUDIT_HEAD=%s is refused', (value) => {
    const settings = { TOUCHSTONE_DATA_DIR: 'data', TOUCHSTONE_AUDIT_HEAD: value };
    expect(() => readConfig(settings)).toThrow('TOUCHSTONE_AUDIT_HEAD must be');
  });
});
