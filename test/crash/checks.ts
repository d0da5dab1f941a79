import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../specimens/random.ts';
import { nameOfEdition } from './errands.ts';
import { digest, type KeptRecord, RECORD_KINDS, type RecordKind } from './ledger.ts';
import type { Life } from './life.ts';
import type { Cast } from './load.ts';

const READERS = 4;
/** Of all that was ever acknowledged, so many are fetched beside those of the life before. */
const OLDER = 10;
const SOME_KEYS = 3;
/** Under load on a slow machine; what is promised of a quiet one is tested elsewhere. */
const MAX_SWAP_MS = 60_000;
const POLL_MS = 100;
const MAX_FILE_MS = 300_000;
const PATHS: Readonly<Record<RecordKind, string>> = { screening: 'Screening', verification: 'IdVerification' };

/** What clients can see after a restart of all that was acknowledged: everything of the life before, and some older. */
export async function checkAnswers(life: Life, cast: Cast, random: Random, older = OLDER): Promise<void> {
  const { ledger } = cast;
  const recent = new Set(ledger.lastLife);
  for (const kind of RECORD_KINDS) {
    const all = ledger.records[kind];
    const wanted = [...recent].filter((record) => all.get(record.id) === record);
    if (all.size > 0) wanted.push(...some([...all.values()], older, random));
    const rest = wanted.values();
    const reader = async (): Promise<void> => {
      for (const record of rest) await checkRecord(life, cast, kind, record);
    };
    await Promise.all(Array.from({ length: READERS }, reader));
  }
  for (const { id, value, state } of some([...ledger.keys.values()], SOME_KEYS, random)) {
    const expected = state === 'revoked' ? [401] : [200, 404];
    const reply = await life.client.call('GET', '/api/Screening/1', { key: value });
    assert.ok(expected.includes(reply.status), `key ${id} is ${state}, and a request with it gets ${reply.status}`);
  }
}

async function checkRecord(life: Life, { keys }: Cast, kind: RecordKind, record: KeptRecord): Promise<void> {
  const answers = await Promise.all(
    keys.map((key) => life.client.call('GET', `/api/${PATHS[kind]}/${record.id}`, { key })),
  );
  const found = answers.filter(({ status }) => status === 200);
  if (record.state === 'deleting') return;
  const wanted = record.state === 'kept' ? 1 : 0;
  assert.equal(found.length, wanted, `${kind} ${record.id} is ${record.state}, and ${found.length} accounts have it`);
  const body = found[0]?.body;
  if (!body) return;
  if (kind === 'screening') {
    assert.equal(body.name, record.name, `screening ${record.id} holds another name`);
    if (record.digest !== digest(null)) {
      assert.equal(digest(body.matches), record.digest, `screening ${record.id} holds other matches`);
    }
  } else {
    const { id: _, createdAt: __, ...result } = body;
    assert.equal(digest(result), record.digest, `verification ${record.id} holds another result`);
  }
}

/** The list in force is the one whose import was acknowledged. */
export async function checkList(life: Life, { ledger, keys }: Cast): Promise<void> {
  const { edition } = ledger;
  if (edition === undefined) return;
  const body = { name: nameOfEdition(edition), entityType: 'Individual' };
  const end = performance.now() + MAX_SWAP_MS;
  for (;;) {
    const reply = await life.ask('POST', '/api/Screening/screen', { key: keys[0], body });
    assert.ok(reply, 'a screening has no answer');
    // Another import may have begun meanwhile.
    if (reply.body.data.highestScore >= 95 || ledger.edition !== edition) return;
    assert.ok(performance.now() < end, `edition ${edition} of the list was imported, and its name is not found`);
    await sleep(POLL_MS);
  }
}

/** Files of names go on by themselves after a restart. */
export async function filesDone(life: Life, { owner }: Cast): Promise<void> {
  const end = performance.now() + MAX_FILE_MS;
  for (;;) {
    const reply = await life.ask('GET', '/api/Screening/batch?limit=200', { headers: owner.headers });
    const open = reply!.body.items.filter(({ status }: { status: string }) => status !== 'done');
    if (open.length === 0) return;
    assert.ok(performance.now() < end, `${open.length} files of names are not done: ${JSON.stringify(open[0])}`);
    await sleep(POLL_MS);
  }
}

/** Files in the data directory that are no images: what crashes leave behind must not pile up. */
export function filesIn(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.sealed'))
    .map(({ parentPath, name }) => `${parentPath.slice(dataDir.length + 1)}/${name}`);
}

function some<T>(items: readonly T[], count: number, random: Random): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, () => random.pick(items));
}
