import { beforeAll, describe, expect, test } from 'vitest';
import type { Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  key = (await bench.key(await bench.account())).key;
});

const person = (members: object = {}) => ({ name: 'Quillon Ferrabast', entityType: 'Individual', ...members });

describe('X-Error-Code', () => {
  test.each([
    ['POST', '/api/Screening/screen', {}, 'invalid-request'],
    ['GET', '/api/Screening/987654', undefined, 'screening-not-found'],
    ['GET', '/api/IdVerification/987654', undefined, 'verification-not-found'],
    ['GET', '/api/Screening/list?page=0', undefined, 'invalid-request'],
    ['GET', '/api/Nothing', undefined, 'not-found'],
    ['DELETE', '/api/Screening/list', undefined, 'method-not-allowed'],
    ['GET', '/api/Customers/nobody', undefined, 'customer-not-found'],
    ['POST', '/match/nowhere', { queries: { a: { schema: 'Person', properties: { name: ['A B'] } } } }, 'not-found'],
    ['GET', '/v2/search?name=', undefined, 'invalid-request'],
  ])('of %s %s', async (method, path, body, code) => {
    const { headers, body: said } = await served.ask(method, path, { key, body });
    expect(headers['x-error-code']).toBe(code);
    if (said.code !== undefined) expect(said.code).toBe(code);
  });

  test('is there without a key, and on no success', async () => {
    expect((await served.screen(undefined, person())).headers['x-error-code']).toBe('unauthorized');
    expect((await served.screen(key, person())).headers).not.toHaveProperty('x-error-code');
  });
});

describe('a member that looks like a known one', () => {
  test.each([
    ['minscore', 'minScore'],
    ['date_of_birth', 'dateOfBirth'],
    ['dateOfBirht', 'dateOfBirth'],
    ['Reference', 'reference'],
    ['dob', 'dateOfBirth'],
    ['birthDate', 'dateOfBirth'],
  ])('%s is named in the message, and ignored', async (given, known) => {
    const { status, body } = await served.screen(key, person({ [given]: 'x' }));
    expect([status, body.data.hasMatch]).toEqual([200, true]);
    expect(body.message).toContain(`The member ${given} is not known here and was ignored; ${known} is known.`);
  });

  test.each(['identifiers', 'otherNames', 'categories'])('%s is said to be for customers', async (given) => {
    const { message } = (await served.screen(key, person({ [given]: ['x'] }))).body;
    expect(message).toContain(`The member ${given} is not read here and was ignored; customers may have it.`);
  });

  test('is named where the request is refused, too', async () => {
    const { status, body } = await served.screen(key, { Name: 'A', entityType: 'Individual' });
    expect([status, body.errors]).toEqual([400, ['name is missing.']]);
    expect(body.message).toBe('Validation failed. The member Name is not known here and was ignored; name is known.');
  });

  test.each([['colour'], ['id'], ['country'], ['x'.repeat(1_000)]])('%s says nothing', async (member) => {
    expect((await served.screen(key, person({ [member]: 1 }))).body.message).not.toContain('is not known');
    expect((await served.screen(key, person({ minScore: 70, minscore: 1 }))).body.message).not.toContain(
      'is not known',
    );
  });
});

test('a refused row of a batch has a code beside its sentence', async () => {
  const items = [
    person({ name: '' }),
    { name: 'A B' },
    person({ dateOfBirth: 'x' }),
    person({ identifiers: 7 }),
    person(),
  ];
  const made = await served.ask('POST', '/api/Screening/batch', { key, body: { items } });
  const path = `/api/Screening/batch/${made.body.id}`;
  await expect.poll(async () => (await served.ask('GET', path, { key })).body.status, { timeout: 10_000 }).toBe('done');
  const { text } = await served.ask('GET', `${path}/results`, { key });
  const rows = text.trim().split('\n');
  expect(rows.map((row) => JSON.parse(row).code)).toEqual([
    'name-missing',
    'type-missing',
    'birth-date-invalid',
    'identifiers',
    null,
  ]);
  const csv = await served.ask('GET', `${path}/results`, { key, headers: { accept: 'text/csv' } });
  expect(csv.text.split('\n')[0]!.trim()).toMatch(/,error,code,notes$/);
});
