import { beforeAll, describe, expect, test } from 'vitest';
import { verification } from '../records/samples.ts';
import type { Answer, Bench, Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const SCREENINGS = '/api/Screening/list';
const VERIFICATIONS = '/api/IdVerification/list';
const NAMES = ['Quillon Ferrabast', 'abel Marlin', 'Zoe Marlin', 'Quillon Ferrabast'];

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  ({ bench, served } = await sharedService());
  const account = await bench.account();
  key = (await bench.key(account)).key;
  for (const name of NAMES) await served.screen(key, { name, entityType: 'Individual' });
  await bench.records(async ({ verifications }) => {
    for (let count = 0; count < 3; count += 1) {
      await verifications.create(verification(account, await verifications.reserve()));
    }
  });
});

const list = (path: string, query = ''): Promise<Answer> => served.ask('GET', `${path}${query}`, { key });
const names = ({ body }: Answer): string[] => body.map(({ name }: { name: string }) => name);

/** The links of an answer by their relation. */
function linksOf({ headers }: Answer): Record<string, string> {
  const links = String(headers.link).split(', ');
  return Object.fromEntries(
    links.map((link) => {
      const [, url, rel] = /^<(.+)>; rel="(\w+)"$/.exec(link)!;
      return [rel, url];
    }),
  );
}

test.each([SCREENINGS, VERIFICATIONS])(
  '%s without parameters, or with unknown ones, answers as before',
  async (path) => {
    const plain = await list(path);
    const other = path === SCREENINGS ? '?status=never&documentType=Visa' : '?hasMatch=maybe&entityType=Vessel';
    for (const query of ['?unknown=1&limit=2', other]) {
      const answer = await list(path, query);
      expect([answer.status, answer.text]).toEqual([200, plain.text]);
      expect([answer.headers['x-total-count'], answer.headers.link]).toEqual([undefined, undefined]);
    }
  },
);

test('the first page has every record up to fifty, in the order of the list', async () => {
  const [plain, page] = await Promise.all([list(SCREENINGS), list(SCREENINGS, '?page=1')]);
  expect(page.text).toBe(plain.text);
  expect(page.headers['x-total-count']).toBe('4');
});

test('pages follow each other by their links', async () => {
  const first = await list(SCREENINGS, '?pageSize=2&sortBy=name&entityType=Individual');
  expect(names(first)).toEqual(['abel Marlin', 'Quillon Ferrabast']);
  const to = linksOf(first);
  expect(Object.keys(to)).toEqual(['first', 'next', 'last']);
  expect(to.next).toBe(`${SCREENINGS}?pageSize=2&sortBy=name&entityType=Individual&page=2`);
  const second = await served.ask('GET', to.next!, { key });
  expect(names(second)).toEqual(['Quillon Ferrabast', 'Zoe Marlin']);
  expect(Object.keys(linksOf(second))).toEqual(['first', 'prev', 'last']);
  const past = await list(SCREENINGS, '?pageSize=2&page=9');
  expect([past.status, past.body, past.headers['x-total-count']]).toEqual([200, [], '4']);
  expect(linksOf(past).prev).toBe(`${SCREENINGS}?pageSize=2&page=2`);
  expect((await served.ask('GET', linksOf(second).prev!, { key })).text).toBe(first.text);
});

test('filters leave what fits', async () => {
  expect(names(await list(SCREENINGS, '?hasMatch=true&sortBy=-highestScore'))).toEqual([NAMES[0], NAMES[0]]);
  expect(names(await list(SCREENINGS, '?hasMatch=false&sortBy=createdAt'))).toEqual(['abel Marlin', 'Zoe Marlin']);
  expect((await list(SCREENINGS, '?entityType=Organization')).headers['x-total-count']).toBe('0');
  const [newest] = (await list(SCREENINGS)).body;
  const before = encodeURIComponent(newest.createdAt);
  expect((await list(SCREENINGS, `?to=${before}`)).body.every(({ id }: { id: number }) => id < newest.id)).toBe(true);
  expect((await list(SCREENINGS, `?from=${before}`)).body[0].id).toBe(newest.id);
  const escaped = (await list(SCREENINGS, '?from=2020-01-01T00:00:00%2B02:00')).text;
  expect((await list(SCREENINGS, '?from=2020-01-01T00:00:00+02:00')).text).toBe(escaped);
  expect((await list(SCREENINGS, '?to=2020-01-01')).body).toEqual([]);
  expect((await list(VERIFICATIONS, '?status=Manual%20Review%20Required&documentType=Passport')).body).toHaveLength(3);
  expect((await list(VERIFICATIONS, '?status=Verified')).body).toEqual([]);
});

describe('a wrong value is 400 with a code and names its parameter', () => {
  const TIME = expect.stringMatching(/^(from|to) must be an ISO 8601 date or time that exists/);
  test.each([
    [SCREENINGS, 'page=0', 'page must be a whole number from 1 to 999999999.'],
    [SCREENINGS, 'page=1.5', 'page must be a whole number from 1 to 999999999.'],
    [SCREENINGS, 'pageSize=201', 'pageSize must be a whole number from 1 to 200.'],
    [SCREENINGS, 'pageSize=', 'pageSize must be a whole number from 1 to 200.'],
    [SCREENINGS, 'sortBy=matchConfidence', expect.stringContaining('-highestScore')],
    [VERIFICATIONS, 'sortBy=highestScore', expect.stringContaining('-matchConfidence')],
    [SCREENINGS, 'sortBy=Name', expect.stringContaining('sortBy must be one of')],
    [SCREENINGS, 'hasMatch=1', 'hasMatch must be true or false.'],
    [SCREENINGS, 'entityType=individual', 'entityType must be one of: Individual, Organization.'],
    [VERIFICATIONS, 'status=verified', 'status must be one of: Verified, Not Verified, Manual Review Required.'],
    [VERIFICATIONS, 'documentType=Visa', expect.stringContaining('documentType must be one of: Passport')],
    [SCREENINGS, 'from=2026-02-30', TIME],
    [SCREENINGS, 'from=2026-02-30T00:00:00Z', TIME],
    [SCREENINGS, 'to=yesterday', TIME],
    [SCREENINGS, 'to=2026-01-01T25:00:00Z', TIME],
    [SCREENINGS, 'to=2026-01-01+02:00', TIME],
    [SCREENINGS, 'page=1&page=2', 'page may be given only once.'],
  ])('%s?%s', async (path, query, message) => {
    const { status, body, headers } = await list(path, `?${query}`);
    expect([status, body.code, body.requestId]).toEqual([400, 'invalid-request', headers['x-request-id']]);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body.errors).toEqual([{ field: query.split('=')[0], message }]);
  });

  test('several wrong values are all named', async () => {
    const { body } = await list(SCREENINGS, '?page=0&hasMatch=x&to=y');
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['page', 'hasMatch', 'to']);
  });
});

test('other errors of the two lists keep the shapes of the contract', async () => {
  const { status, body } = await served.ask('GET', `${SCREENINGS}?page=1`);
  expect([status, body.code]).toEqual([401, undefined]);
});
