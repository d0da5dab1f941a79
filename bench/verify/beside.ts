/**
 * What the costly uploads of accounts do to the verifications of another: `npm run bench:verify-beside`. Each of the
 * accounts (`--accounts 1`) keeps eight uploads of pictures full of text on the way. The other one verifies five people
 * alone, then 20 beside them (`--count`), one after the other. `--together 5` adds as many, so many at a time. Time
 * depends on the machine, so it also prints the load. It also prints what the service did during one verification: its
 * seconds of a processor, and the costly uploads that it answered.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { cpuSeconds } from '../api/process.ts';
import { benchKey, benchSettings, certificateMade, startBench, stopBench } from '../api/service.ts';
import { costlyForm, type Form, forms } from './forms.ts';

const AT_A_TIME = 8;
const WARM_UP = 4;
const ALONE = 5;
const PATIENCE_MS = 15_000;
/** Whoever floods sends the next upload so long after a refusal. */
const PAUSE_MS = 100;

interface Answer {
  readonly status: number;
  readonly ms: number;
  /** Costly uploads that were looked at and answered meanwhile. */
  readonly costly: number;
  /** Seconds of a processor that the service took meanwhile. */
  readonly cpu: number;
}

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    together: { type: 'string', default: '0' },
  },
});
const [accounts, count, together] = [Number(values.accounts), Number(values.count), Number(values.together)];

const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
const settings = await benchSettings(dataDir);
try {
  const people = await forms();
  const costly = await costlyForm();
  const key = await benchKey(settings);
  const keys = await Promise.all(Array.from({ length: accounts }, () => benchKey(settings)));
  await certificateMade(settings);
  const { service, target } = await startBench(settings, key);
  const statuses = new Map<string, number>();
  let looked = 0;

  /** One upload after the other of `one`, until `ends`. */
  const send = async (key: string, ends: () => boolean, one: (turn: number) => Form, answered: (a: Answer) => void) => {
    const client = new Client(target.url, { connect: { ca: target.ca }, headersTimeout: 300_000 });
    for (let turn = 0; !ends(); turn += 1) {
      const { body, type } = one(turn);
      const [asked, before, used] = [performance.now(), looked, cpuSeconds(service)];
      const headers = { 'content-type': type, 'x-api-key': key };
      const request = { method: 'POST' as const, path: '/api/IdVerification/verify', headers, body };
      const { statusCode: status, body: answer } = await client.request(request);
      await answer.dump();
      const cpu = cpuSeconds(service) - used;
      answered({ status, ms: performance.now() - asked, costly: looked - before, cpu });
      if (status === 429 || status === 503) await setTimeout(PAUSE_MS);
    }
    await client.close();
  };
  const measure = async (what: string, count: number, clients: number) => {
    const answers: Answer[] = [];
    let next = 0;
    const ends = () => next >= count;
    const one = () => people[next++ % people.length]!;
    await Promise.all(Array.from({ length: clients }, () => send(key, ends, one, (answer) => answers.push(answer))));
    if (count > WARM_UP) report(what, answers);
  };
  try {
    await measure('warm-up', WARM_UP, 1);
    await measure('alone, one after the other', ALONE, 1);
    let turns = 0;
    await send(
      keys[0]!,
      () => turns++ === 1,
      () => costly,
      ({ ms, status, cpu }) => {
        console.log(`a costly upload alone: ${status}, ${ms.toFixed(0)} ms, ${cpu.toFixed(2)} s of a processor`);
      },
    );
    let isOver = false;
    const flood = keys.flatMap((key) =>
      Array.from({ length: AT_A_TIME }, () =>
        send(
          key,
          () => isOver,
          () => costly,
          ({ status }) => {
            if (status === 400) looked += 1;
            statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1);
          },
        ),
      ),
    );
    await setTimeout(PAUSE_MS * 30);
    await measure('beside them, one after the other', count, 1);
    if (together > 0) await measure(`beside them, ${together} at a time`, count, together);
    isOver = true;
    await Promise.all(flood);
    console.log(`answers to the costly ones: ${JSON.stringify([...statuses])}`);
  } finally {
    await stopBench(service);
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

function report(what: string, answers: readonly Answer[]): void {
  const sorted = answers.map(({ ms }) => ms / 1000).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2);
  const inTime = answers.filter(({ status, ms }) => status === 200 && ms <= PATIENCE_MS).length;
  const meanAndMost = (values: readonly number[]) =>
    `mean ${(values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(1)}, most ${Math.max(...values).toFixed(1)}`;
  console.log(
    `${what}: ${inTime} of ${answers.length} within 15 s, p50 ${at(0.5)} s, longest ${at(1)} s; costly uploads answered meanwhile: ${meanAndMost(answers.map(({ costly }) => costly))}; seconds of a processor meanwhile: ${meanAndMost(answers.map(({ cpu }) => cpu))}; ${[...new Set(answers.map(({ status }) => status))].join(', ')}; load ${loadavg()[0]!.toFixed(1)}`,
  );
}
