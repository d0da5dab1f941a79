import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { alertRank } from '../../alerts/alert-rules.ts';
import { csvLine } from '../../csv/line.ts';
import type { QueuedAlert } from '../../domain/alert.ts';
import type { ScreeningSummary } from '../../domain/screening.ts';
import type { VerificationSummary } from '../../domain/verification.ts';
import { type Addresses, addressed } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { QUEUE, readQueue } from './alerts.ts';
import { readScreeningsQuery, SCREENINGS_TABLE } from './screenings.ts';
import { readVerificationsQuery, VERIFICATIONS_TABLE } from './verifications.ts';

/** Rows of one read: milliseconds of the thread that also reads the dashboard's tables. */
const READ_AT_ONCE = 200;

/** A table as a file: the names of its columns, and the cells of a row. */
interface Table<Row> {
  readonly name: string;
  readonly columns: readonly string[];
  cells(row: Row): readonly (string | number | null)[];
  /** The place behind a row, in the order that was asked for. */
  place(row: Row): { readonly value: number; readonly id: number };
  read(after: { readonly value: number; readonly id: number } | undefined): Promise<readonly Row[]>;
}

/** Tables as CSV files, with the filters of their pages. Each export is audited before its first byte leaves. */
export function exportRoutes(app: App, services: Services): void {
  const { records } = services;
  const sent = async <Row>(request: FastifyRequest, reply: FastifyReply, table: Table<Row>) => {
    const { accountId, id } = request.user!;
    const action = `${table.name}.exported`;
    const entry = { actor: `user:${id}`, action, subject: `account:${accountId}`, accountId, details: {} };
    await records.audit.append(entry);
    const file = `${table.name}-${services.now().toISOString().slice(0, 10)}.csv`;
    reply.header('content-disposition', `attachment; filename="${file}"`).type('text/csv; charset=utf-8');
    return reply.send(Readable.from(lines(table)));
  };

  app.get('/alerts/export.csv', QUEUE, async (request, reply) => {
    const { accountId, id: userId } = request.user!;
    const users = await records.users.emails(accountId);
    const query = readQueue(request.query, { userId, users });
    const value = (row: QueuedAlert) => (query.sort === 'case' ? row.caseId : alertRank(row));
    return sent(request, reply, {
      ...alertTable(users),
      place: (row) => ({ id: row.id, value: value(row) }),
      read: (after) => records.alerts.page(accountId, { ...query, limit: READ_AT_ONCE, ...(after && { after }) }),
    });
  });

  app.get('/screenings/export.csv', SCREENINGS_TABLE, async (request, reply) => {
    const { accountId } = request.user!;
    const query = readScreeningsQuery(request.query);
    return sent(request, reply, {
      ...SCREENINGS,
      read: (after) => records.screenings.page(accountId, { ...query, limit: READ_AT_ONCE, ...(after && { after }) }),
    });
  });

  app.get('/verifications/export.csv', VERIFICATIONS_TABLE, async (request, reply) => {
    const { accountId } = request.user!;
    const query = readVerificationsQuery(request.query);
    return sent(request, reply, {
      ...VERIFICATIONS,
      read: (after) =>
        records.verifications.page(accountId, { ...query, limit: READ_AT_ONCE, ...(after && { after }) }),
    });
  });
}

async function* lines<Row>({ columns, cells, place, read }: Table<Row>): AsyncGenerator<string> {
  yield csvLine(columns);
  let rows = await read(undefined);
  while (rows.length > 0) {
    yield rows.map((row) => csvLine(cells(row).map((cell) => (cell === null ? '' : String(cell))))).join('');
    rows = rows.length < READ_AT_ONCE ? [] : await read(place(rows.at(-1)!));
  }
}

function alertTable(users: Addresses): Pick<Table<QueuedAlert>, 'name' | 'columns' | 'cells'> {
  const person = (id: number | null) => (id === null ? null : addressed(`user:${id}`, users));
  return {
    name: 'alerts',
    columns: [
      'id',
      'kind',
      'state',
      'subject',
      'entityType',
      'dateOfBirth',
      'customer',
      'score',
      'entity',
      'lists',
      'entries',
      'openedAt',
      'updatedAt',
      'assignee',
      'decidedAt',
      'decidedBy',
      'reason',
      'comment',
    ],
    cells: (alert) => {
      const { match, history } = alert;
      const decided = history.findLast(({ kind }) => kind === alert.state);
      return [
        alert.id,
        alert.kind,
        alert.state,
        alert.subject,
        alert.entityType,
        alert.dateOfBirth,
        alert.customer,
        alert.score,
        match?.name ?? null,
        match?.sources.join('; ') ?? null,
        match?.entries.map(({ source, id }) => `${source}:${id}`).join('; ') ?? null,
        alert.createdAt,
        alert.updatedAt,
        person(alert.assignee),
        decided?.at ?? null,
        decided ? addressed(decided.by, users) : null,
        decided?.reason ?? null,
        decided?.comment ?? null,
      ];
    },
  };
}

const SCREENINGS: Omit<Table<ScreeningSummary>, 'read'> = {
  name: 'screenings',
  columns: ['id', 'name', 'entityType', 'dateOfBirth', 'matches', 'highestScore', 'open', 'createdAt'],
  cells: ({ id, name, entityType, dateOfBirth, matchCount, highestScore, open, createdAt }) => [
    id,
    name,
    entityType,
    dateOfBirth,
    matchCount,
    highestScore,
    open,
    createdAt,
  ],
  place: ({ id, highestScore: value }) => ({ id, value }),
};

const VERIFICATIONS: Omit<Table<VerificationSummary>, 'read'> = {
  name: 'verifications',
  columns: [
    'id',
    'status',
    'matchConfidence',
    'livenessScore',
    'review',
    'fullName',
    'dateOfBirth',
    'documentType',
    'documentNumber',
    'country',
    'createdAt',
  ],
  cells: ({ id, status, matchConfidence, livenessScore, review, extractedData, createdAt }) => {
    const { fullName, dateOfBirth, documentType, documentNumber, country } = extractedData;
    const document = [fullName, dateOfBirth, documentType, documentNumber, country];
    return [id, status, matchConfidence, livenessScore, review, ...document, createdAt];
  },
  place: ({ id, matchConfidence: value }) => ({ id, value }),
};
