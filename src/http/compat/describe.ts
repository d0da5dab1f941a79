import { type Static, type TSchema, Type } from 'typebox';
import { LETTER_OR_DIGIT, MAX_NAME_LENGTH } from '../../screening/query.ts';
import { ETAG_HEADER, KNOWN_STATE, NOT_MODIFIED } from '../extensions/etag.ts';
import { Problem, ref } from '../wire/schemas.ts';
import { MAX_LENGTH, MAX_VALUES } from './input.ts';
import { YenteError } from './wire.ts';

/** Bodies and parameters are read by hand, to answer what is wrong as the other services do. */
export const readByHand = { validatorCompiler: () => () => true };

/** A key in its own header, or in the header that clients of yente and watchman send. */
const SECURITY = [{ apiKey: [] }, { authorization: [] }];

interface RouteDescription<S extends TSchema> {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly success: S;
  /** Schema of every refusal. */
  readonly error?: TSchema;
  /** Statuses besides those of every call with a key, with what they mean. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** What `Location` of a 308 leads to. */
  readonly moved?: string;
  readonly query?: Readonly<Record<string, TSchema>>;
  readonly params?: Readonly<Record<string, TSchema>>;
  readonly body?: TSchema;
  readonly isPublic?: boolean;
  /** It has an `ETag`, and 304 for who has it. */
  readonly isCached?: boolean;
}

/** The schema of a route of another service's interface. */
export function described<S extends TSchema>(route: RouteDescription<S>) {
  const {
    operationId,
    tag,
    summary,
    description,
    success,
    query,
    params,
    body,
    isPublic = false,
    isCached = false,
  } = route;
  const standing = isPublic ? {} : STANDING;
  const refused = Object.entries({ ...standing, ...route.refusals }).map(([status, meaning]) => [
    status,
    {
      description: meaning,
      content: { 'application/json': { schema: ref(route.error ?? YenteError) } },
      ...((status === '429' || status === '503') && { headers: RETRY_AFTER }),
    },
  ]);
  return {
    operationId,
    tags: [tag],
    summary,
    security: isPublic ? [] : SECURITY,
    ...(description !== undefined && { description }),
    ...(query && { querystring: Type.Object(query) }),
    ...(params && { params: Type.Object(params) }),
    ...(isCached && { headers: Type.Object(KNOWN_STATE) }),
    ...(body && { body }),
    response: {
      200: {
        description: 'Done.',
        content: { 'application/json': { schema: success as Static<S> & S } },
        ...(isCached && { headers: ETAG_HEADER }),
      },
      ...(isCached && { 304: NOT_MODIFIED }),
      ...(query && { 414: { description: 'The address is too long.', content: TOO_LONG } }),
      ...(query && { 431: { description: 'Address and headers together are too long.', content: TOO_LONG } }),
      ...(route.moved !== undefined && { 308: { description: route.moved, type: 'null' } }),
      ...(Object.fromEntries(refused) as Record<string, unknown>),
    },
  };
}

/** Answered before anybody knows whose path it is. */
const TOO_LONG = { 'application/problem+json': { schema: ref(Problem) } };
const RETRY_AFTER = { 'Retry-After': { type: 'integer', description: 'Seconds until it can be tried again.' } };

const STANDING: Readonly<Record<number, string>> = {
  401: 'Missing, invalid, expired or revoked key.',
  403: 'The address is not on the key’s whitelist, or a proxy did not say https.',
  429: 'Quota exhausted, or requests come too fast.',
  500: 'Server error; the body names the request id alone.',
  503: 'Cannot be done now.',
};

/** What can be wrong with a call that screens. */
export const SCREENING_REFUSALS: Readonly<Record<number, string>> = {
  400: 'It cannot be screened, or a parameter is not supported here.',
  404: 'No such dataset.',
  422: 'A parameter or member has a wrong form.',
};

export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
export const several = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: MAX_LENGTH }), { maxItems: MAX_VALUES, description }));

/** A parameter of theirs that has to be refused, because an answer would be wrong with it or without. */
const refused = (description: string) => Type.Optional(Type.Unsafe<never>({ type: 'string', not: {}, description }));

/** A name as everything here takes it. */
export const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: LETTER_OR_DIGIT.source, description });

/** Parameters of both calls of yente that screen. */
export const FILTERS = {
  include_dataset: several('Only entities on one of these datasets.'),
  exclude_dataset: several('Without these datasets.'),
  exclude_schema: several('Without entities of these schemas.'),
  topics: several('Only entities with one of these topics: `sanction`, `role.pep`, `wanted`.'),
  changed_since: refused('Refused: the lists do not tell.'),
};

export const SCOPE = {
  scope: Type.String({
    maxLength: 100,
    examples: ['default'],
    description: '`default`, `sanctions`, `peps`, `wanted`, or a list.',
  }),
};
