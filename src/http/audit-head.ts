import { open } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { Config } from '../config.ts';
import type { Records } from '../records/port.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The longest that the receiver of a head may take. */
const MAX_DELIVERY_MS = 10_000;

interface Options {
  /** Where the head goes outside; undefined: into the log alone. */
  readonly target: Config['auditHead'];
  readonly now: () => Date;
  /** Tests bring their own. */
  readonly dispatcher?: Dispatcher;
}

/**
 * Logs the head of the audit chain at start and daily, and hands it to somebody outside. Whoever keeps it can see when
 * the end of the chain was cut off. A failed delivery is repeated every hour.
 */
export class AuditHeadLog {
  readonly #records: Records;
  readonly #log: Logger;
  readonly #options: Options;
  readonly #stopped = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #deliveredAt: Date | undefined;
  #sequence: number | undefined;
  #delivering: Promise<void> | undefined;

  constructor(records: Records, log: Logger, options: Options) {
    this.#records = records;
    this.#log = log;
    this.#options = options;
  }

  /** Does not wait for the one outside. */
  async start(): Promise<void> {
    await this.keepUp();
    this.#timer = setInterval(() => void this.keepUp(), HOUR_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.abort();
    await this.#delivering;
  }

  /** Number of the last entry that was seen; undefined before the first look, and in an empty log. */
  get sequence(): number | undefined {
    return this.#sequence;
  }

  /** When the head was last handed to the one outside; undefined where it never was. */
  get deliveredAt(): Date | undefined {
    return this.#deliveredAt;
  }

  /** What each hour asks for. It never throws. */
  async keepUp(): Promise<void> {
    try {
      await this.#records.audit.followKeys();
      const now = this.#options.now().getTime();
      const [log, deliver] = [isDue(this.#loggedAt, now), isDue(this.#deliveredAt?.getTime(), now)];
      const head = await this.#records.audit.head();
      if (!head) return;
      this.#sequence = head.sequence;
      const line = { auditSequence: head.sequence, auditHead: head.hash };
      if (log) this.#log.info(line, 'head of the audit chain');
      if (log) this.#loggedAt = now;
      if (deliver && this.#options.target) this.#delivering ??= this.#deliver(this.#options.target, line);
    } catch (error) {
      this.#log.error({ err: error }, 'the head of the audit chain could not be read');
    }
  }

  /** Resolves once what is on its way has arrived or failed. */
  async settled(): Promise<void> {
    await this.#delivering;
  }

  async #deliver(target: NonNullable<Config['auditHead']>, head: object): Promise<void> {
    const at = this.#options.now();
    const line = JSON.stringify({ at: at.toISOString(), ...head });
    try {
      await ('file' in target ? append(target.file, `${line}\n`) : this.#post(target.url, line));
      this.#deliveredAt = at;
    } catch (error) {
      // The address may hold a secret, so it is not logged.
      const { name, message, code } = error as NodeJS.ErrnoException;
      const why = 'file' in target ? message : (code ?? name);
      this.#log.error(
        { why },
        'the head of the audit chain was not handed over (TOUCHSTONE_AUDIT_HEAD); again in an hour',
      );
    } finally {
      this.#delivering = undefined;
    }
  }

  async #post(url: string, body: string): Promise<void> {
    // Loaded where it is needed: a start would wait for it.
    const { EnvHttpProxyAgent, request } = await import('undici');
    const dispatcher = this.#options.dispatcher ?? new EnvHttpProxyAgent();
    try {
      const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(MAX_DELIVERY_MS)]);
      const headers = { 'content-type': 'application/json' };
      const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal });
      await answer.body.dump({ limit: 16_384, signal });
      const { statusCode } = answer;
      if (statusCode < 200 || statusCode > 299) {
        throw Object.assign(new Error(), { code: `status ${statusCode}` });
      }
    } finally {
      if (!this.#options.dispatcher) await dispatcher.destroy();
    }
  }
}

/** An hour's timer may fire a little early; a clock that was set back makes it due as well. */
function isDue(last: number | undefined, now: number): boolean {
  return last === undefined || now - last > DAY_MS - HOUR_MS / 2 || now < last;
}

async function append(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.appendFile(line);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
