import fastify from 'fastify';
import { expect, test } from 'vitest';
import { queried, TEXT } from './dashboard/page-request.ts';
import { boundedList, declaredQuery } from './route-rules.ts';

async function answer(path: string) {
  const app = fastify();
  app.addHook('preValidation', declaredQuery);
  app.addHook('preSerialization', boundedList);
  app.get('/undeclared', async (request) => request.query);
  app.get('/declared', queried({ zone: TEXT }), async (request) => request.query);
  app.get('/unbounded', async () => [1, 2, 3]);
  app.get('/bounded', { config: { maxRows: 3 } }, async () => [1, 2, 3]);
  app.get('/table', { config: { maxRows: 3 } }, async () => ({ items: [1, 2, 3, 4], nextCursor: null }));
  const { statusCode, json } = await app.inject(path);
  return { status: statusCode, body: json() };
}

test('a handler sees no parameter that its route does not declare', async () => {
  expect((await answer('/undeclared?zone=UTC&zone=CET')).body).toEqual({});
  expect((await answer('/declared?zone=UTC&other=1&__proto__=2')).body).toEqual({ zone: 'UTC' });
  expect((await answer('/declared?zone=UTC&zone=CET')).status).toBe(400);
});

test('a list is sent only within the limit that its route declares', async () => {
  expect((await answer('/bounded')).body).toEqual([1, 2, 3]);
  expect((await answer('/unbounded')).status).toBe(500);
  expect((await answer('/table')).status).toBe(500);
});
