import { type Attempt, afterAttempt, type Standing, SWITCHED_OFF } from '../../domain/webhook.ts';
import { type Claimed, dueDelivery, type Trying } from '../rows/webhooks.ts';
import type { DueDelivery } from '../webhooks-port.ts';
import { auditAppender } from './audit.ts';
import type { Connection } from './connection.ts';

/** Of an active hook every delivery goes out, of one that is off only what somebody asked for. */
const GOES_OUT = "(webhooks.state = 'active' OR webhooks.state = 'off' AND asked = 1)";
const DUE = `webhook_id = webhooks.id AND next_at <= :now AND ${GOES_OUT}`;

/** What the dispatcher of deliveries writes. */
export function deliveryWrites(db: Connection) {
  return { ...claims(db), ...outcomes(db), ...tidying(db) };
}

/** What it looks at before it writes. */
export function deliveryReads(db: Connection) {
  const due = db.prepare<{ now: string }, { id: number }>(
    `SELECT id FROM (SELECT id, (SELECT min(next_at) FROM webhook_deliveries WHERE ${DUE}) AS since FROM webhooks)
     WHERE since IS NOT NULL ORDER BY since`,
  );
  const counts = db.prepare<[], { pending: number; off: number }>(
    `SELECT (SELECT count(*) FROM webhook_deliveries WHERE next_at IS NOT NULL) AS pending,
       (SELECT count(*) FROM webhooks WHERE state = 'off') AS off`,
  );
  return {
    'deliveries.due': (now: string): { id: number }[] => due.all({ now }),
    'deliveries.counts': (): { pending: number; off: number } => counts.get()!,
  };
}

function claims(db: Connection) {
  const take = db.prepare<Record<string, unknown>, Claimed>(
    `SELECT deliveries.id, webhook_id AS webhookId, account_id AS accountId, url, secret,
       iif(former_until > :now, former_secret, NULL) AS former, webhook_events.id AS eventId, type,
       webhook_events.created_at AS createdAt, data, iif(webhooks.details, webhook_details.details, NULL) AS details
     FROM webhooks JOIN webhook_deliveries AS deliveries ON ${DUE}
       JOIN webhook_events ON number = deliveries.event LEFT JOIN webhook_details ON webhook_details.event = number
     WHERE webhooks.id = :id ORDER BY next_at, deliveries.id LIMIT :limit`,
  );
  const postpone = db.prepare('UPDATE webhook_deliveries SET next_at = ? WHERE id = ? AND next_at IS NOT NULL');
  return {
    'deliveries.claim': (
      hooks: readonly { readonly id: number; readonly limit: number }[],
      now: string,
      until: string,
    ): DueDelivery[] => {
      const claimed = hooks.flatMap((hook) => take.all({ ...hook, now }));
      for (const { id } of claimed) postpone.run(until, id);
      return claimed.map(dueDelivery);
    },
    'deliveries.release': (ids: readonly number[], now: string): void => {
      for (const id of ids) postpone.run(now, id);
    },
  };
}

function outcomes(db: Connection) {
  const audit = auditAppender(db);
  const trying = db.prepare<[number], Trying>(
    `SELECT attempts, webhook_id AS webhookId, account_id AS accountId, webhooks.state AS webhook,
       failing_since AS failingSince
     FROM webhook_deliveries JOIN webhooks ON webhooks.id = webhook_id
     WHERE webhook_deliveries.id = ? AND webhooks.state <> 'removed'`,
  );
  const update = db.prepare(
    `UPDATE webhook_deliveries SET state = :delivery, attempts = attempts + 1, last_status = :status,
       last_error = :error, next_at = :nextAt, ended_at = iif(:nextAt IS NULL, :at, NULL), asked = 0 WHERE id = :id`,
  );
  const become = db.prepare('UPDATE webhooks SET state = ?, failing_since = ? WHERE id = ?');
  const follow = (before: Trying, { webhook, failingSince }: Standing, at: string): void => {
    const { webhookId, accountId } = before;
    if (webhook !== before.webhook) {
      const action = webhook === 'off' ? 'webhook.switched-off' : 'webhook.switched-on';
      audit({ at, actor: 'service', action, subject: `webhook:${webhookId}`, accountId, details: {} });
    }
    if (webhook !== before.webhook || failingSince !== before.failingSince)
      become.run(webhook, failingSince, webhookId);
  };
  return {
    /** Undefined where the hook was removed while the attempt ran. */
    'deliveries.settle': (id: number, { status, error }: Attempt, at: string): Standing | undefined => {
      const before = trying.get(id);
      if (!before) return undefined;
      const after = afterAttempt(before, error === null, new Date(at));
      const { delivery, nextAt } = after;
      update.run({ id, delivery, status, error, nextAt, at });
      follow(before, after, at);
      return after;
    },
  };
}

function tidying(db: Connection) {
  const giveUp = db.prepare(
    `UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, ended_at = :now, last_error = :error
     WHERE id IN (SELECT id FROM webhook_deliveries WHERE next_at IS NOT NULL AND asked = 0
       AND webhook_id IN (SELECT id FROM webhooks WHERE state = 'off') LIMIT :limit)`,
  );
  // An event goes with the last of its deliveries.
  const removals = [
    "webhook_id IN (SELECT id FROM webhooks WHERE state = 'removed')",
    'ended_at IS NOT NULL AND ended_at < :before',
  ].map((which) =>
    db
      .prepare<Record<string, unknown>, number>(
        `DELETE FROM webhook_deliveries
         WHERE id IN (SELECT id FROM webhook_deliveries WHERE ${which} LIMIT :limit) RETURNING event`,
      )
      .pluck(),
  );
  const removeEvent = db.prepare(
    'DELETE FROM webhook_events WHERE number = :event AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE event = :event)',
  );
  const removeHooks = db.prepare(
    `DELETE FROM webhooks WHERE state = 'removed'
       AND NOT EXISTS (SELECT 1 FROM webhook_deliveries WHERE webhook_id = webhooks.id)`,
  );
  return {
    'deliveries.tidy': (now: string, before: string, limit: number): boolean => {
      let more = giveUp.run({ now, error: SWITCHED_OFF, limit }).changes === limit;
      for (const removal of removals) {
        const events = removal.all({ before, limit });
        for (const event of events) removeEvent.run({ event });
        more ||= events.length === limit;
      }
      removeHooks.run();
      return more;
    },
  };
}
