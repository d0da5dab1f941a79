/**
 * Kills the service, its threads and its children while it works, again and again. Checks that nothing it acknowledged
 * is lost: `npm run test:crash -- --cycles 50 --clients 6 --seed 1`.
 * Ends with 1 and a sentence at the first failure. `--keep` then leaves the data directory for a look at it.
 * `--injuries off` kills whole processes alone.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Random } from '../../specimens/random.ts';
import { Client } from '../rig/client.ts';
import { verificationForms } from '../rig/forms.ts';
import { Person } from '../rig/person.ts';
import { ServiceProcess } from '../rig/service-process.ts';
import { Threads } from '../support/threads.ts';
import { checkAnswers, checkList, filesDone, filesIn } from './checks.ts';
import { checkDatabase, checkFiles, checkImages } from './database.ts';
import { Errands } from './errands.ts';
import { count, end, injure, inWords, type Tally } from './kills.ts';
import { Ledger } from './ledger.ts';
import { Life } from './life.ts';
import { type Cast, work, workOnVerifications } from './load.ts';
import { checkOwnLists } from './own-lists.ts';
import { type Plan, planOf } from './plan.ts';

const QUOTA = '2147483647';
const PEOPLE = 3;
const THOROUGH_EVERY = 20;
const REPORT_EVERY = 50;
/** A life with verifications lasts until so many were acknowledged in it. */
const VERIFICATIONS = 2;
const MAX_VERIFICATIONS_MS = 300_000;
const MAX_LOG_CHARACTERS = 8_000;
const FINAL_SAMPLE = 500;
/** Files that crashes leave behind between the first twentieth of a run and its end. */
const MAX_MORE_FILES = 20;

const { values } = parseArgs({
  options: {
    cycles: { type: 'string', default: '50' },
    clients: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    injuries: { type: 'string', default: 'on' },
    keep: { type: 'boolean', default: false },
  },
});
const [cycles, clients] = [Number(values.cycles), Number(values.clients)];
const directory = await mkdtemp(join(tmpdir(), 'touchstone-crash-'));
const dataDir = join(directory, 'data');
const threads = new Threads();
let log = '';
const service = new ServiceProcess(dataDir, {
  serviceOnly: threads.environment,
  log: (text, complaint) => {
    // Answers by the thousand would hide what the service has to say.
    const wanted = (line: string) => complaint || (line.startsWith('{') && !line.includes('"msg":"answered"'));
    const lines = text.split('\n').filter(wanted);
    if (lines.length > 0) log = `${log}${lines.join('\n')}\n`.slice(-MAX_LOG_CHARACTERS);
  },
});
const ledger = new Ledger();
const errands = new Errands(service, ledger);
const tally: Tally = new Map();
const began = performance.now();
let cycle = 0;
let url = '';
let earlyFiles = 0;

try {
  const cast = await setUp();
  for (cycle = 1; cycle <= cycles; cycle += 1) {
    await live(planOf(values.seed, cycle), cast);
    if (cycle === Math.ceil(cycles / 20)) earlyFiles = filesIn(dataDir).length;
    if (cycle % REPORT_EVERY === 0) console.log(report());
  }
  await lastCheck(cast);
  console.log(`${report()}\n0 lost, no id twice; units, keys, deletions, decisions, images and the audit chain hold.`);
} catch (error) {
  console.error(`The end of the service's log:\n${log}\n${report()}`);
  if (error instanceof Error && error.cause) console.error(error.cause);
  console.error(`Cycle ${cycle}, seed ${values.seed}: ${error instanceof Error ? error.message : error}`);
  if (values.keep) console.error(`The data directory is ${dataDir}`);
  process.exitCode = 1;
} finally {
  await service.kill();
  await errands.ended().catch(() => {});
  if (!values.keep || process.exitCode !== 1) await rm(directory, { recursive: true, force: true });
}

async function setUp(): Promise<Cast> {
  const keys: string[] = [];
  for (const name of ['Crash', 'Other']) {
    const account = await service.command<{ id: number }>('accounts', 'create', '--name', name, '--quota', QUOTA);
    const words = ['--account', String(account.id), '--name', name];
    keys.push((await service.command<{ key: string }>('keys', 'create', ...words)).key);
  }
  await errands.import();
  const forms = await verificationForms(PEOPLE);
  const { client } = await begin(false);
  const owner = await Person.invited(service, client, { account: 1, role: 'owner', email: 'owner@harbour.example' });
  await client.close();
  return { ledger, keys, owner, forms };
}

