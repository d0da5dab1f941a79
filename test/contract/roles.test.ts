import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasRight, RIGHTS, type Right, USER_ROLES, type UserRole } from '../../src/domain/role.ts';
import { RegisteredRoutes } from '../support/registered-routes.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';

const routes = new RegisteredRoutes();

let bench: Bench;
let served: Served;
let account: number;
const people = {} as Record<UserRole, SignedIn>;

beforeAll(async () => {
  routes.collect();
  ({ bench, served } = await Bench.serving());
  account = await bench.account();
  for (const role of USER_ROLES) people[role] = await SignedIn.invited(bench, served, account, role);
});

afterAll(async () => {
  routes.stop();
  await served?.stop();
  await bench?.remove();
});

interface PersonRoute {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly may: Right | undefined;
  readonly changes: boolean;
}

/** Each method and path that takes a session, but for those that take none yet. */
function ofPeople(): PersonRoute[] {
  return routes.all
    .filter(({ config }) => (config?.desk || config?.may) && !config.open)
    .flatMap(({ method, url, config }) =>
      [method].flat().map((one) => ({
        name: `${one} ${url}`,
        method: one,
        path: url.replace(/:\w+/g, '987654321'),
        may: config?.may,
        changes: one !== 'GET' && one !== 'HEAD',
      })),
    );
}

function ask(who: SignedIn, { method, path, changes }: PersonRoute): Promise<Answer> {
  const headers = { cookie: who.cookie, 'sec-fetch-site': 'same-origin' };
  return served.ask(method, path, { headers, ...(changes && method !== 'DELETE' && { body: {} }) });
}

const signsOut = ({ name }: PersonRoute) => name === 'DELETE /dashboard/api/session';

test('every route that takes a session says what the role has to let one do, and every right has a route', () => {
  expect(ofPeople().length).toBeGreaterThan(70);
  expect(ofPeople().filter(({ may }) => may === undefined || !(may in RIGHTS))).toEqual([]);
  const used = new Set(ofPeople().map(({ may }) => may));
  expect((Object.keys(RIGHTS) as Right[]).filter((right) => !used.has(right))).toEqual([]);
});

test('rights that only read have no route that changes anything', () => {
  const reading = ofPeople().filter(({ may, changes }) => changes && (may === 'reading' || may?.endsWith(':read')));
  expect(reading).toEqual([]);
});

test('an auditor has no right that changes what is not their own', () => {
  const changing = ofPeople().filter(({ may, changes }) => changes && may && hasRight('auditor', may));
  const others = changing.filter(({ may }) => may !== 'self').map(({ name }) => name);
  expect(others).toEqual(['POST /dashboard/api/audit/verify']);
});

test.each(USER_ROLES)('%s gets through to what the role lets one do and is refused everywhere else', async (role) => {
  for (const route of ofPeople().filter((one) => !signsOut(one))) {
    const { status, text, headers } = await ask(people[role], route);
    // A refusal for another reason has other words; to a HEAD there are none.
    const refused = status === 403 && (route.method === 'HEAD' || text.includes(`yours is ${role}`));
    expect([route.name, refused]).toEqual([route.name, !hasRight(role, route.may!)]);
    if (refused) expect([route.name, headers['x-error-code']]).toEqual([route.name, 'forbidden']);
    expect([route.name, status]).not.toEqual([route.name, 401]);
  }
});

describe('an administrator', () => {
  const idOf = async (role: UserRole): Promise<number> => {
    const users = (await people.owner.get('/users')).body as { id: number; email: string }[];
    return users.find(({ email }) => email === people[role].email)!.id;
  };

  test('manages people below an owner', async () => {
    const { administrator } = people;
    const invited = await administrator.post('/users/invite', { email: 'new@harbour.example', role: 'analyst' });
    expect(invited.status).toBe(201);
    const users = (await administrator.get('/users')).body as { id: number; email: string }[];
    const { id } = users.find(({ email }) => email === 'new@harbour.example')!;
    expect((await administrator.post(`/users/${id}/role`, { role: 'auditor' })).status).toBe(204);
    expect((await administrator.post(`/users/${id}/remove`)).status).toBe(204);
  });

  test('makes nobody an owner, touches none, and gets no other role', async () => {
    const { administrator } = people;
    const [owner, viewer, self] = await Promise.all([idOf('owner'), idOf('viewer'), idOf('administrator')]);
    const owners = 'Only an owner may make somebody an owner, or change or remove one.';
    const own = 'You cannot give yourself another role; ask an owner.';
    for (const [path, body, why] of [
      ['/users/invite', { email: 'mine@harbour.example', role: 'owner' }, owners],
      [`/users/${viewer}/role`, { role: 'owner' }, owners],
      [`/users/${owner}/role`, { role: 'viewer' }, owners],
      [`/users/${owner}/remove`, {}, owners],
      [`/users/${owner}/link`, {}, owners],
      [`/users/${self}/role`, { role: 'analyst' }, own],
    ] as const) {
      const { status, body: answer } = await administrator.post(path, body);
      expect([path, status, answer.detail]).toEqual([path, 403, why]);
    }
  });

  test('holds no link that works once its person is an owner', async () => {
    const { administrator, owner } = people;
    const { url } = (await administrator.post('/users/invite', { email: 'rise@harbour.example', role: 'analyst' }))
      .body as { url: string };
    const users = (await owner.get('/users')).body as { id: number; email: string }[];
    const { id } = users.find(({ email }) => email === 'rise@harbour.example')!;
    expect((await owner.post(`/users/${id}/role`, { role: 'owner' })).status).toBe(204);
    const opened = { headers: { 'sec-fetch-site': 'same-origin' }, body: { token: url.split('#')[1] } };
    expect((await served.ask('POST', '/dashboard/api/links', opened)).status).toBe(404);
  });

  test('sees that a webhook was told of something, and not of what', async () => {
    const hook = await people.owner.post('/api/Webhooks', {
      url: 'https://1.1.1.1/hook',
      events: ['screening.matched'],
      details: true,
    });
    expect(hook.status).toBe(201);
    expect((await people.owner.post(`/api/Webhooks/${hook.body.id}/test`)).status).toBe(202);
    const path = `/api/Webhooks/${hook.body.id}/deliveries`;
    const [seen, whole] = [await people.administrator.get(path), await people.owner.get(path)];
    expect(Object.keys(whole.body.items[0].payload)).toContain('data');
    expect(Object.keys(seen.body.items[0].payload).sort()).toEqual(['createdAt', 'id', 'timestamp', 'type']);
    expect(seen.body.items[0].lastAnswer).toBeNull();
  });
});

test('the command invites in every role and names them all where there is none such', async () => {
  const words = ['--account', String(account), '--email', 'by-command@harbour.example', '--role'];
  for (const role of USER_ROLES.filter((one) => one !== 'owner')) {
    await expect(bench.run('users', 'invite', ...words, role)).resolves.toMatchObject({ url: expect.any(String) });
  }
  await expect(bench.run('users', 'invite', ...words, 'admin')).rejects.toThrow(
    '--role must be owner, administrator, analyst, auditor, or viewer, not "admin".',
  );
});

test('whoever signs out in any role is out', async () => {
  const route = ofPeople().find(signsOut)!;
  for (const role of USER_ROLES) {
    expect([role, (await ask(people[role], route)).status]).toEqual([role, 204]);
    expect([role, (await people[role].get('/session')).status]).toEqual([role, 401]);
  }
});
