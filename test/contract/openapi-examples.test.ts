import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { PROBLEM_CODES } from '../../src/http/extensions/codes.ts';
import { sharedService } from '../support/shared-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is taken apart freely here.
type Part = any;

const document: Part = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** Requests and answers that have no example, each with its reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'post /api/IdVerification/verify request': 'two pictures',
  'post /api/Customers/import request': 'CSV has one, a workbook none',
  'post /api/OwnLists/{list}/import request': 'CSV and NDJSON have one, a workbook none',
  'post /api/Screening/batch request': 'CSV has one, a workbook none',
  'get /api/Screening/batch/{id}/results 200': 'NDJSON has one, CSV none',
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

/** RFC 3339, and what else the document names. */
const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uri: (text: string) => URL.canParse(text),
  'birth-date': /^\d{4}(-\d\d){0,2}(T.*)?$/,
  binary: true as const,
};

/** Every schema with the examples that stand in it or beside it, and where. */
function exampled(part: Part, where: string): [string, Part, unknown][] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.entries(part).filter(([name]) => name !== 'example' && name !== 'examples');
  const own = Array.isArray(part) ? [] : examplesOf(part).map((one): [string, Part, unknown] => [where, ...one]);
  return [...own, ...inner.flatMap(([name, member]) => exampled(member, `${where}/${name}`))];
}

function examplesOf({ schema, example, examples, ...part }: Part): [Part, unknown][] {
  if (Array.isArray(examples)) return examples.map((one) => [schema ?? part, one]);
  const beside = Object.values<Part>(examples ?? {}).map(({ value }) => value);
  return schema ? [...(example === undefined ? [] : [example]), ...beside].map((one) => [schema, one]) : [];
}

test('every example keeps to its schema, and to its formats', () => {
  const ajv = new Ajv2020({ strict: false, formats: FORMATS });
  ajv.addSchema({ $id: 'https://touchstone.invalid/openapi.json', components: document.components });
  const parts = JSON.parse(JSON.stringify(document).replaceAll('"#/', '"https://touchstone.invalid/openapi.json#/'));
  const wrong = [...exampled(parts, '')].flatMap(([where, schema, example]) =>
    ajv.validate(schema, example) ? [] : [`${where}: ${ajv.errorsText()}`],
  );
  expect(wrong).toEqual([]);
});

test('the document says what generators and readers need', () => {
  const { schemas, headers } = document.components;
  expect(schemas.CodedProblem.properties.code.enum).toEqual(Object.keys(PROBLEM_CODES));
  expect(headers['X-Error-Code'].schema.enum).toEqual(Object.keys(PROBLEM_CODES));
  const form = document.paths['/api/IdVerification/verify'].post.requestBody.content['multipart/form-data'].schema;
  expect([form.properties.IdCardImage.format, form.properties.SelfieImage.format]).toEqual(['binary', 'binary']);
  const lines = document.paths['/api/Screening/batch/{id}/results'].get.responses[200].content['application/x-ndjson'];
  expect(lines.schema.contentSchema.$ref).toBe('#/components/schemas/BatchResult');
  const { ScreeningExplanation, Alert } = schemas;
  const match = ScreeningExplanation.properties.matches.items.properties;
  expect(match.explanation.$ref).toBe('#/components/schemas/MatchExplanation');
  expect(match.entries.items.properties.facts.$ref).toBe('#/components/schemas/ListEntryFacts');
  expect(Alert.properties.explanation.$ref).toBe('#/components/schemas/MatchExplanation');
  // A list of types beside null stops generators of Go.
  expect(JSON.stringify(document)).not.toMatch(/"type":\["(?!null)\w+","(?!null)/);
});

test('a write that goes by a state says If-Match, a read If-None-Match, and both ETag', () => {
  const told = operations().flatMap(([where, { parameters = [], responses }]) =>
    parameters
      .filter((one: Part) => /^If-/.test(one.name))
      .map((one: Part) => `${one.name} ${where}`)
      .concat(
        Object.entries<Part>(responses).flatMap(([status, { headers }]) =>
          headers?.ETag ? [`${status} ${where}`] : [],
        ),
      ),
  );
  for (const path of ['post /api/Alerts/{id}/decisions', 'post /api/Alerts/{id}/assignment']) {
    expect(told).toEqual(expect.arrayContaining([`If-Match ${path}`, `200 ${path}`]));
  }
  for (const path of ['put /api/Customers/{reference}', 'delete /api/Customers/{reference}']) {
    expect(told).toContain(`If-Match ${path}`);
  }
  const unread = operations().filter(([where, { responses }]) => 304 in responses && !told.includes(`200 ${where}`));
  expect(unread).toEqual([]);
  expect(told.filter((one) => one.startsWith('304')).length).toBeGreaterThan(6);
});

test('every tag is declared and described, and every operation described', () => {
  const declared = document.tags.map(({ name }: Part) => name);
  const used = new Set(operations().flatMap(([, { tags }]) => tags));
  expect(declared.sort()).toEqual([...used].sort());
  expect(document.tags.filter(({ description }: Part) => !description)).toEqual([]);
  expect(operations().flatMap(([where, { description }]) => (description ? [] : [where]))).toEqual([]);
});

test('the document is served compressed and with its ETag, and 304 to who has it', async () => {
  const { served } = await sharedService();
  const { agent: dispatcher } = served;
  const fetched = async (headers: Record<string, string>) => {
    const answer = await request(`${served.service.url}/openapi.json`, { dispatcher, headers });
    return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const plain = await fetched({});
  const etag = String(plain.headers.etag);
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'public, max-age=300' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const small = await fetched({ 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', etag });
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 8);
  expect(brotliDecompressSync(small.bytes)).toEqual(plain.bytes);
  const other = await fetched({ 'accept-encoding': 'gzip, br;q=0' });
  expect(gunzipSync(other.bytes)).toEqual(plain.bytes);
  const known = await fetched({ 'if-none-match': `"other", ${etag}` });
  expect([known.statusCode, known.bytes.length]).toEqual([304, 0]);
  // Another name of the service is another document.
  expect((await fetched({ host: `localhost:${new URL(served.service.url).port}` })).headers.etag).not.toBe(etag);
});
