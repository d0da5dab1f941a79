import {
  type ChainLink,
  type ChainRow,
  KEY_CHANGED,
  keyMissing,
  type NewAuditEntry,
  nextRow,
  RESTORED,
} from './audit-chain.ts';
import { type AuditKey, checkingKeys, type SealedAuditKey } from './audit-keys.ts';
import { RowList, type Sql } from './sql.ts';

/** The end of the chain. */
export const LAST = 'SELECT sequence, hash, key FROM audit ORDER BY sequence DESC LIMIT 1';

/** Id of the key that the log goes on under. */
export const LAST_KEY = 'SELECT key FROM audit WHERE key IS NOT NULL ORDER BY sequence DESC LIMIT 1';

/** The keys of former master keys, as the database keeps them. */
export function keptKeys(sql: Sql): Promise<SealedAuditKey[]> {
  return sql.all<SealedAuditKey>('SELECT id, sealed_under, sealed FROM audit_keys');
}

interface QueuedEntry {
  readonly entry: NewAuditEntry;
  readonly client: string | undefined;
  readonly leap: number;
}

/** Entries of one transaction: they get their places in the chain right before the commit. */
export class AuditQueue {
  readonly #sql: Sql;
  readonly #keys: { readonly auditKeys: readonly AuditKey[] };
  readonly #entries: QueuedEntry[] = [];

  constructor(sql: Sql, keys: { readonly auditKeys: readonly AuditKey[] }) {
    this.#sql = sql;
    this.#keys = keys;
  }

  /** `client`: network address that is kept beside it. `leap`: how many numbers a restore leaves out. */
  add(entry: NewAuditEntry, client?: string, leap = 0): void {
    this.#entries.push({ entry, client, leap });
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /**
   * Behind a lock, so that the chain is in one order over all nodes. Throws `damaged` where the key that the log goes
   * on under is not known.
   */
  async write(): Promise<void> {
    let last = await this.#sql.one<ChainLink>(LAST);
    const key = await this.#key(last);
    const rows = this.#entries.map(({ entry, leap }): ChainRow => {
      const row = nextRow(last, entry, key, leap);
      last = row;
      return row;
    });
    await this.#sql.run(
      `INSERT INTO audit (sequence, at, actor, action, subject, account_id, details, hash, key)
       SELECT :sequence, :at, :actor, :action, :subject, :accountId, :details, :hash, :key
       FROM given (sequence bigint, at text, actor text, action text, subject text, accountId bigint, details text,
         hash text, key text) ORDER BY ordinality`,
      new RowList(rows),
    );
    await this.#keepClients(rows);
  }

  async #keepClients(rows: readonly ChainRow[]): Promise<void> {
    const known = rows.flatMap(({ sequence }, index) => {
      const { client } = this.#entries[index]!;
      return client === undefined ? [] : [{ sequence, client }];
    });
    if (known.length === 0) return;
    await this.#sql.run(
      `INSERT INTO audit_clients (sequence, client)
       SELECT :sequence, :client FROM given (sequence bigint, client text) ORDER BY ordinality`,
      new RowList(known),
    );
  }

  /**
   * The key of the next entries. One that has nothing to do with those before would count as forged. A restore is noted
   * without a key then, as where none is at hand.
   */
  async #key(last: ChainLink | undefined): Promise<AuditKey | undefined> {
    const keys = this.#keys.auditKeys;
    const [current] = keys;
    if (!last || !current || last.key === current.id || this.#areAll(KEY_CHANGED)) return current;
    const former = await this.#sql.value<string>(LAST_KEY);
    if (former === undefined || checkingKeys(keys, await keptKeys(this.#sql)).has(former)) return current;
    if (this.#areAll(RESTORED)) return undefined;
    throw keyMissing();
  }

  #areAll(action: string): boolean {
    return this.#entries.every(({ entry }) => entry.action === action);
  }
}
