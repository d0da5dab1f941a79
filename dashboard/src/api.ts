import type { Failed } from '../../src/http/dashboard/wire.ts';

const BASE = '/dashboard/api';

/** A request that was answered with a refusal, or with nothing at all (`status` 0: the service was not reached). */
export class Failure extends Error {
  readonly status: number;
  readonly details: Failed;

  constructor(status: number, details: Failed) {
    super(details.message);
    this.status = status;
    this.details = details;
  }
}

type Listener = () => void;
const ended = new Set<Listener>();

/** Calls back when the service says that the session has ended; answers how to stop that. */
export function onSessionEnd(listener: Listener): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return request<T>('GET', path, { ...(signal && { signal }) });
}

export function send<T>(method: 'POST' | 'DELETE', path: string, body: object = {}): Promise<T> {
  return request<T>(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}

export function sendCsv<T>(path: string, file: Blob): Promise<T> {
  return request<T>('POST', path, { body: file, headers: { 'content-type': 'text/csv' } });
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
    request.open('POST', BASE + path);
    request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total);
    request.onload = () => {
      const body = parsed(request.responseText.trim().split('\n').at(-1)!);
      if (request.status === 200 && body) return resolve(body as T);
      reject(failureOf(request.status, path, body));
    };
    request.onerror = () => reject(new Failure(0, { message: '' }));
    signal.addEventListener('abort', () => request.abort());
    request.send(files);
  });
}

/** The address of a file of the service, for a link that downloads it. */
export function download(path: string): string {
  return BASE + path;
}

async function request<T>(method: string, path: string, init: RequestInit): Promise<T> {
  const answer = await fetch(BASE + path, { ...init, method, credentials: 'same-origin' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Failure(0, { message: '' });
  });
  const text = await answer.text();
  const body = parsed(text);
  if (answer.ok) return body as T;
  throw failureOf(answer.status, path, body);
}

function failureOf(status: number, path: string, body: Record<string, unknown> | undefined): Failure {
  if (status === 401 && path !== '/session') for (const listener of ended) listener();
  return new Failure(status, typeof body?.message === 'string' ? (body as unknown as Failed) : { message: '' });
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `/path?a=1`, without what is empty; a path that has a query keeps it. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | null | undefined>>): string {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
