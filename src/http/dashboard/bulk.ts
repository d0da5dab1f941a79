import { Readable } from 'node:stream';
import { resultsCsv } from '../../bulk/results.ts';
import { readRows } from '../../bulk/rows.ts';
import { type Batch, type BatchStatus, MAX_UNFINISHED } from '../../domain/batch.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { conflict, invalid, notFound, Refusal } from '../wire/failure.ts';
import { choice, queried } from './page-request.ts';
import type { BulkJob as BulkJobView } from './wire.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const ANALYST = { config: { role: 'analyst' } } as const;
const UPLOAD = {
  config: { role: 'analyst', bounded: true },
  bodyLimit: MAX_BYTES,
  ...queried({ type: choice('Individual', 'Organization') }),
} as const;
/** The newest files of names that are shown. */
const MAX_FILES = 1_000;

/** Refused rows that are shown; the results name all. */
const SHOWN_REFUSALS = 100;

const STATES: Readonly<Record<BatchStatus, BulkJobView['state']>> = {
  queued: 'running',
  running: 'running',
  'waiting-for-quota': 'waiting-for-quota',
  done: 'done',
  cancelled: 'stopped',
};

/** Files of names: each row is a record and costs one unit, behind every search that somebody waits for. */
export function bulkRoutes(app: App, services: Services): void {
  const { bulk } = services;
  const { audit, batches } = services.records;
  // A scope of its own: only here is CSV a body that is read, and a large one.
  app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error) => {
      throw asUploadRefusal(error);
    });
    (scope as App).post('/bulk', UPLOAD, async (request, reply): Promise<BulkJobView> => {
      const { body, caller } = request;
      if (!(body instanceof Uint8Array)) throw invalid(['The body must be a CSV file (text/csv).']);
      const { type: entityType = 'Individual' } = request.query;
      const batch = await bulk.upload({ kind: 'screenings', ...caller!, entityType }, (take) =>
        readRows(Readable.from([body]), take),
      );
      if (!batch) throw conflict(say('file.too-many-open', { most: MAX_UNFINISHED }));
      reply.code(202);
      return view(services, batch);
    });
  });

  app.get('/bulk', { config: { maxRows: MAX_FILES } }, async (request): Promise<BulkJobView[]> => {
    const known = await batches.list(request.user!.accountId, MAX_FILES);
    return Promise.all(known.map((batch) => view(services, batch)));
  });

  const one = async (
    request: { params: unknown; user: { accountId: number } | undefined },
    find: (accountId: number, id: string) => Promise<Batch | undefined>,
  ): Promise<Batch> => {
    const batch = await find(request.user!.accountId, (request.params as { id: string }).id);
    if (!batch) throw notFound(say('file.not-found'));
    return batch;
  };
  app.get('/bulk/:id', async (request): Promise<BulkJobView> => view(services, await one(request, batches.get)));

  app.delete('/bulk/:id', ANALYST, async (request): Promise<BulkJobView> => {
    return view(services, await one(request, (accountId, id) => bulk.cancel(accountId, id)));
  });

  app.get('/bulk/:id/results.csv', async (request, reply) => {
    const { id, total } = await one(request, batches.get);
    const { accountId, id: userId } = request.user!;
    const exported = { action: 'bulk.exported', subject: `bulk:${id}`, details: { rows: total } };
    await audit.append({ actor: `user:${userId}`, accountId, ...exported });
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="results.csv"');
    return reply.send(Readable.from(resultsCsv(id, batches)));
  });
}

async function view({ records, bulk }: Services, batch: Batch): Promise<BulkJobView> {
  const { id, total, done, matched, refused: refusedCount, status } = batch;
  const refused = refusedCount > 0 ? await records.batches.refusals(id, SHOWN_REFUSALS) : [];
  return {
    id,
    total,
    done,
    matched,
    refusedCount,
    state: STATES[status],
    problem: bulk.problem(id),
    refused: refused.map(({ line, error }) => ({ row: line, message: error })),
  };
}

function asUploadRefusal(error: unknown): unknown {
  if ((error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal(413, 'envelope', 'The body is too large.', [say('file.too-large')], {
      connection: 'close',
    });
  }
  return error instanceof TouchstoneError && error.code === 'validation' ? invalid([error.message]) : error;
}
