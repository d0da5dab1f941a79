import type { Logger } from 'pino';
import type { Records } from '../records/port.ts';

const DAY_MS = 86_400_000;

/** Logs the head of the audit chain at start and daily: whoever keeps the log can tell when the chain's tail was cut. */
export class AuditHeadLog {
  readonly #records: Records;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(records: Records, log: Logger) {
    this.#records = records;
    this.#log = log;
  }

  async start(): Promise<void> {
    await this.#write();
    this.#timer = setInterval(() => void this.#write(), DAY_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #write(): Promise<void> {
    try {
      const head = await this.#records.audit.head();
      if (head) this.#log.info({ auditSequence: head.sequence, auditHead: head.hash }, 'head of the audit chain');
    } catch (error) {
      this.#log.error({ err: error }, 'the head of the audit chain could not be read');
    }
  }
}
