import { STATUS_CODES } from 'node:http';
import { Type } from 'typebox';
import { PROBLEM_CODES, type ProblemCode } from './codes.ts';

export const EXAMPLE_ID = '0b0c6d1e-6a52-4a0e-9f0c-0d6f9b0b7a51';

/** Every error on a path beyond the contract. */
export const CodedProblem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'URI that identifies the kind of problem.' }),
    title: Type.String({ description: 'The phrase of the status code.' }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What is wrong with this request.' }),
    requestId: Type.String({ description: 'The same as in the header X-Request-Id.' }),
    code: Type.Unsafe<ProblemCode>({
      type: 'string',
      enum: Object.keys(PROBLEM_CODES),
      description: 'What is wrong, for programs. A code never changes; a later version may have more of them.',
      'x-grows': true,
    }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'Parameter, header or member of the body, such as `items[3].name`.' }),
          message: Type.String({ description: 'What is wrong with it, a sentence.' }),
        }),
        { description: 'On 400: each thing that is wrong.' },
      ),
    ),
  },
  { $id: 'CodedProblem', examples: [exampleOf('not-found')] },
);

/** A problem with this code, for the document. */
export function exampleOf(code: ProblemCode) {
  const { status, meaning } = PROBLEM_CODES[code];
  return {
    type: 'about:blank',
    title: STATUS_CODES[status]!,
    status,
    detail: meaning,
    requestId: EXAMPLE_ID,
    code,
    ...(status === 400 && { errors: [{ field: 'limit', message: 'limit must be 200 or less.' }] }),
  };
}
