/** What a span says beside its name: never who or what was asked for. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The span of a request that came in. */
export interface RequestSpan {
  /** What runs in it has spans below it. */
  within<T>(work: () => T): T;
  /** `name`: method and route, without an id. Of a `fault` the service is the cause. */
  end(name: string, attributes: SpanAttributes, fault: boolean): void;
}

/** Where spans go. */
export interface Tracer {
  /** Below the span that the client names in its headers (W3C `traceparent`), where it does. */
  request(headers: Readonly<Record<string, unknown>>): RequestSpan;
  /** Below the span in which it is called. */
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
  /** Below none: work that is done for several requests at once. */
  shared<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>;
}

let tracer: Tracer | undefined;

/** Undefined: nothing is traced. */
export function currentTracer(): Tracer | undefined {
  return tracer;
}

/** From now on spans go there; undefined ends it. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given;
}

/** Runs work in a span, where somebody traces. */
export function traced<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.span(name, attributes, work) : work();
}
