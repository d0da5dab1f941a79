import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { drive, type Measured } from './load.ts';
import { cpuSeconds } from './process.ts';
import { mixedQueries, type ScreeningBody } from './queries.ts';
import * as service from './service.ts';

const WARM_UP_SECONDS = 8;
const BURST_SECONDS = 1.5;
/** A service that nobody asks loads its models. It has done so once it takes next to no processor time. */
const [LOOK_MS, LOOKS, QUIET_CPU_MS] = [2_000, 45, 40];

/** A version of the service: the functions of its own benchmark that start it, and its data directory. */
export interface Version {
  readonly bench: Pick<typeof service, 'benchSettings' | 'benchKey' | 'certificateMade' | 'startBench' | 'stopBench'>;
  readonly dataDir: string;
}

type Running = Awaited<ReturnType<typeof service.startBench>>;
type Burst = Measured & { readonly cpuMs: number };

/** This checkout. */
export function ownVersion(dataDir: string): Version {
  return { bench: service, dataDir };
}

/** Another checkout, whose dependencies are installed. Its data directory holds lists that it imported itself. */
export async function otherVersion(checkout: string, dataDir: string): Promise<Version> {
  return { bench: await import(pathToFileURL(join(resolve(checkout), 'bench/api/service.ts')).href), dataDir };
}

/**
 * Starts two versions side by side and asks them the same queries in bursts, in turn, `rounds` times. Prints how much
 * of the other version's throughput the own one has, and how much of its processor time a screening takes. A machine
 * that is shared with others is now faster and now slower: neighbouring bursts can be compared, runs cannot.
 */
export async function compareInTurn(own: Version, other: Version, clients: number, rounds: number): Promise<void> {
  const [ours, theirs] = [await start(own), await start(other)];
  try {
    const queries = mixedQueries();
    for (const { target } of [ours, theirs]) await drive(target, queries, { clients, seconds: WARM_UP_SECONDS });
    await quiet([ours, theirs]);
    const reversed = queries.toReversed();
    const pairs: (readonly [Burst, Burst])[] = [];
    let from = 0;
    for (let round = 0; round < rounds; round++) {
      const next = turned(reversed, from);
      const first = await burst(round % 2 === 0 ? ours : theirs, next, clients);
      const second = await burst(round % 2 === 0 ? theirs : ours, next, clients);
      pairs.push(round % 2 === 0 ? [first, second] : [second, first]);
      from = (from + Math.max(first.requests, second.requests)) % queries.length;
    }
    say('throughput', pairs, ({ perSecond }) => perSecond);
    say('processor time of a screening', pairs, ({ cpuMs }) => cpuMs);
    say('p99', pairs, ({ p99 }) => p99);
    if (pairs.flat().some(({ failed }) => failed > 0)) process.exitCode = 1;
  } finally {
    await own.bench.stopBench(ours.service);
    await other.bench.stopBench(theirs.service);
  }
}

async function start({ bench, dataDir }: Version): Promise<Running> {
  const settings = await bench.benchSettings(dataDir);
  const key = await bench.benchKey(settings);
  await bench.certificateMade(settings);
  return bench.startBench(settings, key);
}

async function quiet(running: readonly Running[]): Promise<void> {
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

function turned<T>(values: readonly T[], by: number): T[] {
  return [...values.slice(by), ...values.slice(0, by)];
}

/** The median of the ratios, and their mean with its standard error. */
function say(what: string, pairs: readonly (readonly [Burst, Burst])[], of: (burst: Burst) => number): void {
  const ratios = pairs.map(([own, other]) => of(own) / of(other)).toSorted((a, b) => a - b);
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  const variance = ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / ratios.length;
  const error = Math.sqrt(variance / ratios.length);
  const median = ratios[ratios.length >> 1]!;
  console.log(`${what}: ${median.toFixed(3)} of the other's (mean ${mean.toFixed(3)} ± ${error.toFixed(3)})`);
}
