import type { Actor } from '../../domain/actor.ts';
import { type Delivery, MAX_WEBHOOKS, type NewWebhook, type Webhook } from '../../domain/webhook.ts';
import { TouchstoneError } from '../../errors.ts';
import { type WebhookRow, webhookOf } from '../rows/webhooks.ts';
import type { BackwardPage, SealedSecrets } from '../webhooks-port.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';
import { eventInserter } from './outbox.ts';

const WEBHOOK = 'id, url, events, description, details, state, created_at AS createdAt';
const OF_ACCOUNT = "account_id = ? AND state <> 'removed'";
const DELIVERY = `deliveries.id, webhook_events.id AS eventId, type AS event, attempts, state, last_status AS lastStatus,
  last_error AS lastError, next_at AS nextAt`;
const DELIVERIES = 'webhook_deliveries AS deliveries JOIN webhook_events ON number = event';

/** What an account does with its hooks. */
export function webhookWrites(db: Connection) {
  const audit = auditAppender(db);
  const write = eventInserter(db);
  const delivery = deliveryReader(db);
  const one = db.prepare<[number, number], WebhookRow>(
    `SELECT ${WEBHOOK} FROM webhooks WHERE ${OF_ACCOUNT} AND id = ?`,
  );
  const isAccount = db.prepare('SELECT 1 FROM accounts WHERE id = ?');
  const count = db.prepare<[number], number>(`SELECT count(*) FROM webhooks WHERE ${OF_ACCOUNT}`).pluck();
  const insert = db.prepare<Record<string, unknown>, WebhookRow>(
    `INSERT INTO webhooks (account_id, url, events, description, details, secret, created_at)
     VALUES (:accountId, :url, :events, :description, :details, :secret, :createdAt) RETURNING ${WEBHOOK}`,
  );
  const remove = db.prepare("UPDATE webhooks SET state = 'removed', secret = x'', former_secret = NULL WHERE id = ?");
  const rotate = db.prepare(
    'UPDATE webhooks SET former_secret = secret, former_until = :until, secret = :secret WHERE id = :id',
  );
  const makeDue = db.prepare(
    "UPDATE webhook_deliveries SET state = 'pending', next_at = :at, ended_at = NULL, asked = 1 WHERE id = :id",
  );
  const note = (at: string, actor: Actor, action: string, accountId: number, id: number, details = {}) =>
    audit({ at, actor, action, subject: `webhook:${id}`, accountId, details });
  return {
    'webhooks.create': (
      webhook: NewWebhook & { readonly accountId: number; readonly secret: Uint8Array },
      createdAt: string,
      actor: Actor,
    ): Webhook | 'too-many' => {
      const { accountId, events, details } = webhook;
      if (!isAccount.get(accountId)) throw new TouchstoneError('not-found', `There is no account ${accountId}.`);
      if (count.get(accountId)! >= MAX_WEBHOOKS) return 'too-many';
      const columns = { ...webhook, events: JSON.stringify(events), details: details ? 1 : 0 };
      const row = insert.get({ ...columns, createdAt })!;
      note(createdAt, actor, 'webhook.created', accountId, row.id, { events: events.length, details });
      return webhookOf(row);
    },
    'webhooks.remove': (accountId: number, id: number, at: string, actor: Actor): boolean => {
      if (!one.get(accountId, id)) return false;
      remove.run(id);
      note(at, actor, 'webhook.removed', accountId, id);
      return true;
    },
    'webhooks.rotate': (
      accountId: number,
      id: number,
      secret: Uint8Array,
      at: string,
      until: string,
      actor: Actor,
    ): Webhook | undefined => {
      const row = one.get(accountId, id);
      if (!row) return undefined;
      rotate.run({ id, secret, until });
      note(at, actor, 'webhook.secret-rotated', accountId, id);
      return webhookOf(row);
    },
    'webhooks.test': (accountId: number, id: number, at: string): Delivery | undefined => {
      const row = one.get(accountId, id);
      if (!row) return undefined;
      const data = { webhookId: id, links: { webhook: `/api/Webhooks/${id}` } };
      const [written] = write('webhook.test', at, [row], { data }, true);
      return delivery(id, written!);
    },
    'webhooks.retry': (accountId: number, id: number, deliveryId: number, at: string): Delivery | undefined => {
      if (!one.get(accountId, id) || !delivery(id, deliveryId)) return undefined;
      makeDue.run({ id: deliveryId, at });
      return delivery(id, deliveryId);
    },
    ...secretWrites(db),
  };
}

function secretWrites(db: Connection) {
  const replace = db.prepare(
    `UPDATE webhooks SET secret = :secret, former_secret = :former
     WHERE id = :id AND secret IS :oldSecret AND former_secret IS :oldFormer`,
  );
  return {
    'webhooks.reseal': (before: SealedSecrets, after: Pick<SealedSecrets, 'secret' | 'former'>): boolean => {
      const { id, secret: oldSecret, former: oldFormer } = before;
      return replace.run({ id, oldSecret, oldFormer, ...after }).changes > 0;
    },
  };
}

export function webhookReads(db: Connection) {
  const one = db.prepare<[number, number], WebhookRow>(
    `SELECT ${WEBHOOK} FROM webhooks WHERE ${OF_ACCOUNT} AND id = ?`,
  );
  const page = db.prepare<[number, number, number], WebhookRow>(
    `SELECT ${WEBHOOK} FROM webhooks WHERE ${OF_ACCOUNT} AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const deliveries = db.prepare<[number, number, number], Delivery>(
    `SELECT ${DELIVERY} FROM ${DELIVERIES} WHERE webhook_id = ? AND deliveries.id < ? ORDER BY deliveries.id DESC LIMIT ?`,
  );
  const secrets = db.prepare<[], SealedSecrets>(
    `SELECT id, account_id AS accountId, secret, former_secret AS former FROM webhooks WHERE state <> 'removed'`,
  );
  return {
    'webhooks.get': (accountId: number, id: number): Webhook | undefined => {
      const row = one.get(accountId, id);
      return row && webhookOf(row);
    },
    'webhooks.page': (accountId: number, { limit, before }: BackwardPage): Webhook[] =>
      page.all(accountId, before ?? Number.MAX_SAFE_INTEGER, limit).map(webhookOf),
    'webhooks.deliveries': (accountId: number, id: number, { limit, before }: BackwardPage): Delivery[] | undefined =>
      one.get(accountId, id) && deliveries.all(id, before ?? Number.MAX_SAFE_INTEGER, limit),
    'webhooks.secrets': (): SealedSecrets[] => secrets.all(),
  };
}

function deliveryReader(db: Connection) {
  const one = db.prepare<[number, number], Delivery>(
    `SELECT ${DELIVERY} FROM ${DELIVERIES} WHERE webhook_id = ? AND deliveries.id = ?`,
  );
  return (webhookId: number, id: number): Delivery | undefined => one.get(webhookId, id);
}
