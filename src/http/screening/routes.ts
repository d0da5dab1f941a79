import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { MatchView } from '../../domain/match.ts';
import type { Screening as ScreeningRecord } from '../../domain/screening.ts';
import { say } from '../../sentences.ts';
import { screenName } from '../../use-cases/screen-name.ts';
import type { Caller } from '../access.ts';
import type { App } from '../app-type.ts';
import { reading, readRecordId, sendJson, undecidedId, writing } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { ListedScreening, RecordPath, ref, Screening, ScreeningEnvelope, ScreeningRequest } from '../wire/schemas.ts';
import { readQuery, trimmedBody } from './body.ts';
import { screeningMessage } from './message.ts';

const MAX_LISTED = 1_000;

export function screeningRoutes(app: App, services: Services): void {
  app.post(
    '/api/Screening/screen',
    {
      schema: writing({
        operationId: 'screen',
        tag: 'Screening',
        summary: 'Screens a name and stores the result',
        description: 'Not idempotent: each call stores a new record and costs one unit of the quota.',
        body: ref(ScreeningRequest),
        success: ref(ScreeningEnvelope),
      }),
      preValidation: async (request: FastifyRequest) => {
        request.body = trimmedBody(request.body);
      },
    },
    async (request) => answered(services, request.caller!, request.body),
  );
  app.get(
    '/api/Screening/list',
    {
      config: { maxRows: MAX_LISTED },
      schema: reading({
        operationId: 'listScreenings',
        tag: 'Screening',
        summary: 'The screenings of the account, newest first, at most 1,000',
        success: Type.Array(ref(ListedScreening)),
      }),
    },
    async (request, reply) => {
      const { accountId } = request.caller!;
      const list = () => services.records.screenings.list(accountId, MAX_LISTED);
      return sendJson(reply, await services.listTurns.run(accountId, list));
    },
  );
  app.get(
    '/api/Screening/:id',
    {
      schema: reading({
        operationId: 'getScreening',
        tag: 'Screening',
        summary: 'One screening with all its matches',
        params: RecordPath,
        success: ref(Screening),
      }),
      ...undecidedId,
    },
    async (request) => {
      const id = readRecordId(request.params.id);
      const record = id && (await services.records.screenings.get(request.caller!.accountId, id));
      if (!record) throw notFound(say('refusal.no-screening', { id: request.params.id }));
      return view(record);
    },
  );
}

async function answered(services: Services, caller: Caller, body: Parameters<typeof readQuery>[0]) {
  const requester = { ...caller, userId: null };
  const { id, name, matches, qualifying, notes, remaining } = await screenName(services, requester, readQuery(body));
  return {
    success: true as const,
    message: screeningMessage({ name, matchCount: matches.length, qualifying, aboutLists: notes }),
    data: {
      id,
      hasMatch: matches.length > 0,
      matchCount: matches.length,
      highestScore: matches[0]?.score ?? 0,
      matches: matches.map(wireMatch),
      remainingRequests: remaining,
    },
    errors: null,
  };
}

/** The schema's types are mutable, a match is not. */
function wireMatch(match: MatchView) {
  return { ...match, sources: [...match.sources] };
}

function view({ dateOfBirth, matches, ...record }: ScreeningRecord) {
  return {
    ...record,
    ...(dateOfBirth !== null && { dateOfBirth }),
    hasMatch: record.matchCount > 0,
    matches: matches.map(wireMatch),
  };
}
