import { parentPort, workerData } from 'node:worker_threads';
import { readConfig } from '../../src/config.ts';
import { MAX_OWN_ENTRIES, type OwnEntryContent } from '../../src/domain/own-list.ts';
import { openRecords } from '../../src/open-records.ts';
import { isIncomparable } from '../../src/own-lists/incomparable.ts';
import { ownListRows } from '../../src/own-lists/list-rows.ts';
import type { Records } from '../../src/records/port.ts';
import { importOwnList } from '../../src/use-cases/own-lists.ts';
import { ownNames } from '../api/service.ts';
import { timed } from './figures.ts';

/** What is to be in the records, and who has it then. */
export interface Wanted {
  readonly dataDir: string;
  /** Entries of the first account. */
  readonly large: number;
  /** Further accounts. */
  readonly accounts: number;
}

export const ENTRIES_OF_AN_ACCOUNT = 1_000;
const HEAD = { title: 'Bench', description: null, enabled: true };

export function contentOf(name: string): OwnEntryContent {
  return {
    name,
    entityType: 'Individual',
    otherNames: [],
    dateOfBirth: null,
    countries: [],
    identifiers: [],
    reason: null,
    until: null,
  };
}

/** The accounts in their order, the one with the large list first. */
async function fill({ dataDir, large, accounts }: Wanted): Promise<number[]> {
  const records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: dataDir }));
  const owners = [await account(records, 'Large')];
  if (large > 0) await importFile(records, owners[0]!, large);
  const names = ownNames(accounts * ENTRIES_OF_AN_ACCOUNT);
  for (let at = 0; at < accounts; at += 1) {
    const owner = await account(records, `Account ${at}`);
    const own = names.slice(at * ENTRIES_OF_AN_ACCOUNT, (at + 1) * ENTRIES_OF_AN_ACCOUNT);
    const entries = own.map((name, place) => ({ id: `E${place}`, content: contentOf(name) }));
    await records.ownLists.putEntries({ owner, list: 'bench', entries, most: MAX_OWN_ENTRIES, actor: null });
    owners.push(owner);
  }
  await records.close();
  return owners;
}

async function account(records: Records, name: string): Promise<number> {
  const { id } = await records.accounts.create({ name, quota: 1_000_000, plan: 'bench' }, 'operator');
  await records.ownLists.put(id, 'bench', HEAD, 'operator');
  return id;
}

async function importFile(records: Records, owner: number, entries: number): Promise<void> {
  const lines = ownNames(entries).map((name, at) => `E${at},${name},Individual`);
  const csv = Buffer.from(`id,name,entityType\n${lines.join('\n')}\n`);
  const ports = {
    records,
    incomparable: async (names: readonly Parameters<typeof isIncomparable>[0][]) => names.map(isIncomparable),
    wake: async () => {},
    foresee: () => {},
    imported: async () => {},
  };
  const stored = timed();
  const rows = ownListRows(chunksOf(csv), 'table', new Date());
  const file = { rows, mode: 'replace', force: true, preview: false } as const;
  const { read, refused } = await importOwnList(ports, { owner, list: 'bench' }, file, 'operator');
  console.log(`a file of ${read} rows, ${refused.length} of them refused, in the records: ${stored()}`);
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

// On a thread of its own, so that what it leaves behind is not measured with what searches take.
if (parentPort) parentPort.postMessage(await fill(workerData as Wanted));
