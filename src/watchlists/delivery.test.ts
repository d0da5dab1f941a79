import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PEOPLE, unList } from '../../test/support/un-list.ts';
import { readConfig } from '../config.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { importList } from './import-list.ts';
import { Lists } from './lists.ts';
import { sourceById } from './registry.ts';
import type { Source } from './source.ts';
import { syncLists } from './sync-lists.ts';

const { setTimeout: wait } = timers;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const OLDER = '2025-12-01T00:00:00Z';
const source = sourceById('un-sc') as { -readonly [Member in keyof Source]: Source[Member] };
const official = source.address;

let directory: string;
let records: Records;
let server: Server;
let answers: Readonly<Record<string, Answer>>;
let asked: IncomingMessage[];
let at: number;

// A retry waits for seconds, and a test does not.
beforeAll(() => pauseBy((ms) => wait(Math.min(ms ?? 0, 5)) as never));
afterAll(() => pauseBy(wait));

function pauseBy(pause: typeof wait): void {
  Object.assign(timers, { setTimeout: pause });
  syncBuiltinESMExports();
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-delivery-'));
  records = await openRecords(readConfig({ TOUCHSTONE_DATA_DIR: directory }));
  asked = [];
  at = Date.parse('2026-03-01T00:00:00Z');
  server = createServer((request, response) => {
    asked.push(request);
    (answers[request.url!] ?? status(404))(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  source.address = address('/first');
  source.otherAddresses = [address('/second')];
});

afterEach(async () => {
  source.address = official;
  delete source.otherAddresses;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await records.close();
  await rm(directory, { recursive: true, force: true });
});

const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end(body);

function lists(environment: Record<string, string> = {}): Lists {
  const settings = { TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_STARTER_LIST: 'off', ...environment };
  const config = readConfig({ TOUCHSTONE_LISTS_SOURCES: 'un-sc', ...settings });
  return new Lists(
    config,
    records,
    () => {
      at += 1000;
      return new Date(at);
    },
    () => {},
  );
}

async function goodList(published?: string): Promise<Answer> {
  const body = await readFile(await unList(PEOPLE, published));
  return (_, response) => response.writeHead(200).end(body);
}

const un = async () => (await lists().status()).sources.find((one) => one.source === 'un-sc')!;

/** What stands in the way of a list: how a server says so, and in which words it is told. */
const OBSTACLES: readonly [what: string, answer: () => Answer | Promise<Answer>, sentence: RegExp][] = [
  [
    'a redirect to EU Login',
    () => status(302, { location: 'https://ecas.ec.europa.eu/cas/login?service=x' }),
    /it asks for EU Login\.$/,
  ],
  [
    'a redirect to a page to sign in',
    () => status(303, { location: '/account/login?next=list' }),
    /a sign-in at 127\.0\.0\.1/,
  ],
  [
    'a 403 with a challenge',
    () => status(403, { 'x-amzn-waf-action': 'challenge' }),
    /a firewall .* \(AWS WAF, status 403\)/,
  ],
  [
    'a 202 with a challenge',
    () => status(202, { 'x-amzn-waf-action': 'challenge' }),
    /a firewall .* \(AWS WAF, status 202\)/,
  ],
  [
    'a 503 with a challenge',
    () => status(503, { 'cf-mitigated': 'challenge' }),
    /a firewall .* \(Cloudflare, status 503\)/,
  ],
  ['a plain 403', () => status(403), /refuses programs that are no browser, or this network \(status 403\)/],
  [
    'storage that is public no more',
    () => status(409, { 'x-ms-error-code': 'PublicAccessNotPermitted' }),
    /answered 409 \(PublicAccessNotPermitted\)/,
  ],
  ['an error with a sentence of a stranger', () => status(409, { 'x-ms-error-code': 'a <b> c' }), /it answered 409\.$/],
  [
    'a web page with status 200',
    () => status(200, {}, '<!DOCTYPE html><html>News</html>'),
    /a web page instead of the list/,
  ],
  [
    'a page that asks for a password',
    () => status(200, {}, '<html><form><input name="p" type="password"></form></html>'),
    /a page that asks for a sign-in/,
  ],
  [
    'a challenge with status 200',
    () => status(200, {}, '<html><script src="/_Incapsula_Resource?x"></script></html>'),
    /a challenge that only a browser can answer \(status 200\)/,
  ],
  [
    'a list that was cut short',
    async () => {
      const body = await readFile(await unList(PEOPLE));
      return (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(200).end(body.subarray(0, body.length / 2));
    },
    /is not complete XML/,
  ],
  [
    'a list that breaks off on the way',
    async () => {
      const body = await readFile(await unList(PEOPLE));
      return (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': body.length });
        response.write(body.subarray(0, body.length / 2), () => response.destroy());
      };
    },
    /the download broke off/,
  ],
  ['an older list than the one in force', () => goodList(OLDER), /older|published/],
];

describe('a list whose first address gives', () => {
  it.each(OBSTACLES)('%s comes from the next one, and both are told', async (_, answer, sentence) => {
    await importList(lists(), 'un-sc', [await unList(PEOPLE)]);
    const { snapshot } = await lists().status();
    const first =
      typeof answer === 'function' && answer.length === 0 ? await (answer as () => Promise<Answer>)() : answer;
    answers = { '/first': first as Answer, '/second': await goodList('2026-02-01T00:00:00Z') };
    const { sources, snapshot: after } = await syncLists(lists());
    expect(sources).toMatchObject([{ error: null, entries: PEOPLE.length }]);
    expect(after).not.toBe(snapshot);
    expect(await un()).toMatchObject({
      published: '2026-02-01T00:00:00Z',
      address: address('/second'),
      lastError: null,
      advice: null,
      failing: [{ address: address('/first'), error: expect.stringMatching(sentence) }],
    });
  });

  it.each(OBSTACLES)(
    '%s, and so does the other, keeps the list in force and says both',
    async (_, answer, sentence) => {
      await importList(lists(), 'un-sc', [await unList(PEOPLE)]);
      const { snapshot } = await lists().status();
      const both =
        typeof answer === 'function' && answer.length === 0 ? await (answer as () => Promise<Answer>)() : answer;
      answers = { '/first': both as Answer, '/second': both as Answer };
      const result = await syncLists(lists());
      expect(result).toMatchObject({ snapshot, sources: [{ entries: PEOPLE.length, error: expect.any(String) }] });
      const { lastError, failing, advice } = await un();
      expect(failing.map((one) => one.address)).toEqual([address('/first'), address('/second')]);
      for (const { error } of failing) expect(error).toMatch(sentence);
      expect(lastError).toBe(failing.map(({ error }) => error).join(' '));
      expect(advice).toMatch(/^Get the file in a browser from https:\/\/main\.un\.org\//);
    },
  );
});

describe('an address that is slow', () => {
  it('is waited for, and the next one is not asked', async () => {
    const body = await readFile(await unList(PEOPLE));
    const piece = Math.ceil(body.length / 8);
    answers = {
      '/first': (_, response) => {
        const send = (from: number): void => {
          if (from >= body.length) response.end();
          else response.write(body.subarray(from, from + piece), () => setTimeout(send, 100, from + piece));
        };
        response.writeHead(200);
        send(0);
      },
    };
    expect((await syncLists(lists())).sources).toMatchObject([{ error: null, entries: PEOPLE.length }]);
    expect(asked.map(({ url }) => url)).toEqual(['/first']);
    expect(await un()).toMatchObject({ address: address('/first'), failing: [] });
  });
});

describe('an address that fails', () => {
  it('keeps since when it does, until it gives the list again', async () => {
    answers = { '/first': status(403), '/second': await goodList() };
    await syncLists(lists());
    const [before] = (await un()).failing;
    at += 86_400_000;
    await syncLists(lists());
    expect((await un()).failing).toEqual([before]);
    answers = { '/first': await goodList() };
    await syncLists(lists());
    expect(await un()).toMatchObject({ failing: [], address: address('/first') });
  });

  it('is not asked where the operator has a mirror', async () => {
    answers = { '/mirror': status(403), '/first': await goodList(), '/second': await goodList() };
    const { sources } = await syncLists(lists({ TOUCHSTONE_LISTS_URL_UN_SC: address('/mirror') }));
    expect(sources[0]!.error).toContain('/mirror');
    expect(asked.map(({ url }) => url)).toEqual(['/mirror']);
  });

  it('never shows its token', async () => {
    source.tokenParameter = 'token';
    source.address = address('/first?token=public&a=b');
    try {
      answers = {};
      const { sources } = await syncLists(lists({ TOUCHSTONE_LISTS_EU_TOKEN: 'my-own.1' }));
      expect(asked.map(({ url }) => url)).toEqual(['/first?token=my-own.1&a=b']);
      expect(JSON.stringify([sources, await un()])).not.toMatch(/my-own|public/);
      expect((await un()).advice).toContain('TOUCHSTONE_LISTS_EU_TOKEN');
    } finally {
      delete source.tokenParameter;
    }
  });
});

describe('a sync', () => {
  it('names the operator’s contact, and never poses as a browser', async () => {
    answers = { '/first': await goodList() };
    await syncLists(lists());
    await syncLists(lists({ TOUCHSTONE_LISTS_CONTACT: 'desk@bank.example' }));
    const agents = asked.map(({ headers }) => headers['user-agent']);
    expect(agents[0]).toMatch(/^touchstone\/[\d.]+$/);
    expect(agents[1]).toMatch(/^touchstone\/[\d.]+ \(desk@bank\.example\)$/);
  });

  it.each(['a\nb', 'a (b)', 'ä@b.example', 'x'.repeat(201)])('refuses the contact %j', (contact) => {
    expect(() => lists({ TOUCHSTONE_LISTS_CONTACT: contact })).toThrow('TOUCHSTONE_LISTS_CONTACT must be');
  });

  it('says of a list that is published no more what took its place', async () => {
    const { sources } = await syncLists(lists(), ['uk-ofsi']);
    expect(sources[0]!.error).toMatch(/UK OFSI .*published no more since 28 January 2026.*uk-sanctions/);
    expect(asked).toEqual([]);
  });
});
