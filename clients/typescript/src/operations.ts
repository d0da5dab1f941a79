import type { paths, webhooks } from './schema.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface AnyOperation {
  readonly parameters: { readonly query?: unknown; readonly path?: unknown };
  readonly responses: unknown;
}

/** Paths of the API that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends AnyOperation ? P : never;
}[keyof paths];

/** An operation by its method and path. */
export type OperationOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends infer O extends AnyOperation
  ? O
  : never;

type JsonIn<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;

/** What a successful request is answered with; undefined for one without a body. */
export type AnswerOf<O extends AnyOperation> = [Succeeded<O>] extends [never] ? undefined : Succeeded<O>;

type Succeeded<O extends AnyOperation> = {
  [S in keyof O['responses']]: S extends 200 | 201 | 202 ? JsonIn<O['responses'][S]> : never;
}[keyof O['responses']];

/** The JSON that an operation takes. */
type BodyOf<O> = O extends { requestBody?: infer R } ? JsonIn<NonNullable<R>> : never;

type PathPart<O> = O extends { parameters: { path: infer Path } } ? { readonly path: Path } : { readonly path?: never };
type BodyPart<O> = [BodyOf<O>] extends [never] ? { readonly body?: never } : { readonly body: BodyOf<O> };
type QueryPart<O> = O extends { parameters: { query?: infer Query } } ? { readonly query?: Query } : unknown;

/** What a request says besides its method and path. */
export type RequestOf<O> = PathPart<O> & BodyPart<O> & QueryPart<O> & RequestOptions;

export interface RequestOptions {
  /** `ETag` of what was read: the change is refused (412) where it has changed since. */
  readonly ifMatch?: string;
  /** `*`: only where nothing is there yet. An `ETag`: 304 where nothing has changed. */
  readonly ifNoneMatch?: string;
  /** Of a POST; a random one where none is given, so that a repetition is done once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Lists that have a cursor, and their items. */
export type ListPath = {
  [P in PathOf<'get'>]: AnswerOf<OperationOf<'get', P>> extends { items: unknown[]; nextCursor: string | null }
    ? P
    : never;
}[PathOf<'get'>];
export type ItemOf<P extends ListPath> =
  AnswerOf<OperationOf<'get', P>> extends { items: (infer Item)[] } ? Item : never;

type EventBody<T extends keyof webhooks> = webhooks[T] extends {
  post: { requestBody?: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** What a webhook is told of. `type` tells one from another. */
export type WebhookEvent = { [T in keyof webhooks]: EventBody<T> }[keyof webhooks];
