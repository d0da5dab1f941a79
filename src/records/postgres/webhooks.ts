import type { Actor } from '../../domain/actor.ts';
import { type Delivery, MAX_WEBHOOKS, type NewWebhook, type Webhook } from '../../domain/webhook.ts';
import { TouchstoneError } from '../../errors.ts';
import { insertEvent } from '../outbox.ts';
import { type WebhookRow, webhookOf } from '../rows/webhooks.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import type { BackwardPage, SealedSecrets } from '../webhooks-port.ts';

const WEBHOOK = 'id, url, events, description, details, state, created_at';
const OF_ACCOUNT = "account_id = $1 AND state <> 'removed'";
const DELIVERY = `SELECT deliveries.id, webhook_events.id AS event_id, type AS event, attempts, state, last_status,
    last_error, next_at
  FROM webhook_deliveries AS deliveries JOIN webhook_events ON number = event`;

/** What an account does with its hooks. */
export const webhookWrites = {
  'webhooks.create': async (
    tx: Transaction,
    webhook: NewWebhook & { readonly accountId: number; readonly secret: Uint8Array },
    createdAt: string,
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
       VALUES (:accountId, :url, :events, :description, :details, :secret, :createdAt) RETURNING ${WEBHOOK}`,
      { ...webhook, events: JSON.stringify(events), createdAt },
    );
    note(tx, createdAt, actor, 'webhook.created', accountId, row!.id, { events: events.length, details });
    return webhookOf(row!);
  },
  'webhooks.remove': async (
    tx: Transaction,
    accountId: number,
    id: number,
    at: string,
    actor: Actor,
  ): Promise<boolean> => {
    if (!(await hookOf(tx, accountId, id))) return false;
    await tx.run("UPDATE webhooks SET state = 'removed', secret = '', former_secret = NULL WHERE id = $1", id);
    note(tx, at, actor, 'webhook.removed', accountId, id);
    return true;
  },
  'webhooks.rotate': async (
    tx: Transaction,
    accountId: number,
    id: number,
    secret: Uint8Array,
    at: string,
    until: string,
    actor: Actor,
  ): Promise<Webhook | undefined> => {
    const row = await hookOf(tx, accountId, id);
    if (!row) return undefined;
    await tx.run('UPDATE webhooks SET former_secret = secret, former_until = :until, secret = :secret WHERE id = :id', {
      id,
      secret,
      until,
    });
    note(tx, at, actor, 'webhook.secret-rotated', accountId, id);
    return webhookOf(row);
  },
  'webhooks.test': async (
    tx: Transaction,
    accountId: number,
    id: number,
    at: string,
  ): Promise<Delivery | undefined> => {
    const row = await hookOf(tx, accountId, id);
    if (!row) return undefined;
    const data = { webhookId: id, links: { webhook: `/api/Webhooks/${id}` } };
    const hook = { id, details: Boolean(row.details) };
    const [written] = await insertEvent(tx, 'webhook.test', at, [hook], { data }, true);
    return deliveryOf(tx, id, written!);
  },
  'webhooks.retry': async (
    tx: Transaction,
    accountId: number,
    id: number,
    deliveryId: number,
    at: string,
  ): Promise<Delivery | undefined> => {
    if (!(await hookOf(tx, accountId, id)) || !(await deliveryOf(tx, id, deliveryId))) return undefined;
    await tx.run(
      "UPDATE webhook_deliveries SET state = 'pending', next_at = $1, ended_at = NULL, asked = true WHERE id = $2",
      at,
      deliveryId,
    );
    return deliveryOf(tx, id, deliveryId);
  },
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

function note(
  tx: Transaction,
  at: string,
  actor: Actor,
  action: string,
  accountId: number,
  id: number,
  details = {},
): void {
  tx.audit({ at, actor, action, subject: `webhook:${id}`, accountId, details });
}

function hookOf(sql: Sql, accountId: number, id: number): Promise<WebhookRow | undefined> {
  return sql.one<WebhookRow>(`SELECT ${WEBHOOK} FROM webhooks WHERE ${OF_ACCOUNT} AND id = $2`, accountId, id);
}

function deliveryOf(sql: Sql, webhookId: number, id: number): Promise<Delivery | undefined> {
  return sql.one<Delivery>(`${DELIVERY} WHERE webhook_id = $1 AND deliveries.id = $2`, webhookId, id);
}

export const webhookReads = {
  'webhooks.get': async (sql: Sql, accountId: number, id: number): Promise<Webhook | undefined> => {
    const row = await hookOf(sql, accountId, id);
    return row && webhookOf(row);
  },
  'webhooks.page': async (sql: Sql, accountId: number, { limit, before }: BackwardPage): Promise<Webhook[]> => {
    const page = `SELECT ${WEBHOOK} FROM webhooks WHERE ${OF_ACCOUNT} AND id < $2 ORDER BY id DESC LIMIT $3`;
    return (await sql.all<WebhookRow>(page, accountId, before ?? Number.MAX_SAFE_INTEGER, limit)).map(webhookOf);
  },
  'webhooks.deliveries': async (
    sql: Sql,
    accountId: number,
    id: number,
    { limit, before }: BackwardPage,
  ): Promise<Delivery[] | undefined> => {
    if (!(await hookOf(sql, accountId, id))) return undefined;
    const page = `${DELIVERY} WHERE webhook_id = $1 AND deliveries.id < $2 ORDER BY deliveries.id DESC LIMIT $3`;
    return sql.all<Delivery>(page, id, before ?? Number.MAX_SAFE_INTEGER, limit);
  },
  'webhooks.secrets': (sql: Sql): Promise<SealedSecrets[]> =>
    sql.all<SealedSecrets>(
      "SELECT id, account_id, secret, former_secret AS former FROM webhooks WHERE state <> 'removed'",
    ),
};
