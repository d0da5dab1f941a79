import { type Static, Type } from 'typebox';
import type { MediaQuestion, MediaSearchRecord } from '../../../domain/adverse-media.ts';
import { readDateOfBirth } from '../../../domain/date-of-birth.ts';
import { sentence } from '../../../errors.ts';
import { OFFENCES } from '../../../media/offences.ts';
import { knownCountry } from '../../../screening/country-code.ts';
import { DEFAULT_MIN_SCORE } from '../../../screening/query.ts';
import { say } from '../../../sentences.ts';
import { barName, type MediaPorts, searchMedia } from '../../../use-cases/media.ts';
import type { App } from '../../app-type.ts';
import { isDay } from '../../list-filters.ts';
import { noteRemaining } from '../../rate-limit-headers.ts';
import type { Services } from '../../services.ts';
import { cursorPage, readCursor } from '../cursor.ts';
import { subjectNames } from '../fields.ts';
import { type FieldError, invalidFields, Problem } from '../problems.ts';
import { extensionRoute, listRoute } from '../route.ts';
import {
  BarredName,
  ListedMediaSearchView,
  MediaOffence,
  MediaSearchBody,
  MediaSearchView,
  MediaStatusView,
  NewMediaSearchView,
} from './schemas.ts';

const URL = '/api/AdverseMedia';
const TAG = 'Adverse media';
const LIST = 'media-searches';

/** Searches in the news. Where it is off, each of these answers 404 `media-off`. */
export function mediaRoutes(app: App, services: Services): void {
  searching(app, services);
  reading(app, services);
  about(app, services);
}

function searching(app: App, services: Services): void {
  extensionRoute(
    app,
    {
      method: 'POST',
      url: `${URL}/search`,
      operationId: 'searchAdverseMedia',
      scopes: ['media'],
      tag: TAG,
      off: services.news ? undefined : mediaOff,
      may: 'work',
      summary: 'Searches the news for a name beside offences, and stores the result',
      description:
        'Costs a unit of the quota. A mention is an accusation at most. At most 100 events, most relevant first.',
      body: MediaSearchBody,
      codes: ['media-off', 'quota-exhausted'],
      success: { 200: { description: 'What was found.', schema: NewMediaSearchView } },
      again: async ({ accountId }, { made }) => {
        const record = made && (await services.records.media.get(accountId, made.id));
        return record && { ...viewOf(record), remainingRequests: made.remaining };
      },
    },
    async ({ accountId, keyId, userId, body, request }) => {
      const ports = portsOf(services);
      const stored = await searchMedia(ports, { accountId, keyId, userId }, questionOf(body));
      const { id, createdAt, remaining, events } = stored;
      noteRemaining(request, remaining);
      if (request.idempotency) request.idempotency.made = { id, remaining };
      const record = { ...stored, id, createdAt, score: events[0]?.score ?? 0 };
      return { ...viewOf(record), remainingRequests: remaining };
    },
  );
  extensionRoute(
    app,
    {
      method: 'DELETE',
      url: `${URL}/names`,
      operationId: 'barMediaName',
      scopes: ['media'],
      tag: TAG,
      off: services.news ? undefined : mediaOff,
      summary: 'Bars a name from the news, now and in later files',
      description: "Of the operator's account alone. Records that were stored before stay as they are.",
      body: BarredName,
      codes: ['media-off'],
      success: { 204: { description: 'Nobody finds the name any more.' } },
    },
    async ({ accountId, actor, body }, reply) => {
      const account = await services.records.accounts.get(accountId);
      if (!account?.operator) throw new Problem('forbidden', say('refusal.media-operator'));
      await barName(services, body, actor).catch((error: unknown) => {
        throw refused(error);
      });
      reply.code(204);
      return undefined;
    },
  );
}

function reading(app: App, services: Services): void {
  const { records } = services;
  extensionRoute(
    app,
    {
      method: 'GET',
      url: `${URL}/:id`,
      operationId: 'getMediaSearch',
      scopes: ['media'],
      tag: TAG,
      off: services.news ? undefined : mediaOff,
      may: 'reading',
      kind: 'resource',
      summary: 'One search in the news, as it was stored',
      description: 'As it was stored. Later news does not change it.',
      params: { id: Type.Integer() },
      missing,
      codes: ['media-off', 'media-search-not-found'],
      success: { 200: { description: 'The search.', schema: MediaSearchView } },
    },
    async ({ accountId, params: { id } }) => {
      const record = await records.media.get(accountId, id);
      if (!record) throw missing(String(id));
      return viewOf(record);
    },
  );
  listRoute(
    app,
    {
      url: URL,
      operationId: 'listMediaSearches',
      scopes: ['media'],
      tag: TAG,
      off: services.news ? undefined : mediaOff,
      may: 'reading',
      summary: 'The searches of the account in the news, newest first',
      description: 'Without their events.',
      item: ListedMediaSearchView,
      codes: ['media-off'],
    },
    async ({ accountId, query }) => {
      const { limit, after } = readCursor(query, LIST, [0]);
      const read = await records.media.page(accountId, { limit: limit + 1, before: after?.[0] as number | undefined });
      return cursorPage(read, { limit, list: LIST }, ({ id }) => [id]);
    },
  );
}

