import { callOf } from '../../dashboard/src/docs/calls.ts';
import type { Document } from '../../dashboard/src/docs/openapi.ts';
import { sandboxOperations } from '../support/ready-account.ts';

/** One operation with values that the service takes, as every client's program reads it. */
export interface PlannedCall {
  readonly operationId: string;
  readonly method: string;
  /** As the document writes it. */
  readonly template: string;
  readonly pathOrder: readonly string[];
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Empty where nothing is sent. */
  readonly kind: '' | 'json' | 'form' | 'text';
  readonly type: string;
  /** JSON, names of files by fields, or a text. */
  readonly body: unknown;
}

/** Every operation of a sandbox. `replaced`: texts of the examples that stand for something of this machine. */
export function plannedCalls(
  document: Document,
  values: Readonly<Record<string, Readonly<Record<string, string>>>>,
  replaced: Readonly<Record<string, string>>,
): PlannedCall[] {
  const calls = sandboxOperations(document).map((placed): PlannedCall => {
    const { method, parameters, body } = callOf(placed, document, values[placed.path]);
    const sent = {
      json: () => bodyOf(body, 'value'),
      form: () => bodyOf(body, 'files'),
      text: () => bodyOf(body, 'text'),
    };
    return {
      operationId: placed.operation.operationId,
      method,
      template: placed.path,
      pathOrder: Object.keys(parameters.path),
      ...parameters,
      kind: body?.kind ?? '',
      type: body?.kind === 'text' ? body.type : 'application/json',
      body: body ? sent[body.kind]() : null,
    };
  });
  const text = Object.entries(replaced).reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(calls));
  return JSON.parse(text) as PlannedCall[];
}

function bodyOf(body: object | undefined, member: string): unknown {
  return (body as Record<string, unknown>)[member];
}