async function begin(verifies: boolean): Promise<Life> {
  if (service.running) return new Life(service, new Client(url, service.certificate), verifies);
  const started = await service.start().serving;
  assert.ok(started, 'the service was not killed, and did not start');
  url = started;
  return new Life(service, new Client(url, service.certificate), verifies);
}

/** One life of the service: what was acknowledged before is checked, more is written, then it is killed. */
async function live(plan: Plan, cast: Cast): Promise<void> {
  if (plan.startKillMs !== undefined) await killDuringStart(plan.startKillMs);
  const life = await begin(plan.verifies);
  errands.check();
  checkDatabase(dataDir, ledger, cycle % THOROUGH_EVERY === 0);
  await checkAnswers(life, cast, plan.random);
  await checkList(life, cast);
  await checkOwnLists(life, cast, plan.random);
  ledger.beginLife();
  errands.begin(plan);
  const failures: unknown[] = [];
  const streams = Array.from({ length: clients }, (_, index) => new Random(`${values.seed} ${cycle} ${index}`));
  const workers = streams.map((random) => work(life, cast, random));
  if (plan.verifies) workers.push(workOnVerifications(life, cast, plan.random));
  const worked = workers.map((worker) => worker.catch((error) => failures.push(error)));
  if (plan.verifies) await verified(life, failures);
  await sleep(plan.lifeMs);
  for (const injury of values.injuries === 'on' ? plan.injuries : []) {
    if (!life.over && failures.length === 0) await injure(injury, { life, cast, random: plan.random, threads, tally });
  }
  life.ending = true;
  await end(service, plan.ending, tally);
  await life.client.close();
  await Promise.all(worked);
  if (failures.length > 0) throw failures[0];
}

async function killDuringStart(afterMs: number): Promise<void> {
  if (service.running) return;
  const { serving } = service.start();
  await sleep(afterMs);
  await end(service, 'group', new Map());
  await serving;
  count(tally, 'starts');
}

async function verified(life: Life, failures: readonly unknown[]): Promise<void> {
  const { verification } = ledger.records;
  const wanted = verification.size + VERIFICATIONS;
  const late = performance.now() + MAX_VERIFICATIONS_MS;
  while (verification.size < wanted && failures.length === 0 && !life.over) {
    assert.ok(performance.now() < late, `no ${VERIFICATIONS} verifications in ${MAX_VERIFICATIONS_MS / 1000} s`);
    await sleep(100);
  }
}

async function lastCheck(cast: Cast): Promise<void> {
  await errands.ended();
  const life = await begin(false);
  await filesDone(life, cast);
  checkDatabase(dataDir, ledger, true);
  checkFiles(dataDir, ledger);
  const { images, leftover } = checkImages(dataDir, ledger);
  await checkAnswers(life, cast, new Random(values.seed), FINAL_SAMPLE);
  await checkList(life, cast);
  await checkOwnLists(life, cast, new Random(values.seed));
  assert.ok(ledger.records.screening.size > 0, 'no record was acknowledged at all');
  const files = filesIn(dataDir);
  assert.ok(
    files.length <= earlyFiles + MAX_MORE_FILES,
    `${files.length - earlyFiles} more files than at the beginning`,
  );
  const { ok, entries } = await service.command<{ ok: boolean; entries: number }>('audit', 'verify');
  assert.ok(ok, 'the audit chain is broken');
  await life.client.close();
  await end(service, 'stop', new Map());
  console.log(
    `${entries} audit entries, images of ${images} verifications, ${leftover} of them cut off; ${files.length} files.`,
  );
}

function report(): string {
  const { records, keys, decisions, files } = ledger;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  return [
    `${Math.min(cycle, cycles)} cycles in ${seconds} s. Killed: ${inWords(tally)}.`,
    `Acknowledged: ${records.screening.size} screenings, ${records.verification.size} verifications, ${keys.size} keys,`,
    `${decisions.size} decided alerts, ${ledger.customers.size} customers, ${ledger.ownEntries.size} own entries, ${files.length} files of names, ${errands.imports} imports, ${errands.deletions} deletions; ${errands.killed} commands killed.`,
  ].join('\n');
}
