/**
 * What the costly uploads of accounts do to the verifications of another: `npm run bench:verify-beside`. Each of the
 * accounts (`--accounts 1`) keeps eight uploads of pictures full of text on the way. The other one verifies 20 people,
 * one after the other, then 5 at a time. Time depends on the machine, so it also prints how many costly uploads were
 * answered while one verification was on its way.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import { cpuSeconds } from '../api/process.ts';
import { benchKey, benchSettings, certificateMade, startBench, stopBench } from '../api/service.ts';
import { costlyForm, type Form, forms } from './forms.ts';

const AT_A_TIME = 8;
const WARM_UP = 4;
const PATIENCE_MS = 15_000;
/** Whoever floods sends the next upload so long after a refusal. */
const PAUSE_MS = 100;

interface Answer {
  readonly status: number;
  readonly ms: number;
  /** Costly uploads that were looked at and answered meanwhile. */
  readonly costly: number;
}

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    together: { type: 'string', default: '5' },
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
      const [asked, before] = [performance.now(), looked];
      const headers = { 'content-type': type, 'x-api-key': key };
      const request = { method: 'POST' as const, path: '/api/IdVerification/verify', headers, body };
      const { statusCode: status, body: answer } = await client.request(request);
      await answer.dump();
      answered({ status, ms: performance.now() - asked, costly: looked - before });
      if (status === 429 || status === 503) await setTimeout(PAUSE_MS);
    }
    await client.close();
  };
  const measure = async (what: string, count: number, clients: number) => {
    const answers: Answer[] = [];
    let next = 0;
    const ends = () => next >= count;
    const one = () => people[next++ % people.length]!;
    const cpu = cpuSeconds(service);
    await Promise.all(Array.from({ length: clients }, () => send(key, ends, one, (answer) => answers.push(answer))));
    if (count > WARM_UP) report(what, answers, cpuSeconds(service) - cpu);
  };
  try {
    await measure('warm-up', WARM_UP, 1);
    await measure('alone, one after the other', count, 1);
    let cpu = cpuSeconds(service);
    let turns = 0;
    await send(
      keys[0]!,
      () => turns++ === 2,
      () => costly,
      ({ ms, status }) => {
        console.log(
          `a costly upload alone: ${status}, ${ms.toFixed(0)} ms, ${(cpuSeconds(service) - cpu).toFixed(2)} s of a processor`,
        );
        cpu = cpuSeconds(service);
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
    await measure(`beside them, ${together} at a time`, count, together);
    isOver = true;
    await Promise.all(flood);
    console.log(`answers to the costly ones: ${JSON.stringify([...statuses])}`);
  } finally {
    await stopBench(service);
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

function report(what: string, answers: readonly Answer[], cpu: number): void {
  const sorted = answers.map(({ ms }) => ms / 1000).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(2);
  const inTime = answers.filter(({ status, ms }) => status === 200 && ms <= PATIENCE_MS).length;
  const costly = answers.map(({ costly }) => costly);
  const mean = costly.reduce((sum, one) => sum + one, 0) / costly.length;
  console.log(
    `${what}: ${inTime} of ${answers.length} within 15 s, p50 ${at(0.5)} s, longest ${at(1)} s; costly uploads answered meanwhile: mean ${mean.toFixed(1)}, most ${Math.max(...costly)}; ${cpu.toFixed(0)} s of a processor; ${[...new Set(answers.map(({ status }) => status))].join(', ')}`,
  );
}
