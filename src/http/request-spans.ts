import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentTracer, type RequestSpan } from '../tracing/traced.ts';
import type { App } from './app-type.ts';

/** A span for each request, with its method, its route and its status. Where nobody traces, no hook is added. */
export function requestSpans(app: App): void {
  const tracer = currentTracer();
  if (!tracer) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracer.request(request.headers);
    spans.set(request, span);
    span.within(done);
  });
  // The body was read in another context.
  app.addHook('preValidation', (request, _reply, done) => {
    spans.get(request)!.within(done);
  });
  const end = (request: FastifyRequest, status: number | undefined): void => {
    const span = spans.get(request);
    spans.delete(request);
    const route = request.is404 ? '(unknown)' : (request.routeOptions.url ?? '(unknown)');
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'url.scheme': 'https',
      ...(status === undefined ? { 'error.type': 'aborted' } : { 'http.response.status_code': status }),
    };
    span?.end(`${request.method} ${route}`, attributes, status === undefined || status >= 500);
  };
  app.addHook('onResponse', async (request, reply: FastifyReply) => end(request, reply.statusCode));
  app.addHook('onRequestAbort', async (request) => end(request, undefined));
}
