import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../specimens/random.ts';
import type { Form } from '../rig/forms.ts';
import type { Person } from '../rig/person.ts';
import { LISTED_NAMES } from './errands.ts';
import type { KeptDecision, KeptKey, Ledger, RecordKind } from './ledger.ts';
import type { Life } from './life.ts';
import { changeOwnEntry, replaceOwnList } from './own-lists.ts';

/** Most of them match, so that there is something to decide. */
const NAMES = [...LISTED_NAMES, 'Nobody Whatsoever Quillfeather'];
const MIN_SCORE = 40;
const MAX_FILE_ROWS = 60;
/** A client that was refused after an injury waits so long before it asks again. */
const PAUSE_MS = 50;

export interface Cast {
  readonly ledger: Ledger;
  /** A key of each account. */
  readonly keys: readonly string[];
  /** Of the first account. */
  readonly owner: Person;
  readonly forms: readonly Form[];
}

type Deed = (life: Life, cast: Cast, random: Random) => Promise<void>;

/** How often a client does what, in parts of their sum. */
const DEEDS: readonly (readonly [number, Deed])[] = [
  [24, screen],
  [4, screenInDashboard],
  [4, fetchAgain],
  [2, createKey],
  [2, revokeKey],
  [4, decide],
  [1, sendFile],
  [4, putCustomer],
  [1, sendBatch],
  [3, changeOwnEntry],
  [1, replaceOwnList],
];

/** One client: does one thing after another until the service is gone. */
export async function work(life: Life, cast: Cast, random: Random): Promise<void> {
  while (!life.over) {
    const refused = life.refused;
    await weighted(random)(life, cast, random);
    if (life.refused > refused) await sleep(PAUSE_MS);
  }
}

/** A client that verifies. */
export async function workOnVerifications(life: Life, cast: Cast, random: Random): Promise<void> {
  while (!life.over) {
    if (!(await verify(life, cast, random))) await sleep(PAUSE_MS);
  }
}

/** True where it was acknowledged. */
export async function verify(life: Life, { ledger, keys, forms }: Cast, random: Random): Promise<boolean> {
  const request = { key: random.pick(keys), ...random.pick(forms) };
  ledger.unanswered += 1;
  const reply = await life.ask('POST', '/api/IdVerification/verify', request);
  if (!reply) return false;
  ledger.unanswered -= 1;
  const { id, remainingRequests: _, ...result } = reply.body.data;
  ledger.keep('verification', { id, name: '', result });
  return true;
}

async function screen(life: Life, { ledger, keys }: Cast, random: Random): Promise<void> {
  const name = someName(random);
  const body = { name, entityType: 'Individual', minScore: MIN_SCORE };
  const reply = await life.ask('POST', '/api/Screening/screen', { key: random.pick(keys), body });
  if (!reply) return;
  const { id, matches } = reply.body.data;
  ledger.keep('screening', { id, name, result: matches });
}

async function screenInDashboard(life: Life, { ledger, owner }: Cast, random: Random): Promise<void> {
  const name = someName(random);
  const request = { headers: owner.headers, body: { name, entityType: 'Individual', minScore: MIN_SCORE } };
  const reply = await life.ask('POST', '/dashboard/api/screenings', { ...request, expect: [201] });
  // Its matches are shown with their evidence, so that only the record itself is compared.
  if (reply) ledger.keep('screening', { id: reply.body.id, name, result: null });
}

/** What was acknowledged is there at once, not only after a restart. */
async function fetchAgain(life: Life, { ledger, keys }: Cast, random: Random): Promise<void> {
  const newest = ledger.records.screening.get(ledger.newest('screening'));
  if (newest?.state !== 'kept') return;
  const path = `/api/Screening/${newest.id}`;
  const answers = await Promise.all(keys.map((key) => life.ask('GET', path, { key, expect: [200, 404] })));
  const found = answers.filter((answer) => answer?.status === 200).length;
  if (answers.every(Boolean) && found !== 1 && newest.state === 'kept') {
    throw new Error(`record ${newest.id} was acknowledged, and ${found} of ${keys.length} accounts have it`);
  }
  if (random.chance(0.1)) await life.ask('GET', '/api/Screening/list', { key: random.pick(keys) });
}

async function createKey(life: Life, { ledger, owner }: Cast): Promise<void> {
  const request = { headers: owner.headers, body: { name: 'crash' }, expect: [201] };
  const reply = await life.ask('POST', '/dashboard/api/keys', request);
  if (!reply) return;
  const { id, value } = reply.body;
  ledger.keys.set(id, { id, value, state: 'alive' });
}

async function revokeKey(life: Life, { ledger, owner }: Cast, random: Random): Promise<void> {
  const alive = [...ledger.keys.values()].filter(({ state }) => state === 'alive');
  if (alive.length < 3) return;
  const key: KeptKey = random.pick(alive);
  key.state = 'revoking';
  const reply = await life.ask('POST', `/dashboard/api/keys/${key.id}/revoke`, { headers: owner.headers });
  if (!reply) return;
  key.state = 'revoked';
  await life.ask('GET', '/api/Screening/1', { key: key.value, expect: [401] });
}

