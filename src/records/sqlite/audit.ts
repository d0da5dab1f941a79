import { createHash } from 'node:crypto';
import type { AuditEntry } from '../port.ts';
import type { AuditQuery } from '../users-port.ts';
import type { Connection } from './connection.ts';

export type NewAuditEntry = Omit<AuditEntry, 'sequence' | 'hash'>;
export type Verdict = { entries: number; head: string | null; ok: boolean; broken: number | null };

type Row = Omit<AuditEntry, 'details'> & { details: string };

const COLUMNS = 'sequence, at, actor, action, subject, account_id AS accountId, details, hash';

/** Appends inside the transaction of the deed, whose write lock keeps two processes from taking the same number. */
export function auditAppender(db: Connection): (entry: NewAuditEntry) => void {
  const last = db.prepare<[], { sequence: number; hash: string }>(
    'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  );
  const insert = db.prepare(
    'INSERT INTO audit (sequence, at, actor, action, subject, account_id, details, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  return (entry) => {
    const previous = last.get();
    const row = { ...entry, details: canonical(entry.details), sequence: (previous?.sequence ?? 0) + 1 };
    const hash = entryHash(previous?.hash ?? '', row);
    insert.run(row.sequence, row.at, row.actor, row.action, row.subject, row.accountId, row.details, hash);
  };
}

export function auditWrites(db: Connection) {
  const append = auditAppender(db);
  return { 'audit.append': (entry: NewAuditEntry): void => append(entry) };
}

export function auditReads(db: Connection) {
  const head = db.prepare<[], { sequence: number; hash: string }>(
    'SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1',
  );
  return { 'audit.head': (): { sequence: number; hash: string } | undefined => head.get() };
}

/** Entries of one account, newest first. */
export function auditPages(db: Connection) {
  const page = db.prepare<Record<string, unknown>, Row>(
    `SELECT ${COLUMNS} FROM audit
     WHERE account_id = :accountId AND sequence < :before AND at >= :from AND at < :to
       AND (:action IS NULL OR action = :action) AND (:actor IS NULL OR actor = :actor)
     ORDER BY sequence DESC LIMIT :limit`,
  );
  return {
    'audit.page': (accountId: number, query: AuditQuery): AuditEntry[] =>
      page
        .all({
          accountId,
          before: query.before ?? Number.MAX_SAFE_INTEGER,
          from: query.from ?? '',
          to: query.to ?? '~',
          action: query.action ?? null,
          actor: query.actor ?? null,
          limit: query.limit,
        })
        .map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) as AuditEntry['details'] })),
  };
}

export function auditChecks(db: Connection) {
  const all = db.prepare<[], Row>(`SELECT ${COLUMNS} FROM audit ORDER BY sequence`);
  return { 'audit.verify': (head?: string): Verdict => verify(all.iterate(), head) };
}

function verify(rows: Iterable<Row>, head: string | undefined): Verdict {
  let entries = 0;
  let hash = '';
  let seen = head === undefined;
  let broken: number | null = null;
  for (const row of rows) {
    entries += 1;
    if (broken === null && (row.sequence !== entries || row.hash !== entryHash(hash, row))) broken = entries;
    hash = row.hash;
    seen ||= hash === head?.toLowerCase();
  }
  // A known head that is no longer there means that the end was cut off.
  if (broken === null && !seen) broken = entries + 1;
  return { entries, head: hash || null, ok: broken === null, broken };
}

/** SHA-256 over the previous hash and the entry as JSON with its members in this order. */
function entryHash(previous: string, row: Omit<Row, 'hash'>): string {
  const { sequence, at, actor, action, subject, accountId, details } = row;
  const entry = JSON.stringify([sequence, at, actor, action, subject, accountId, details]);
  return createHash('sha256').update(previous).update(entry).digest('hex');
}

function canonical(details: AuditEntry['details']): string {
  return JSON.stringify(Object.fromEntries(Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1))));
}
