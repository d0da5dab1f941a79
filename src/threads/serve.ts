import { parentPort } from 'node:worker_threads';
import { type Answer, asFailure, type Call, CLOSE, type Message, type Operations, type Order } from './messages.ts';

/** What a worker does besides single calls. */
export interface WorkerDuties {
  /** Answers calls that came together, in their order; by default one after another. */
  readonly answer?: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  /** Calls do not wait for those that came before: what they do gives way by itself. */
  readonly sideBySide?: boolean;
  /** Takes over the state that its channel has from now on. */
  readonly adopt?: (state: unknown) => void;
  /** The last thing that it does. */
  readonly close?: () => void;
}

/** Answers the calls of a `Channel` from a worker, by default one batch after another, once everything is loaded. */
export function serveFromWorker(
  load: Promise<Operations>,
  { answer, sideBySide = false, adopt, close }: WorkerDuties = {},
): void {
  const say = (message: Message) => parentPort!.postMessage(message);
  const obey = async (order: Order): Promise<void> => {
    if (order === CLOSE) {
      close?.();
      process.exit(0);
    }
    if (order.kind === 'state') return adopt?.(order.state);
    const { batch, calls } = order;
    say({ kind: 'answers', batch, answers: await (answer?.(calls) ?? answersOf(await load, calls)) });
  };
  const loaded = load.then(
    () => {
      // There only where the process was started so. Models leave much behind while they load.
      globalThis.gc?.();
      say({ kind: 'loaded' });
    },
    (error: unknown) => {
      say({ kind: 'unusable', ...asFailure(error) });
      process.exit(0);
    },
  );
  let before: Promise<void> = loaded;
  parentPort!.on('message', (order: Order) => {
    const isAlone = !sideBySide || order === CLOSE || order.kind === 'state';
    const done = (isAlone ? before : loaded).then(() => obey(order));
    before = isAlone ? done : Promise.all([before, done]).then(() => {});
  });
}

/** Tells the channel of a worker something that is no answer, also in the middle of a call. */
export function noteFromWorker(note: unknown): void {
  parentPort!.postMessage({ kind: 'note', note } satisfies Message);
}

/** The same from a child process. A message that cannot be sent means that the parent is gone. */
export function noteFromChild(note: unknown): void {
  process.send?.({ kind: 'note', note } satisfies Message, undefined, undefined, () => {});
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
  process.on('message', async ({ batch, calls }: Extract<Order, { kind: 'calls' }>) => {
    const operations = await load.catch(() => undefined);
    if (operations) say({ kind: 'answers', batch, answers: await answersOf(operations, calls) });
  });
  load.then(
    () => {
      globalThis.gc?.();
      say({ kind: 'loaded' });
    },
    (error: unknown) => say({ kind: 'unusable', ...asFailure(error) }),
  );
}

async function answersOf(operations: Operations, calls: readonly Call[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { operation, args } of calls) {
    try {
      answers.push({ value: await operations[operation]!(...(args as never[])) });
    } catch (error) {
      answers.push(asFailure(error));
    }
  }
  return answers;
}
