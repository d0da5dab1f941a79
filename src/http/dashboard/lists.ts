import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type ListVersion, versionsOf } from '../../domain/snapshot.ts';
import { type SentenceCode, say } from '../../sentences.ts';
import { importList } from '../../use-cases/upkeep.ts';
import { SOURCES } from '../../watchlists/registry.ts';
import type { ImportOutcome } from '../../watchlists/sync/list-imports.ts';
import { publicationDay } from '../../watchlists/sync/publication-date.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { conflict, invalid, notFound, Refusal } from '../wire/failure.ts';
import { receiveFiles } from './list-files.ts';
import { choice, queried, TEXT } from './page-request.ts';
import type { ListImportNews, ListsView } from './wire.ts';

/** Snapshots in which versions are looked for: half a year and more, where lists change daily. */
const MAX_SNAPSHOTS = 200;
const MAX_VERSIONS = 20;
/** Proxies close a connection over which nothing moves for a minute. */
const NEWS_EVERY_MS = 10_000;

/** The lists are the same for all accounts; only the operator's owners may bring new ones. */
export function listRoutes(app: App, services: Services): void {
  const { lists, records } = services;
  app.get('/lists', async (): Promise<ListsView> => lists.view());

  app.get(
    '/lists/:source/versions',
    { config: { maxRows: MAX_VERSIONS } },
    async (request): Promise<readonly ListVersion[]> => {
      const { source } = request.params as { source: string };
      refuseUnknown(source);
      return versionsOf(source, await records.snapshots.newest(MAX_SNAPSHOTS)).slice(0, MAX_VERSIONS);
    },
  );

  app.post('/lists/sync', { config: { may: 'lists' } }, async (request, reply): Promise<ListsView> => {
    await refuseTenants(services, request, 'refusal.sync-operator-only');
    lists.sync();
    reply.code(202);
    return lists.view();
  });

  // A scope of its own: only here is a form of any length a body that the handler reads.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    const options = {
      config: { may: 'lists', bounded: true },
      ...queried({ published: TEXT, force: choice('yes') }),
    } as const;
    (scope as App).post('/lists/:source/import', options, async (request, reply) => {
      await refuseTenants(services, request, 'refusal.import-operator-only');
      const { source } = request.params as { source: string };
      refuseUnknown(source);
      if (services.environment === 'sandbox') throw conflict(say('refusal.import-in-sandbox'));
      const given = {
        force: request.query.force !== undefined,
        ...publishedIn(request.query, services.now()),
      };
      const { accountId, id: userId } = request.user!;
      const begun = Promise.withResolvers<void>();
      const importing = lists.imports.withFolder(async (folder) => {
        const files = await receiveFiles(request.raw, folder);
        begun.resolve();
        return importList({ imports: lists.imports, records }, { source, files, accountId, userId, ...given });
      });
      // Refusals until here have their status; from here on the outcome comes in the answer's last line.
      const outcome = await Promise.race([importing, begun.promise.then(() => 'begun' as const)]);
      if (outcome === undefined) throw conflict(say('refusal.import-busy'));
      reply.type('application/x-ndjson; charset=utf-8');
      return reply.send(Readable.from(newsOf(importing as Promise<ImportOutcome>, services)));
    });
  });
}

/** Says now and then that the import goes on, and at last how it ended. */
async function* newsOf(importing: Promise<ImportOutcome>, { log }: Services): AsyncIterable<string> {
  const outcome = importing.catch((err: unknown): ImportOutcome => {
    log.error({ err }, 'the end of an import could not be recorded');
    return { kind: 'refused', problem: say('refusal.fault') };
  });
  for (;;) {
    yield line({ kind: 'importing' });
    const news = await Promise.race([outcome, sleep(NEWS_EVERY_MS, undefined, { ref: false })]);
    if (news) return yield line(news);
  }
}

const line = (news: ListImportNews): string => `${JSON.stringify(news)}\n`;

async function refuseTenants({ records }: Services, request: FastifyRequest, code: SentenceCode): Promise<void> {
  const account = await records.accounts.get(request.user!.accountId);
  if (!account?.operator) throw new Refusal(403, 'envelope', 'Forbidden.', [say(code)]);
}

function refuseUnknown(source: string): void {
  if (!SOURCES.some(({ id }) => id === source)) throw notFound(say('refusal.no-list', { id: source }));
}

function publishedIn({ published }: { readonly published?: string }, now: Date): { readonly published?: string } {
  if (!published) return {};
  try {
    return { published: publicationDay(published, now) };
  } catch {
    throw invalid([say('refusal.import-day')]);
  }
}
