// Measures verifications as a client sees them: `npm run bench:verify [-- --data DIR --count 40 --clients 2 --soak 0]`.
// Takes a data directory with lists in force, such as `npm run bench:api -- --data DIR` leaves, or a new one with the
// starter list. Documents and selfies are drawn. `--soak N` makes N more and prints how the memory of the service
// develops.
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'undici';
import type { Target } from '../api/load.ts';
import { cpuSeconds, memory } from '../api/process.ts';
import { benchKey, benchSettings, certificateMade, startBench, stopBench } from '../api/service.ts';
import { type Form, forms } from './forms.ts';

const WARM_UP = 4;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    count: { type: 'string', default: '40' },
    clients: { type: 'string', default: '2' },
    soak: { type: 'string', default: '0' },
  },
});

const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'touchstone-bench-')));
const settings = await benchSettings(dataDir);
try {
  await measure(await forms());
} finally {
  if (!values.data) await rm(dataDir, { recursive: true, force: true });
}

async function measure(forms: readonly Form[]): Promise<void> {
  const key = await benchKey(settings);
  await certificateMade(settings);
  const { service, target, readyMs } = await startBench(settings, key);
  try {
    console.log(`start to ready: ${readyMs.toFixed(0)} ms`);
    await drive(target, forms, WARM_UP, 1);
    const [count, clients] = [Number(values.count), Number(values.clients)];
    for (const [what, together] of [['alone', 1] as const, [`${clients} clients`, clients] as const]) {
      const before = cpuSeconds(service);
      const times = await drive(target, forms, count, together);
      report(what, times, (cpuSeconds(service) - before) / count, service);
    }
    for (let left = Number(values.soak), done = 0; left > 0; left -= 200) {
      await drive(target, forms, Math.min(left, 200), clients);
      done += Math.min(left, 200);
      const { residentMiB, peakMiB } = memory(service);
      console.log(`after ${done} more: resident ${residentMiB.toFixed(0)} MiB, at most ${peakMiB.toFixed(0)} MiB`);
    }
  } finally {
    await stopBench(service);
  }
}

function report(what: string, times: readonly number[], cpu: number, service: ChildProcess): void {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))]! / 1000).toFixed(2);
  const { residentMiB, peakMiB } = memory(service);
  console.log(
    `${what}: ${times.length} verifications, p50 ${at(0.5)} s, p95 ${at(0.95)} s, longest ${at(1)} s, ${cpu.toFixed(2)} s of a processor each; resident ${residentMiB.toFixed(0)} MiB, at most ${peakMiB.toFixed(0)} MiB`,
  );
}

/** Milliseconds of each request. Throws where one is not answered with 200. */
async function drive(target: Target, forms: readonly Form[], count: number, clients: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const one = async (): Promise<void> => {
    const client = new Client(target.url, { connect: { ca: target.ca }, headersTimeout: 120_000 });
    while (next < count) {
      const { body, type } = forms[next++ % forms.length]!;
      const asked = performance.now();
      const answer = await client.request({
        method: 'POST',
        path: '/api/IdVerification/verify',
        headers: { 'content-type': type, 'x-api-key': target.key },
        body,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text}`);
      times.push(performance.now() - asked);
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: clients }, one));
  if (count > WARM_UP) console.log(`${((count * 1000) / (performance.now() - started)).toFixed(2)} a second`);
  return times;
}
