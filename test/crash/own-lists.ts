import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../specimens/random.ts';
import type { KeptOwnFile } from './ledger.ts';
import type { Life } from './life.ts';
import type { Cast } from './load.ts';

const LIST = 'kept';
const MAX_FILE_ROWS = 1_500;
/** Lists that files replace. Each is changed by one client at a time, so that it is known what it has. */
const FILE_LISTS = 4;
const CHECKED = 5;
const MAX_FORCE_MS = 60_000;
const POLL_MS = 100;
const OK = [200, 201];

/** Puts an entry into an own list, changes one or deletes one. */
export async function changeOwnEntry(life: Life, { ledger, keys }: Cast, random: Random): Promise<void> {
  const kept = [...ledger.ownEntries.values()].filter(({ state }) => state === 'kept');
  if (kept.length > 0 && random.chance(0.3)) {
    const entry = random.pick(kept);
    entry.state = 'deleting';
    const path = `/api/OwnLists/${LIST}/entries/${entry.id}`;
    if (await life.ask('DELETE', path, { key: entry.key, expect: [204] })) entry.state = 'deleted';
    return;
  }
  const [key, id] = [random.pick(keys), random.code('XXXXXXXXXXXX')];
  if (!(await life.ask('PUT', `/api/OwnLists/${LIST}`, { key, body: { title: 'Kept' }, expect: OK }))) return;
  const name = `Ombrellano ${id.toLowerCase()}`;
  const body = { name, entityType: 'Individual' };
  const reply = await life.ask('PUT', `/api/OwnLists/${LIST}/entries/${id}`, { key, body, expect: [201] });
  if (reply) ledger.ownEntries.set(id, { id, key, name, state: 'kept' });
}

/** Replaces a list by a file. Where that was cut off the same file comes again, as a user would send it. */
export async function replaceOwnList(life: Life, { ledger, keys }: Cast, random: Random): Promise<void> {
  const list = `filed-${random.whole(0, FILE_LISTS - 1)}`;
  const known = ledger.ownFiles.get(list);
  if (known?.isBusy) return;
  const file: KeptOwnFile =
    known && !known.isDone
      ? known
      : {
          key: known?.key ?? random.pick(keys),
          label: random.code('XXXXXXXX').toLowerCase(),
          rows: random.whole(1, MAX_FILE_ROWS),
          isDone: false,
          isBusy: true,
        };
  file.isBusy = true;
  ledger.ownFiles.set(list, file);
  try {
    const { key, label, rows } = file;
    if (!(await life.ask('PUT', `/api/OwnLists/${list}`, { key, body: { title: list }, expect: OK }))) return;
    const lines = Array.from({ length: rows }, (_, row) => `${row},Ombrellina ${label} ${row},Individual`);
    const reply = await life.ask('POST', `/api/OwnLists/${list}/import?force=true`, {
      key,
      headers: { 'content-type': 'text/csv' },
      body: `id,name,entityType\n${lines.join('\n')}\n`,
      // Another client of the account imports.
      expect: [200, 409],
    });
    if (reply?.status === 200) {
      assert.equal(reply.body.refused.length, 0, `rows of ${list} were refused: ${reply.text.slice(0, 300)}`);
      file.isDone = true;
    }
  } finally {
    file.isBusy = false;
  }
}

/** What was acknowledged of own lists is there after a restart, and searches find it. */
export async function checkOwnLists(life: Life, { ledger }: Cast, random: Random): Promise<void> {
  for (const [list, { key, rows, label, isDone }] of ledger.ownFiles) {
    const reply = await life.client.call('GET', `/api/OwnLists/${list}`, { key });
    if (!isDone) continue;
    assert.equal(reply.body.entries, rows, `${list} was imported with ${rows} rows`);
    const last = await life.client.call('GET', `/api/OwnLists/${list}/entries/${rows - 1}`, { key });
    assert.equal(last.body.name, `Ombrellina ${label} ${rows - 1}`, `${list} has another last entry`);
  }
  const entries = [...ledger.ownEntries.values()];
  for (let at = 0; at < Math.min(CHECKED, entries.length); at += 1) {
    const { id, key, name, state } = random.pick(entries);
    if (state === 'deleting') continue;
    const reply = await life.client.call('GET', `/api/OwnLists/${LIST}/entries/${id}`, { key });
    assert.equal(reply.status, state === 'kept' ? 200 : 404, `entry ${id} is ${state}, and asked for: ${reply.status}`);
    if (at === 0) await checkFound(life, { id, key, name, isKept: state === 'kept' });
  }
}

async function checkFound(
  life: Life,
  { id, key, name, isKept }: { readonly id: string; readonly key: string; readonly name: string; isKept: boolean },
): Promise<void> {
  const end = performance.now() + MAX_FORCE_MS;
  for (;;) {
    const reply = await life.ask('POST', '/api/Screening/screen', { key, body: { name, entityType: 'Individual' } });
    assert.ok(reply, 'a screening has no answer');
    const names = reply.body.data.matches.map((match: { name: string }) => match.name);
    if (names.includes(name) === isKept) return;
    assert.ok(performance.now() < end, `entry ${id} is ${isKept ? 'kept' : 'deleted'}, and searches say otherwise`);
    await sleep(POLL_MS);
  }
}
