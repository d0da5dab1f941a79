import { boundedProblems, MAX_PROBLEMS, problemOf, Refusal, shortened } from '../wire/failure.ts';
import { type DeskCode, type ProblemCode, statusOf } from './codes.ts';

/** UTF-16 units; a member may have any name. */
const MAX_FIELD_LENGTH = 200;

/** One thing that is wrong with a request: `items[3].name`, a parameter or a header, and a sentence. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * A refusal as a problem with its code, on whatever path it is thrown. On a path of an extension every refusal becomes
 * one: those of the contract get the code of their status.
 */
export class Problem extends Refusal {
  /** On 400: what is wrong, each field apart. */
  readonly fields: readonly FieldError[] | undefined;

  constructor(
    code: ProblemCode | DeskCode,
    detail: string,
    { headers = {}, fields }: { headers?: Readonly<Record<string, string>>; fields?: readonly FieldError[] } = {},
  ) {
    super(statusOf(code), 'problem', detail, [detail], headers, code);
    this.name = 'Problem';
    this.fields = fields && boundedProblems(fields.slice(0, MAX_PROBLEMS).map(shortField));
  }
}

/** 400 `invalid-request`; at least one field. */
export function invalidFields(fields: readonly FieldError[]): Problem {
  const sentences = fields.slice(0, MAX_PROBLEMS).map(({ message }) => message);
  return new Problem('invalid-request', sentences.join(' '), { fields });
}

/** A refusal of the dashboard because of one field. */
export function refusedField(code: DeskCode, field: string, message: string): Problem {
  return new Problem(code, message, { fields: [{ field, message }] });
}

function shortField({ field, message }: FieldError): FieldError {
  return { field: shortened(field, MAX_FIELD_LENGTH), message: shortened(message) };
}

/** The body of a problem of an extension; RFC 9457 with `requestId`, `code` and, on 400, `errors`. */
export function codedProblem(refusal: Refusal, requestId: string) {
  const { status, errors, code } = refusal;
  const fields = refusal instanceof Problem ? refusal.fields : undefined;
  return {
    ...problemOf(refusal, requestId),
    code,
    ...(status === 400 && { errors: fields ?? errors.map((message) => ({ field: 'body', message })) }),
  };
}
