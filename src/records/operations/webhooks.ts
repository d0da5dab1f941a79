import type { Actor } from '../../domain/actor.ts';
import {
  type Delivery,
  MAX_WEBHOOKS,
  type NewWebhook,
  ROTATION_MS,
  type SealedSecrets,
  type Webhook,
} from '../../domain/webhook.ts';
import { eventBody } from '../../domain/webhook-events.ts';
import { TouchstoneError } from '../../errors.ts';
import { ofAccount } from '../operation.ts';
import { insertEvent } from '../outbox.ts';
import type { BackwardPage } from '../queries.ts';
import { type Sql, shifted } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

type WebhookRow = Omit<Webhook, 'events'> & { readonly events: string };

const WEBHOOK = 'id, url, events, description, details::boolean AS details, state, created_at';
const OF_ACCOUNT = "account_id = $1 AND state <> 'removed'";
const DELIVERY = `SELECT deliveries.id, webhook_events.id AS event_id, type AS event, attempts, deliveries.state,
    last_status, last_error, last_answer, next_at, webhook_events.created_at, data,
    CASE WHEN webhooks.details THEN webhook_details.details END AS details
  FROM webhook_deliveries AS deliveries JOIN webhook_events ON number = deliveries.event
    JOIN webhooks ON webhooks.id = webhook_id LEFT JOIN webhook_details ON webhook_details.event = number`;

type StoredDelivery = Omit<Delivery, 'payload'> & {
  readonly createdAt: string;
  readonly data: string;
  readonly details: string | null;
};

/** What an account does with its hooks. Of another account none is found. */
export const webhookWrites = {
  /** `too-many`: the account has `MAX_WEBHOOKS`. Throws `not-found` where there is no such account. Audited. */
  'webhooks.create': ofAccount(
    async (
      tx: Transaction,
      webhook: NewWebhook & { readonly accountId: number; readonly secret: Uint8Array },
      actor: Actor,
    ): Promise<Webhook | 'too-many'> => {
      const { accountId, events, details } = webhook;
      if ((await tx.value('SELECT id FROM accounts WHERE id = $1', accountId)) === undefined) {
        throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
      }
      const count = await tx.value<number>(`SELECT count(*) FROM webhooks WHERE ${OF_ACCOUNT}`, accountId);
      if (count! >= MAX_WEBHOOKS) return 'too-many';
      const row = await tx.one<WebhookRow>(
        `INSERT INTO webhooks (account_id, url, events, description, details, secret, created_at)
         VALUES (:accountId, :url, :events, :description, :details, :secret, :at) RETURNING ${WEBHOOK}`,
        { ...webhook, events: JSON.stringify(events), at: tx.at },
      );
      note(tx, actor, 'webhook.created', accountId, row!.id, { events: events.length, details });
      return webhookOf(row!);
    },
  ),
  /**
   * Changes what is given, and answers the hook as it is then. At another address a `webhook.test` goes out at once.
   * Undefined where the account has no such hook. Audited.
   */
  'webhooks.change': ofAccount(
    async (
      tx: Transaction,
      accountId: number,
      id: number,
      change: Partial<NewWebhook>,
      actor: Actor,
    ): Promise<Webhook | undefined> => {
      const before = await hookOf(tx, accountId, id);
      if (!before) return undefined;
      const { events, ...given } = change;
      const now = { ...before, ...given, ...(events && { events: JSON.stringify(events) }) };
      const { url, description, details } = now;
      await tx.run(
        `UPDATE webhooks SET url = :url, events = :events, description = :description, details = :details WHERE id = :id`,
        { id, url, events: now.events, description, details },
      );
      note(tx, actor, 'webhook.changed', accountId, id, { changed: Object.keys(change).sort() });
      if (url !== before.url) await sendTest(tx, now);
      return webhookOf(now);
    },
  ),
  /** Nothing is tried any more. False where the account has no such hook. Audited. */
  'webhooks.remove': ofAccount(
    async (tx: Transaction, accountId: number, id: number, actor: Actor): Promise<boolean> => {
      if (!(await hookOf(tx, accountId, id))) return false;
      const remove = "UPDATE webhooks SET state = 'removed', secret = $2, former_secret = NULL WHERE id = $1";
      await tx.run(remove, id, new Uint8Array());
      note(tx, actor, 'webhook.removed', accountId, id);
      return true;
    },
  ),
  /**
   * Puts a secret in place of the present one, which still signs for `ROTATION_MS`. An even older one no longer does.
   * Undefined where the account has no such hook. Audited.
   */
  'webhooks.rotate': ofAccount(
    async (
      tx: Transaction,
      accountId: number,
      id: number,
      secret: Uint8Array,
      actor: Actor,
    ): Promise<Webhook | undefined> => {
      const row = await hookOf(tx, accountId, id);
      if (!row) return undefined;
      await tx.run(
        'UPDATE webhooks SET former_secret = secret, former_until = :until, secret = :secret WHERE id = :id',
        { id, secret, until: shifted(tx.at, ROTATION_MS) },
      );
      note(tx, actor, 'webhook.secret-rotated', accountId, id);
      return webhookOf(row);
    },
  ),
  /** Writes a `webhook.test` for this hook alone, also where it is off. Undefined where there is no such hook. */
  'webhooks.test': ofAccount(async (tx: Transaction, accountId: number, id: number): Promise<Delivery | undefined> => {
    const row = await hookOf(tx, accountId, id);
    if (!row) return undefined;
    return deliveryOf(tx, id, await sendTest(tx, row));
  }),
  /** Makes a delivery due at once, whatever became of it. Undefined where there is none. */
  'webhooks.retry': ofAccount(
    async (tx: Transaction, accountId: number, id: number, deliveryId: number): Promise<Delivery | undefined> => {
      if (!(await hookOf(tx, accountId, id)) || !(await deliveryOf(tx, id, deliveryId))) return undefined;
      await tx.run(
        "UPDATE webhook_deliveries SET state = 'pending', next_at = $1, ended_at = NULL, asked = true WHERE id = $2",
        tx.at,
        deliveryId,
      );
      return deliveryOf(tx, id, deliveryId);
    },
  ),
  /** Replaces sealed secrets that are still those of `before`; false where they changed. */
  'webhooks.reseal': async (
    tx: Transaction,
    before: SealedSecrets,
    after: Pick<SealedSecrets, 'secret' | 'former'>,
  ): Promise<boolean> => {
    const { id, secret: oldSecret, former: oldFormer } = before;
    const changed = await tx.run(
      `UPDATE webhooks SET secret = :secret, former_secret = :former
       WHERE id = :id AND secret = :oldSecret AND former_secret IS NOT DISTINCT FROM :oldFormer::bytea`,
      { id, oldSecret, oldFormer, ...after },
    );
    return changed > 0;
  },
};

