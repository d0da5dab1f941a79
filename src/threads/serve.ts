import { parentPort } from 'node:worker_threads';
import { asFailure, type Call, CLOSE, type Message, type Operations } from './messages.ts';

/** Answers the calls of a `Channel` from a worker, one after another, once everything is loaded. */
export function serveFromWorker(load: Promise<Operations>): void {
  const say = (message: Message) => parentPort!.postMessage(message);
  let before = load.then(
    () => say({ kind: 'loaded' }),
    (error: unknown) => {
      say({ kind: 'unusable', ...asFailure(error) });
      process.exit(0);
    },
  );
  parentPort!.on('message', (message: Call | typeof CLOSE) => {
    before = before.then(async () => {
      if (message === CLOSE) return process.exit(0);
      say(await answer(await load, message));
    });
  });
}

/**
 * Answers the calls of a `Channel` from a child process, side by side, once everything is loaded. Signals for the whole
 * process group are left to the parent. A child whose parent is gone ends at once, whatever its threads do.
 */
export function serveFromChild(load: Promise<Operations>): void {
  // A message that cannot be sent means that the parent is gone, which `disconnect` tells.
  const say = (message: Message) => process.send?.(message, undefined, undefined, () => {});
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('message', async (call: Call) => {
    const operations = await load.catch(() => undefined);
    if (operations) say(await answer(operations, call));
  });
  load.then(
    () => say({ kind: 'loaded' }),
    (error: unknown) => say({ kind: 'unusable', ...asFailure(error) }),
  );
}

async function answer(operations: Operations, { id, operation, args }: Call): Promise<Message> {
  try {
    return { kind: 'value', id, value: await operations[operation]!(...(args as never[])) };
  } catch (error) {
    return { kind: 'failed', id, ...asFailure(error) };
  }
}
