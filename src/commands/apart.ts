import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TouchstoneError } from '../errors.ts';
import { complain } from '../printable.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const MARK = 'TOUCHSTONE_APART';

/** True in the process that `runApart` started. */
export const isApart = process.env[MARK] === '1';
if (isApart) {
  // It is no setting, and nobody else is to take it for one.
  delete process.env[MARK];
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel!.unref();
}

/**
 * Runs this command line in a process of its own. Throws where that process crashed; what its native code then wrote to
 * standard error is for nobody to read.
 */
export async function runApart(args: readonly string[]): Promise<void> {
  const child = fork(MAIN, args, {
    env: { ...process.env, [MARK]: '1' },
    stdio: ['inherit', 'inherit', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8');
  });
  const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  if (signal !== null) {
    throw new TouchstoneError('damaged', `The program that looks at pictures ended unexpectedly (${signal}).`);
  }
  complain(stderr);
  process.exitCode = code ?? 1;
}
