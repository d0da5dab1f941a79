import { csvLine } from '../../csv-line.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import type { AuditQuery } from '../../records/queries.ts';
import type { App } from '../app.ts';
import type { Services } from '../services.ts';
import { type Addresses, addressed } from './addresses.ts';
import { oneOf, pageRoute, querySchema, readPage } from './page-request.ts';
import type { AuditRow, ChainCheck, Page } from './wire.ts';

const OWNER = { role: 'owner' } as const;
const page = pageRoute('action', 'actor');
const PAGE = { ...page, config: { ...OWNER, ...page.config } };
const EXPORT = { config: OWNER, schema: { querystring: querySchema('format', 'from', 'to', 'action', 'actor') } };
const EXPORTED_AT_ONCE = 1_000;
const COLUMNS = ['sequence', 'at', 'actor', 'action', 'subject', 'details'] as const;

/** Who did what in this account; entries carry ids and never what was screened. */
export function auditRoutes(app: App, { records, now }: Services): void {
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

  app.get('/audit/export', EXPORT, async (request, reply) => {
    const { accountId, id } = request.user!;
    const format = oneOf(request.query, 'format', ['csv', 'json']) ?? 'csv';
    const query = await filter(records, accountId, request.query);
    const users = await records.users.emails(accountId);
    const rows: AuditRow[] = [];
    for (let before: number | undefined; ; ) {
      const some = await records.audit.page(accountId, {
        ...query,
        ...(before && { before }),
        limit: EXPORTED_AT_ONCE,
      });
      rows.push(...some.map((entry) => rowOf(entry, users)));
      before = some.at(-1)?.sequence;
      if (some.length < EXPORTED_AT_ONCE) break;
    }
    const entry = { actor: `user:${id}`, action: 'audit.exported', subject: `account:${accountId}`, accountId };
    await records.audit.append({ ...entry, details: { format, entries: rows.length } });
    const name = `audit-${now().toISOString().slice(0, 10)}.${format}`;
    reply.header('content-disposition', `attachment; filename="${name}"`);
    if (format === 'json') return reply.type('application/json; charset=utf-8').send(JSON.stringify(rows, null, 2));
    const lines = rows.map((row) => csvLine(COLUMNS.map((name) => cell(row[name]))));
    return reply.type('text/csv; charset=utf-8').send(csvLine(COLUMNS) + lines.join(''));
  });

  app.post('/audit/verify', { config: OWNER }, async (): Promise<ChainCheck> => {
    const { entries, ok, broken, keyedFrom, unchecked, restores } = await records.audit.verify();
    const plainRestores = restores.filter(({ keyed }) => !keyed).map(({ sequence }) => sequence);
    return { entries, ok, broken, keyedFrom, unchecked, plainRestores };
  });
}

/** An actor is asked for as it is shown: a user by the address. */
async function filter(
  records: Services['records'],
  accountId: number,
  asked: unknown,
): Promise<Omit<AuditQuery, 'limit' | 'before'>> {
  const { from, to } = readPage({ ...(asked as object), after: '', limit: '' }, ['newest']);
  const { action, actor } = asked as { action?: string; actor?: string };
  const wanted = actor?.trim().toLowerCase();
  const users = wanted ? [...(await records.users.emails(accountId))] : [];
  const user = users.findLast(([, email]) => email.toLowerCase() === wanted);
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(action && { action }),
    ...(actor?.trim() && { actor: user ? `user:${user[0]}` : actor.trim() }),
  };
}

function rowOf({ sequence, at, actor, action, subject, details }: AuditEntry, users: Addresses): AuditRow {
  return { sequence, at, actor: addressed(actor, users), action, subject: addressed(subject, users), details };
}

function cell(value: AuditRow[keyof AuditRow]): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
