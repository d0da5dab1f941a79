import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: the document is taken apart freely here.
type Part = any;

const document: Part = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** Requests and answers that have no example, each with its reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'post /api/IdVerification/verify request': 'two pictures',
  'post /api/Customers/import request': 'CSV has one, a workbook none',
  'post /api/Screening/batch request': 'CSV has one, a workbook none',
  'get /api/Screening/batch/{id}/results 200': 'lines; `BatchResult` has one',
};

function hasExample(content: Part): boolean {
  const { schema = {} } = content;
  const reference = String(schema.$ref ?? schema.items?.$ref ?? '');
  const named = document.components.schemas[reference.split('/').at(-1)!] ?? {};
  return [content.example, content.examples, schema.examples, named.examples].some((example) => example !== undefined);
}

/** Every operation under its method and path, with the answers that it shares with others. */
function operations(): [string, Part][] {
  return Object.entries<Part>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Part>(methods).map(([method, operation]): [string, Part] => {
      const responses = Object.entries<Part>(operation.responses).map(([status, answer]) => [
        status,
        answer.$ref ? document.components.responses[answer.$ref.split('/').at(-1)] : answer,
      ]);
      return [`${method} ${path}`, { ...operation, responses: Object.fromEntries(responses) }];
    }),
  );
}

test('an error that several operations answer with is described once', () => {
  const errors = Object.values<Part>(document.paths)
    .flatMap(Object.values<Part>)
    .flatMap(({ responses }) => Object.entries<Part>(responses))
    .filter(([status, { $ref }]) => Number(status) >= 400 && !$ref)
    .map(([, answer]) => JSON.stringify(answer));
  expect(new Set(errors).size).toBe(errors.length);
  expect(Object.keys(document.components.responses)).toContain('UnauthorizedProblem');
});

test('every operation says what it does, and every answer what it means', () => {
  const silent = operations().flatMap(([where, { summary, responses }]) => [
    ...(summary ? [] : [where]),
    ...Object.keys(responses).flatMap((status) => (responses[status].description ? [] : [`${where} ${status}`])),
  ]);
  expect(silent).toEqual([]);
});

test('every request, answer and error has an example', () => {
  const without = operations().flatMap(([where, { requestBody, responses }]) =>
    Object.entries<Part>({ ...(requestBody && { request: requestBody }), ...responses })
      .filter(([, { content = {} }]) => !Object.values(content).every(hasExample))
      .map(([name]) => `${where} ${name}`),
  );
  expect(without.sort()).toEqual(Object.keys(WITHOUT).sort());
});
