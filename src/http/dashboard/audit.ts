import { Readable } from 'node:stream';
import type { AuditEntry } from '../../domain/audit.ts';
import type { AuditQuery } from '../../records/queries.ts';
import { SharedRun } from '../../threads/shared-run.ts';
import { Turns } from '../../threads/turns.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { type Addresses, addressed } from './addresses.ts';
import { EXPORTS } from './audit-export.ts';
import { oneOf, pageRoute, querySchema, readPage } from './page-request.ts';
import type { AuditRow, ChainCheck, Page } from './wire.ts';

const OWNER = { role: 'owner' } as const;
const page = pageRoute('action', 'actor', 'subject');
const PAGE = { ...page, config: { ...OWNER, ...page.config } };
const EXPORT = {
  config: OWNER,
  schema: { querystring: querySchema('format', 'from', 'to', 'action', 'actor', 'subject') },
};
/** Each batch takes milliseconds of the thread that also reads the dashboard's tables. */
const EXPORTED_AT_ONCE = 1_000;
/** Of all accounts together; a further one ends the newest of the account that asks for the most. */
const MAX_WAITING_EXPORTS = 200;

/** Who did what in this account; entries carry ids and never what was screened. */
export function auditRoutes(app: App, services: Services): void {
  const { records } = services;
  app.get('/audit', PAGE, async (request): Promise<Page<AuditRow>> => {
    const { accountId } = request.user!;
    const { after, limit } = readPage(request.query, ['newest']);
    const query = await filter(records, accountId, request.query);
    const entries = await records.audit.page(accountId, {
      ...query,
      ...(after && { before: after.id }),
      limit: limit + 1,
    });
    const users = await records.users.emails(accountId);
    const rows = entries.slice(0, limit).map((entry) => rowOf(entry, users));
    const last = rows.at(-1);
    const next = Buffer.from(JSON.stringify(['newest', 0, last?.sequence])).toString('base64url');
    return { rows, next: entries.length > limit ? next : null };
  });

  exportRoute(app, services);

  const chain = new SharedRun(() => records.audit.verify());
  app.post('/audit/verify', { config: OWNER }, async (): Promise<ChainCheck> => {
    const { entries, ok, broken, keyedFrom, unchecked, restores } = await chain.ask();
    const plainRestores = restores.filter(({ keyed }) => !keyed).map(({ sequence }) => sequence);
    return { entries, ok, broken, keyedFrom, unchecked, plainRestores };
  });
}

/** The entry that says who exported is stored before the first byte leaves. Rows are read as fast as they are taken. */
function exportRoute(app: App, { records, now }: Services): void {
  const exporting = new Turns({ atOnce: 1, maxWaiting: MAX_WAITING_EXPORTS });
  app.get('/audit/export', EXPORT, async (request, reply) => {
    const { accountId, id } = request.user!;
    const format = oneOf(request.query, 'format', ['csv', 'json']) ?? 'csv';
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
    return reply.send(Readable.from(EXPORTS[format](batches(newest, read, users))));
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
  asked: unknown,
): Promise<Omit<AuditQuery, 'limit' | 'before'>> {
  const { from, to } = readPage({ ...(asked as object), after: '', limit: '' }, ['newest']);
  const { action, actor, subject } = asked as { action?: string; actor?: string; subject?: string };
  const wanted = actor?.trim().toLowerCase();
  const users = wanted ? [...(await records.users.emails(accountId))] : [];
  const whole = users.findLast(([, email]) => email.toLowerCase() === wanted);
  const parts = users.filter(([, email]) => email.toLowerCase().includes(wanted!));
  const user = whole ?? (parts.length === 1 ? parts[0] : undefined);
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(action && { action }),
    ...(subject?.trim() && { subjects: [subject.trim()] }),
    ...(actor?.trim() && { actor: user ? `user:${user[0]}` : actor.trim() }),
  };
}

function rowOf({ sequence, at, actor, action, subject, details, hash }: AuditEntry, users: Addresses): AuditRow {
  return { sequence, at, actor: addressed(actor, users), action, subject: addressed(subject, users), details, hash };
}
