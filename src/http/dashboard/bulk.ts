import { Readable } from 'node:stream';
import { BulkJob, type ScreenRow } from '../../bulk/job.ts';
import { BulkJobs } from '../../bulk/jobs.ts';
import { resultsCsv } from '../../bulk/results.ts';
import { type BulkRow, readRows } from '../../bulk/rows.ts';
import { TouchstoneError } from '../../errors.ts';
import { describeError } from '../../logging.ts';
import { readDateOfBirth } from '../../screening/date-of-birth.ts';
import { readQuery } from '../../screening/query.ts';
import type { EntityType } from '../../screening/types.ts';
import type { App } from '../app.ts';
import { DEFAULT_MIN_SCORE, MOST_MATCHES } from '../screening/body.ts';
import { type Maker, screenLater } from '../screening/screen.ts';
import type { Services } from '../services.ts';
import { invalid, notFound, Refusal } from '../wire/failure.ts';
import { oneOf } from './page-request.ts';
import type { BulkJob as BulkJobView } from './wire.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const ANALYST = { config: { role: 'analyst' } } as const;

/** What people write for the two types. */
const TYPES: Readonly<Record<string, EntityType>> = {
  individual: 'Individual',
  person: 'Individual',
  organization: 'Organization',
  organisation: 'Organization',
  company: 'Organization',
};

/** Files of names: each row is a record and costs one unit, behind every search that somebody waits for. */
export function bulkRoutes(app: App, services: Services): void {
  const jobs = new BulkJobs(services.now);
  // A scope of its own: only here is CSV a body that is read, and a large one.
  app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error) => {
      throw asUploadRefusal(error);
    });
    scope.post('/bulk', { ...ANALYST, bodyLimit: MOST_BYTES }, async (request, reply): Promise<BulkJobView> => {
      const { accountId, id: userId } = request.user!;
      if (!(request.body instanceof Uint8Array)) throw invalid(['The body must be a CSV file (text/csv).']);
      jobs.checkRoom(accountId);
      const standard = oneOf(request.query, 'type', ['Individual', 'Organization']) ?? 'Individual';
      const rows = await readRows(request.body);
      const maker = { accountId, keyId: null, userId };
      const job = new BulkJob(accountId, rows, rowScreener(services, maker, standard), services.now);
      jobs.add(job);
      await audit(services, maker, 'bulk.started', job);
      job
        .run()
        .catch((error) => services.log.error({ err: describeError(error) }, 'a file was not screened to its end'));
      reply.code(202);
      return view(job);
    });
  });

  app.get('/bulk', async (request): Promise<BulkJobView[]> => jobs.list(request.user!.accountId).map(view));

  const found = (request: { params: unknown; user: { accountId: number } | undefined }): BulkJob => {
    const { id } = request.params as { id: string };
    const job = jobs.get(request.user!.accountId, id);
    if (!job) throw notFound('This file is not known: the service was started anew, or it was long ago.');
    return job;
  };
  app.get('/bulk/:id', async (request): Promise<BulkJobView> => view(found(request)));

  app.delete('/bulk/:id', ANALYST, async (request): Promise<BulkJobView> => {
    const job = found(request);
    job.stop();
    return view(job);
  });

  app.get('/bulk/:id/results.csv', async (request, reply) => {
    const job = found(request);
    const { accountId, id: userId } = request.user!;
    await audit(services, { accountId, userId }, 'bulk.exported', job);
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="results.csv"');
    return reply.send(Readable.from(resultsCsv(job, services.records.screenings)));
  });
}

function rowScreener(services: Services, maker: Maker, standard: EntityType): ScreenRow {
  return async (row: BulkRow) => {
    if (services.stopping()) throw new TouchstoneError('busy', 'The service was stopped.');
    const given = { ...row, entityType: row.type === '' ? standard : (TYPES[row.type.toLowerCase()] ?? row.type) };
    const query = readQuery(given, DEFAULT_MIN_SCORE, MOST_MATCHES);
    const dateOfBirth = row.dateOfBirth === '' ? null : readDateOfBirth(row.dateOfBirth)!.echo;
    const { stored, matches } = await screenLater(services, maker, { query, dateOfBirth });
    return stored.kind === 'exhausted' ? 'exhausted' : { id: stored.record.id, matched: matches.length > 0 };
  };
}

function audit(
  { records }: Services,
  { accountId, userId }: Pick<Maker, 'accountId' | 'userId'>,
  action: string,
  job: BulkJob,
): Promise<void> {
  const subject = `bulk:${job.id}`;
  return records.audit.append({ actor: `user:${userId}`, action, subject, accountId, details: { rows: job.total } });
}

function view(job: BulkJob): BulkJobView {
  const { id, total, done, matched, refused, refusedCount, state, problem } = job;
  return { id, total, done, matched, refused, refusedCount, state, problem };
}

function asUploadRefusal(error: unknown): unknown {
  if ((error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal(413, 'envelope', 'The body is too large.', ['A file may have at most 10 MB.'], {
      connection: 'close',
    });
  }
  if (!(error instanceof TouchstoneError)) return error;
  if (error.code === 'validation') return invalid([error.message]);
  return error.code === 'busy' ? new Refusal(409, 'envelope', 'Conflict.', [error.message]) : error;
}
