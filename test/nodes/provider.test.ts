import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';
import { promised } from '../support/promised.ts';
import { ProviderBench } from '../support/provider-bench.ts';
import type { Served } from '../support/service.ts';
import { WebVisitor } from '../support/web-visitor.ts';

const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };

describe.skipIf(!POSTGRES)(`sign-in by the provider at two nodes (${NO_POSTGRES})`, () => {
  let server: PostgresServer;
  let at: ProviderBench;
  let nodes: readonly [Served, Served];

  beforeAll(async () => {
    server = await PostgresServer.start();
    at = await ProviderBench.start({ TOUCHSTONE_DATABASE_URL: await server.database() });
    nodes = [at.served, await at.bench.serve({}, () => new Date(at.now()))];
  });
  afterAll(async () => {
    await nodes?.[1].stop();
    await at?.stop();
    server?.remove();
  });

  /** From now on the provider sends browsers, and its logouts, to this node. */
  const lead = (node: 0 | 1) => at.provider.serve(nodes[node]);
  const asking = ({ cookie }: WebVisitor) => ({ headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  const statusAt = async (visitor: WebVisitor, node: 0 | 1) =>
    (await nodes[node].ask('GET', '/dashboard/api/session', asking(visitor))).status;
  /** A browser that comes back from the provider: the path that it would ask for. */
  const returning = async () => {
    const { name, email } = await at.person();
    await at.invite(email);
    await lead(0);
    const visitor = new WebVisitor(nodes[0], at.address());
    await visitor.open(`${nodes[0].service.url}/sign-in/oidc?next=/alerts`);
    await visitor.submit({ login: name }, { stopAt: '/sign-in/oidc/callback' });
    const { pathname, search } = new URL(visitor.url);
    return { visitor, path: pathname + search };
  };

  test('what was begun at one is ended at the other, once, and the session counts at both', async () => {
    const { visitor, path } = await returning();
    const { headers, status } = await nodes[1].ask('GET', path, asking(visitor));
    expect([status, headers.location]).toEqual([303, '/alerts']);
    const [session] = [headers['set-cookie'] ?? []].flat().filter((cookie) => cookie.startsWith('__Host-touchstone='));
    const cookie = { headers: { cookie: session!.split(';', 1)[0]!, 'sec-fetch-site': 'same-origin' } };
    for (const node of nodes) expect((await node.ask('GET', '/dashboard/api/session', cookie)).status).toBe(200);
    const again = await nodes[0].ask('GET', path, asking(visitor));
    expect([again.status, again.body.code]).toEqual([400, 'provider-answer']);
  });

  test('a logout of the back channel ends the sessions at both, and its token counts once over both', async () => {
    await lead(0);
    const { name, visitor } = await at.invited();
    const other = await at.visit(name);
    const token = await at.provider.make({ sub: name, events: LOGOUT, iat: Math.floor(Date.now() / 1000) });
    const post = (node: 0 | 1) =>
      new WebVisitor(nodes[node], at.address()).open(`${nodes[node].service.url}/sign-in/oidc/logout`, {
        body: new URLSearchParams({ logout_token: token }).toString(),
      });
    expect((await post(1)).status).toBe(200);
    expect([await statusAt(visitor, 0), await statusAt(other, 1)]).toEqual([401, 401]);
    expect((await post(0)).status).toBe(400);
  });

  test('signing out at the provider, which tells one node, ends the session at the other too', async () => {
    await lead(0);
    const { visitor } = await at.invited();
    expect(await statusAt(visitor, 1)).toBe(200);
    await visitor.open(`${at.provider.issuer}/session/end`);
    await visitor.submit({ logout: 'yes' });
    expect(
      await promised(
        10_000,
        () => statusAt(visitor, 1),
        (code) => code === 401,
      ),
    ).toBe(401);
  });

  test('a group that is lost at work ends the sessions of each node within 15 minutes', async () => {
    await at.signInRules('--group', 'watchers=viewer');
    const { name, email } = await at.person({ groups: ['watchers'] });
    await lead(0);
    const one = await at.visit(name);
    await lead(1);
    const two = await at.visit(name);
    expect([await statusAt(one, 0), await statusAt(two, 1)]).toEqual([200, 200]);
    await at.provider.person(name, { email, email_verified: true, groups: [] });
    at.pass(15);
    expect([await statusAt(two, 1), await statusAt(one, 0)]).toEqual([401, 401]);
    expect((await at.audit('user.access-lost')).length).toBeGreaterThan(0);
  });

  test('both ask the provider about one session at once, and its turned token is lost to neither', async () => {
    const { name } = await at.person({ groups: ['watchers'] });
    await lead(0);
    const visitor = await at.visit(name);
    for (let round = 0; round < 3; round += 1) {
      at.pass(16);
      const answers = await Promise.all(([0, 1, 0, 1, 0, 1] as const).map((node) => statusAt(visitor, node)));
      expect(answers).toEqual(Array(6).fill(200));
    }
  });
});
