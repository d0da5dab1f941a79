import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { MadeRecord } from '../../domain/idempotency.ts';
import { type MatchView, matchView } from '../../domain/match.ts';
import { say } from '../../sentences.ts';
import { type StoredScreening, screenName } from '../../use-cases/screenings.ts';
import type { App } from '../app-type.ts';
import type { Idempotency } from '../extensions/idempotency.ts';
import { flag, listFilters, sendPage, word } from '../list-filters.ts';
import { noteRemaining } from '../rate-limit-headers.ts';
import { reading, readRecordId, sendJson, undecided, writing } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { ListedScreening, RecordPath, ref, Screening, ScreeningEnvelope, ScreeningRequest } from '../wire/schemas.ts';
import { readQuery, trimmedBody } from './body.ts';
import { screeningMessage } from './message.ts';
import { lookalikeNotes } from './unknown-members.ts';
import { matchOf, screeningView } from './view.ts';

const MAX_LISTED = 1_000;
const FILTERS = listFilters(['createdAt', 'highestScore', 'name'], {
  hasMatch: flag,
  entityType: word('Individual', 'Organization'),
});

export function screeningRoutes(app: App, services: Services, { begin, end }: Idempotency): void {
  app.addHook('onSend', end);
  app.post(
    '/api/Screening/screen',
    {
      schema: writing({
        operationId: 'screen',
        tag: 'Screening',
        summary: 'Screens a name and stores the result',
        description:
          'Each call stores a new record and costs one unit of the quota, unless an `Idempotency-Key` comes again.',
        body: ref(ScreeningRequest),
        success: ref(ScreeningEnvelope),
      }),
      config: {
        scopes: ['screening'],
        confirmsKey: true,
        idempotent: true,
        again: (request, { made }) => answeredAgain(services, request.caller!.accountId, made),
      },
      preValidation: (request, _reply, done) => {
        // Before the schema puts in what was left out.
        request.memberNotes = lookalikeNotes(request.body);
        request.body = trimmedBody(request.body) as typeof request.body;
        done();
      },
      preHandler: begin,
    },
    async (request) => answered(services, request, request.body),
  );
  app.get(
    '/api/Screening/list',
    {
      config: { maxRows: MAX_LISTED, scopes: ['screening:read'] },
      ...undecided,
      schema: reading({
        operationId: 'listScreenings',
        tag: 'Screening',
        summary: 'The screenings of the account, newest first, at most 1,000',
        description:
          'With a filter, `page` or `pageSize` it is one page: `X-Total-Count` and `Link` lead through them. Each record has its best ten matches.',
        query: FILTERS.schema,
        success: Type.Array(ref(ListedScreening)),
      }),
    },
    async (request, reply) => {
      const { accountId } = request.caller!;
      const filters = FILTERS.read(request);
      if (filters)
        return sendPage(request, reply, filters, await services.records.screenings.filtered(accountId, filters.query));
      return sendJson(reply, await services.records.screenings.list(accountId, MAX_LISTED));
    },
  );
  app.get(
    '/api/Screening/:id',
    {
      config: { scopes: ['screening:read'] },
      schema: reading({
        operationId: 'getScreening',
        tag: 'Screening',
        summary: 'One screening with all its matches',
        description: 'As it was stored. A later change of the lists does not change it.',
        params: RecordPath,
        success: ref(Screening),
      }),
      ...undecided,
    },
    async (request) => {
      const id = readRecordId(request.params.id);
      const record = id && (await services.records.screenings.get(request.caller!.accountId, id));
      if (!record) throw notFound(say('refusal.no-screening', { id: request.params.id }), 'screening-not-found');
      return screeningView(record);
    },
  );
}

async function answered(services: Services, request: FastifyRequest, body: Parameters<typeof readQuery>[0]) {
  const stored = await screenName(services, request.caller!, readQuery(body));
  const { id, remaining } = stored;
  noteRemaining(request, remaining);
  if (request.idempotency) request.idempotency.made = { id, remaining };
  return envelopeOf(stored, remaining, request.memberNotes);
}

/** From the record, where the first answer was too long to be kept. Undefined where the record is gone. */
async function answeredAgain({ records }: Services, accountId: number, made: MadeRecord | undefined) {
  const stored = made && (await records.screenings.evidence(accountId, made.id));
  return stored && envelopeOf({ ...stored, matches: stored.matches.map(matchView) }, made.remaining);
}

type Stored = Pick<StoredScreening, 'id' | 'name' | 'qualifying' | 'notes'> & {
  readonly matches: readonly MatchView[];
};

/** `about`: what to know of the request, sentences. */
function envelopeOf(
  { id, name, matches, qualifying, notes }: Stored,
  remainingRequests: number,
  about: readonly string[] = [],
) {
  return {
    success: true as const,
    message: screeningMessage({ name, matchCount: matches.length, qualifying, aboutLists: [...about, ...notes] }),
    data: {
      id,
      hasMatch: matches.length > 0,
      matchCount: matches.length,
      highestScore: matches[0]?.score ?? 0,
      matches: matches.map(matchOf),
      remainingRequests,
    },
    errors: null,
  };
}
