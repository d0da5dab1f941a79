import { setTimeout as sleep } from 'node:timers/promises';

const SPIN_MS = 15;
const PAUSE_MS = 50;

/** Asks until the answer holds. Resolves with that answer, or with the last one when the time is over. */
export async function eventually<T>(read: () => Promise<T>, holds: (value: T) => boolean, ms = 90_000): Promise<T> {
  for (const end = performance.now() + ms; ; await sleep(200)) {
    const value = await read();
    if (holds(value) || performance.now() > end) return value;
  }
}

/**
 * Asks until the answer holds. Resolves with that answer, or with the last one when the promised time is over.
 *
 * A promise is for a machine whose processors are free. What other processes take of them is added: the time grows by
 * the factor that this process waits for a processor, measured between the questions.
 */
export async function promised<T>(ms: number, ask: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  const began = performance.now();
  for (let slowest = 1; ; await sleep(PAUSE_MS)) {
    const answer = await ask();
    if (holds(answer) || performance.now() - began > ms * slowest) return answer;
    slowest = Math.max(slowest, slowness());
  }
}

/** Time that passes while this process computes, over the time that it has a processor. */
function slowness(): number {
  const [began, used] = [performance.now(), process.cpuUsage()];
  for (;;) {
    const { user, system } = process.cpuUsage(used);
    if (user + system >= SPIN_MS * 1_000) return (performance.now() - began) / SPIN_MS;
  }
}
