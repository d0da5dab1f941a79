import type pg from 'pg';
import type { NodeNotes, NoteTopic } from '../nodes-port.ts';
import type { Sql } from '../sql.ts';
import { NOTES, type NodeNote, noteOf } from '../transaction.ts';

const AGAIN_MS = 1_000;
/** Whoever only listens does not notice that the line is dead: it asks so often, and waits so long for the answer. */
const ASK_MS = 5_000;

/** Notes between nodes by NOTIFY. A connection of its own hears them, and another one where it broke. */
export class Notes implements NodeNotes {
  readonly #sql: Sql;
  readonly #node: string;
  readonly #connect: () => pg.Client;
  readonly #listeners = new Map<NoteTopic, (note: string) => void>();
  #client: pg.Client | undefined;
  #again: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(sql: Sql, node: string, connect: () => pg.Client) {
    this.#sql = sql;
    this.#node = node;
    this.#connect = connect;
  }

  tell(topic: NoteTopic, note: string): void {
    // What is not heard is lost, as the port says.
    this.#sql.run(...noteOf(this.#node, topic, note)).catch(() => {});
  }

  hear(topic: NoteTopic, listener: (note: string) => void): void {
    this.#listeners.set(topic, listener);
    if (!this.#client) void this.#listen();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    clearInterval(this.#asking);
    await this.#client?.end().catch(() => {});
  }

  async #listen(): Promise<void> {
    const client = this.#connect();
    this.#client = client;
    client.on('error', () => {});
    client.on('end', () => this.#listenLater(client));
    client.on('notification', ({ payload }) => this.#heard(JSON.parse(payload!) as NodeNote));
    try {
      await client.connect();
      await client.query(`LISTEN ${NOTES}`);
      this.#asking = setInterval(() => this.#ask(client), ASK_MS).unref();
    } catch {
      // On a dead line the end may never be confirmed, so nothing waits for it.
      client.end().catch(() => {});
      this.#listenLater(client);
    }
  }

  /** A client without an answer is ended, and another one listens in its place. */
  #ask(client: pg.Client): void {
    // The driver breaks a connection that is ended while it waits for an answer.
    client.query({ text: 'SELECT 1', query_timeout: ASK_MS } as pg.QueryConfig).catch(() => client.end());
  }

  #listenLater(client: pg.Client): void {
    if (client !== this.#client) return;
    clearInterval(this.#asking);
    if (this.#closed) return;
    clearTimeout(this.#again);
    this.#again = setTimeout(() => void this.#listen(), AGAIN_MS).unref();
  }

  #heard({ node, topic, note }: NodeNote): void {
    if (node !== this.#node) this.#listeners.get(topic)?.(note);
  }
}
