import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Environment } from '../domain/environment.ts';
import { sentence } from '../errors.ts';
import type { Records } from '../records/port.ts';
import { Trouble } from '../trouble.ts';
import type { AuditRetention } from '../use-cases/audit-retention.ts';
import { ecsLine } from './ecs.ts';
import { FileReceiver } from './file-receiver.ts';
import { NotReceived, type StreamReceiver } from './receiver.ts';
import { SyslogReceiver } from './syslog-receiver.ts';

type Target = NonNullable<Config['auditStream']>;

/** How often it looks for entries, in milliseconds. */
const LOOK_MS = 1_000;
/** Entries that are in memory and on their way at once. */
const MAX_ENTRIES = 500;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

export interface AuditStreamOptions {
  readonly records: Pick<Records, 'audit' | 'leads'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly environment: Environment;
  /** Milliseconds of a clock that only goes forward; tests bring their own. */
  readonly clock?: () => number;
}

/** Under this name the database keeps how far a receiver is. The address may hold a secret, which does not count. */
export function streamId(target: Target): string {
  const name = 'url' in target ? new URL(target.url).origin + new URL(target.url).pathname : JSON.stringify(target);
  return createHash('sha256').update(name).digest('hex');
}

/** How long the audit log is kept, where the settings say so: what its receiver has not yet stays. */
export function auditRetention({
  auditRetentionDays: days,
  auditStream,
}: Pick<Config, 'auditRetentionDays' | 'auditStream'>): AuditRetention | undefined {
  return days === undefined ? undefined : { days, stream: auditStream && streamId(auditStream) };
}

export async function receiverOf(target: Target): Promise<StreamReceiver> {
  if ('file' in target) return new FileReceiver(target.file);
  if (!('url' in target)) return new SyslogReceiver(target);
  const { HttpsReceiver } = await import('./https-receiver.ts');
  return new HttpsReceiver(target.url);
}

/**
 * Hands the audit log to whoever gets it outside, entry by entry in its order. What waits is the log itself: in memory
 * are `MAX_ENTRIES` at most, and the database keeps how far the receiver is. So it goes on after a kill, and an entry
 * may come twice. Of several nodes one sends.
 */
export class AuditStream {
  readonly #options: AuditStreamOptions;
  readonly #id: string;
  readonly #receiver: StreamReceiver;
  readonly #trouble: Trouble;
  readonly #clock: () => number;
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #waiting: number | undefined;
  #failingSince: string | undefined;
  /** What the database was told last. */
  #told: string | undefined;
  #limit = MAX_ENTRIES;
  #pause = 0;
  #notBefore = 0;

  constructor(id: string, receiver: StreamReceiver, options: AuditStreamOptions) {
    this.#options = options;
    this.#id = id;
    this.#receiver = receiver;
    this.#clock = options.clock ?? (() => performance.now());
    this.#trouble = new Trouble({
      failed: (err) => options.log.warn({ why: sentence(err) }, 'the audit stream waits (TOUCHSTONE_AUDIT_STREAM)'),
      over: () => options.log.info('the audit stream goes on'),
    });
  }

  start(): void {
    this.#timer = setInterval(() => void this.keepUp(), LOOK_MS).unref();
    void this.keepUp();
  }

  /** Breaks off what is under way, and leaves it to the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.abort();
    await this.#looking;
    await this.#receiver.close();
  }

  /** Entries that wait, as of the last look; undefined where another node sends them. */
  get waiting(): number | undefined {
    return this.#waiting;
  }

  /** Since when the receiver takes nothing, ISO 8601; undefined where it does. */
  get failingSince(): string | undefined {
    return this.#failingSince;
  }

  /** Sends what waits, unless it pauses. Never throws, and resolves once nothing more can be sent now. */
  keepUp(): Promise<void> {
    this.#looking ??= this.#sendAll().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #sendAll(): Promise<void> {
    while (!this.#stopped.signal.aborted && this.#clock() >= this.#notBefore) {
      try {
        if (!(await this.#sendSome())) return;
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        await this.#failed(error as Error);
      }
    }
  }

  /** Whether there was something. */
  async #sendSome(): Promise<boolean> {
    const { records, environment } = this.#options;
    const { entries, head, failingSince } = await records.audit.unsent(this.#id, this.#limit);
    this.#failingSince = failingSince ?? undefined;
    if (entries.length === 0) {
      this.#waiting = 0;
      return false;
    }
    if (!(await records.leads('audit-stream'))) {
      this.#waiting = undefined;
      return false;
    }
    this.#waiting = head - entries[0]!.sequence + 1;
    const lines = entries.map((entry) => ({ ...entry, line: ecsLine(entry, environment) }));
    await this.#receiver.deliver(lines, this.#stopped.signal);
    const { sequence } = entries.at(-1)!;
    await records.audit.sent(this.#id, sequence);
    this.#waiting = head - sequence;
    this.#succeeded();
    return true;
  }

  #succeeded(): void {
    this.#pause = 0;
    this.#told = undefined;
    this.#failingSince = undefined;
    this.#limit = Math.min(MAX_ENTRIES, this.#limit * 2);
    this.#trouble.succeeded();
  }

  async #failed(error: Error): Promise<void> {
    this.#pause = Math.min(MAX_PAUSE_MS, this.#pause === 0 ? FIRST_PAUSE_MS : this.#pause * 2);
    this.#notBefore = this.#clock() + this.#pause;
    if (error instanceof NotReceived && error.isTooMuch) this.#limit = Math.max(1, this.#limit >> 1);
    this.#trouble.failed(error);
    const why = sentence(error);
    // Of a database that is away nothing can be told.
    if (!(error instanceof NotReceived) || this.#told === why) return;
    this.#told = why;
    await this.#options.records.audit.notSent(this.#id, why).catch(() => {
      this.#told = undefined;
    });
  }
}
