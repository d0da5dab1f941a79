import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { STANDING_HEADERS } from '../wire/headers.ts';

/** The page and what it asks for, as the bytes of a request say it: no other way to write a path leads anywhere. */
const OF_PAGE = /^\/v(?:[/?]|$)/;

/** Hands on what the page of capture asks for. All else is not there, whatever it is and whoever asks. */
export function onlyPage(handler: RequestListener): RequestListener {
  return (request, response) => {
    if (OF_PAGE.test(request.url ?? '')) return handler(request, response);
    const requestId = randomUUID();
    const body = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is nothing here.', requestId };
    response.writeHead(404, {
      ...STANDING_HEADERS,
      'x-request-id': requestId,
      'content-type': 'application/problem+json; charset=utf-8',
      // What a request for something else still sends is not waited for.
      connection: 'close',
    });
    response.end(JSON.stringify(body));
  };
}
