import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { alertRank } from '../../alerts/alert-rules.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../csv/line.ts';
import type { Actor } from '../../domain/actor.ts';
import type { QueuedAlert } from '../../domain/alert.ts';
import type { Customer } from '../../domain/customer.ts';
import type { OwnEntry } from '../../domain/own-list.ts';
import type { ScreeningSummary } from '../../domain/screening.ts';
import type { VerificationSummary } from '../../domain/verification.ts';
import { sortName } from '../../records/search-text.ts';
import { say } from '../../sentences.ts';
import { type Addresses, addressed } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { CUSTOMER_FILTERS, customerFilters } from '../extensions/customers/filters.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { QUEUE, readQueue } from './alerts.ts';
import { queried } from './page-request.ts';
import { readScreeningsQuery, SCREENINGS_TABLE } from './screenings.ts';
import { readVerificationsQuery, VERIFICATIONS_TABLE } from './verifications.ts';

/** Rows of one read: milliseconds of the thread that also reads the dashboard's tables. */
const READ_AT_ONCE = 200;

interface Place<Value> {
  readonly value: Value;
  readonly id: number;
}

/** A table as a file: its columns by name, in their order, each with its cell of a row. */
interface Table<Row, Value = number> {
  readonly name: string;
  readonly columns: Readonly<Record<string, (row: Row) => string | number | null>>;
  /** The place behind a row, in the order that was asked for. */
  place(row: Row): Place<Value>;
  read(after: Place<Value> | undefined): Promise<readonly Row[]>;
}

