import createClient from 'openapi-fetch';
import { Agent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { paths } from '../../dashboard/src/service.d.ts';
import type { Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let bench: Bench;
let served: Served;
let key: string;
let dispatcher: Agent;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  key = (await bench.key(await bench.account())).key;
  dispatcher = new Agent({ connect: { ca: served.ca } });
});

afterAll(async () => {
  await dispatcher?.close();
});

function client(apiKey: string) {
  const overTls = async (request: Request): Promise<Response> => {
    const { method, url } = request;
    const headers = Object.fromEntries(request.headers);
    const body = method === 'POST' ? await request.text() : null;
    return (await undiciFetch(url, { method, headers, body, dispatcher })) as unknown as Response;
  };
  return createClient<paths>({ baseUrl: served.service.url, headers: { 'X-API-Key': apiKey }, fetch: overTls });
}

test('a client that was generated from the document screens, reads the record back and lists it', async () => {
  const api = client(key);
  const made = await api.POST('/api/Screening/screen', {
    body: { name: 'Quillon Ferrabast', entityType: 'Individual', dateOfBirth: '1975-11-02', minScore: 70 },
  });
  expect(made.error).toBeUndefined();
  const id = made.data!.data.id;
  const read = await api.GET('/api/Screening/{id}', { params: { path: { id } } });
  expect(read.data).toMatchObject({ id, name: 'Quillon Ferrabast', minScore: 70, matches: made.data!.data.matches });
  const list = await api.GET('/api/Screening/list');
  expect(list.data!.map((record) => record.id)).toEqual([id]);
  const verifications = await api.GET('/api/IdVerification/list');
  expect(verifications.data).toEqual([]);
});

test('the generated client gets failures in the shapes that the document promises', async () => {
  const refused = await client(key).POST('/api/Screening/screen', { body: { name: ' ', entityType: 'Individual' } });
  expect(refused.error?.errors).toEqual(['name is missing.']);
  const missing = await client(key).GET('/api/Screening/{id}', { params: { path: { id: 4_000_000 } } });
  expect(missing.response.status).toBe(404);
  expect(missing.error).toMatchObject({ status: 404, detail: 'Screening 4000000 was not found.' });
  const unknown = await client('tsk_unknown').GET('/api/Screening/list');
  expect(unknown.error).toMatchObject({ status: 401 });
});

test('the document is OpenAPI 3.1 of API version 1.0.0, needs no key, and names every path and status', async () => {
  const { status, body } = await served.ask('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toMatch(/^3\.1\./);
  expect(body.info.version).toBe('1.0.0');
  expect(body.components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-API-Key' });
  const statuses = (path: string, method: string) => Object.keys(body.paths[path][method].responses).map(Number);
  expect(statuses('/api/Screening/screen', 'post')).toEqual([200, 400, 401, 403, 409, 413, 429, 500, 503]);
  expect(statuses('/api/Screening/{id}', 'get')).toEqual([200, 401, 403, 404, 429, 500, 503]);
  expect(statuses('/api/Screening/list', 'get')).toEqual([200, 400, 401, 403, 429, 500, 503]);
  expect(statuses('/api/IdVerification/verify', 'post')).toEqual([200, 400, 401, 403, 409, 429, 500, 503]);
  expect(statuses('/api/IdVerification/{id}', 'get')).toEqual([200, 401, 403, 404, 429, 500, 503]);
  expect(statuses('/api/IdVerification/list', 'get')).toEqual([200, 400, 401, 403, 429, 500, 503]);
});
