/**
 * Loaded into a real service with `node --import`, so that a test can end single threads of it. It needs no hook in the
 * program: Node.js tells of every thread that starts. `threads.ts` is the other end.
 */
import { rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { isMainThread, type Worker } from 'node:worker_threads';

export const SOCKET_VARIABLE = 'THREAD_KILLER_SOCKET';

interface Running {
  readonly id: number;
  readonly name: string;
  readonly worker: Worker;
}

const running = new Map<number, Running>();
/** Names of threads that are not to live any more. */
const doomed = new Set<string>();

if (isMainThread && process.env[SOCKET_VARIABLE]) process.on('worker', started);

function started(worker: Worker): void {
  listen();
  const { threadId: id } = worker;
  // Node.js 24.6 and newer name threads; the types do not know of it yet.
  const name = (worker as Worker & { readonly threadName?: string }).threadName ?? '';
  running.set(id, { id, name, worker });
  worker.once('exit', () => running.delete(id));
  if (doomed.has(name)) void worker.terminate();
}

/** Called late, because the launcher first replaces itself by the service. Children of the service must not listen. */
function listen(): void {
  const socket = process.env[SOCKET_VARIABLE];
  if (!socket) return;
  delete process.env[SOCKET_VARIABLE];
  // A service that was killed leaves its socket behind.
  rmSync(socket, { force: true });
  createServer(serve).listen(socket).unref();
}

/** `list`, `kill ID` or `doom ID`; answered with a line of JSON, the latter two once the thread has ended. */
function serve(connection: Socket): void {
  connection.unref();
  connection.on('error', () => connection.destroy());
  createInterface(connection).on('line', async (line) => {
    const [order, id] = line.split(' ');
    const found = running.get(Number(id));
    if (order === 'doom' && found) doomed.add(found.name);
    await found?.worker.terminate();
    const answer = order === 'list' ? [...running.values()].map(({ id, name }) => ({ id, name })) : found !== undefined;
    connection.write(`${JSON.stringify(answer)}\n`);
  });
}
