import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { TouchstoneError } from '../errors.ts';
import type { RequestSpan, SpanAttributes, Tracer } from './traced.ts';

/** Where spans go, and what they say of this process. */
export interface TracingOptions {
  /** `https://HOST:4318`; `/v1/traces` is added. */
  readonly endpoint: string;
  /** Of the traces that begin here, from 0 to 1. Those that a client began go by what the client says. */
  readonly share: number;
  /** Of the resource, such as `service.name`. */
  readonly attributes: SpanAttributes;
}

const NAME = 'touchstone';
/** A collector that is away must not hold up a stop. */
const STOP_MS = 2_000;

/** Sends spans to a collector in the background. What it cannot take in time is thrown away. */
export class OpenTelemetry implements Tracer {
  readonly #provider: TracerProvider;
  readonly #context = new AsyncLocalStorage<Context>();
  readonly #propagator = new W3CTraceContextPropagator();

  /** Headers, time-out, compression and certificates come from the usual variables `OTEL_EXPORTER_OTLP_…`. */
  constructor({ endpoint, share, attributes }: TracingOptions) {
    const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
    const own = resourceFromAttributes(attributes);
    this.#provider = new TracerProvider({
      resource: own.merge(detectResources({ detectors: [resourceAttributesEnvDetector] })),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [new BatchSpanProcessor({ exporter })],
    });
  }

  request(headers: Readonly<Record<string, unknown>>): RequestSpan {
    const parent = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    // It has its name once the route is known.
    const { span, context } = this.#begin('request', { kind: SpanKind.SERVER }, parent);
    return {
      within: (work) => this.#context.run(context, work),
      end: (name, attributes, fault) => {
        span.updateName(name).setAttributes(attributes);
        if (fault) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    return this.#run(name, attributes, this.#context.getStore() ?? ROOT_CONTEXT, work);
  }

  shared<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
    return this.#run(name, attributes, ROOT_CONTEXT, work);
  }

  /** Sends what is left, for a moment at most. */
  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_MS).unref();
    });
    await Promise.race([this.#provider.shutdown().catch(() => {}), late]);
    clearTimeout(timer);
  }

  async #run<T>(name: string, attributes: SpanAttributes, parent: Context, work: () => Promise<T>): Promise<T> {
    const { span, context } = this.#begin(name, { attributes }, parent);
    try {
      return await this.#context.run(context, work);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  #begin(name: string, options: { kind?: SpanKind; attributes?: SpanAttributes }, parent: Context) {
    const span = this.#provider.getTracer(NAME).startSpan(name, options, parent);
    return { span, context: trace.setSpan(parent, span) };
  }
}

/** The kind of error alone: a message may hold what was asked for. */
function fail(span: Span, error: unknown): void {
  const type = error instanceof TouchstoneError ? error.code : error instanceof Error ? error.name : 'unknown';
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}
