import type { Logger } from 'pino';
import type { Attempt, DueDelivery } from '../domain/webhook.ts';
import { sentence, TouchstoneError } from '../errors.ts';
import type { WebhookRecords } from '../records/port.ts';
import { Trouble } from '../trouble.ts';
import type { WebhookSecrets } from './secrets.ts';
import type { WebhookSender } from './sender.ts';

/** Attempts at once: of one hook, and of all together. */
const OF_A_HOOK = 8;
const OF_ALL = 256;
/** How often it looks for what other processes wrote, and for what is due again. */
const LOOK_MS = 1_000;
const TIDY_MS = 60_000;
/** Rows that are removed in one transaction: a few milliseconds, so that no other write waits long. */
const TIDIED_ROWS = 500;

/** `given-up`: the last attempt failed. */
export type DeliveryResult = 'delivered' | 'failed' | 'given-up';

export interface DispatcherOptions {
  readonly webhooks: WebhookRecords;
  readonly secrets: WebhookSecrets;
  readonly sender: WebhookSender;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Told how each attempt ended. */
  readonly ended: (result: DeliveryResult) => void;
}

/**
 * Takes events from the records to their hooks. What is to be delivered is in the database alone, so that it goes on
 * after a restart or a kill. An event may then come twice, under the same id.
 */
export class WebhookDispatcher {
  readonly #options: DispatcherOptions;
  readonly #trouble: Trouble;
  readonly #stopped = new AbortController();
  /** Attempts that run, by hook. */
  readonly #running = new Map<number, number>();
  readonly #attempts = new Set<Promise<void>>();
  #timers: NodeJS.Timeout[] = [];
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #tidying: Promise<void> | undefined;
  #counts = { pending: 0, off: 0 };

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#trouble = new Trouble({
      failed: (err) => options.log.error({ err }, 'events of webhooks cannot be read or noted'),
      over: () => options.log.warn('events of webhooks can be read and noted again'),
    });
  }

  /** Goes on with what was not delivered. */
  start(): void {
    this.#timers = [setInterval(() => this.wake(), LOOK_MS).unref(), setInterval(() => this.#tidy(), TIDY_MS).unref()];
    this.wake();
    this.#tidy();
  }

  /** Breaks off what runs, and leaves it to the next start. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stopped.abort();
    await Promise.all([this.#looking, this.#tidying]);
    await Promise.all(this.#attempts);
    await this.#options.sender.close();
  }

  /** Deliveries that waited, and hooks that were off, a minute ago at most. */
  get counts(): { readonly pending: number; readonly off: number } {
    return this.#counts;
  }

  /** Looks for what is due. Never throws. */
  wake(): void {
    if (this.#stopped.signal.aborted) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#lookAgain = false;
    this.#looking = this.#look()
      .then(
        () => this.#trouble.succeeded(),
        (error) => this.#trouble.failed(error),
      )
      .finally(() => {
        this.#looking = undefined;
        if (this.#lookAgain) this.wake();
      });
  }

  async #look(): Promise<void> {
    const { webhooks } = this.#options;
    const wanted = this.#withRoom(await webhooks.due());
    if (wanted.length === 0 || this.#stopped.signal.aborted) return;
    for (const delivery of await webhooks.claim(wanted)) this.#begin(delivery);
  }

  /** How much of each hook can begin; those first that wait longest. */
  #withRoom(due: readonly { readonly id: number }[]): { id: number; limit: number }[] {
    let left = OF_ALL - this.#attempts.size;
    const wanted: { id: number; limit: number }[] = [];
    for (const { id } of due) {
      const room = OF_A_HOOK - (this.#running.get(id) ?? 0);
      const limit = Math.min(room, left);
      if (limit <= 0) continue;
      wanted.push({ id, limit });
      left -= limit;
    }
    return wanted;
  }

  #begin(delivery: DueDelivery): void {
    const { webhookId } = delivery;
    this.#running.set(webhookId, (this.#running.get(webhookId) ?? 0) + 1);
    const attempt = this.#attempt(delivery)
      .catch((error: unknown) => this.#trouble.failed(error as Error))
      .finally(() => {
        const others = this.#running.get(webhookId)! - 1;
        if (others > 0) this.#running.set(webhookId, others);
        else this.#running.delete(webhookId);
        this.#attempts.delete(attempt);
        this.wake();
      });
    this.#attempts.add(attempt);
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    const { webhooks, log, ended } = this.#options;
    let attempt: Attempt;
    try {
      attempt = await this.#send(delivery);
    } catch (error) {
      if (this.#stopped.signal.aborted) return webhooks.release([delivery.id]);
      throw error;
    }
    const after = await webhooks.settle(delivery.id, { ...attempt, spread: Math.random() });
    if (!after) return;
    const { id, webhookId: webhook } = delivery;
    if (after.webhook === 'off' && after.delivery !== 'delivered') {
      log.warn({ webhook, delivery: id }, 'a webhook is off, because it failed for five days or answered 410');
    }
    ended(after.delivery === 'pending' ? 'failed' : after.delivery === 'failed' ? 'given-up' : 'delivered');
  }

  /** Rejects where the service stops. */
  async #send({ url, eventId, body, secrets, accountId }: DueDelivery): Promise<Attempt> {
    try {
      const opened = await this.#options.secrets.open(secrets, accountId);
      return await this.#options.sender.send({ url, eventId, body, secrets: opened }, this.#stopped.signal);
    } catch (error) {
      // Without its secret an event cannot be signed; the master key may come back.
      if (error instanceof TouchstoneError) return { status: null, error: sentence(error) };
      throw error;
    }
  }

  #tidy(): void {
    const { webhooks } = this.#options;
    const tidy = async () => {
      while (!this.#stopped.signal.aborted && (await webhooks.tidy(TIDIED_ROWS)));
      this.#counts = await webhooks.counts();
    };
    this.#tidying ??= tidy()
      .catch((error) => this.#trouble.failed(error))
      .finally(() => {
        this.#tidying = undefined;
      });
  }
}
