import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { drive, type Measured } from './load.ts';
import { cpuSeconds } from './process.ts';
import { mixedQueries, type ScreeningBody } from './queries.ts';
import * as service from './service.ts';

/** So long V8 compiles what is used most. The more code a version has, the longer it takes. */
export const WARM_UP_SECONDS = 20;
export const BURST_SECONDS = 1.5;
/** Of one version started twice, one process may be a twentieth faster than the other for as long as both live. */
const STARTS = 3;
/** A service that nobody asks loads its models. It has done so once it takes next to no processor time. */
const [LOOK_MS, LOOKS, QUIET_CPU_MS] = [2_000, 45, 40];

/** A version of the service: the functions of its own benchmark that start it, and its data directory. */
export interface Version {
  readonly bench: Pick<typeof service, 'benchSettings' | 'benchKey' | 'certificateMade' | 'startBench' | 'stopBench'>;
  readonly dataDir: string;
}

type Running = Awaited<ReturnType<typeof service.startBench>>;
type Burst = Measured & { readonly cpuMs: number };
type Pair = readonly [Burst, Burst];

/** This checkout. */
export function ownVersion(dataDir: string): Version {
  return { bench: service, dataDir };
}

/** Another checkout, whose dependencies are installed. Its data directory holds lists that it imported itself. */
export async function otherVersion(checkout: string, dataDir: string): Promise<Version> {
  return { bench: await import(pathToFileURL(join(resolve(checkout), 'bench/api/service.ts')).href), dataDir };
}

/**
 * Starts two versions side by side, `STARTS` times, and asks them the same queries in bursts, in turn, `rounds` times
 * altogether. Prints how much of the other version's throughput the own one has, and how much of its processor time a
 * screening takes. A machine that is shared with others is now faster and now slower: neighbouring bursts can be
 * compared, runs cannot.
 */
export async function compareInTurn(own: Version, other: Version, clients: number, rounds: number): Promise<void> {
  const starts: Pair[][] = [];
  for (let turn = 0; turn < STARTS; turn++) starts.push(await compareOnce(own, other, clients, rounds / STARTS, turn));
  say('throughput', starts, ({ perSecond }) => perSecond);
  say('processor time of a screening', starts, ({ cpuMs }) => cpuMs);
  say('p99', starts, ({ p99 }) => p99);
  if (starts.flat(2).some(({ failed }) => failed > 0)) process.exitCode = 1;
}

/** Which version starts first, and is asked first, changes from turn to turn. */
async function compareOnce(own: Version, other: Version, clients: number, rounds: number, turn: number) {
  const order = turn % 2 === 0 ? [own, other] : [other, own];
  const running: Running[] = [];
  try {
    for (const version of order) running.push(await start(version));
    const [ours, theirs] = (turn % 2 === 0 ? running : running.toReversed()) as [Running, Running];
    const queries = mixedQueries();
    for (const { target } of running) await drive(target, queries, { clients, seconds: WARM_UP_SECONDS });
    await quiet(running);
    const reversed = queries.toReversed();
    const pairs: Pair[] = [];
    let from = 0;
    for (let round = turn; round < turn + rounds; round++) {
      const next = turned(reversed, from);
      const first = await burst(round % 2 === 0 ? ours : theirs, next, clients);
      const second = await burst(round % 2 === 0 ? theirs : ours, next, clients);
      pairs.push(round % 2 === 0 ? [first, second] : [second, first]);
      from = (from + Math.max(first.requests, second.requests)) % queries.length;
    }
    return pairs;
  } finally {
    for (const [place, { service }] of running.entries()) await order[place]!.bench.stopBench(service);
  }
}

async function start({ bench, dataDir }: Version): Promise<Running> {
  const settings = await bench.benchSettings(dataDir);
  const key = await bench.benchKey(settings);
  await bench.certificateMade(settings);
  return bench.startBench(settings, key);
}

/** Waits until services that nobody asks take next to no processor time. */
export async function quiet(running: readonly Pick<Running, 'service'>[]): Promise<void> {
  const cpuMs = () => running.reduce((sum, { service }) => sum + 1000 * cpuSeconds(service), 0);
  let [before, calm] = [cpuMs(), 0];
  for (let look = 0; look < LOOKS && calm < 3; look++) {
    await sleep(LOOK_MS);
    const now = cpuMs();
    calm = now - before < QUIET_CPU_MS * running.length ? calm + 1 : 0;
    before = now;
  }
}

async function burst({ service, target }: Running, queries: readonly ScreeningBody[], clients: number): Promise<Burst> {
  const before = cpuSeconds(service);
  const measured = await drive(target, queries, { clients, seconds: BURST_SECONDS });
  return Object.assign(measured, { cpuMs: (1000 * (cpuSeconds(service) - before)) / measured.requests });
}

/** The values from a place on, and then those before it. */
export function turned<T>(values: readonly T[], by: number): T[] {
  return [...values.slice(by), ...values.slice(0, by)];
}

/** The mean of the ratios, with its standard error by what the starts have, and each start's own. */
function say(what: string, starts: readonly (readonly Pair[])[], of: (burst: Burst) => number): void {
  const means = starts.map((pairs) => mean(pairs.map(([own, other]) => of(own) / of(other))));
  const [all, error] = meanWithError(means);
  const each = means.map((one) => one.toFixed(3)).join(', ');
  console.log(`${what}: ${all.toFixed(3)} of the other's (± ${error.toFixed(3)}; by start ${each})`);
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of two values or more, and its standard error. */
export function meanWithError(values: readonly number[]): [all: number, error: number] {
  const all = mean(values);
  return [all, Math.sqrt(mean(values.map((one) => (one - all) ** 2)) / (values.length - 1))];
}
