import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { SentItems } from '../../../bulk/item-reader.ts';
import { MAX_ITEMS } from '../../../bulk/items.ts';
import { resultPages, resultsWorkbook } from '../../../bulk/results.ts';
import { typesNeeded } from '../../../bulk/rows.ts';
import { actorOf } from '../../../domain/actor.ts';
import type { Batch as BatchRecord } from '../../../domain/batch.ts';
import { TouchstoneError } from '../../../errors.ts';
import { say } from '../../../sentences.ts';
import { WORKBOOK_TYPE } from '../../../spreadsheets/as-csv.ts';
import { checkScope } from '../../access.ts';
import { type Addresses, addressed } from '../../alert-view.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { cursorPage, readCursor } from '../cursor.ts';
import { invalidFields, Problem } from '../problems.ts';
import { type Asked, extensionRoute, listRoute } from '../route.ts';
import { batchOf, isStaged, sheetIn, takeCsv, tooManyBatches } from './csv.ts';
import { resultLines, wantedForm } from './results.ts';
import {
  BATCH_BODY,
  BATCH_EXAMPLE,
  Batch,
  IMPORT_BODY,
  RESULT_LINES,
  RESULT_TABLE,
  RESULT_WORKBOOK,
  SHEET_QUERY,
} from './schemas.ts';

const URL = '/api/Screening/batch';
const TAG = 'Batch';
/** Of a list of items. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;
const LIST = 'batches';
const MAX_ID_LENGTH = 64;
const PARAMS = {
  id: Type.String({ maxLength: MAX_ID_LENGTH, description: 'Id of the batch.', examples: [BATCH_EXAMPLE.id] }),
};
/** What a key needs for a batch of a kind, beside what the route says. */
const READS = { screenings: ['screening:read'], customers: ['customers:read'] } as const;
const CHANGES = { screenings: ['screening'], customers: ['customers'] } as const;

type AskedForOne = Pick<Asked<{ id: string }, unknown, unknown>, 'accountId' | 'params' | 'request'>;

function noBatch(id: string): Problem {
  return new Problem('batch-not-found', `Batch ${id} was not found.`);
}

