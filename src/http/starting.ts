import { randomUUID } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http';
import { envelopeOf, problemOf, unavailable } from './wire/failure.ts';
import { STANDING_HEADERS } from './wire/headers.ts';

/** When it makes sense to come back. */
const RETRY_SECONDS = 5;

/**
 * Answers while the service starts: it lives, it is not ready, and everything else is 503 with `Retry-After`. Reads no
 * body, since nothing can be done with it. `reason`: what it does, a sentence.
 */
export function startingHandler(reason: () => string): RequestListener {
  return (request, response) => {
    const { status, body, type } = answerTo(request, reason());
    const requestId = randomUUID();
    const text = JSON.stringify(body(requestId));
    const headers: OutgoingHttpHeaders = {
      ...STANDING_HEADERS,
      'content-type': `${type}; charset=utf-8`,
      'content-length': Buffer.byteLength(text),
      'x-request-id': requestId,
      connection: 'close',
      ...(status === 503 && { 'retry-after': String(RETRY_SECONDS) }),
    };
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : text);
    request.resume();
  };
}

/** In the shapes of the whole application. */
function answerTo({ method, url = '/' }: IncomingMessage, reason: string) {
  const json = 'application/json';
  const [path] = url.split('?');
  const isReading = method === 'GET' || method === 'HEAD';
  if (isReading && path === '/health/live') return { status: 200, type: json, body: () => ({ status: 'live' }) };
  if (isReading && path === '/health/ready') {
    return { status: 503, type: json, body: () => ({ status: 'not ready', reason }) };
  }
  const refusal = unavailable(reason);
  if (isReading) {
    return { status: 503, type: 'application/problem+json', body: (id: string) => problemOf(refusal, id) };
  }
  return { status: 503, type: json, body: () => envelopeOf(refusal) };
}