async function decide(life: Life, { ledger, owner }: Cast, random: Random): Promise<void> {
  const { headers } = owner;
  const state = random.pick(['open', 'open', 'open', 'dismissed'] as const);
  const page = await life.ask('GET', `/dashboard/api/alerts?state=${state}&limit=20`, { headers });
  if (!page || page.body.items.length === 0) return;
  const alert = random.pick(page.body.items as ShownAlert[]);
  const wanted = state === 'open' ? random.pick(['confirmed', 'dismissed'] as const) : ('open' as const);
  const path = `/dashboard/api/alerts/${alert.id}/${wanted === 'open' ? 'undo' : 'decision'}`;
  const { revision } = alert;
  const body = wanted === 'open' ? { revision } : { decision: wanted, revision, reason: 'other', comment: 'looked at' };
  const known = knownDecision(ledger, alert, state);
  known.unanswered += 1;
  const reply = await life.ask('POST', path, { headers, body, expect: [200, 404, 409] });
  if (!reply) return;
  known.unanswered -= 1;
  // Answers to two people who decided in turn may overtake each other.
  if (reply.status !== 200 || reply.body.revision < known.revision) return;
  known.state = wanted;
  known.revision = reply.body.revision;
}

interface ShownAlert {
  readonly id: number;
  readonly record: number;
  readonly kind: string;
  readonly revision: number;
}

function knownDecision(ledger: Ledger, { id, record, kind, revision }: ShownAlert, state: KeptDecision['state']) {
  const about: RecordKind = kind === 'match' ? 'screening' : 'verification';
  const known = ledger.decisions.get(id) ?? { record, kind: about, state, revision, unanswered: 0 };
  ledger.decisions.set(id, known);
  return known;
}

/** A customer with its screening; sometimes its settings change, which makes no record. */
async function putCustomer(life: Life, { ledger, keys }: Cast, random: Random): Promise<void> {
  const known = [...ledger.customers];
  if (known.length > 0 && random.chance(0.3)) {
    const [reference, { key, name }] = random.pick(known);
    const body = { name, entityType: 'Individual', minScore: random.whole(30, 90) };
    await life.ask('PUT', `/api/Customers/${reference}`, { key, body });
    return;
  }
  const [key, name, reference] = [random.pick(keys), someName(random), `C-${random.code('XXXXXXXXXXXX')}`];
  const body = { name, entityType: 'Individual', minScore: MIN_SCORE };
  const reply = await life.ask('PUT', `/api/Customers/${reference}`, { key, body, expect: [201] });
  if (!reply) return;
  ledger.customers.set(reference, { key, name });
  const { id, matches } = reply.body.screening;
  ledger.keep('screening', { id, name, result: matches });
}

async function sendFile(life: Life, { ledger, owner }: Cast, random: Random): Promise<void> {
  const label = `file ${random.code('XXXXXXXXXXXX')}`;
  const rows = random.whole(1, MAX_FILE_ROWS);
  const lines = Array.from({ length: rows }, (_, row) => `${row},${NAMES[row % NAMES.length]} ${label} ${row}`);
  const headers = { ...owner.headers, 'content-type': 'text/csv' };
  const request = { headers, body: `id,name\n${lines.join('\n')}\n`, expect: [202, 409] };
  const reply = await life.ask('POST', '/dashboard/api/bulk?type=Individual', request);
  if (reply?.status === 202) ledger.files.push({ id: reply.body.id, label, rows });
}

/** Over the API, as items or as a file. The key is one of the owner's account, whose files are looked at. */
async function sendBatch(life: Life, { ledger, keys }: Cast, random: Random): Promise<void> {
  const label = `file ${random.code('XXXXXXXXXXXX')}`;
  const rows = random.whole(1, MAX_FILE_ROWS);
  const names = Array.from({ length: rows }, (_, row) => `${NAMES[row % NAMES.length]} ${label} ${row}`);
  const csv = `name,entityType\n${names.map((name) => `${name},Individual\n`).join('')}`;
  const request = random.chance(0.5)
    ? { body: { items: names.map((name) => ({ name, entityType: 'Individual' })) } }
    : { headers: { 'content-type': 'text/csv' }, body: csv };
  const reply = await life.ask('POST', '/api/Screening/batch', { key: keys[0], ...request, expect: [202, 409] });
  if (reply?.status === 202) ledger.files.push({ id: reply.body.id, label, rows });
}

function someName(random: Random): string {
  return `${random.pick(NAMES)} ${random.code('XXXXXXXX')}`;
}

function weighted(random: Random): Deed {
  let left = random.between(
    0,
    DEEDS.reduce((sum, [weight]) => sum + weight, 0),
  );
  for (const [weight, deed] of DEEDS) {
    left -= weight;
    if (left < 0) return deed;
  }
  return screen;
}
