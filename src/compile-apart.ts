import type { Logger } from 'pino';
import { type Config, ownSettings } from './config.ts';
import type { PublishedSnapshot } from './domain/snapshot.ts';
import { ENGINE_VERSION } from './screening/version.ts';
import type { StartProgress } from './start-progress.ts';
import { CommandProcess, ownCommand, realTimers } from './threads/command-process.ts';

const COMMAND = ownCommand('lists', 'repair', '--json');
/** So many entries are compiled within a second, and need no process of their own. */
const FEW_ENTRIES = 5_000;

/**
 * Compiles the stored lists of a start in a process of its own. So the service answers meanwhile that it lives, and its
 * memory stays small. Does nothing for a few entries. A failure is logged, and whoever needs the lists finds it again.
 */
export async function compileApart(
  config: Config,
  current: PublishedSnapshot | undefined,
  { log, progress }: { readonly log: Pick<Logger, 'info' | 'warn' | 'error'>; readonly progress: StartProgress },
): Promise<void> {
  const lists = current?.sources.filter(({ starter }) => !starter) ?? [];
  const entries = lists.reduce((sum, list) => sum + list.entries, 0);
  if (entries <= FEW_ENTRIES) return;
  const facts = { lists: lists.length, entries, engine: ENGINE_VERSION, before: current!.engine };
  const sentence = `${entries} entries of ${lists.length} lists are being compiled.`;
  progress.begin({ what: 'the lists are compiled', sentence, facts });
  const child = new CommandProcess(COMMAND, {
    env: ownSettings(config),
    limitMs: config.listsSyncLimitMs,
    timers: realTimers,
    isLowPriority: false,
    complaint: (line) => log.warn({ repair: line }, 'lists repair says'),
  });
  const { exit } = await child.ended;
  if (exit === 0) log.info(facts, 'the lists were compiled');
  else log.error({ ...facts, exit }, 'the lists could not be compiled in a process of their own');
}
