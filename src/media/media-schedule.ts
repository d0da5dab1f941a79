import type { Logger } from 'pino';
import { type Config, ownSettings } from '../config.ts';
import { CommandProcess, ownCommand, realTimers } from '../threads/command-process.ts';

/** The source has a new file every 15 minutes. */
const MEDIA_SYNC_MS = 15 * 60_000;
/** Between two looks at what the node that fetches has shared. */
export const MEDIA_RECEIVE_MS = 60_000;
const LIMIT_MS = 3 * 3_600_000;
/** What a sync makes lives for a line or for the whole of it: a small young generation keeps its memory small. */
export const MEDIA_SYNC = ownCommand('media', 'sync', '--json').toSpliced(1, 0, '--max-semi-space-size=4') as [
  string,
  ...string[],
];

export interface MediaScheduleOptions {
  readonly config: Config;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether this is the node that fetches. */
  readonly fetches: () => Promise<boolean>;
  /** The program and arguments of one sync; the command line's own by default. */
  readonly command?: readonly [string, ...string[]];
}

/** Runs `media sync` in its own process at low priority. The service itself downloads and reads nothing. */
export class MediaSchedule {
  readonly #options: MediaScheduleOptions;
  /** When this node fetched last, by `performance.now()`. */
  #fetched = Number.NEGATIVE_INFINITY;

  constructor(options: MediaScheduleOptions) {
    this.#options = options;
  }

  /** One turn: fetches what is due, or takes what another node fetched. Throws nothing. */
  async turn(signal: AbortSignal): Promise<void> {
    const { config, log, fetches, command = MEDIA_SYNC } = this.#options;
    try {
      const isFetching = await fetches();
      if (signal.aborted || (isFetching && performance.now() - this.#fetched < MEDIA_SYNC_MS)) return;
      if (isFetching) this.#fetched = performance.now();
      const received = isFetching ? [] : ['--received'];
      const run = new CommandProcess([...command, ...received], {
        env: settingsOf(config),
        limitMs: LIMIT_MS,
        timers: realTimers,
        isLowPriority: true,
        complaint: (line) => log.warn({ media: line }, 'media sync says'),
      });
      const stop = () => void run.stop();
      signal.addEventListener('abort', stop, { once: true });
      const { exit, stuck } = await run.ended;
      signal.removeEventListener('abort', stop);
      if (signal.aborted) return;
      if (stuck) log.error('media sync was ended: it did not finish within 3 hours');
      else log.info({ exit, received: !isFetching }, 'media sync ended');
    } catch (error) {
      if (!signal.aborted) log.error({ err: error }, 'media sync could not be run');
    }
  }
}

/** So that the command has the settings of this service, wherever those came from. */
function settingsOf(config: Config): Record<string, string> {
  const { media = [], mediaUrl, mediaDays, mediaFeeds } = config;
  return {
    ...ownSettings(config),
    TOUCHSTONE_MEDIA: media.length > 1 ? 'both' : (media[0] ?? 'off'),
    TOUCHSTONE_MEDIA_URL: mediaUrl,
    TOUCHSTONE_MEDIA_DAYS: String(mediaDays),
    ...(mediaFeeds && { TOUCHSTONE_MEDIA_FEEDS: mediaFeeds.join(',') }),
  };
}
