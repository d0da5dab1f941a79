import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { resultsCsv, resultsWorkbook } from '../../bulk/results.ts';
import { readRows, referencesMade } from '../../bulk/rows.ts';
import { COLUMNS, type Column } from '../../csv/columns.ts';
import { previewOf } from '../../csv/preview.ts';
import { type Batch, MAX_UNFINISHED } from '../../domain/batch.ts';
import { periodOf } from '../../domain/quota.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import { asCsv, TABLE_TYPES, WORKBOOK_TYPE } from '../../spreadsheets/as-csv.ts';
import type { App } from '../app-type.ts';
import { batchView } from '../extensions/batch/routes.ts';
import type { Services } from '../services.ts';
import { conflict, invalid, notFound, Refusal } from '../wire/failure.ts';
import { choice, queried } from './page-request.ts';
import type { CustomerFilePreview, FileDetails } from './wire.ts';

type BulkJob = ReturnType<typeof batchView> & FileDetails;

const MAX_BYTES = 10 * 1024 * 1024;
const entityTypes = choice('Individual', 'Organization');
const title = Type.Optional(Type.String({ maxLength: 200 }));
const FILE_QUERY = { type: entityTypes, title };
const CUSTOMERS_QUERY = {
  ...FILE_QUERY,
  // What each column is, in the order of the header; a dash is none.
  columns: Type.Optional(Type.String({ maxLength: 1_000 })),
  dates: choice('day', 'month'),
  watched: Type.Optional(Type.Boolean()),
};
const UPLOAD = {
  config: { may: 'work', bounded: true },
  bodyLimit: MAX_BYTES,
  ...queried(FILE_QUERY),
} as const;
const IMPORT = { ...UPLOAD, ...queried(CUSTOMERS_QUERY) } as const;
/** Refused rows that are shown; the results name all. */
const SHOWN_REFUSALS = 100;

/**
 * Files of names: each row is a record and costs one unit, behind every search that somebody waits for. The API lists
 * and stops them.
 */
export function bulkRoutes(app: App, services: Services): void {
  const { bulk } = services;
  const { accounts, audit, batches } = services.records;
  // A scope of its own: only here is CSV a body that is read, and a large one.
  app.register(async (scope) => {
    scope.addContentTypeParser([...TABLE_TYPES], { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error) => {
      throw asUploadRefusal(error);
    });
    (scope as App).post('/bulk', UPLOAD, async (request, reply): Promise<BulkJob> => {
      const { type: entityType = 'Individual', title = null } = request.query;
      const file = fileOf(request);
      const wanted = { kind: 'screenings', ...request.caller!, entityType, title, watched: true } as const;
      reply.code(202);
      return view(
        services,
        unlessFull(await bulk.upload(wanted, (take) => readRows(file, take, { kind: 'screenings' }))),
      );
    });

    (scope as App).post('/customer-files', IMPORT, async (request, reply): Promise<BulkJob> => {
      const { type: entityType = 'Individual', title = null, watched = true, columns, dates } = request.query;
      const file = fileOf(request);
      const form = {
        kind: 'customers' as const,
        dates,
        places: columns === undefined ? undefined : placesOf(columns.split(',')),
      };
      const wanted = { kind: 'customers', ...request.caller!, entityType, title, watched } as const;
      const batch = await bulk.upload(wanted, (take) => readRows(file, referencesMade(take), form));
      reply.code(202);
      return view(services, unlessFull(batch));
    });

    (scope as App).post('/customer-files/preview', UPLOAD, async (request): Promise<CustomerFilePreview> => {
      const { accountId } = request.user!;
      // Of CSV the beginning is sent; what a workbook holds shows once it is read.
      const isWhole = !request.headers['content-type']?.startsWith('text/csv');
      const preview = await previewOf(asCsv(fileOf(request)), isWhole);
      const account = await accounts.get(accountId);
      const used = await accounts.used(accountId, periodOf(services.now()));
      return { ...preview, left: Math.max(0, account!.quota - used) };
    });
  });

  const one = async ({ params, caller }: Pick<FastifyRequest, 'params' | 'caller'>): Promise<Batch> => {
    const batch = await batches.get(caller!.accountId, (params as { id: string }).id);
    if (!batch) throw notFound(say('file.not-found'));
    return batch;
  };
  app.get('/bulk/:id', async (request): Promise<BulkJob> => view(services, await one(request)));

  const exported = async (request: FastifyRequest): Promise<string> => {
    const { id, total } = await one(request);
    const { accountId, id: userId } = request.user!;
    const exported = { action: 'bulk.exported', subject: `bulk:${id}`, details: { rows: total } };
    await audit.append({ actor: `user:${userId}`, accountId, ...exported });
    return id;
  };
  app.get('/bulk/:id/results.csv', async (request, reply) => {
    const id = await exported(request);
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="results.csv"');
    return reply.send(Readable.from(resultsCsv(id, batches)));
  });
  app.get('/bulk/:id/results.xlsx', async (request, reply) => {
    const id = await exported(request);
    reply.type(WORKBOOK_TYPE).header('content-disposition', 'attachment; filename="results.xlsx"');
    return reply.send(Readable.from(resultsWorkbook(id, batches), { objectMode: false }));
  });
}

function fileOf({ body }: FastifyRequest): Readable {
  if (!(body instanceof Uint8Array))
    throw invalid(['The body must be a CSV file (text/csv) or a workbook (Excel, ODS).']);
  return Readable.from([body]);
}

/** Where each column is, as a person matched them. Throws 400 for a column that is none, or comes twice. */
function placesOf(names: readonly string[]): ReadonlyMap<Column, number> {
  const places = names.flatMap((name, place) => (name === '-' ? [] : [[name as Column, place] as const]));
  const known = places.filter(([name]) => COLUMNS.includes(name));
  if (known.length < places.length || new Set(names.filter((name) => name !== '-')).size < places.length) {
    throw invalid(['columns must name each column once, and a dash for one that is not read.']);
  }
  return new Map(places);
}

function unlessFull(batch: Batch | undefined): Batch {
  if (!batch) throw conflict(say('file.too-many-open', { most: MAX_UNFINISHED }));
  return batch;
}

async function view({ records, bulk }: Services, batch: Batch): Promise<BulkJob> {
  const { id, refused: failed } = batch;
  const refusals = failed > 0 ? await records.batches.refusals(id, SHOWN_REFUSALS) : [];
  const refused = refusals.map(({ line: row, error: message }) => ({ row, message }));
  const users = await records.users.emails(batch.accountId);
  return { ...batchView(batch, users), problem: bulk.problem(id), refused };
}

function asUploadRefusal(error: unknown): unknown {
  if ((error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal(413, 'envelope', 'The body is too large.', [say('file.too-large')], {
      connection: 'close',
    });
  }
  return error instanceof TouchstoneError && error.code === 'validation' ? invalid([error.message]) : error;
}
