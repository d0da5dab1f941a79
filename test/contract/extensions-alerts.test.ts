import { beforeAll, describe, expect, test } from 'vitest';
import { PROBLEM_CODES } from '../../src/http/extensions/codes.ts';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SignedIn } from '../support/signed-in.ts';

const NAME = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const ESCALATE = { decision: 'escalated', reason: 'needs-information' };

let bench: Bench;
let served: Served;
let account: number;
let keyId: string;
let key: string;
let analyst: SignedIn;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  account = await bench.account();
  ({ id: keyId, key } = await bench.key(account));
  analyst = await SignedIn.invited(bench, served, account, 'analyst');
});

const get = (path: string, by = key, headers = {}) => served.ask('GET', path, { key: by, headers });
const decide = (id: number, body: object, headers = {}, by = key) =>
  served.ask('POST', `/api/Alerts/${id}/decisions`, { key: by, body, headers });

/** The only alert of a subject that nobody else screens. */
async function alertOf(name: string): Promise<Answer['body']> {
  await served.screen(key, { name, entityType: 'Individual', minScore: 40 });
  const { body } = await analyst.get(`/alerts?kind=match&text=${encodeURIComponent(name)}`);
  expect(body.items).toHaveLength(1);
  return (await get(`/api/Alerts/${body.items[0].id}`)).body;
}

function expectProblem({ status, body }: Answer, code: keyof typeof PROBLEM_CODES, field?: string): void {
  expect([status, body.code]).toEqual([PROBLEM_CODES[code].status, code]);
  if (field) expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
}

test('an alert has subject, entity, explanation and history, and one is opened however often a name is screened', async () => {
  const screened = await served.screen(key, { ...NAME, dateOfBirth: '1975-11-02' });
  await served.screen(key, { ...NAME, name: ' quillon FERRABAST', dateOfBirth: '1975-11-02' });
  const { status, body } = await get('/api/Alerts');
  expect(status).toBe(200);
  expect(body).toEqual({ items: [expect.any(Object)], nextCursor: null });
  const [alert] = body.items;
  const created = await get(`/api/Screening/${screened.body.data.id}`);
  expect(alert).toEqual({
    id: expect.any(Number),
    state: 'open',
    assignee: null,
    changes: [],
    proposal: null,
    escalation: null,
    waitingSince: expect.any(String),
    dueAt: null,
    subject: {
      name: 'quillon FERRABAST',
      entityType: 'Individual',
      customer: null,
      dateOfBirth: '1975-11-02T00:00:00Z',
    },
    entity: {
      name: NAME.name,
      sources: screened.body.data.matches[0].sources,
      entries: [
        {
          source: 'un-sc',
          id: expect.stringMatching(/^QDi/),
          url: null,
          listedOn: expect.any(String),
          programme: expect.any(String),
        },
      ],
    },
    score: screened.body.data.matches[0].score,
    openedAt: created.body.createdAt,
    updatedAt: expect.any(String),
    explanation: expect.objectContaining({
      matchedName: NAME.name,
      pairs: expect.any(Array),
      nameScore: expect.any(Number),
    }),
    history: [
      { at: created.body.createdAt, actor: 'service', action: 'opened', reason: null, comment: null },
      { at: alert.updatedAt, actor: `key:${keyId}`, action: 'seen', reason: null, comment: null },
    ],
  });
  expect((await get(`/api/Alerts/${alert.id}`)).body).toEqual(alert);
});

test('alerts are filtered by state, customer, category, list and score', async () => {
  const { key: other } = await bench.key(await bench.account());
  await served.ask('PUT', '/api/Customers/C-7', { key: other, body: NAME });
  await served.screen(other, { name: `${NAME.name} Wexly`, entityType: 'Individual', minScore: 40 });
  const names = async (query: string) => {
    const { status, body } = await get(`/api/Alerts?${query}`, other);
    expect([query, status]).toEqual([query, 200]);
    return body.items.map(({ subject }: { subject: { name: string } }) => subject.name);
  };
  const [exact, longer] = [NAME.name, `${NAME.name} Wexly`];
  expect(await names('')).toEqual([longer, exact]);
  expect(await names('state=open')).toEqual([longer, exact]);
  expect(await names('state=delisted')).toEqual([]);
  expect(await names('customer=C-7')).toEqual([exact]);
  expect(await names('customer=C-8')).toEqual([]);
  expect(await names('category=sanctions')).toEqual([longer, exact]);
  expect(await names('category=pep')).toEqual([]);
  expect(await names('source=un-sc')).toEqual([longer, exact]);
  expect(await names('source=eu-fsf')).toEqual([]);
  expect(await names('source=un-sc&category=wanted')).toEqual([]);
  expect(await names('minScore=99.5')).toEqual([exact]);
});