/** Many names at once. Rows and outcomes are in the database, and the dashboard shows the same batches as files. */
export function batchRoutes(app: App, services: Services): void {
  const { bulk } = services;
  const { batches, users } = services.records;
  const emails = (accountId: number) => users.emails(accountId);
  const one = async (asked: AskedForOne, scopes: typeof READS | typeof CHANGES = READS): Promise<BatchRecord> => {
    const { accountId, params, request } = asked;
    const batch = await batches.get(accountId, params.id);
    if (!batch) throw noBatch(params.id);
    checkScope(services, request, scopes[batch.kind]);
    return batch;
  };
  // A scope of its own: only here is CSV a body that is read, and JSON a large one.
  app.register(async (scope) => {
    takeCsv(scope as App, bulk, 'screenings');
    takeItems(scope as App, bulk);
    scope.setErrorHandler((error) => {
      throw asRefusal(error, 'application/json, text/csv or a workbook');
    });
    createRoute(scope as App, services);
  });
  app.register(async (scope) => {
    takeCsv(scope as App, bulk, 'customers');
    scope.setErrorHandler((error) => {
      throw asRefusal(error, 'text/csv or a workbook');
    });
    importRoute(scope as App, services);
  });

  listRoute(
    app,
    {
      url: URL,
      operationId: 'listBatches',
      scopes: ['screening:read'],
      tag: TAG,
      may: 'reading',
      summary: 'The batches of the account, newest first',
      description: 'Those of customers too, and those that people sent in the dashboard.',
      item: Batch,
      page: 'A page of batches.',
    },
    async ({ accountId, query }) => {
      const { limit, after } = readCursor(query, LIST, [0]);
      const read = await batches.list(accountId, limit + 1, after?.[0] as number | undefined);
      const users = await emails(accountId);
      return cursorPage(
        read,
        { limit, list: LIST },
        ({ number }) => [number],
        (batch) => batchView(batch, users),
      );
    },
  );

  extensionRoute(
    app,
    {
      method: 'GET',
      url: `${URL}/:id`,
      operationId: 'getBatch',
      scopes: ['screening:read', 'customers:read'],
      tag: TAG,
      summary: 'One batch: how far it is',
      description: 'Ask again after some seconds, or let a webhook tell of `batch.finished`.',
      kind: 'resource',
      params: PARAMS,
      success: { 200: { description: 'The batch.', schema: Batch } },
      codes: ['batch-not-found'],
    },
    async (asked) => batchView(await one(asked), await emails(asked.accountId)),
  );

  extensionRoute(
    app,
    {
      method: 'DELETE',
      url: `${URL}/:id`,
      operationId: 'stopBatch',
      scopes: ['screening', 'customers'],
      tag: TAG,
      may: 'work',
      summary: 'Stops a batch; finished rows stay',
      description: 'A batch that is over stays as it is. Its results are kept for 30 days.',
      params: PARAMS,
      success: {
        200: { description: 'The batch as it ended.', schema: Batch, example: { ...BATCH_EXAMPLE, ...STOPPED } },
      },
      codes: ['batch-not-found'],
    },
    async (asked) => {
      const { id } = await one(asked, CHANGES);
      const stopped = await bulk.cancel(asked.accountId, id);
      if (!stopped) throw noBatch(id);
      return batchView(stopped, await emails(asked.accountId));
    },
  );

  extensionRoute(
    app,
    {
      method: 'GET',
      url: `${URL}/:id/results`,
      operationId: 'getBatchResults',
      scopes: ['screening:read', 'customers:read'],
      tag: TAG,
      summary: 'The results of a batch, row by row',
      description:
        'One line for each row that was sent, in its order: a `BatchResult`.\nNDJSON, or CSV where `Accept` prefers `text/csv`; `matches` is JSON there too. An Excel workbook where it prefers that.',
      params: PARAMS,
      success: {
        200: {
          description: 'The rows so far; those without an outcome have neither a record nor an error.',
          media: {
            'application/x-ndjson': RESULT_LINES,
            'text/csv': RESULT_TABLE,
            [WORKBOOK_TYPE]: RESULT_WORKBOOK,
          },
        },
      },
      codes: ['batch-not-found'],
    },
    async (asked, reply) => {
      const { id } = await one(asked);
      const form = wantedForm(asked.request.headers.accept);
      if (form === 'workbook') {
        reply.type(WORKBOOK_TYPE);
        return Readable.from(resultsWorkbook(id, batches), { objectMode: false });
      }
      const csv = form === 'csv';
      reply.type(csv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8');
      return Readable.from(resultLines(resultPages(id, batches), csv));
    },
  );
}

const STOPPED = { status: 'cancelled', endedAt: '2026-11-22T18:53:02.007Z' };

function createRoute(scope: App, { bulk, records }: Services): void {
  extensionRoute(
    scope,
    {
      method: 'POST',
      url: URL,
      operationId: 'screenBatch',
      scopes: ['screening'],
      tag: TAG,
      summary: 'Screens many names, one after another',
      description:
        'At most 10,000 items as JSON, or a file (CSV, Excel, ODS) with at most 1,000,000 rows.\nEach row becomes a screening record and costs one unit. Without quota the batch waits.\nA row that cannot be screened is refused alone and costs nothing.',
      query: SHEET_QUERY,
      body: BATCH_BODY as never,
      bodyLimit: MAX_JSON_BYTES,
      namesNobody: true,
      bounded: true,
      success: {
        202: {
          description: 'Accepted; all rows are stored.',
          schema: Batch,
          example: { ...BATCH_EXAMPLE, ...NEW },
        },
      },
      codes: ['too-many-batches', 'body-too-large'],
    },
    async ({ accountId, request }, reply) => {
      const batch = await accepted(bulk, request);
      reply.code(202).header('location', `${URL}/${batch.id}`);
      return batchView(batch, await records.users.emails(accountId));
    },
  );
}

/** Its batch is watched, stopped and read like any other. */
function importRoute(scope: App, { records }: Services): void {
  extensionRoute(
    scope,
    {
      method: 'POST',
      url: '/api/Customers/import',
      operationId: 'importCustomers',
      scopes: ['customers'],
      tag: 'Customers',
      summary: 'Makes or changes many customers from a file',
      description:
        'Columns: id (the reference), name (or givenNames and surname), entityType, and optionally dateOfBirth. German names of columns and dates such as 01.02.1980 are read too. The answer is a batch of customers.\nA customer that is new or changed is screened and costs one unit. Other settings stay as they are.',
      query: SHEET_QUERY,
      body: IMPORT_BODY as never,
      namesNobody: true,
      bounded: true,
      success: {
        202: {
          description: 'Accepted; all rows are stored.',
          schema: Batch,
          example: { ...BATCH_EXAMPLE, ...NEW, kind: 'customers' },
        },
      },
      codes: ['too-many-batches', 'body-too-large'],
    },
    async ({ accountId, request: { body } }, reply) => {
      if (!isStaged(body)) throw wrongType('text/csv');
      const batch = await body.accept();
      reply.code(202).header('location', `${URL}/${batch.id}`);
      return batchView(batch, await records.users.emails(accountId));
    },
  );
}

const NEW = { status: 'queued', done: 0, matched: 0, failed: 0 };

async function accepted(bulk: Services['bulk'], request: FastifyRequest): Promise<BatchRecord> {
  const { body } = request;
  if (isStaged(body)) return body.accept();
  if (!(body instanceof SentItems)) throw invalidFields([{ field: 'items', message: 'items is missing.' }]);
  if (sheetIn(request) !== undefined) throw invalidFields([{ field: 'sheet', message: say('workbook.none') }]);
  const batch = await bulk.upload(batchOf(request, 'screenings'), (take) => body.handOver(typesNeeded(take)));
  if (!batch) throw tooManyBatches();
  return batch;
}

/** Lets the routes of a scope take JSON with many items, which is read and checked away from the event loop. */
function takeItems(scope: App, bulk: Services['bulk']): void {
  const options = { parseAs: 'buffer', bodyLimit: MAX_JSON_BYTES } as const;
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', options, async (request: FastifyRequest, bytes: Buffer) => {
    const read = await bulk.items.read(bytes, request.caller!.accountId);
    if (!(read instanceof SentItems)) throw invalidFields(read);
    request.bodyDigest = read.digest;
    return read;
  });
}

/** A batch as the API and the dashboard give it. */
export function batchView(batch: BatchRecord, users: Addresses) {
  const { id, kind, status, total, done, matched, refused, createdAt, endedAt, title } = batch;
  const actor = addressed(actorOf(batch), users);
  return { id, kind, title, actor, status, total, done, matched, failed: refused, createdAt, endedAt };
}

/** `types`: what the route takes as a body. */
function asRefusal(error: unknown, types: string): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof TouchstoneError && code === 'full') return new Problem('too-many-batches', error.message);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const detail = `JSON may have at most 4 MiB and ${MAX_ITEMS} items. Send more rows as text/csv.`;
    return new Problem('body-too-large', detail, { headers: { connection: 'close' } });
  }
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? wrongType(types) : error;
}

function wrongType(types: string): Problem {
  return invalidFields([{ field: 'Content-Type', message: `The Content-Type must be ${types}.` }]);
}
