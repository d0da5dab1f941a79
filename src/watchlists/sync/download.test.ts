import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sourceById } from '../registry.ts';
import { ListStore } from '../store/list-store.ts';
import { downloadAll } from './download.ts';

const IDS = ['un-sc', 'eu-fsf', 'uk-sanctions', 'ca-sema', 'us-ofac-sdn'] as const;

describe('downloads', () => {
  let folder: string;
  let server: Server;
  /** Answers that are held back, by list. */
  let held: Map<string, ServerResponse>;
  const arrived = new Map<string, () => void>();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchstone-downloads-'));
    held = new Map();
    server = createServer((request, response) => {
      const id = request.url!.slice(1);
      if (id === 'un-sc') return void response.end('<CONSOLIDATED_LIST/>');
      held.set(id, response);
      arrived.get(id)?.();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  });

  const asked = (id: string) => new Promise<void>((resolve) => (held.has(id) ? resolve() : arrived.set(id, resolve)));

  test('every list comes once, however much later than the first it arrives', async () => {
    const { port } = server.address() as AddressInfo;
    const attempts = IDS.map((id) => ({ source: sourceById(id), address: `http://127.0.0.1:${port}/${id}` }));
    const options = { userAgent: 'touchstone/test', store: new ListStore(folder), inForce: new Map(), settleMs: 1 };
    const came: string[] = [];
    for await (const batch of downloadAll(attempts, options)) {
      for (const { source, incoming } of batch) {
        came.push(source.id);
        await incoming.discard();
      }
      // The first batch is there while every other list is still on its way.
      const next = IDS.find((id) => id !== 'un-sc' && !came.includes(id));
      if (!next) continue;
      await asked(next);
      held.get(next)!.end('<list/>');
    }
    expect(came.sort()).toEqual([...IDS].sort());
  });
});
