import type { Logger } from 'pino';
import { finishLeftCapture } from './finish.ts';
import type { PersonCaptures } from './person.ts';
import type { CapturePorts } from './ports.ts';

/** A session is kept so long after its end, unless its verification goes before. */
const KEPT_MS = 90 * 86_400_000;
/** The page asks for the verification itself; who closed it before is seen to after so long. */
const LEFT_MS = 60_000;
/** Verifications that one turn makes: others wait for the models, too. */
const LEFT_AT_ONCE = 4;
/** Looked through for those that may be tried: what failed waits longer each time. */
const LOOKED_AT = 50;
const PAUSE = { firstMs: 30_000, mostMs: 3_600_000 };

type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

/** What keeps sessions up while nobody asks. */
export class CaptureUpkeep {
  readonly #ports: CapturePorts;
  readonly #captures: PersonCaptures;
  readonly #log: Log;
  /** Sessions whose verification failed, by id: how often, and when it is tried again. */
  readonly #failed = new Map<string, { readonly times: number; readonly nextAt: number }>();

  constructor(ports: CapturePorts, captures: PersonCaptures, log: Log) {
    this.#ports = ports;
    this.#captures = captures;
    this.#log = log;
  }

  /**
   * Makes verifications that the page did not ask for, ends sessions whose time is over, deletes their pictures, and
   * forgets old ones. One process of those that share the records does so. Throws nothing: what was not reached is due
   * at the next turn.
   */
  async turn(signal: AbortSignal): Promise<void> {
    const { records, images } = this.#ports;
    try {
      if (!(await records.leads('captures'))) return;
      await this.#finishLeft(signal);
      const expired = await records.captures.expire();
      // The sweeper of images finds what is left where this ends early.
      for (const { recordId } of expired) if (recordId !== null) await images.delete(recordId);
      if (expired.length > 0) this.#log.info({ sessions: expired.length }, 'links to verify oneself expired');
      await records.captures.forget(this.#before(KEPT_MS));
    } catch (error) {
      this.#log.error({ err: error }, 'links to verify oneself could not be seen to; it is tried again');
    }
  }

  async #finishLeft(signal: AbortSignal): Promise<void> {
    const now = this.#ports.now().getTime();
    const left = await this.#ports.records.captures.ready(this.#before(LEFT_MS), LOOKED_AT);
    const due = left.filter(({ id }) => (this.#failed.get(id)?.nextAt ?? 0) <= now).slice(0, LEFT_AT_ONCE);
    for (const { id, tokenHash } of due) {
      if (signal.aborted) return;
      try {
        await finishLeftCapture(this.#ports, this.#captures, tokenHash);
        this.#failed.delete(id);
      } catch (error) {
        this.#pause(id, now);
        this.#log.warn({ err: error, session: id }, 'a verification from a link could not be made; it is tried again');
      }
    }
    if (left.length === 0) this.#failed.clear();
  }

  #pause(id: string, now: number): void {
    const times = this.#failed.get(id)?.times ?? 0;
    const wait = Math.min(PAUSE.mostMs, PAUSE.firstMs * 2 ** times);
    this.#failed.set(id, { times: times + 1, nextAt: now + wait });
  }

  #before(ms: number): string {
    return new Date(this.#ports.now().getTime() - ms).toISOString();
  }
}
