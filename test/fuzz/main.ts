/**
 * Sends thousands of near-valid and broken requests to every route of a real service: `npm run test:fuzz -- --cases
 * 10000 --seed 1 --route /audit`, or `--route TLS`, or `--route "list files"`.
 * Ends with 1 where an answer is a 5xx other than 503, shows another account's data or internals, breaks the OpenAPI
 * document or never comes. It does so too where the memory of the service does not return.
 * Each faulty case is written to `test/fuzz/found/`. Commit it there, and `npm test` repeats it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Case, makeCase } from './cases.ts';
import { hostile } from './hostile.ts';
import { hostileLists } from './lists.ts';
import { Random } from './random.ts';
import { sendRecord, tlsRecord } from './records.ts';
import { ROUTES, type Route } from './routes.ts';
import { SECRET, Target } from './target.ts';
import { fault } from './verdict.ts';
import { Wire } from './wire.ts';

const FOUND = fileURLToPath(new URL('./found/', import.meta.url));
const MAX_FAULTS = 20;
/** The service may keep this much more than before: caches that are bounded, and pages that the allocator holds. */
const MEMORY_FACTOR = 1.25;
const SETTLE_MS = 60_000;
/** Cases that are refused at the door test nothing behind it. */
const MAX_STRANGERS = 0.5;
/** Most of them wait until the service gives a handshake up; one address may hold 500 connections. */
const RECORDS_AT_ONCE = 400;
/** What `--route` calls the broken beginnings of TLS connections. */
const RECORDS = 'TLS records';
/** What it calls hostile list files. */
const LISTS = 'list files';
/** A run of fewer cases is a short one. */
const SHORT_RUN = 1_000;
/**
 * So long may somebody else wait while a hostile body is answered, in milliseconds. Beside other rigs on two cores it
 * is some 250. Before, such a body stopped everybody for 13,000.
 */
const LONGEST_WAIT_MS = 1_000;
const AT_ONCE = 4 * availableParallelism();

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now()) },
    route: { type: 'string', default: '' },
  },
});
const cases = Number(values.cases);
const routes = ROUTES.filter(({ path }) => path.includes(values.route));
const target = await Target.start();
const faults: string[] = [];
const statuses = new Map<string, number>();
/** Cases of each route, and how many of them were taken for a stranger's. */
const strangers = new Map<string, { all: number; refused: number }>();
let sent = 0;

try {
  // Whatever grows once, such as compiled code, caches and pools, has grown before the memory is measured.
  for (const route of routes.filter(({ endsSession }) => !endsSession)) {
    await fuzz(route, Math.min(cases, 200), 'warm-up');
  }
  const before = target.memory();
  for (const route of routes) {
    const began = performance.now();
    await fuzz(route, cases, values.seed);
    const { refused = 0 } = strangers.get(`${route.method} ${route.path}`) ?? {};
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(`${route.method} ${route.path}: ${cases} cases, ${refused} of them with 401, ${seconds} s`);
  }
  for (const route of routes.filter(({ endsSession }) => !endsSession)) {
    const { faults: found, longestWaitMs, sent: bodies } = await hostile(route, target, LONGEST_WAIT_MS);
    sent += bodies;
    faults.push(...found);
    const waited = `others waited ${longestWaitMs.toFixed(0)} ms at most`;
    if (bodies > 0) console.log(`${route.method} ${route.path}: ${bodies} hostile bodies, ${waited}`);
  }
  if (RECORDS.includes(values.route)) await records(cases);
  if (LISTS.includes(values.route)) {
    const seed = Number(values.seed);
    faults.push(...(await hostileLists({ isShort: cases < SHORT_RUN, seed })));
  }
  for (const [route, { all, refused }] of strangers) {
    const open = /^POST \/dashboard\/api\/(session|links|links\/accept)$|^DELETE .*\/session$/.test(route);
    if (refused > all * MAX_STRANGERS && !open) faults.push(`${route}: ${refused} of ${all} cases were not signed in.`);
  }
  const after = await settled(before);
  if (after > before * MEMORY_FACTOR) faults.push(`Memory grew from ${before.toFixed(0)} to ${after.toFixed(0)} MiB.`);
  console.log(`seed ${values.seed}: ${sent} cases, memory ${before.toFixed(0)} MiB before, ${after.toFixed(0)} after`);
  console.log(
    [...statuses]
      .sort()
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  );
} finally {
  if (!target.alive) faults.push(`The service ended: ${target.complaints}`);
  await target.stop();
}
for (const one of faults) console.error(one);
if (faults.length > 0) process.exitCode = 1;
else console.log('No fault found.');

async function fuzz(route: Route, count: number, seed: string): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    const wire = new Wire(target.port);
    while (next < count && target.alive && faults.length < MAX_FAULTS) {
      const index = next++;
      const one = makeCase(route, new Random(`${seed} ${route.method} ${route.path} ${index}`), target);
      sent += 1;
      const problem = await verdict(wire, one);
      if (problem) keep(one, `${seed}-${index}`, problem);
    }
    wire.close();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function verdict(wire: Wire, one: Case): Promise<string | undefined> {
  try {
    const reply = await wire.send(one);
    const status = String(reply?.status ?? 'closed');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const counted = strangers.get(one.route) ?? { all: 0, refused: 0 };
    strangers.set(one.route, { all: counted.all + 1, refused: counted.refused + (status === '401' ? 1 : 0) });
    return fault(one, reply, SECRET);
  } catch (error) {
    return String(error);
  }
}

function keep(one: Case, name: string, problem: string): void {
  faults.push(`${one.method} ${one.path.slice(0, 200)}: ${problem}`);
  mkdirSync(FOUND, { recursive: true });
  const route = one.route.replace(/\W+/g, '-').toLowerCase();
  const headers = one.headers.filter(
    ([header, value]) => !(header === 'X-API-Key' && value.length > 10) && header !== 'Cookie',
  );
  writeFileSync(`${FOUND}${route}-${name}.json`, `${JSON.stringify({ problem, ...one, headers }, null, 2)}\n`);
}

async function records(count: number): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count && target.alive && faults.length < MAX_FAULTS) {
      const random = new Random(`${values.seed} tls ${next++}`);
      const bytes = tlsRecord(random);
      sent += 1;
      await sendRecord(target.port, bytes, random.chance(0.5)).catch((error: Error) => {
        faults.push(`TLS record ${bytes.subarray(0, 40).toString('hex')}: ${error.message}`);
      });
    }
  };
  await Promise.all(Array.from({ length: RECORDS_AT_ONCE }, worker));
  console.log(`TLS records: ${count} cases`);
}

/** Memory once it is back, or after a minute. */
async function settled(before: number): Promise<number> {
  const until = Date.now() + SETTLE_MS;
  while (target.memory() > before * MEMORY_FACTOR && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  return target.memory();
}
