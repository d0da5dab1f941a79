import {
  type Attempt,
  afterAttempt,
  type DueDelivery,
  KEPT_MS,
  LEASE_MS,
  type Standing,
  SWITCHED_OFF,
} from '../../domain/webhook.ts';
import { eventBody } from '../../domain/webhook-events.ts';
import { alone } from '../operation.ts';
import { type Sql, shifted } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

type WantedDeliveries = readonly { readonly id: number; readonly limit: number }[];

interface ClaimedRow extends Omit<DueDelivery, 'secrets' | 'body'> {
  readonly secret: Uint8Array;
  readonly former: Uint8Array | null;
  readonly type: string;
  readonly createdAt: string;
  readonly data: string;
  readonly details: string | null;
}

interface TriedDelivery extends Pick<Standing, 'webhook' | 'failingSince'> {
  readonly attempts: number;
  readonly webhookId: number;
  readonly accountId: number;
}

/** Of an active hook every delivery goes out, of one that is off only what somebody asked for. */
const GOES_OUT = "(webhooks.state = 'active' OR webhooks.state = 'off' AND asked)";
const DUE = `webhook_id = webhooks.id AND next_at <= :now AND ${GOES_OUT}`;

/** What the dispatcher of deliveries looks at before it writes. */
export const deliveryReads = {
  /** Hooks with deliveries that are due, those first that wait longest. */
  'webhooks.due': (sql: Sql): Promise<{ id: number }[]> =>
    sql.all<{ id: number }>(
      `SELECT id FROM (SELECT id, (SELECT min(next_at) FROM webhook_deliveries WHERE ${DUE}) AS since FROM webhooks)
         AS waiting
       WHERE since IS NOT NULL ORDER BY since`,
      { now: sql.at },
    ),
  /** Deliveries that wait, and hooks that are off, of all accounts. */
  'webhooks.counts': async (sql: Sql): Promise<{ pending: number; off: number }> =>
    (await sql.one<{ pending: number; off: number }>(
      `SELECT (SELECT count(*) FROM webhook_deliveries WHERE next_at IS NOT NULL) AS pending,
         (SELECT count(*) FROM webhooks WHERE state = 'off') AS off`,
    ))!,
};

/** What it writes. Of several nodes each takes other deliveries: what one has locked the others skip. */
export const deliveryWrites = {
  /**
   * Takes due deliveries of hooks, at most so many of each, the oldest first. Nobody else gets them within `LEASE_MS`.
   */
  'webhooks.claim': async (tx: Transaction, hooks: WantedDeliveries): Promise<DueDelivery[]> => {
    const times = { now: tx.at, until: shifted(tx.at, LEASE_MS) };
    if (tx.dialect === 'postgresql') {
      const claimed = await tx.all<ClaimedRow>(CLAIM, { hooks: JSON.stringify(hooks), ...times });
      return claimed.map(dueDelivery);
    }
    const claimed: ClaimedRow[] = [];
    for (const { id, limit } of hooks) {
      claimed.push(...(await tx.all<ClaimedRow>(TAKE, { id, limit, now: tx.at })));
    }
    await postpone(
      tx,
      claimed.map(({ id }) => id),
      times.until,
    );
    return claimed.map(dueDelivery);
  },
  /** Gives claimed deliveries back that were not tried. */
  'webhooks.release': (tx: Transaction, ids: readonly number[]): Promise<void> => postpone(tx, ids, tx.at),
  /**
   * Notes how an attempt ended. The next one is planned, or the delivery given up. A hook that fails for long is
   * switched off, which is audited. A success switches it on. Undefined where the hook was removed in the meantime.
   */
  'webhooks.settle': async (tx: Transaction, id: number, attempt: Attempt): Promise<Standing | undefined> => {
    const { status, error, answer = null } = attempt;
    const before = await tx.one<TriedDelivery>(
      `SELECT attempts, webhook_id, account_id, webhooks.state AS webhook, failing_since
       FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
       WHERE webhook_deliveries.id = $1 AND webhooks.state <> 'removed' FOR UPDATE OF webhook_deliveries`,
      id,
    );
    if (!before) return undefined;
    const after = afterAttempt(before, attempt, new Date(tx.at));
    const { delivery, nextAt } = after;
    await tx.run(
      `UPDATE webhook_deliveries SET state = :delivery, attempts = attempts + 1, last_status = :status,
         last_error = :error, last_answer = :answer, next_at = :nextAt, ended_at = :endedAt, asked = false WHERE id = :id`,
      { id, delivery, status, error, answer, nextAt, endedAt: nextAt === null ? tx.at : null },
    );
    await follow(tx, before, after);
    return after;
  },
  /**
   * Removes deliveries that ended before `KEPT_MS` and events without deliveries, gives up those of hooks that are off,
   * and removes what belonged to removed hooks. At most so many rows at once; true where there is more.
   */
  'webhooks.tidy': alone(async (tx: Transaction, limit: number): Promise<boolean> => {
    const givenUp = await tx.run(
      `UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, ended_at = :now, last_error = :error
       WHERE id IN (SELECT id FROM webhook_deliveries WHERE next_at IS NOT NULL AND NOT asked
         AND webhook_id IN (SELECT id FROM webhooks WHERE state = 'off') LIMIT :limit FOR UPDATE SKIP LOCKED)`,
      { now: tx.at, error: SWITCHED_OFF, limit },
    );
    const removed = await removeDeliveries(tx, REMOVED_HOOKS, { limit });
    const ended = await removeDeliveries(tx, 'ended_at < :before', { before: shifted(tx.at, -KEPT_MS), limit });
    await tx.run(
      `DELETE FROM webhooks WHERE state = 'removed'
         AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_id = webhooks.id)`,
    );
    return givenUp === limit || removed === limit || ended === limit;
  }),
};