function about(app: App, services: Services): void {
  extensionRoute(
    app,
    {
      method: 'GET',
      url: `${URL}/status`,
      operationId: 'getMediaStatus',
      scopes: ['media'],
      tag: TAG,
      off: services.news ? undefined : mediaOff,
      may: 'reading',
      summary: 'What news can be searched: newest file, gaps, articles, events, bytes',
      description: 'Of this node. A gap is what the source lacks or what could not be had.',
      codes: ['media-off'],
      success: { 200: { description: 'The state of the news on this node.', schema: MediaStatusView } },
    },
    async () => {
      const { source, from, newest, checkedAt, days, files, articles, events, bytes, gaps, warnings } =
        await portsOf(services).news.status();
      return { source, from, newest, checkedAt, days, files, articles, events, bytes, gaps, warnings };
    },
  );
  extensionRoute(
    app,
    {
      method: 'GET',
      url: `${URL}/offences`,
      operationId: 'listMediaOffences',
      scopes: ['media'],
      tag: TAG,
      off: services.news ? undefined : mediaOff,
      may: 'reading',
      summary: 'The offences that the news is kept for, with the category of the FATF',
      description: 'News about anything else is not kept.',
      codes: ['media-off'],
      success: {
        200: {
          description: 'All of them.',
          schema: Type.Object({ items: Type.Array(MediaOffence, { maxItems: 100 }), nextCursor: Type.Null() }),
          example: { items: [{ code: 'tax', offence: 'Tax crimes' }], nextCursor: null },
        },
      },
    },
    async () => ({ items: OFFENCES, nextCursor: null }),
  );
}

/** What use cases of the news are done with. Throws `media-off` where there is none. */
function portsOf({ records, now, news }: Services): MediaPorts {
  if (news) return { records, now, news };
  throw mediaOff();
}

function mediaOff(): Problem {
  return new Problem('media-off', say('refusal.media-off'));
}

function questionOf(body: Static<typeof MediaSearchBody>): MediaQuestion {
  const wrong: FieldError[] = [];
  const named = subjectNames(body.entityType, wrong);
  const countries = (body.countries ?? []).map((country, place) => {
    const code = /^[a-z]{2,3}$/i.test(country) ? knownCountry(country) : undefined;
    if (code === undefined) wrong.push({ field: `countries[${place}]`, message: 'It is no code of ISO 3166-1.' });
    return code ?? country;
  });
  for (const [field, day] of [
    ['from', body.from],
    ['to', body.to],
  ] as const) {
    if (day !== undefined && !isDay(day)) wrong.push({ field, message: `${field} must be a day, YYYY-MM-DD.` });
  }
  const question = {
    name: named('name', body.name),
    entityType: body.entityType,
    dateOfBirth: body.dateOfBirth === undefined ? null : (readDateOfBirth(body.dateOfBirth)?.echo ?? null),
    otherNames: (body.otherNames ?? []).map((text, place) => named(`otherNames[${place}]`, text)),
    countries,
    offences: body.offences ?? [],
    from: body.from ?? null,
    to: body.to ?? null,
    minScore: (body.minScore ?? DEFAULT_MIN_SCORE) + 0,
  };
  if (wrong.length > 0) throw invalidFields(wrong);
  return question;
}

function refused(error: unknown): unknown {
  const isWrong = error instanceof Error && 'code' in error && error.code === 'validation';
  return isWrong ? invalidFields([{ field: 'name', message: sentence(error) }]) : error;
}

type Shown = Omit<MediaSearchRecord, 'asked'>;

function viewOf({ id, name, entityType, dateOfBirth, score, events, eventCount, coverage, notes, createdAt }: Shown) {
  const message = notes.join(' ');
  return {
    id,
    name,
    entityType,
    dateOfBirth,
    score,
    events,
    eventCount,
    coverage,
    createdAt,
    ...(message && { message }),
  };
}

function missing(id: string): Problem {
  return new Problem('media-search-not-found', say('refusal.no-media-search', { id }));
}