test.each([
  ['state=closed', 'state'],
  ['category=terrorism', 'category'],
  ['source=nobody', 'source'],
  ['minScore=101', 'minScore'],
  ['minScore=high', 'minScore'],
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['cursor=x', 'cursor'],
  [`customer=${'c'.repeat(129)}`, 'customer'],
  ['page=2', 'page'],
])('a list with %s is refused and names the parameter', async (query, field) => {
  expectProblem(await get(`/api/Alerts?${query}`), 'invalid-request', field);
});

test('pages join without a gap while alerts are added', async () => {
  const { key: other } = await bench.key(await bench.account());
  const screen = (name: string) => served.screen(other, { name, entityType: 'Individual', minScore: 40 });
  for (let turn = 0; turn < 5; turn += 1) await screen(`${NAME.name} ${'abcde'[turn]!.repeat(5)}`);
  const ids: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: Answer = await get(`/api/Alerts?limit=2${cursor && `&cursor=${cursor}`}`, other);
    ids.push(...body.items.map(({ id }: { id: number }) => id));
    cursor = body.nextCursor;
    await screen(`${NAME.name} Later ${ids.length}`);
  }
  expect(ids).toHaveLength(5);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});

describe('decisions', () => {
  test('over the API and in the dashboard are one history, with who and why', async () => {
    const { id } = await alertOf('Ysmelda Krontarvik');
    const escalated = await decide(id, { ...ESCALATE, comment: ' Passport asked for. ' });
    expect([escalated.status, escalated.body.state]).toEqual([200, 'escalated']);
    const [row] = (await analyst.get('/alerts?state=escalated')).body.items;
    expect(row).toMatchObject({
      id,
      history: [{ kind: 'escalated', by: `key:${keyId}`, reason: 'needs-information' }],
    });
    await analyst.post(`/alerts/${id}/decision`, { decision: 'dismissed', comment: 'born later' });
    await served.screen(key, { name: 'Ysmelda Krontarvik', entityType: 'Individual', minScore: 40 });
    const { body } = await get(`/api/Alerts/${id}`);
    expect(body.state).toBe('dismissed');
    expect(body.history.slice(1)).toEqual(
      [
        { action: 'escalated', actor: `key:${keyId}`, reason: 'needs-information', comment: 'Passport asked for.' },
        { action: 'dismissed', actor: analyst.email, reason: null, comment: 'born later' },
        { action: 'seen', actor: `key:${keyId}`, reason: null, comment: null },
      ].map((step) => ({ ...step, at: expect.any(String) })),
    );
    const reopened = await decide(id, { decision: 'reopened', reason: 'other' });
    expect([reopened.status, reopened.body.state]).toEqual([200, 'open']);
    expectProblem(await decide(id, { decision: 'reopened', reason: 'other' }), 'alert-undecidable');
    expect((await decide(id, { decision: 'confirmed', reason: 'same-person' })).body.state).toBe('confirmed');
    expectProblem(await decide(id, { decision: 'dismissed', reason: 'other-person' }), 'alert-undecidable');
  });

  test('change nothing that a screening answers', async () => {
    const { id } = await alertOf('Bromiel Astravane');
    const before = (await get('/api/Screening/list')).text;
    await decide(id, { decision: 'dismissed', reason: 'other-person' });
    expect((await get('/api/Screening/list')).text).toBe(before);
  });

  test('rest on the ETag of If-Match, which every change of the alert renews', async () => {
    const { id } = await alertOf('Ondrivek Palastor');
    const etag = async () => (await get(`/api/Alerts/${id}`)).headers.etag as string;
    const first = await etag();
    expect((await get(`/api/Alerts/${id}`, key, { 'if-none-match': first })).status).toBe(304);
    await analyst.post(`/alerts/${id}/comments`, { comment: 'looking at it' });
    const second = await etag();
    await alertOf('Ondrivek Palastor');
    const third = await etag();
    expect(new Set([first, second, third]).size).toBe(3);
    for (const old of [first, second])
      expectProblem(await decide(id, ESCALATE, { 'if-match': old }), 'precondition-failed');
    const done = await decide(id, ESCALATE, { 'if-match': third });
    expect([done.status, done.headers.etag]).toEqual([200, await etag()]);
    expectProblem(
      await decide(id, { decision: 'reopened', reason: 'other' }, { 'if-match': third }),
      'precondition-failed',
    );
  });

  test('with an Idempotency-Key are taken once', async () => {
    const { id } = await alertOf('Theskara Wumbolt');
    const headers = { 'idempotency-key': 'decide-1' };
    const first = await decide(id, ESCALATE, headers);
    const again = await decide(id, ESCALATE, headers);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expectProblem(await decide(id, { ...ESCALATE, comment: 'x' }, headers), 'idempotency-key-reused');
    expect((await get(`/api/Alerts/${id}`)).body.history).toHaveLength(2);
  });

  test.each([
    ['no decision', { reason: 'other' }, 'decision'],
    ['an unknown decision', { decision: 'closed', reason: 'other' }, 'decision'],
    ['no reason', { decision: 'dismissed' }, 'reason'],
    ['an unknown reason', { decision: 'dismissed', reason: 'because' }, 'reason'],
    ['a comment with NUL', { ...ESCALATE, comment: 'a\0b' }, 'comment'],
    ['a comment with half a character', { ...ESCALATE, comment: 'a\ud800' }, 'comment'],
    ['a comment that is too long', { ...ESCALATE, comment: 'x'.repeat(4_001) }, 'comment'],
    [
      'a confirmation that is to be remembered',
      { decision: 'confirmed', reason: 'same-person', remember: true },
      'remember',
    ],
    ['an unknown member', { ...ESCALATE, revision: 1 }, 'revision'],
  ])('with %s are refused and name the member', async (_what, body, field) => {
    const [{ id }] = (await get('/api/Alerts?limit=1')).body.items;
    expectProblem(await decide(id, body), 'invalid-request', field);
  });

  test('from 85 on wait for a person where the account asks for four eyes', async () => {
    await bench.json('accounts', 'set', String(account), '--four-eyes', 'on');
    const strong = (await get('/api/Alerts?minScore=85&state=open&limit=1')).body.items[0];
    const proposed = await decide(strong.id, {
      decision: 'dismissed',
      reason: 'other-nationality',
      comment: 'Swedish',
    });
    expect(proposed.status).toBe(202);
    expect(proposed.body).toMatchObject({
      status: 'awaiting-second',
      id: strong.id,
      state: 'open',
      proposal: { actor: `key:${keyId}`, decision: 'dismissed', reason: 'other-nationality', comment: 'Swedish' },
    });
    expectProblem(await decide(strong.id, ESCALATE), 'alert-undecidable');
    const accepted = await analyst.post(`/alerts/${strong.id}/proposal`, { accept: true });
    expect(accepted.body).toMatchObject({ state: 'dismissed', proposal: null });
    const { history } = (await get(`/api/Alerts/${strong.id}`)).body;
    expect(history.at(-1)).toMatchObject({ action: 'dismissed', actor: analyst.email, reason: 'other-nationality' });
    // To reopen and to escalate takes one alone.
    expect((await decide(strong.id, { decision: 'reopened', reason: 'other' })).status).toBe(200);
    expect((await decide(strong.id, ESCALATE)).status).toBe(200);
    await bench.json('accounts', 'set', String(account), '--four-eyes', 'off');
  });

  test("of another account's alert, of one that never was and of a review are 404", async () => {
    const { key: stranger } = await bench.key(await bench.account());
    const [{ id }] = (await get('/api/Alerts?limit=1')).body.items;
    for (const [path, by] of [
      [id, stranger],
      [987_654_321, key],
      ['x', key],
      ['0', key],
    ] as const) {
      expectProblem(await get(`/api/Alerts/${path}`, by), 'alert-not-found');
      expectProblem(await decide(path as number, ESCALATE, {}, by), 'alert-not-found');
    }
    expect((await get('/api/Alerts', stranger)).body.items).toEqual([]);
  });
});