/** Writes a `webhook.test` for a hook; answers the id of its delivery. */
async function sendTest(tx: Transaction, hook: Pick<WebhookRow, 'id' | 'details'>): Promise<number> {
  const data = { webhookId: hook.id, links: { webhook: `/api/Webhooks/${hook.id}` } };
  const [written] = await insertEvent(tx, 'webhook.test', tx.at, [hook], { data }, true);
  return written!;
}

function note(tx: Transaction, actor: Actor, action: string, accountId: number, id: number, details = {}): void {
  tx.audit({ at: tx.at, actor, action, subject: `webhook:${id}`, accountId, details });
}

function webhookOf(row: WebhookRow): Webhook {
  return { ...row, events: JSON.parse(row.events) as Webhook['events'] };
}

function hookOf(sql: Sql, accountId: number, id: number): Promise<WebhookRow | undefined> {
  return sql.one<WebhookRow>(`SELECT ${WEBHOOK} FROM webhooks WHERE ${OF_ACCOUNT} AND id = $2`, accountId, id);
}

async function deliveryOf(sql: Sql, webhookId: number, id: number): Promise<Delivery | undefined> {
  const one = `${DELIVERY} WHERE webhook_id = $1 AND deliveries.id = $2`;
  const row = await sql.one<StoredDelivery>(one, webhookId, id);
  return row && withPayload(row);
}

function withPayload({ createdAt, data, details, ...delivery }: StoredDelivery): Delivery {
  const body = eventBody({ id: delivery.eventId, type: delivery.event, createdAt, data, details });
  return { ...delivery, payload: JSON.parse(body) as Delivery['payload'] };
}

export const webhookReads = {
  /** Undefined where the account has no such hook. */
  'webhooks.get': ofAccount(async (sql: Sql, accountId: number, id: number): Promise<Webhook | undefined> => {
    const row = await hookOf(sql, accountId, id);
    return row && webhookOf(row);
  }),
  /** Newest first. */
  'webhooks.page': ofAccount(
    async (sql: Sql, accountId: number, { limit, before }: BackwardPage): Promise<Webhook[]> => {
      const page = `SELECT ${WEBHOOK} FROM webhooks WHERE ${OF_ACCOUNT} AND id < $2 ORDER BY id DESC LIMIT $3`;
      return (await sql.all<WebhookRow>(page, accountId, before ?? Number.MAX_SAFE_INTEGER, limit)).map(webhookOf);
    },
  ),
  /** Newest first; undefined where the account has no such hook. */
  'webhooks.deliveries': ofAccount(
    async (
      sql: Sql,
      accountId: number,
      id: number,
      { limit, before }: BackwardPage,
    ): Promise<Delivery[] | undefined> => {
      if (!(await hookOf(sql, accountId, id))) return undefined;
      const page = `${DELIVERY} WHERE webhook_id = $1 AND deliveries.id < $2 ORDER BY deliveries.id DESC LIMIT $3`;
      return (await sql.all<StoredDelivery>(page, id, before ?? Number.MAX_SAFE_INTEGER, limit)).map(withPayload);
    },
  ),
  /** Every sealed secret, so that it can be sealed under another master key. */
  'webhooks.secrets': (sql: Sql): Promise<SealedSecrets[]> =>
    sql.all<SealedSecrets>(
      "SELECT id, account_id, secret, former_secret AS former FROM webhooks WHERE state <> 'removed'",
    ),
};