const CLAIMED = `deliveries.id, webhook_id, account_id, url, secret,
  CASE WHEN former_until > :now THEN former_secret END AS former, webhook_events.id AS event_id, type,
  webhook_events.created_at, data, CASE WHEN webhooks.details THEN webhook_details.details END AS details`;
const EVENTS = `JOIN webhook_events ON number = deliveries.event
  LEFT JOIN webhook_details ON webhook_details.event = number`;

/** PostgreSQL takes those of all hooks at once. */
const CLAIM = `WITH taken AS (
    SELECT deliveries.id FROM json_to_recordset(:hooks::json) AS wanted (id bigint, "limit" integer)
    JOIN webhooks ON webhooks.id = wanted.id
    CROSS JOIN LATERAL (
      SELECT webhook_deliveries.id FROM webhook_deliveries WHERE ${DUE}
      ORDER BY next_at, webhook_deliveries.id LIMIT wanted."limit" FOR UPDATE SKIP LOCKED) AS deliveries),
  deliveries AS (
    UPDATE webhook_deliveries SET next_at = :until WHERE id IN (SELECT id FROM taken) RETURNING id, webhook_id, event)
  SELECT ${CLAIMED} FROM deliveries JOIN webhooks ON webhooks.id = webhook_id ${EVENTS} ORDER BY deliveries.id`;
/** SQLite those of one hook after the other. */
const TAKE = `SELECT ${CLAIMED} FROM webhooks JOIN webhook_deliveries AS deliveries ON ${DUE} ${EVENTS}
  WHERE webhooks.id = :id ORDER BY next_at, deliveries.id LIMIT :limit`;

function dueDelivery({ secret, former, type, createdAt, data, details, ...delivery }: ClaimedRow): DueDelivery {
  const body = eventBody({ id: delivery.eventId, type, createdAt, data, details });
  return { ...delivery, secrets: former ? [secret, former] : [secret], body };
}

async function postpone(tx: Transaction, ids: readonly number[], to: string): Promise<void> {
  const update = 'UPDATE webhook_deliveries SET next_at = $1 WHERE id = ANY($2::bigint[]) AND next_at IS NOT NULL';
  await tx.run(update, to, ids);
}

const REMOVED_HOOKS = "webhook_id IN (SELECT id FROM webhooks WHERE state = 'removed')";

/** Deletes up to `limit` deliveries. An event goes with the last of its deliveries. */
export async function removeDeliveries(
  tx: Transaction,
  which: string,
  values: Record<string, unknown>,
): Promise<number> {
  const events = await tx.column<number>(
    `DELETE FROM webhook_deliveries WHERE id IN (
       SELECT id FROM webhook_deliveries WHERE ${which} LIMIT :limit FOR UPDATE SKIP LOCKED) RETURNING event`,
    values,
  );
  await tx.run(
    `DELETE FROM webhook_events WHERE number = ANY($1::bigint[])
       AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE event = number)`,
    events,
  );
  return events.length;
}

async function follow(tx: Transaction, before: TriedDelivery, after: Standing): Promise<void> {
  const { webhookId, accountId } = before;
  const { webhook, failingSince } = after;
  const isOther = webhook !== before.webhook;
  if (!isOther && failingSince === before.failingSince) return;
  // Where nodes settle deliveries of one hook at once, one of them switches it and says so.
  const changed = await tx.run(
    'UPDATE webhooks SET state = :webhook, failing_since = :failingSince WHERE id = :webhookId AND state = :was',
    { webhook, failingSince, webhookId, was: before.webhook },
  );
  if (!isOther || changed === 0) return;
  const action = webhook === 'off' ? 'webhook.switched-off' : 'webhook.switched-on';
  tx.audit({ at: tx.at, actor: 'service', action, subject: `webhook:${webhookId}`, accountId, details: {} });
}
