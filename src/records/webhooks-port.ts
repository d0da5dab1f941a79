import type { Actor } from '../domain/actor.ts';
import type { Attempt, Delivery, NewWebhook, Standing, Webhook } from '../domain/webhook.ts';

/** A page of rows with falling ids: at most `limit`, of those below `before`. */
export interface BackwardPage {
  readonly limit: number;
  readonly before?: number | undefined;
}

/** A delivery that is to be tried now. */
export interface DueDelivery {
  readonly id: number;
  readonly webhookId: number;
  readonly accountId: number;
  readonly url: string;
  /** Sealed secrets that sign it, the present one first. */
  readonly secrets: readonly Uint8Array[];
  readonly eventId: string;
  readonly body: string;
}

/** Hooks of accounts, the events for them and their deliveries. Of another account none is found. */
export interface WebhookRecords {
  /** `too-many`: the account has `MAX_WEBHOOKS`. Throws `not-found` where there is no such account. Audited. */
  create(
    webhook: NewWebhook & { readonly accountId: number; readonly secret: Uint8Array },
    actor: Actor,
  ): Promise<Webhook | 'too-many'>;
  /** Undefined where the account has no such hook. */
  get(accountId: number, id: number): Promise<Webhook | undefined>;
  /** Newest first. */
  page(accountId: number, page: BackwardPage): Promise<Webhook[]>;
  /** Nothing is tried any more. False where the account has no such hook. Audited. */
  remove(accountId: number, id: number, actor: Actor): Promise<boolean>;
  /**
   * Puts a secret in place of the present one, which still signs for `ROTATION_MS`. An even older one no longer does.
   * Undefined where the account has no such hook. Audited.
   */
  rotate(accountId: number, id: number, secret: Uint8Array, actor: Actor): Promise<Webhook | undefined>;
  /** Writes a `webhook.test` for this hook alone, also where it is off. Undefined where there is no such hook. */
  test(accountId: number, id: number): Promise<Delivery | undefined>;
  /** Newest first; undefined where the account has no such hook. */
  deliveries(accountId: number, id: number, page: BackwardPage): Promise<Delivery[] | undefined>;
  /** Makes a delivery due at once, whatever became of it. Undefined where there is none. */
  retry(accountId: number, id: number, deliveryId: number): Promise<Delivery | undefined>;
  /** Hooks with deliveries that are due, those first that wait longest. */
  due(): Promise<{ readonly id: number }[]>;
  /**
   * Takes due deliveries of hooks, at most so many of each, the oldest first. Nobody else gets them within `LEASE_MS`.
   */
  claim(hooks: readonly { readonly id: number; readonly limit: number }[]): Promise<DueDelivery[]>;
  /**
   * Notes how an attempt ended. The next one is planned, or the delivery given up. A hook that fails for long is
   * switched off, which is audited. A success switches it on. Undefined where the hook was removed in the meantime.
   */
  settle(deliveryId: number, attempt: Attempt): Promise<Standing | undefined>;
  /** Gives claimed deliveries back that were not tried. */
  release(deliveryIds: readonly number[]): Promise<void>;
  /**
   * Removes deliveries that ended before `KEPT_MS` and events without deliveries, gives up those of hooks that are off,
   * and removes what belonged to removed hooks. At most so many rows at once; true where there is more.
   */
  tidy(limit: number): Promise<boolean>;
  /** Deliveries that wait, and hooks that are off, of all accounts. */
  counts(): Promise<{ readonly pending: number; readonly off: number }>;
  /** Every sealed secret, so that it can be sealed under another master key. */
  secrets(): Promise<SealedSecrets[]>;
  /** Replaces sealed secrets that are still those of `before`; false where they changed. */
  reseal(before: SealedSecrets, after: Pick<SealedSecrets, 'secret' | 'former'>): Promise<boolean>;
}

/** The sealed secrets of a hook. `former`: null unless it was rotated. */
export interface SealedSecrets {
  readonly id: number;
  readonly accountId: number;
  readonly secret: Uint8Array;
  readonly former: Uint8Array | null;
}

/** Longer than an attempt takes, so that one whose process was killed is repeated soon and no other is. */
export const LEASE_MS = 30_000;
