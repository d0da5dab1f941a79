import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { ScreeningsQuery } from '../../records/queries.ts';
import { isAboutLists, say } from '../../sentences.ts';
import { screenName } from '../../use-cases/screenings.ts';
import { alertState } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { invalidFields } from '../extensions/problems.ts';
import { given } from '../list-filters.ts';
import { recordIdIn } from '../route.ts';
import { problemsOf, readQuery, trimmedBody } from '../screening/body.ts';
import { screeningNotes } from '../screening/message.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { ref, ScreeningRequest } from '../wire/schemas.ts';
import { choice, pageOf, readTable, TEXT, tableRoute } from './page-request.ts';
import type { Page, ScreeningRecord, ScreeningRow } from './wire.ts';

export const SCREENINGS_TABLE = tableRoute(['newest', 'oldest', 'score'], {
  result: choice('clear', 'matched'),
  batch: TEXT,
  customer: TEXT,
});

export function screeningRoutes(app: App, services: Services): void {
  app.get('/screenings', SCREENINGS_TABLE, async (request): Promise<Page<ScreeningRow>> => {
    const query = readScreeningsQuery(request.query);
    const rows = await services.records.screenings.page(request.user!.accountId, {
      ...query,
      limit: query.limit + 1,
    });
    return pageOf(rows, query, ({ highestScore }) => highestScore);
  });

  app.get('/screenings/:id', async (request): Promise<ScreeningRecord> => {
    const id = recordIdIn(request, 'refusal.no-screening');
    const record = await screeningRecord(services, request.user!.accountId, id);
    if (!record) throw notFound(say('refusal.no-screening', { id: String(id) }));
    return record;
  });

  app.post(
    '/screenings',
    {
      schema: { body: ref(ScreeningRequest) },
      attachValidation: true,
      preValidation: async (request: FastifyRequest) => {
        request.body = trimmedBody(request.body);
      },
    },
    async (request, reply): Promise<ScreeningRecord> => {
      const { accountId } = request.caller!;
      const problems = request.validationError?.validation;
      if (problems) {
        const wrong = Object.entries(problemsOf(problems));
        throw invalidFields(wrong.map(([field, message]) => ({ field, message })));
      }
      const { id } = await screenName(services, request.caller!, readQuery(request.body));
      reply.code(201);
      return (await screeningRecord(services, accountId, id))!;
    },
  );
}

/** The filters of a request. Throws 400 where a value is none. */
export function readScreeningsQuery(asked: unknown): ScreeningsQuery {
  const { result, batch, customer, ...query } = asked as Static<typeof SCREENINGS_TABLE.schema.querystring>;
  return { ...readTable(query, 'newest'), ...given({ result, batch, customer }) };
}

/** Undefined where the account has no such screening. */
export async function screeningRecord(
  { records }: Services,
  accountId: number,
  id: number,
): Promise<ScreeningRecord | undefined> {
  const found = await records.screenings.evidence(accountId, id);
  if (!found) return undefined;
  const [alerts, users, snapshot] = await Promise.all([
    records.alerts.ofScreening(accountId, found.id),
    records.users.emails(accountId),
    records.snapshots.get(found.snapshot),
  ]);
  const { userId, keyName, notes, matches, ...record } = found;
  return {
    ...record,
    madeBy: userId === null ? keyName : (users.get(userId) ?? null),
    open: [...alerts.values()].filter(({ state }) => state === 'open').length,
    onOldLists: notes.some(isAboutLists),
    notes: [...screeningNotes(record), ...notes],
    lists: snapshot?.sources ?? [],
    matches: matches.map((match, place) => {
      const alert = alerts.get(place);
      return { ...match, alert: alert ? { ...alertState(alert, users), stateThen: alert.stateThen } : null };
    }),
  };
}
