import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { type HostileBody, hostileBodies, hostileFiles } from './hostile-bodies.ts';
import type { Route } from './routes.ts';
import type { Target } from './target.ts';

/** No answer to a request that is refused is longer. */
const MAX_ANSWER_BYTES = 64 * 1024;
const SMALL_BYTES = 63 * 1024;
/** Of routes that take more, nearly all that they take. */
const LARGE_BYTES: Readonly<Record<string, number>> = {
  '/api/Screening/batch': 4 * 1024 * 1024 - 1_000,
  '/match/default': 1024 * 1024 - 1_000,
};
const PROBE_EVERY_MS = 5;

export interface HostileResult {
  /** Sentences; none where all promises held. */
  readonly faults: readonly string[];
  /** The longest time, in milliseconds, that somebody else waited for the smallest answer that there is. */
  readonly longestWaitMs: number;
  readonly sent: number;
}

/** Sends every body that is made to cost much to a route, while somebody else asks whether the service is there. */
export async function hostile(route: Route, target: Target, longestWaitMs: number): Promise<HostileResult> {
  const faults: string[] = [];
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  let longest = 0;
  const bodies = bodiesFor(route);
  for (const one of bodies) {
    const waited = await watched(agent, target, async () => {
      const problem = await answered(agent, target, route, one);
      if (problem) faults.push(`${route.method} ${route.path}, ${one.kind}: ${problem}`);
    });
    longest = Math.max(longest, waited);
    if (waited > longestWaitMs) {
      faults.push(`${route.method} ${route.path}, ${one.kind}: others waited ${waited.toFixed(0)} ms.`);
    }
  }
  await agent.close();
  return { faults, longestWaitMs: longest, sent: bodies.length };
}

function bodiesFor({ body, form, path }: Route): HostileBody[] {
  if (form === 'csv') return hostileFiles(512 * 1024);
  if (typeof body !== 'object' || body === null) return [];
  const large = LARGE_BYTES[path];
  return [...hostileBodies(body, SMALL_BYTES), ...(large ? hostileBodies(body, large) : [])];
}

async function answered(
  agent: Agent,
  target: Target,
  { access, method, path }: Route,
  { type, body }: HostileBody,
): Promise<string | undefined> {
  const answer = await agent.request({
    origin: `https://127.0.0.1:${target.port}`,
    path: path.replace(/:\w+/g, '1'),
    method: method as 'POST',
    headers: { 'content-type': type, ...Object.fromEntries(target.headers(access)) },
    body,
  });
  const { length } = await answer.body.text();
  const { statusCode: status } = answer;
  if (status >= 500 && status !== 503) return `the status is ${status}.`;
  return status >= 400 && length > MAX_ANSWER_BYTES ? `a refusal has ${length} characters.` : undefined;
}

/** The longest that `/health/live` took while the work was done. */
async function watched(agent: Agent, { port }: Target, work: () => Promise<void>): Promise<number> {
  let over = false;
  let longest = 0;
  const watch = async (): Promise<void> => {
    while (!over) {
      const began = performance.now();
      const answer = await agent.request({ origin: `https://127.0.0.1:${port}`, path: '/health/live', method: 'GET' });
      await answer.body.dump();
      longest = Math.max(longest, performance.now() - began);
      await pause(PROBE_EVERY_MS);
    }
  };
  const watching = watch();
  await work();
  over = true;
  await watching;
  return longest;
}
