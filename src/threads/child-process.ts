import { type ChildProcess, fork } from 'node:child_process';
import { sentence } from '../errors.ts';
import type { Message } from './messages.ts';
import type { Launch, Peer, PeerListener } from './peer.ts';

/**
 * What a child leaves behind is short-lived: a small young generation for each of its threads keeps it small. They also
 * collect the garbage of loading at once.
 */
const FLAGS = ['--max-semi-space-size=4', '--expose-gc'];
/** What a process needs of its surroundings. Names of Windows come in any case. */
const HARMLESS =
  /^(PATH|TZ|LANG|LC_\w+|TMPDIR|TEMP|TMP|SYSTEMROOT|LD_LIBRARY_PATH|NODE_COMPILE_CACHE|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|MALLOC_\w+|GLIBC_TUNABLES)$/i;
/** So many characters are kept of what a child wrote to standard error last. */
const MAX_STDERR = 2000;

/**
 * A child process whose module calls `serveFromChild`. Its first argument is `setup` as JSON. It can be killed at any
 * moment, and a crash of native code takes nothing else with it. It gets no setting of the service, and of the
 * environment only what `HARMLESS` and `variables` name: whatever else is there may hold a password.
 * `flags` are further ones of Node.js, such as a bound of its memory.
 */
export function launchChild(
  module: URL,
  setup: unknown = {},
  { flags = [], variables = [] }: { readonly flags?: readonly string[]; readonly variables?: readonly string[] } = {},
): Launch {
  return (listener) => {
    const isGiven = (name: string) => HARMLESS.test(name) || variables.includes(name.toUpperCase());
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => isGiven(name)));
    const child = fork(module, [JSON.stringify(setup)], {
      env,
      execArgv: [...FLAGS, ...flags],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    return peerOf(child, listener);
  };
}

function peerOf(child: ChildProcess, { message, ended }: PeerListener): Peer {
  let stderr = '';
  const kill = () => child.kill('SIGKILL');
  const onEnd = once((reason) => ended(reason, stderr));
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-MAX_STDERR);
  });
  child.stderr?.on('error', () => {});
  child.on('message', (one) => message(one as Message));
  child.on('error', (error) => {
    // A process that could not be started has no other event; one that runs and cannot be written to is of no use.
    if (child.pid === undefined) onEnd(sentence(error));
    else kill();
  });
  child.on('disconnect', kill);
  child.on('close', (code, signal) => onEnd(`The process ended with ${signal ?? `exit code ${code}`}.`));
  return {
    send: (order) => {
      child.send(order, (error) => {
        if (error) kill();
      });
    },
    end: kill,
    hold: (held) => {
      const method = held ? 'ref' : 'unref';
      child[method]();
      child.channel?.[method]();
      (child.stderr as { ref?(): void; unref?(): void } | null)?.[method]?.();
    },
  };
}

function once(run: (reason: string) => void): (reason: string) => void {
  let isDone = false;
  return (reason) => {
    if (!isDone) run(reason);
    isDone = true;
  };
}
