import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { resultsCsv } from '../../bulk/results.ts';
import { readRows } from '../../bulk/rows.ts';
import { type Batch, MAX_UNFINISHED } from '../../domain/batch.ts';
import { TouchstoneError } from '../../errors.ts';
import { say } from '../../sentences.ts';
import type { App } from '../app-type.ts';
import { batchView } from '../extensions/batch/routes.ts';
import type { Services } from '../services.ts';
import { conflict, invalid, notFound, Refusal } from '../wire/failure.ts';
import { choice, queried } from './page-request.ts';
import type { FileDetails } from './wire.ts';

type BulkJob = ReturnType<typeof batchView> & FileDetails;

const MAX_BYTES = 10 * 1024 * 1024;
const UPLOAD = {
  config: { role: 'analyst', bounded: true },
  bodyLimit: MAX_BYTES,
  ...queried({ type: choice('Individual', 'Organization') }),
} as const;
/** Refused rows that are shown; the results name all. */
const SHOWN_REFUSALS = 100;

/**
 * Files of names: each row is a record and costs one unit, behind every search that somebody waits for. The API lists
 * and stops them.
 */
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
    (scope as App).post('/bulk', UPLOAD, async (request, reply): Promise<BulkJob> => {
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

  const one = async ({ params, caller }: Pick<FastifyRequest, 'params' | 'caller'>): Promise<Batch> => {
    const batch = await batches.get(caller!.accountId, (params as { id: string }).id);
    if (!batch) throw notFound(say('file.not-found'));
    return batch;
  };
  app.get('/bulk/:id', async (request): Promise<BulkJob> => view(services, await one(request)));

  app.get('/bulk/:id/results.csv', async (request, reply) => {
    const { id, total } = await one(request);
    const { accountId, id: userId } = request.user!;
    const exported = { action: 'bulk.exported', subject: `bulk:${id}`, details: { rows: total } };
    await audit.append({ actor: `user:${userId}`, accountId, ...exported });
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="results.csv"');
    return reply.send(Readable.from(resultsCsv(id, batches)));
  });
}

async function view({ records, bulk }: Services, batch: Batch): Promise<BulkJob> {
  const { id, refused: failed } = batch;
  const refusals = failed > 0 ? await records.batches.refusals(id, SHOWN_REFUSALS) : [];
  const refused = refusals.map(({ line: row, error: message }) => ({ row, message }));
  return { ...batchView(batch), problem: bulk.problem(id), refused };
}

function asUploadRefusal(error: unknown): unknown {
  if ((error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal(413, 'envelope', 'The body is too large.', [say('file.too-large')], {
      connection: 'close',
    });
  }
  return error instanceof TouchstoneError && error.code === 'validation' ? invalid([error.message]) : error;
}
