import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { readRows, typesNeeded } from '../../../bulk/rows.ts';
import type { BulkRunner, StagedBatch } from '../../../bulk/runner.ts';
import type { BatchKind, NewBatch } from '../../../domain/batch.ts';
import { TABLE_TYPES } from '../../../spreadsheets/as-csv.ts';
import type { App } from '../../app-type.ts';
import { Problem } from '../problems.ts';

/** A file of a million rows is seldom over 100 MiB. */
const MAX_CSV_BYTES = 256 * 1024 * 1024;

/** Who sends a batch that comes as a request with a key. */
export function batchOf({ caller }: FastifyRequest, kind: BatchKind): Omit<NewBatch, 'id'> {
  const { accountId, keyId, userId } = caller!;
  // Rows without a type are refused before this is asked for.
  return { kind, accountId, keyId, userId, entityType: 'Individual', title: null, watched: true };
}

/**
 * Lets the routes of a scope take CSV of any length, or a workbook, as a body. Its rows go into the database
 * while they arrive, as a batch that nobody sees: the body is then that batch. What the handler does not accept is
 * discarded.
 */
export function takeCsv(scope: App, bulk: BulkRunner, kind: BatchKind): void {
  scope.addContentTypeParser([...TABLE_TYPES], (request: FastifyRequest, payload: IncomingMessage, done) => {
    staged(bulk, kind, request, payload).then(
      (batch) => done(null, batch),
      (error: Error) => {
        // The answer finds a client that listens only once all that it sends is taken.
        payload.resume();
        done(error);
      },
    );
  });
  scope.addHook('onResponse', async ({ body }) => {
    if (isStaged(body)) await body.discard();
  });
}

export function isStaged(body: unknown): body is StagedBatch {
  return typeof body === 'object' && body !== null && 'accept' in body && typeof body.accept === 'function';
}

export function tooManyBatches(): Problem {
  const detail = 'The account has 100 batches that are not over. Wait until one is done, or stop one.';
  return new Problem('too-many-batches', detail, { headers: { connection: 'close' } });
}

async function staged(
  bulk: BulkRunner,
  kind: BatchKind,
  request: FastifyRequest,
  payload: IncomingMessage,
): Promise<StagedBatch> {
  const digest = createHash('sha256');
  const batch = await bulk.stage(batchOf(request, kind), (take) =>
    readRows(bodyChunks(payload, digest), typesNeeded(take), { kind, sheet: sheetIn(request) }),
  );
  if (!batch) throw tooManyBatches();
  request.bodyDigest = digest.digest('hex');
  return batch;
}

/** The sheet that the query names, before the query is checked. */
export function sheetIn({ query }: Pick<FastifyRequest, 'query'>): string | undefined {
  const { sheet } = query as { readonly sheet?: unknown };
  return typeof sheet === 'string' && sheet !== '' ? sheet : undefined;
}

/** The body as it arrives. It stays open where reading it ends early, so that there can be an answer. */
export async function* bodyChunks(
  payload: IncomingMessage,
  digest: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_CSV_BYTES) {
      throw new Problem('body-too-large', 'A file may have at most 256 MiB.', { headers: { connection: 'close' } });
    }
    digest.update(chunk);
    yield chunk;
  }
}
