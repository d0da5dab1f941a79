import { TouchstoneError } from '../errors.ts';
import { complain, printJson } from '../printable.ts';
import { nodeName } from '../service-url.ts';
import type { Command } from './command.ts';

/** Ctrl-C in a terminal reaches us once from the terminal and again from each launcher in between. */
const SAME_SIGNAL_MS = 1_000;

export const command: Command = {
  name: 'serve',
  summary: 'starts the service',
  usage: `
Starts the HTTPS service and stays in the foreground. SIGTERM or Ctrl-C stops it without losing anything; a second one
stops it at once. SIGHUP reads the certificate again. Settings come from the environment: see docs/operations.md.`,
  options: {},
  async run({ positionals, config }) {
    if (positionals.length > 0)
      throw new TouchstoneError('usage', 'serve takes no arguments. See: touchstone serve --help');
    const [{ startService }, { describeError }] = await Promise.all([import('../compose.ts'), import('../logging.ts')]);
    // A promise that was rejected and that nobody awaits comes here as well.
    process.on('uncaughtException', (error) => crash(describeError(error), nodeName(config)));
    for (const stream of [process.stdout, process.stderr]) {
      // A log that cannot be written, such as to a full disk, must not end the service.
      stream.removeAllListeners('error').on('error', () => {});
    }
    const asked = stopAsked();
    let reload = async () => {};
    // A closed terminal or a log rotation sends it too, so it never ends the service.
    process.on('SIGHUP', () => void reload());
    let isAnswering = false;
    const starting = startService(config, {
      answers: () => {
        isAnswering = true;
      },
    });
    const begun = await Promise.race([starting, asked]);
    // What has begun to answer stops in order, also where the last steps of its start are still under way.
    if (!begun && !isAnswering) cutStart(nodeName(config));
    const service = await starting;
    reload = () => service.reload();
    await asked;
    await service.stop();
    process.exit();
  },
};

/** What nobody caught ends the service, with a line in the log that cannot hold what a request said. */
function crash(err: Record<string, unknown>, node: string | undefined): never {
  const line = { level: 'fatal', time: new Date().toISOString(), node, err, msg: 'crashed' };
  printJson(line);
  process.exit(1);
}

/** Nothing was answered yet, and what a step of the start left half done is not there: the next start does it again. */
function cutStart(node: string | undefined): never {
  const msg = 'stopping: the start is cut off, and the next one begins it again';
  printJson({ level: 'info', time: new Date().toISOString(), node, msg });
  process.exit();
}

/** Resolves when somebody wants the service to stop: a signal, or the launcher that is gone. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const onSignal = () => {
      const now = performance.now();
      if (first !== undefined && now - first > SAME_SIGNAL_MS) {
        complain('touchstone: stopped at once by a second signal.\n');
        process.exit(1);
      }
      first ??= now;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
    if (process.env.TOUCHSTONE_LAUNCHER !== '1') return;
    process.once('disconnect', resolve);
    // The launcher's line must not keep a service alive that could not start.
    process.channel?.unref();
  });
}
