import type { components, paths } from './service.d.ts';

const OWN = '/dashboard/api';

export type ApiPath = keyof paths;
export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** What the API answers to a GET of a path, by its document. */
export type ApiAnswer<Path extends ApiPath> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

type Problem = Partial<components['schemas']['CodedProblem']>;

/** A request that was answered with a refusal, or with nothing at all (`status` 0: the service was not reached). */
export class Failure extends Error {
  readonly status: number;
  /** Stable, such as `quota-exhausted`; undefined where the service did not say one. */
  readonly code: string | undefined;
  /** What is wrong with single fields, a sentence for each. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds until it can be tried again, where that is known. */
  readonly seconds: number | undefined;

  constructor(status: number, { detail = '', code, errors = [] }: Problem = {}, retryAfter: string | null = null) {
    super(detail);
    this.status = status;
    this.code = code;
    const single = errors.filter(({ field }) => field !== 'body');
    this.fields = Object.fromEntries(single.map(({ field, message }) => [field, message]));
    this.seconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

type Listener = () => void;
const ended = new Set<Listener>();

const missing = new Set<Listener>();

/** Calls back when the service says that a second factor has to be made first; answers how to stop that. */
export function onFactorMissing(listener: Listener): () => void {
  missing.add(listener);
  return () => missing.delete(listener);
}

/** Calls back when the service says that the session has ended; answers how to stop that. */
export function onSessionEnd(listener: Listener): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

/** Asks the API (`/api/…`), or what the dashboard has beside it. */
export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>('GET', path, { ...(signal && { signal }) });
}

export function send<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  const json = { 'content-type': 'application/json', ...headers };
  return request<T>(method, path, { body: JSON.stringify(body), headers: json });
}

/** Sends a file under its own type. */
export function sendFile<T>(path: string, file: Blob): Promise<T> {
  return request<T>('POST', path, { body: file, headers: { 'content-type': file.type } });
}

interface Upload {
  /** The part that is sent, from 0 to 1. */
  onSent(share: number): void;
  readonly signal: AbortSignal;
}

/** Sends files and answers the last line of what comes back; only XMLHttpRequest tells how much was sent. */
export function sendFiles<T>(path: string, files: FormData, { onSent, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', OWN + path);
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total);
    request.onload = () => {
      const body = parsed(request.responseText.trim().split('\n').at(-1)!);
      if (request.status === 200 && body) return resolve(body as T);
      reject(failureOf(request.status, path, body, request.getResponseHeader('retry-after')));
    };
    request.onerror = () => reject(new Failure(0));
    signal.addEventListener('abort', () => request.abort());
    request.send(files);
  });
}

/** The address of a file of the service, for a link that downloads it. */
export function download(path: string): string {
  return OWN + path;
}

async function request<T>(method: string, path: string, init: RequestInit): Promise<T> {
  const address = path.startsWith('/api/') ? path : OWN + path;
  const answer = await fetch(address, { ...init, method, credentials: 'same-origin' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failure(0);
  });
  const text = await answer.text();
  const body = parsed(text);
  if (answer.ok) return body as T;
  throw failureOf(answer.status, path, body, answer.headers.get('retry-after'));
}

function failureOf(status: number, path: string, body: object | undefined, retryAfter: string | null): Failure {
  const failure = new Failure(status, body, retryAfter);
  if (status === 401 && !path.startsWith('/session')) for (const listener of ended) listener();
  if (failure.code === 'second-factor-missing') for (const listener of missing) listener();
  return failure;
}

function parsed(text: string): object | undefined {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `/path?a=1`, without what is empty; a path that has a query keeps it. */
export function withQuery(path: string, query: Query): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
