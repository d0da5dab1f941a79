import { randomUUID } from 'node:crypto';
import type { EventContent, EventType } from '../../domain/webhook-events.ts';
import type { Flag } from '../rows/flag.ts';
import { NO_SUBJECT } from '../rows/webhooks.ts';
import type { Connection } from './connection.ts';

/** Writes an event for the hooks of an account that want it; null: for those of every account. */
export type WriteEvent = <Type extends EventType>(
  accountId: number | null,
  type: Type,
  at: string,
  content: () => EventContent<Type>,
) => void;

/**
 * Writes events inside the transaction of what they tell of, so that none is lost and none is told of what was undone.
 * Where no hook wants an event, nothing is written and its content is not made.
 */
export function outboxWriter(db: Connection): WriteEvent {
  const wanting = (whose: string) =>
    db.prepare<[string | number, string?], { id: number; details: number }>(
      `SELECT id, details FROM webhooks WHERE ${whose} AND state = 'active'
         AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = ?) ORDER BY id`,
    );
  const ofAccount = wanting('account_id = ?');
  const ofAll = wanting('TRUE');
  const hasHook = db.prepare<[number]>('SELECT 1 FROM webhooks WHERE account_id = ? LIMIT 1');
  const write = eventInserter(db);
  return (accountId, type, at, content) => {
    // Most accounts have no hook, and looking into what hooks want takes ten times as long.
    if (accountId !== null && !hasHook.get(accountId)) return;
    const hooks = accountId === null ? ofAll.all(type) : ofAccount.all(accountId, type);
    if (hooks.length > 0) write(type, at, hooks, content());
  };
}

/** Writes an event and its deliveries to these hooks, which are due at once; answers the ids of the deliveries. */
export function eventInserter(db: Connection) {
  const insert = db.prepare('INSERT INTO webhook_events (id, type, data, created_at) VALUES (?, ?, ?, ?)');
  const insertDetails = db.prepare(
    `INSERT INTO webhook_details (event, screening_id, verification_id, alert_id, customer_id, details)
     VALUES (:event, :screeningId, :verificationId, :alertId, :customerId, :details)`,
  );
  const deliver = db.prepare('INSERT INTO webhook_deliveries (webhook_id, event, next_at, asked) VALUES (?, ?, ?, ?)');
  return <Type extends EventType>(
    type: Type,
    at: string,
    hooks: readonly { readonly id: number; readonly details: Flag }[],
    { data, details, subject = {} }: EventContent<Type>,
    asked = false,
  ): number[] => {
    const event = Number(insert.run(`evt_${randomUUID()}`, type, JSON.stringify(data), at).lastInsertRowid);
    if (details && hooks.some((hook) => hook.details)) {
      insertDetails.run({ event, ...NO_SUBJECT, ...subject, details: JSON.stringify(details) });
    }
    return hooks.map(({ id }) => Number(deliver.run(id, event, at, asked ? 1 : 0).lastInsertRowid));
  };
}
