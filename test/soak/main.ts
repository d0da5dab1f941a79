/**
 * Runs the service for hours under a mixed, moderate load and fails where something grows:
 * `npm run test:soak -- --hours 2 [--lists starter|all] [--screenings 5] [--verify-every 20] [--out DIR]`.
 * Everything stays on this machine; the data directory is removed, the tables of samples and the summary stay.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { noOrphans } from '../crash/kills.ts';
import { descriptorTargets, processTree } from '../rig/process-tree.ts';
import { apiTasks } from './api-tasks.ts';
import { dashboardTasks } from './dashboard-tasks.ts';
import { drive, type Task } from './load.ts';
import { rudeTasks } from './rude-tasks.ts';
import { Sampler } from './sampler.ts';
import { setUp, type World } from './setup.ts';
import { summaryOf } from './summary.ts';

const HOUR_S = 3600;
const SAMPLES = 240;
const [MIN_SAMPLE_S, MAX_SAMPLE_S] = [2, 30];
/** Every task has its turn at least so often, also in a run of minutes. */
const MIN_TURNS = 4;
/** Until then every connection that nobody uses must be gone. */
const MAX_QUIET_S = 150;
/** Descriptors over those that the service held before the load, once everybody has left. */
const MAX_DESCRIPTORS_LEFT = 12;
const MAX_STOP_MS = 120_000;

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '2' },
    lists: { type: 'string', default: 'starter' },
    screenings: { type: 'string', default: '5' },
    'list-reads': { type: 'string', default: '1' },
    gets: { type: 'string', default: '2' },
    'verify-every': { type: 'string', default: '20' },
    out: { type: 'string' },
  },
});
const hours = positive('hours');
const rates = {
  screenings: positive('screenings'),
  lists: positive('list-reads'),
  gets: positive('gets'),
  verifyEvery: positive('verify-every'),
};
if (values.lists !== 'starter' && values.lists !== 'all') throw new Error('--lists must be starter or all.');
const out = resolve(values.out ?? (await mkdtemp(join(tmpdir(), 'touchstone-soak-results-'))));
mkdirSync(out, { recursive: true });
const directory = await mkdtemp(join(tmpdir(), 'touchstone-soak-'));
let world: World | undefined;
try {
  const log = join(out, 'service.log');
  world = await setUp(directory, values.lists, (text) => appendFileSync(log, text));
  await soak(world);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await world?.stop();
  await rm(directory, { recursive: true, force: true });
}

async function soak(world: World): Promise<void> {
  const { recorder, service } = world;
  const sampler = new Sampler(service, recorder, { metrics: world.metrics, out });
  const tasks = [...apiTasks(world, rates), ...dashboardTasks(world), ...rudeTasks(world)].map(oftenEnough);
  await firstUse(world);
  const before = await sampler.take();
  console.log(`The load runs for ${hours} hours; tables and the log of the service are in ${out}`);
  const load = new AbortController();
  const driven = drive(tasks, recorder, load.signal);
  const every = Math.min(MAX_SAMPLE_S, Math.max(MIN_SAMPLE_S, (hours * HOUR_S) / SAMPLES)) * 1000;
  const end = performance.now() + hours * HOUR_S * 1000;
  for (let due = performance.now() + every; due <= end && service.running; due += every) {
    await sleep(Math.max(0, due - performance.now()));
    if (service.running) await sampler.take().catch((error) => recorder.failed('metrics', error));
  }
  load.abort();
  await driven;
  const samples = sampler.samples.slice(1);
  const problems = await afterTheLoad(world, sampler, before.descriptors);
  const summary = summaryOf({ hours, samples, recorder, problems });
  writeFileSync(join(out, 'summary.txt'), summary.text);
  console.log(summary.text);
  if (!summary.ok) process.exitCode = 1;
}

/** What starts with its first use, the process with the models above all, holds descriptors ever after. */
async function firstUse({ client, key, queries, forms }: World): Promise<void> {
  await client.call('POST', '/api/Screening/screen', { key, body: queries[0] });
  const { status, text } = await client.call('POST', '/api/IdVerification/verify', { key, ...forms[0]! });
  if (status !== 200) throw new Error(`The first verification was answered with ${status}: ${text.slice(0, 200)}`);
}

/** Everybody leaves: connections go, the service stops when asked, and nothing of it stays behind. */
async function afterTheLoad(world: World, sampler: Sampler, before: number): Promise<string[]> {
  const { service, client } = world;
  if (!service.running) return ['The service ended during the run; its log says why.'];
  const problems: string[] = [];
  await client.close();
  let left = 0;
  for (let second = 0; second < MAX_QUIET_S; second += 5) {
    left = (await sampler.take()).descriptors - before;
    if (left <= MAX_DESCRIPTORS_LEFT) break;
    await sleep(5000);
  }
  if (left > MAX_DESCRIPTORS_LEFT) {
    const targets = [...descriptorTargets(service.pid)].map(([target, count]) => `${count} × ${target}`).join(', ');
    problems.push(`${left} descriptors more than before stay open after the load. Open are ${targets}.`);
  }
  const tree = processTree(service.pid);
  const code = await Promise.race([service.stop(), sleep(MAX_STOP_MS, 'late' as const, { ref: false })]);
  if (code !== 0) problems.push(`Asked to stop, the service ended with ${code}.`);
  await noOrphans(tree).catch((error: Error) => problems.push(error.message));
  const { ok } = await service.command<{ ok: boolean }>('audit', 'verify');
  if (!ok) problems.push('The audit chain is broken.');
  return problems;
}

function oftenEnough(task: Task): Task {
  return { ...task, everySeconds: Math.min(task.everySeconds, (hours * HOUR_S) / MIN_TURNS) };
}

function positive(name: 'hours' | 'screenings' | 'list-reads' | 'gets' | 'verify-every'): number {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number over 0.`);
  return value;
}
