import { Client } from 'undici';
import type { ScreeningBody } from './queries.ts';

export interface Target {
  readonly url: string;
  readonly ca: string;
  readonly key: string;
}

export interface Measured {
  readonly requests: number;
  readonly failed: number;
  readonly perSecond: number;
  /** Milliseconds as a client sees them. */
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Screens from so many clients at once, each with one connection that stays open and one request at a time. */
export async function drive(
  target: Target,
  queries: readonly ScreeningBody[],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Measured> {
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const one = async (): Promise<void> => {
    const client = new Client(target.url, { connect: { ca: target.ca } });
    while (performance.now() < end) {
      const body = JSON.stringify(queries[next++ % queries.length]);
      const asked = performance.now();
      const { statusCode, body: answer } = await client.request({
        method: 'POST',
        path: '/api/Screening/screen',
        headers: { 'content-type': 'application/json', 'x-api-key': target.key },
        body,
      });
      await answer.dump();
      times.push(performance.now() - asked);
      if (statusCode !== 200) failed += 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: clients }, one));
  const elapsed = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return {
    requests: times.length,
    failed,
    perSecond: times.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    longest: at(1),
  };
}
