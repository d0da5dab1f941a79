import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { DeltaLine } from '../../watchlists/sync/snapshot-delta.ts';
import { sourcesOf } from '../../watchlists/sync/snapshot-delta.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { ref } from '../wire/schemas.ts';
import { COLLECTIONS, snapshotVersion, sourcesIn } from './datasets.ts';
import { described, readByHand, SCOPE } from './describe.ts';
import { ftmEntity } from './ftm-entity.ts';
import { entityId } from './ids.ts';
import { listsInForce } from './screening.ts';
import { YenteDeltas } from './wire.ts';

const REFUSALS = { 404: 'No such dataset, or no delta of this version.', 503: 'No list is loaded yet.' };
const EVERYTHING = { include: [], exclude: [] };
/** Bytes of lines that are sent together. */
const CHUNK = 64 * 1024;

/**
 * What changed from one snapshot to the next, as OpenSanctions publishes it. There is an index of versions, and of each
 * a file with a line for an entity. Marble reads both without a key, and nothing of an account is in them.
 */
export function deltaRoutes(app: App, services: Services): void {
  app.get(
    '/delta/:scope',
    {
      ...readByHand,
      config: { public: true },
      schema: described({
        operationId: 'yenteDeltas',
        tag: 'Compatibility',
        isPublic: true,
        summary: 'The changes of a collection, by version',
        description: 'Each address has a line for an entity that came, changed or left: `{"op": "ADD", "entity": …}`.',
        params: SCOPE,
        success: ref(YenteDeltas),
        refusals: REFUSALS,
      }),
    },
    async (request) => {
      const { scope } = request.params as { scope: string };
      checkScope(services, scope);
      const ids = await services.deltas.ids();
      const versions = ids.map((id) => [snapshotVersion(id), `${deltaUrl(request, scope)}/${snapshotVersion(id)}`]);
      return { versions: Object.fromEntries(versions) as Record<string, string> };
    },
  );
  app.get('/delta/:scope/:version', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
    const { scope, version } = request.params as { scope: string; version: string };
    const sources = checkScope(services, scope);
    const id = (await services.deltas.ids()).find((one) => snapshotVersion(one) === version);
    if (id === undefined) throw notFound('No such version.');
    reply.type('application/x-ndjson; charset=utf-8');
    return reply.send(Readable.from(operations(services.deltas.lines(id), sources)));
  });
}

/** The address of a collection's index. */
export function deltaUrl({ host }: Pick<FastifyRequest, 'host'>, scope: string): string {
  return `https://${host}/delta/${scope}`;
}

/** Ids of the lists of a collection. Throws 404 for anything else. */
function checkScope(services: Services, scope: string): ReadonlySet<string> {
  const lists = listsInForce(services);
  if (!COLLECTIONS.some(({ name }) => name === scope)) throw notFound('No such dataset.');
  return sourcesIn(lists, scope, EVERYTHING);
}

async function* operations(lines: AsyncIterable<DeltaLine>, sources: ReadonlySet<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const line of lines) {
    const operation = operationOf(line, sources);
    if (operation) chunk += `${JSON.stringify(operation)}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** What a line says of a collection: an entity may come into it or leave it while it stays on other lists. */
function operationOf(line: DeltaLine, sources: ReadonlySet<string>) {
  const isIn = (one: string) => sources.has(one);
  const was = line.before.some(isIn);
  if (line.op !== 'DEL' && sourcesOf(line.entries).some(isIn)) {
    return { op: was ? 'MOD' : 'ADD', entity: ftmEntity(line.entries, false) };
  }
  if (!was) return undefined;
  const [source = '', ...id] = line.op === 'DEL' ? line.key.split(':') : [];
  const gone = line.op === 'DEL' ? { source, id: id.join(':') } : line.entries[0]!;
  return { op: 'DEL', entity: { id: entityId(gone) } };
}
