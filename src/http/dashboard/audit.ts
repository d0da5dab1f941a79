import { Readable } from 'node:stream';
import type { Static, TObject } from 'typebox';
import { BYTE_ORDER_MARK, csvLine } from '../../csv/line.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import type { AuditQuery } from '../../records/queries.ts';
import { SharedRun } from '../../threads/shared-run.ts';
import { Turns } from '../../threads/turns.ts';
import { type Addresses, addressed } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { cursorPage, readCursor } from '../extensions/cursor.ts';
import { given, readInstant } from '../list-filters.ts';
import type { Services } from '../services.ts';
import { choice, queried, TEXT, tableRoute } from './page-request.ts';
import type { AuditRow, ChainCheck, Page } from './wire.ts';

const AUDIT = { may: 'audit' } as const;
const FILTERS = { action: TEXT, actor: TEXT, subject: TEXT };
const table = tableRoute(['newest'], FILTERS);
const TABLE = { ...table, config: { ...AUDIT, ...table.config } };
const EXPORT = { config: AUDIT, ...queried({ format: choice('csv', 'json'), from: TEXT, to: TEXT, ...FILTERS }) };
const COLUMNS = ['sequence', 'at', 'actor', 'action', 'subject', 'details', 'hash'] as const;
type AuditFilter = Static<TObject<typeof FILTERS>> & { readonly from?: string; readonly to?: string };
/** Each batch takes milliseconds of the thread that also reads the dashboard's tables. */
const EXPORTED_AT_ONCE = 1_000;
/** Of all accounts together; a further one ends the newest of the account that asks for the most. */
const MAX_WAITING_EXPORTS = 200;

/** Who did what in this account; entries carry ids and never what was screened. */
export function auditRoutes(app: App, services: Services): void {
  const { records } = services;
  app.get('/audit', TABLE, async (request): Promise<Page<AuditRow>> => {
    const { accountId } = request.user!;
    const { limit, after } = readCursor(request.query, 'audit', [0]);
    const query = { ...(await filter(records, accountId, request.query)), ...given({ before: after?.[0] as number }) };
    const [entries, users] = await Promise.all([
      records.audit.page(accountId, { ...query, limit: limit + 1 }),
      records.users.emails(accountId),
    ]);
    return cursorPage(
      entries,
      { limit, list: 'audit' },
      ({ sequence }) => [sequence],
      (entry) => rowOf(entry, users),
    );
  });

  exportRoute(app, services);

  const chain = new SharedRun(() => records.audit.verify());
  app.post('/audit/verify', { config: AUDIT }, async (): Promise<ChainCheck> => {
    const { entries, ok, broken, keyedFrom, unchecked, restores, cut } = await chain.ask();
    const plainRestores = restores.filter(({ keyed }) => !keyed).map(({ sequence }) => sequence);
    return { entries, ok, broken, keyedFrom, unchecked, plainRestores, cut };
  });
}

/** The entry that says who exported is stored before the first byte leaves. Rows are read as fast as they are taken. */
function exportRoute(app: App, { records, now }: Services): void {
  const exporting = new Turns({ atOnce: 1, maxWaiting: MAX_WAITING_EXPORTS });
  app.get('/audit/export', EXPORT, async (request, reply) => {
    const { accountId, id } = request.user!;
    const { format = 'csv' } = request.query;
    const query = await filter(records, accountId, request.query);
    const users = await records.users.emails(accountId);
    const read = (before?: number) =>
      exporting.run(accountId, () =>
        records.audit.page(accountId, { ...query, ...(before && { before }), limit: EXPORTED_AT_ONCE }),
      );
    const newest = await read();
    const entry = { actor: `user:${id}`, action: 'audit.exported', subject: `account:${accountId}`, accountId };
    await records.audit.append({ ...entry, details: { format } });
    const name = `audit-${now().toISOString().slice(0, 10)}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    reply.type(`${format === 'json' ? 'application/json' : 'text/csv'}; charset=utf-8`);
    return reply.send(Readable.from(WRITERS[format](batches(newest, read, users))));
  });
}

/** All entries in batches, newest first. */
async function* batches(
  newest: AuditEntry[],
  read: (before: number) => Promise<AuditEntry[]>,
  users: Addresses,
): AsyncGenerator<AuditRow[]> {
  for (let batch = newest; batch.length > 0; batch = await read(batch.at(-1)!.sequence)) {
    yield batch.map((entry) => rowOf(entry, users));
    if (batch.length < EXPORTED_AT_ONCE) return;
  }
}

/** An actor is asked for as it is shown: a user by the address, or by a part of it that nobody else's has. */
async function filter(
  records: Services['records'],
  accountId: number,
  { action, actor, subject, from, to }: AuditFilter,
): Promise<Omit<AuditQuery, 'limit' | 'before'>> {
  const wanted = actor?.trim().toLowerCase();
  const users = wanted ? [...(await records.users.emails(accountId))] : [];
  const whole = users.findLast(([, email]) => email.toLowerCase() === wanted);
  const parts = users.filter(([, email]) => email.toLowerCase().includes(wanted!));
  const user = whole ?? (parts.length === 1 ? parts[0] : undefined);
  const about = subject?.trim();
  return given({
    from: readInstant('from', from),
    to: readInstant('to', to),
    action,
    subjects: about ? [about] : undefined,
    actor: user ? `user:${user[0]}` : actor?.trim() || undefined,
  });
}

function rowOf({ sequence, at, actor, action, subject, details, hash }: AuditEntry, users: Addresses): AuditRow {
  return { sequence, at, actor: addressed(actor, users), action, subject: addressed(subject, users), details, hash };
}

/** The audit log as a file, by format: one piece of text for each batch of rows, and what stands before and behind. */
const WRITERS = {
  async *csv(batches: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS);
    for await (const rows of batches) yield rows.map((row) => csvLine(COLUMNS.map((name) => cell(row[name])))).join('');
  },
  async *json(batches: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
    let separator = '[\n  ';
    for await (const rows of batches) {
      yield separator + rows.map((row) => JSON.stringify(row, null, 2).replaceAll('\n', '\n  ')).join(',\n  ');
      separator = ',\n  ';
    }
    yield separator.startsWith('[') ? '[]' : '\n]';
  },
};

function cell(value: AuditRow[keyof AuditRow]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
