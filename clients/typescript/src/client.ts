import { TouchstoneError } from './errors.ts';
import type {
  AnswerOf,
  ItemOf,
  ListPath,
  Method,
  OperationOf,
  PathOf,
  RequestOf,
  RequestOptions,
} from './operations.ts';
import { type RetryOptions, retried } from './retries.ts';
import type { components } from './schema.ts';

export interface ClientOptions extends RetryOptions {
  /** Such as `https://screening.example.com`. */
  readonly url: string;
  readonly key: string;
  /** In place of the global one, for proxies and certificates. */
  readonly fetch?: typeof fetch;
}

/** An answer, and what its headers say. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  /** Of the state that is shown; undefined where the answer has none. */
  readonly etag: string | undefined;
  readonly requestId: string;
}

interface Sent {
  readonly query?: object;
  readonly body?: string | Blob | FormData;
  readonly type?: string;
  readonly accept?: string;
}

type Schemas = components['schemas'];
type Batch = Schemas['Batch'];

/** `/api/Webhooks` and `rotate` show a secret, so their answers are not kept. */
const WITHOUT_KEY = /^\/api\/Webhooks(\/\d+\/rotate)?$/;
const OVER: readonly Batch['status'][] = ['done', 'cancelled'];

/** Calls the API with one key. Refusals are thrown as `TouchstoneError`. */
export class Touchstone {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Any operation of the API, typed by its method and path. */
  async request<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...[asked]: object extends RequestOf<OperationOf<M, P>>
      ? [RequestOf<OperationOf<M, P>>?]
      : [RequestOf<OperationOf<M, P>>]
  ): Promise<Answer<AnswerOf<OperationOf<M, P>>>> {
    const { path: parts = {}, query, body, ...options } = (asked ?? {}) as RequestOptions & Record<string, object>;
    const sent = body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
    const response = await this.#send(method, filled(path, parts), { ...(query && { query }), ...sent }, options);
    return answerOf(response, response.status === 204 || response.status === 304 ? undefined : await response.json());
  }

  /** Screens a name. With the same `idempotencyKey` it is done, and costs, once. */
  async screen(body: Schemas['ScreeningRequest'], options: RequestOptions = {}): Promise<Schemas['ScreeningCreated']> {
    const { data } = await this.request('post', '/api/Screening/screen', { body, ...options });
    return data.data;
  }

  /** Compares an identity document with a selfie; both are JPEG or PNG of at most 10 MB. */
  async verify(
    images: { readonly document: Blob; readonly selfie: Blob; readonly reference?: string },
    options: RequestOptions = {},
  ): Promise<Schemas['VerificationCreated']> {
    const form = new FormData();
    form.append('IdCardImage', images.document, 'document');
    form.append('SelfieImage', images.selfie, 'selfie');
    if (images.reference !== undefined) form.append('Reference', images.reference);
    const response = await this.#send('post', '/api/IdVerification/verify', { body: form }, options);
    return ((await response.json()) as Schemas['VerificationEnvelope']).data;
  }

  /** Sends a file of names (CSV, or a workbook whose type says so) to be screened, or to be kept as customers. */
  async upload(kind: Batch['kind'], file: Blob | string, options: RequestOptions = {}): Promise<Batch> {
    const path = kind === 'customers' ? '/api/Customers/import' : '/api/Screening/batch';
    const type = (typeof file === 'string' ? '' : file.type) || 'text/csv';
    return (await this.#send('post', path, { body: file, type }, options)).json() as Promise<Batch>;
  }

  /** Asks every `seconds` until a batch is over. */
  async finished(id: string, seconds = 2, options: Pick<RequestOptions, 'signal'> = {}): Promise<Batch> {
    for (;;) {
      const { data } = await this.request('get', '/api/Screening/batch/{id}', { path: { id }, ...options });
      if (OVER.includes(data.status)) return data;
      await new Promise((done) => setTimeout(done, seconds * 1000));
    }
  }

  /** The rows of a batch, in their order, as they arrive. */
  async *results(id: string, options: Pick<RequestOptions, 'signal'> = {}): AsyncGenerator<Schemas['BatchResult']> {
    const path = filled('/api/Screening/batch/{id}/results', { id });
    const response = await this.#send('get', path, { accept: 'application/x-ndjson' }, options);
    let rest = '';
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as Schemas['BatchResult'];
    }
  }

  /** Every item of a list, page by page: `for await (const alert of client.items('/api/Alerts', { query }))`. */
  async *items<P extends ListPath>(path: P, asked: RequestOf<OperationOf<'get', P>>): AsyncGenerator<ItemOf<P>> {
    const { path: parts = {}, query, ...options } = asked as RequestOptions & Record<string, object>;
    let cursor: string | null | undefined;
    do {
      const page = { ...query, ...(cursor && { cursor }) };
      const response = await this.#send('get', filled(path, parts), { query: page }, options);
      const { items, nextCursor } = (await response.json()) as { items: ItemOf<P>[]; nextCursor: string | null };
      yield* items;
      cursor = nextCursor;
    } while (cursor !== null);
  }

  async #send(method: Method, path: string, sent: Sent, options: RequestOptions): Promise<Response> {
    const url = new URL(path, this.#options.url);
    for (const [name, value] of Object.entries(sent.query ?? {})) {
      for (const one of [value].flat()) if (one !== undefined) url.searchParams.append(name, String(one));
    }
    const isKeyed = method === 'post' && path.startsWith('/api/') && !WITHOUT_KEY.test(path);
    const headers = this.#headers(sent, { ...options, ...(isKeyed && { idempotencyKey: keyOf(options) }) });
    const { fetch: send = fetch } = this.#options;
    const request = { method: method.toUpperCase(), headers, body: sent.body ?? null, signal: options.signal ?? null };
    const isRepeatable = isKeyed || method === 'get' || method === 'put' || method === 'delete';
    const response = await retried(() => send(url, request), isRepeatable, this.#options);
    if (response.ok || response.status === 304) return response;
    throw new TouchstoneError(response, await response.json().catch(() => undefined));
  }

  #headers({ type, accept }: Sent, { ifMatch, ifNoneMatch, idempotencyKey }: RequestOptions): Headers {
    const headers = new Headers({ 'x-api-key': this.#options.key });
    const others = {
      'content-type': type,
      accept,
      'if-match': ifMatch,
      'if-none-match': ifNoneMatch,
      'idempotency-key': idempotencyKey,
    };
    for (const [name, value] of Object.entries(others)) if (value !== undefined) headers.set(name, value);
    return headers;
  }
}

function keyOf({ idempotencyKey }: RequestOptions): string {
  return idempotencyKey ?? crypto.randomUUID();
}

function filled(path: string, parts: object): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String((parts as Record<string, unknown>)[name])));
}

function answerOf<T>({ status, headers }: Response, data: unknown): Answer<T> {
  return {
    data: data as T,
    status,
    etag: headers.get('etag') ?? undefined,
    requestId: headers.get('x-request-id') ?? '',
  };
}
