import { randomUUID } from 'node:crypto';
import type { EventContent, EventSubject, EventType } from '../domain/webhook-events.ts';
import type { Sql } from './sql.ts';

/** A hook, as far as events for it need it. */
interface Hook {
  readonly id: number;
  readonly accountId: number;
  /** JSON. */
  readonly events: string;
  readonly details: boolean;
}

/**
 * Writes events inside the transaction of what they tell of, so that none is lost and none is told of what was undone.
 * Hooks are read once in a transaction. Where none wants an event, nothing is written and its content is not made.
 */
export class Outbox {
  readonly #sql: Sql;
  readonly #hooks = new Map<number, Promise<Hook[]>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Null: for the hooks of every account. `content` may read the database. */
  async write<Type extends EventType>(
    accountId: number | null,
    type: Type,
    at: string,
    content: () => EventContent<Type> | Promise<EventContent<Type>>,
  ): Promise<void> {
    const hooks = accountId === null ? await this.#read('TRUE') : await this.#ofAccount(accountId);
    const wanting = hooks.filter(({ events }) => (JSON.parse(events) as string[]).includes(type));
    if (wanting.length > 0) await insertEvent(this.#sql, type, at, wanting, await content());
  }

  /** Whether the account has any hook: most have none. */
  async reaches(accountId: number): Promise<boolean> {
    return (await this.#ofAccount(accountId)).length > 0;
  }

  #ofAccount(accountId: number): Promise<Hook[]> {
    let hooks = this.#hooks.get(accountId);
    if (!hooks) {
      hooks = this.#read('account_id = $1', accountId);
      this.#hooks.set(accountId, hooks);
    }
    return hooks;
  }

  #read(which: string, ...values: number[]): Promise<Hook[]> {
    return this.#sql.all<Hook>(
      `SELECT id, account_id, events, details FROM webhooks WHERE ${which} AND state = 'active' ORDER BY id`,
      ...values,
    );
  }
}

const NO_SUBJECT: Readonly<Record<keyof EventSubject, null>> = {
  screeningId: null,
  verificationId: null,
  alertId: null,
  customerId: null,
};

/** Writes an event and its deliveries to these hooks, which are due at once; answers the ids of the deliveries. */
export async function insertEvent<Type extends EventType>(
  sql: Sql,
  type: Type,
  at: string,
  hooks: readonly Pick<Hook, 'id' | 'details'>[],
  { data, details, subject = {} }: EventContent<Type>,
  asked = false,
): Promise<number[]> {
  const event = await sql.value<number>(
    'INSERT INTO webhook_events (id, type, data, created_at) VALUES ($1, $2, $3, $4) RETURNING number',
    `evt_${randomUUID()}`,
    type,
    JSON.stringify(data),
    at,
  );
  if (details && hooks.some((hook) => hook.details)) {
    await sql.run(
      `INSERT INTO webhook_details (event, screening_id, verification_id, alert_id, customer_id, details)
       VALUES (:event, :screeningId, :verificationId, :alertId, :customerId, :details)`,
      { event, ...NO_SUBJECT, ...subject, details: JSON.stringify(details) },
    );
  }
  return sql.column<number>(
    `INSERT INTO webhook_deliveries (webhook_id, event, next_at, asked)
     SELECT hook, $2, $3, $4 FROM unnest($1::bigint[]) AS hook RETURNING id`,
    hooks.map(({ id }) => id),
    event,
    at,
    asked,
  );
}
