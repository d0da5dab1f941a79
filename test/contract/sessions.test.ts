import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewBrowser } from '../../src/domain/user.ts';
import type { SessionRow } from '../../src/http/dashboard/wire.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';

const HERE = { 'sec-fetch-site': 'same-origin' };
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1';

let bench: Bench;
let served: Served;
let account: number;
let owner: SignedIn;
let analyst: SignedIn;

beforeAll(async () => {
  ({ bench, served } = await Bench.serving());
  account = await bench.account();
  owner = await SignedIn.invited(bench, served, account, 'owner');
  analyst = await SignedIn.invited(bench, served, account, 'analyst');
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

/** The cookies of a browser that somebody signs in with. */
async function signIn(email: string, agent: string, cookies = ''): Promise<string> {
  const answer = await served.ask('POST', '/dashboard/api/session', {
    headers: { ...HERE, 'user-agent': agent, ...(cookies && { cookie: cookies }) },
    body: { email, password: 'a long enough pass phrase 7' },
  });
  expect(answer.status).toBe(200);
  return [answer.headers['set-cookie']]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0])
    .join('; ');
}

const ask = (cookie: string, method: string, path: string): Promise<Answer> =>
  served.ask(method, `/dashboard/api${path}`, { headers: { ...HERE, cookie } });
const sessions = async (cookie: string): Promise<SessionRow[]> => (await ask(cookie, 'GET', '/sessions')).body;

test('somebody sees where they are signed in, by what each browser calls itself, and signs out there', async () => {
  const [windows, phone] = [await signIn(analyst.email, FIREFOX), await signIn(analyst.email, SAFARI)];
  const listed = await sessions(phone);
  expect(listed.map(({ agent, isHere }) => [agent, isHere])).toEqual(
    expect.arrayContaining([
      ['Firefox 128, Windows', false],
      ['Safari 17, iPhone', true],
    ]),
  );
  expect(listed).toHaveLength(3);
  for (const { createdAt, seenAt } of listed)
    expect([createdAt, seenAt]).toEqual([expect.any(String), expect.any(String)]);
  const there = listed.find(({ agent }) => agent?.startsWith('Firefox'))!;
  expect((await ask(phone, 'DELETE', `/sessions/${there.id}`)).status).toBe(204);
  expect((await ask(windows, 'GET', '/session')).status).toBe(401);
  expect((await ask(phone, 'DELETE', `/sessions/${there.id}`)).status).toBe(404);
  const again = await signIn(analyst.email, FIREFOX);
  expect((await ask(phone, 'DELETE', '/sessions')).status).toBe(204);
  expect((await ask(again, 'GET', '/session')).status).toBe(401);
  expect((await analyst.get('/session')).status).toBe(401);
  expect((await sessions(phone)).map(({ isHere }) => isHere)).toEqual([true]);
  const { items } = (await owner.get('/audit?action=user.sessions-ended')).body;
  expect(items.map(({ details }: { details: object }) => details)).toEqual([{ ended: 2 }, { ended: 1 }]);
  // No part of a cookie is in what is shown.
  expect(JSON.stringify(listed)).not.toContain(phone.split('=')[1]!.slice(0, 10));
});

test('nobody ends the session of somebody else', async () => {
  const mine = await signIn(analyst.email, FIREFOX);
  const id = (await sessions(mine)).find(({ isHere }) => isHere)!.id;
  expect((await owner.delete(`/sessions/${id}`)).status).toBe(404);
  expect((await owner.delete('/sessions')).status).toBe(204);
  expect((await ask(mine, 'GET', '/session')).status).toBe(200);
});

test('a sign-in from a new browser is in the audit log and on the overview of owners, once', async () => {
  const viewer = await SignedIn.invited(bench, served, account, 'viewer');
  const first = await signIn(viewer.email, SAFARI);
  await signIn(viewer.email, SAFARI, first);
  const { items } = (await owner.get(`/audit?action=user.signed-in&actor=${encodeURIComponent(viewer.email)}`)).body;
  expect(items.map(({ details }: { details: object }) => details)).toEqual([
    { newBrowser: false },
    { newBrowser: true },
  ]);
  const shown = async (who: SignedIn): Promise<NewBrowser[]> => (await who.get('/overview')).body.newBrowsers;
  const seen = (await shown(owner)).filter(({ email }) => email === viewer.email);
  expect(seen.filter(({ agent }) => agent === 'Safari 17, iPhone')).toHaveLength(1);
  expect(await shown(viewer)).toEqual([]);
  const stranger = await SignedIn.invited(bench, served, await bench.account(), 'owner');
  expect((await shown(stranger)).every(({ email }) => email === stranger.email)).toBe(true);
});
