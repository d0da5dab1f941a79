import { type Attempt, afterAttempt, type Standing, SWITCHED_OFF } from '../../domain/webhook.ts';
import { type Claimed, dueDelivery, type Trying } from '../rows/webhooks.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import type { DueDelivery } from '../webhooks-port.ts';

/** Of an active hook every delivery goes out, of one that is off only what somebody asked for. */
const GOES_OUT = "(webhooks.state = 'active' OR webhooks.state = 'off' AND asked)";
const DUE = `webhook_id = webhooks.id AND next_at <= :now AND ${GOES_OUT}`;

/** What the dispatcher of deliveries looks at before it writes. */
export const deliveryReads = {
  'deliveries.due': (sql: Sql, now: string): Promise<{ id: number }[]> =>
    sql.all<{ id: number }>(
      `SELECT id FROM (SELECT id, (SELECT min(next_at) FROM webhook_deliveries WHERE ${DUE}) AS since FROM webhooks)
         AS waiting
       WHERE since IS NOT NULL ORDER BY since`,
      { now },
    ),
  'deliveries.counts': async (sql: Sql): Promise<{ pending: number; off: number }> =>
    (await sql.one<{ pending: number; off: number }>(
      `SELECT (SELECT count(*) FROM webhook_deliveries WHERE next_at IS NOT NULL) AS pending,
         (SELECT count(*) FROM webhooks WHERE state = 'off') AS off`,
    ))!,
};

/** What it writes. Of several nodes each takes other deliveries: what one has locked the others skip. */
export const deliveryWrites = {
  'deliveries.claim': async (
    tx: Transaction,
    hooks: readonly { readonly id: number; readonly limit: number }[],
    now: string,
    until: string,
  ): Promise<DueDelivery[]> => {
    const claimed = await tx.all<Claimed>(
      `WITH taken AS (
         SELECT deliveries.id FROM json_to_recordset(:hooks::json) AS wanted (id bigint, "limit" integer)
         JOIN webhooks ON webhooks.id = wanted.id
         CROSS JOIN LATERAL (
           SELECT webhook_deliveries.id FROM webhook_deliveries WHERE ${DUE}
           ORDER BY next_at, webhook_deliveries.id LIMIT wanted."limit" FOR UPDATE SKIP LOCKED) AS deliveries),
       claimed AS (
         UPDATE webhook_deliveries SET next_at = :until WHERE id IN (SELECT id FROM taken) RETURNING id, webhook_id, event)
       SELECT claimed.id, webhook_id, account_id, url, secret,
         CASE WHEN former_until > :now THEN former_secret END AS former, webhook_events.id AS event_id, type,
         webhook_events.created_at, data, CASE WHEN webhooks.details THEN webhook_details.details END AS details
       FROM claimed JOIN webhooks ON webhooks.id = webhook_id JOIN webhook_events ON number = claimed.event
         LEFT JOIN webhook_details ON webhook_details.event = number
       ORDER BY claimed.id`,
      { hooks: JSON.stringify(hooks), now, until },
    );
    return claimed.map(dueDelivery);
  },
  'deliveries.release': async (tx: Transaction, ids: readonly number[], now: string): Promise<void> => {
    await tx.run(
      'UPDATE webhook_deliveries SET next_at = $1 WHERE id = ANY($2::bigint[]) AND next_at IS NOT NULL',
      now,
      ids,
    );
  },
  /** Undefined where the hook was removed while the attempt ran. */
  'deliveries.settle': async (
    tx: Transaction,
    id: number,
    { status, error }: Attempt,
    at: string,
  ): Promise<Standing | undefined> => {
    const before = await tx.one<Trying>(
      `SELECT attempts, webhook_id, account_id, webhooks.state AS webhook, failing_since
       FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
       WHERE webhook_deliveries.id = $1 AND webhooks.state <> 'removed' FOR UPDATE OF webhook_deliveries`,
      id,
    );
    if (!before) return undefined;
    const after = afterAttempt(before, error === null, new Date(at));
    const { delivery, nextAt } = after;
    await tx.run(
      `UPDATE webhook_deliveries SET state = :delivery, attempts = attempts + 1, last_status = :status,
         last_error = :error, next_at = :nextAt, ended_at = :endedAt, asked = false WHERE id = :id`,
      { id, delivery, status, error, nextAt, endedAt: nextAt === null ? at : null },
    );
    await follow(tx, before, after, at);
    return after;
  },
  'deliveries.tidy': async (tx: Transaction, now: string, before: string, limit: number): Promise<boolean> => {
    const givenUp = await tx.run(
      `UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, ended_at = :now, last_error = :error
       WHERE id IN (SELECT id FROM webhook_deliveries WHERE next_at IS NOT NULL AND NOT asked
         AND webhook_id IN (SELECT id FROM webhooks WHERE state = 'off') LIMIT :limit FOR UPDATE SKIP LOCKED)`,
      { now, error: SWITCHED_OFF, limit },
    );
    const removed = await removeDeliveries(tx, REMOVED_HOOKS, { limit });
    const ended = await removeDeliveries(tx, 'ended_at < :before', { before, limit });
    await tx.run(
      `DELETE FROM webhooks WHERE state = 'removed'
         AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_id = webhooks.id)`,
    );
    return givenUp === limit || removed === limit || ended === limit;
  },
};

const REMOVED_HOOKS = "webhook_id IN (SELECT id FROM webhooks WHERE state = 'removed')";

/** An event goes with the last of its deliveries. */
async function removeDeliveries(tx: Transaction, which: string, values: Record<string, unknown>): Promise<number> {
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

async function follow(tx: Transaction, before: Trying, after: Standing, at: string): Promise<void> {
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
  tx.audit({ at, actor: 'service', action, subject: `webhook:${webhookId}`, accountId, details: {} });
}
