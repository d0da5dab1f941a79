/** One field of a request that is wrong. */
export interface FieldProblem {
  /** Such as `items[3].name`; empty where the service named none. */
  readonly field: string;
  readonly message: string;
}

/** The service refused a request, or could not do it. The message is its sentence. */
export class TouchstoneError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** For programs, such as `alert-not-found`; see docs/errors.md. Empty where the service did not answer itself. */
  readonly code: string;
  /** Names the request in the log of the service. */
  readonly requestId: string;
  readonly fields: readonly FieldProblem[];
  /** Seconds after which it may be tried again; undefined where the service says none. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, body: unknown) {
    const { detail, message, errors } = (body ?? {}) as { detail?: unknown; message?: unknown; errors?: unknown };
    const fields = fieldsOf(errors);
    const sentence = [detail, message].find((one) => typeof one === 'string');
    super(sentenceOf(sentence, fields) ?? `The service answered ${response.status}.`);
    this.name = 'TouchstoneError';
    this.status = response.status;
    this.code = response.headers.get('x-error-code') ?? '';
    this.requestId = response.headers.get('x-request-id') ?? '';
    this.fields = fields;
    this.retryAfter = secondsIn(response.headers.get('retry-after'));
  }
}

/** The delivery of a webhook is not what the service sent, or too old. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

/** Seconds of `Retry-After`, as a number or a date (RFC 9110 §10.2.3). */
export function secondsIn(header: string | null): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (!Number.isNaN(seconds)) return Math.max(0, seconds);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}

/** The envelope has sentences, a problem has fields. */
function fieldsOf(errors: unknown): FieldProblem[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((one) => (typeof one === 'string' ? { field: '', message: one } : (one as FieldProblem)));
}

/** What an envelope says in general is followed by what it says in particular. */
function sentenceOf(sentence: unknown, fields: readonly FieldProblem[]): string | undefined {
  if (typeof sentence !== 'string') return undefined;
  const said = fields.map(({ message }) => message).filter((message) => !sentence.includes(message));
  return [sentence, ...said].join(' ');
}
