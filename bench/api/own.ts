import { BURST_SECONDS, mean, meanWithError, quiet, turned, WARM_UP_SECONDS } from './in-turn.ts';
import { drive, type Measured, type Target } from './load.ts';
import { cpuSecondsByThread } from './process.ts';
import { mixedQueries, type ScreeningBody } from './queries.ts';
import { benchKey, benchSettings, certificateMade, ownLists, startBench, stopBench } from './service.ts';

/** Of a burst, and milliseconds of processors for a screening by the name of a thread. */
type Burst = Measured & { readonly cpuMs: ReadonlyMap<string, number> };
type Service = Awaited<ReturnType<typeof startBench>>['service'];

/** What takes less in a screening is not told. */
const LEAST_MS = 0.02;

/**
 * Asks one service in bursts, in turn for an account without own lists and for accounts with one of so many entries.
 * Each burst has queries of its own, since the threads remember words. Prints how much of the throughput without own
 * lists each account has, and of the processor time of a screening.
 */
export async function compareOwn(dataDir: string, entries: number, clients: number, rounds: number): Promise<void> {
  const settings = await benchSettings(dataDir);
  const lists = [['none', []], ...ownLists(entries)] as const;
  const keys: string[] = [];
  for (const [, names] of lists) keys.push(await benchKey(settings, names));
  await certificateMade(settings);
  const { service, target } = await startBench(settings, keys[0]!);
  try {
    const targets = keys.map((key) => ({ ...target, key }));
    const queries = mixedQueries();
    for (const one of targets) await drive(one, queries, { clients, seconds: WARM_UP_SECONDS / 2 });
    await quiet([{ service }]);
    const bursts: Burst[][] = targets.map(() => []);
    let from = 0;
    for (let round = 0; round < rounds; round++) {
      for (const place of turned([...targets.keys()], round % targets.length)) {
        const one = await burst(service, targets[place]!, turned(queries, from), clients);
        bursts[place]!.push(one);
        from = (from + one.requests) % queries.length;
      }
    }
    const [without, ...others] = bursts;
    for (const [at, own] of others.entries()) say(`${entries} entries, ${lists[at + 1]![0]}`, own, without!);
    if (bursts.flat().some(({ failed }) => failed > 0)) process.exitCode = 1;
  } finally {
    await stopBench(service);
  }
}

async function burst(
  service: Service,
  target: Target,
  queries: readonly ScreeningBody[],
  clients: number,
): Promise<Burst> {
  const before = cpuSecondsByThread(service);
  const measured = await drive(target, queries, { clients, seconds: BURST_SECONDS });
  const spent = [...cpuSecondsByThread(service)].map(([name, seconds]) => {
    return [name, (1000 * (seconds - (before.get(name) ?? 0))) / measured.requests] as const;
  });
  return Object.assign(measured, { cpuMs: new Map(spent) });
}

function say(what: string, own: readonly Burst[], without: readonly Burst[]): void {
  /** The geometric mean, which a burst that others disturbed does not raise, and its standard error. */
  const ratioOf = (of: (burst: Burst) => number) => {
    const [all, error] = meanWithError(own.map((one, round) => Math.log(of(one) / of(without[round]!))));
    return `${Math.exp(all).toFixed(3)} (± ${error.toFixed(3)})`;
  };
  const cpuOf = ({ cpuMs }: Burst) => cpuMs.values().reduce((sum, one) => sum + one, 0);
  console.log(what);
  console.log(`  throughput: ${ratioOf(({ perSecond }) => perSecond)} of that without own lists`);
  console.log(`  p99: ${ratioOf(({ p99 }) => p99)} of that`);
  console.log(`  processor time of a screening: ${ratioOf(cpuOf)} of that`);
  for (const name of own[0]!.cpuMs.keys()) {
    const msOf = (bursts: readonly Burst[]) => mean(bursts.map(({ cpuMs }) => cpuMs.get(name) ?? 0));
    if (msOf(own) > LEAST_MS) console.log(`  ${name}: ${msOf(own).toFixed(3)} ms, without ${msOf(without).toFixed(3)}`);
  }
}