/** Tables as CSV files, with the filters of their pages. Each export is audited before its first byte leaves. */
export function exportRoutes(app: App, services: Services): void {
  const { records } = services;
  const sent = async <Row, Value>(request: FastifyRequest, reply: FastifyReply, table: Table<Row, Value>) => {
    const { accountId, id } = request.user!;
    const action = `${table.name}.exported`;
    const entry = { actor: `user:${id}`, action, subject: `account:${accountId}`, accountId, details: {} };
    await records.audit.append(entry);
    const file = `${table.name}-${services.now().toISOString().slice(0, 10)}.csv`;
    reply.header('content-disposition', `attachment; filename="${file}"`).type('text/csv; charset=utf-8');
    return reply.send(Readable.from(lines(table)));
  };

  app.get('/alerts/export.csv', QUEUE, async (request, reply) => {
    const { accountId, id: userId, role } = request.user!;
    const users = await records.users.emails(accountId);
    const query = readQueue(request.query, { userId, role, users });
    const value = (row: QueuedAlert) => (query.sort === 'case' ? row.caseId : alertRank(row));
    return sent(request, reply, {
      ...alertTable(users),
      place: (row) => ({ id: row.id, value: value(row) }),
      read: (after) => records.alerts.page(accountId, { ...query, limit: READ_AT_ONCE, ...(after && { after }) }),
    });
  });

  app.get('/customers/export.csv', queried(CUSTOMER_FILTERS), async (request, reply) => {
    const { accountId } = request.user!;
    const filters = customerFilters(request.query);
    return sent<Customer, string>(request, reply, {
      ...CUSTOMERS,
      place: (row) => ({ id: row.id, value: filters.sort === 'name' ? sortName(row) : row.updatedAt }),
      read: (after) => records.customers.page(accountId, { ...filters, limit: READ_AT_ONCE, ...(after && { after }) }),
    });
  });

  app.get('/own-lists/:list/export.csv', async (request, reply) => {
    const { list } = request.params as { list: string };
    const { accountId } = request.user!;
    if (!(await records.ownLists.get(accountId, list))) throw notFound(say('refusal.no-own-list', { list }));
    return sent<OwnEntry, string>(request, reply, {
      ...OWN_ENTRIES,
      place: ({ id: value }) => ({ id: 0, value }),
      read: (after) => records.ownLists.entries(accountId, list, { after: after?.value, limit: READ_AT_ONCE }),
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

async function* lines<Row, Value>({ columns, place, read }: Table<Row, Value>): AsyncGenerator<string> {
  const cells = Object.values(columns);
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns));
  let rows = await read(undefined);
  while (rows.length > 0) {
    yield rows.map((row) => csvLine(cells.map((cell) => String(cell(row) ?? '')))).join('');
    rows = rows.length < READ_AT_ONCE ? [] : await read(place(rows.at(-1)!));
  }
}

function alertTable(users: Addresses): Pick<Table<QueuedAlert>, 'name' | 'columns'> {
  const decision = ({ history, state }: QueuedAlert) => history.findLast(({ kind }) => kind === state);
  const person = (actor: Actor | undefined) => (actor === undefined ? null : addressed(actor, users));
  return {
    name: 'alerts',
    columns: {
      id: ({ id }) => id,
      kind: ({ kind }) => kind,
      state: ({ state }) => state,
      subject: ({ subject }) => subject,
      entityType: ({ entityType }) => entityType,
      dateOfBirth: ({ dateOfBirth }) => dateOfBirth,
      customer: ({ customer }) => customer,
      score: ({ score }) => score,
      entity: ({ match }) => match?.name ?? null,
      lists: ({ match }) => match?.sources.join('; ') ?? null,
      entries: ({ match }) => match?.entries.map(({ source, id }) => `${source}:${id}`).join('; ') ?? null,
      openedAt: ({ createdAt }) => createdAt,
      updatedAt: ({ updatedAt }) => updatedAt,
      assignee: ({ assignee }) => person(assignee === null ? undefined : `user:${assignee}`),
      decidedAt: (alert) => decision(alert)?.at ?? null,
      decidedBy: (alert) => person(decision(alert)?.by),
      reason: (alert) => decision(alert)?.reason ?? null,
      comment: (alert) => decision(alert)?.comment ?? null,
    },
  };
}

/** Read again by an import: names of columns as a file of customers has them. */
const CUSTOMERS: Pick<Table<Customer, string>, 'name' | 'columns'> = {
  name: 'customers',
  columns: {
    reference: ({ reference }) => reference,
    name: ({ name }) => name,
    entityType: ({ entityType }) => entityType,
    dateOfBirth: ({ dateOfBirth }) => dateOfBirth?.slice(0, 10) ?? null,
    otherNames: ({ otherNames }) => otherNames.join('; '),
    categories: ({ categories }) => categories.join('; '),
    minScore: ({ minScore }) => minScore,
    monitored: ({ monitored }) => String(monitored),
    state: ({ state }) => state,
    createdAt: ({ createdAt }) => createdAt,
    updatedAt: ({ updatedAt }) => updatedAt,
  },
};

/** Read again by an import. */
const OWN_ENTRIES: Pick<Table<OwnEntry, string>, 'name' | 'columns'> = {
  name: 'own-list',
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    entityType: ({ entityType }) => entityType,
    otherNames: ({ otherNames }) => otherNames.join('|'),
    dateOfBirth: ({ dateOfBirth }) => dateOfBirth,
    countries: ({ countries }) => countries.join('|'),
    identifiers: ({ identifiers }) => identifiers.map(({ type = '', value }) => `${type}:${value}`).join('|'),
    reason: ({ reason }) => reason,
    until: ({ until }) => until,
  },
};

const SCREENINGS: Omit<Table<ScreeningSummary>, 'read'> = {
  name: 'screenings',
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    entityType: ({ entityType }) => entityType,
    dateOfBirth: ({ dateOfBirth }) => dateOfBirth,
    matches: ({ matchCount }) => matchCount,
    highestScore: ({ highestScore }) => highestScore,
    open: ({ open }) => open,
    onOldLists: ({ onOldLists }) => String(onOldLists),
    createdAt: ({ createdAt }) => createdAt,
  },
  place: ({ id, highestScore: value }) => ({ id, value }),
};

const VERIFICATIONS: Omit<Table<VerificationSummary>, 'read'> = {
  name: 'verifications',
  columns: {
    id: ({ id }) => id,
    status: ({ status }) => status,
    matchConfidence: ({ matchConfidence }) => matchConfidence,
    livenessScore: ({ livenessScore }) => livenessScore,
    review: ({ review }) => review,
    fullName: ({ extractedData }) => extractedData.fullName,
    dateOfBirth: ({ extractedData }) => extractedData.dateOfBirth,
    documentType: ({ extractedData }) => extractedData.documentType,
    documentNumber: ({ extractedData }) => extractedData.documentNumber,
    country: ({ extractedData }) => extractedData.country,
    createdAt: ({ createdAt }) => createdAt,
  },
  place: ({ id, matchConfidence: value }) => ({ id, value }),
};
