import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { examine } from '../../src/doctor/doctor.ts';
import { ProviderBench } from '../support/provider-bench.ts';

let at: ProviderBench;

beforeAll(async () => {
  at = await ProviderBench.start();
});
afterAll(async () => {
  await at?.stop();
});

/** What the check of sign-in finds, each finding with its state. */
async function said(settings: Record<string, string> = {}): Promise<[string, string][]> {
  const all = await examine(readConfig({ ...at.bench.settings, ...settings }), new Date());
  return all.filter(({ check }) => check === 'sign-in').map(({ state, found }) => [state, found]);
}

const without = {
  TOUCHSTONE_OIDC_ISSUER: '',
  TOUCHSTONE_OIDC_CLIENT_ID: '',
  TOUCHSTONE_OIDC_CLIENT_SECRET: '',
};

test('a provider that answers is said, with how many keys it has', async () => {
  expect(await said()).toEqual([['ok', `The provider of sign-in ${at.provider.issuer} answers, with 1 key.`]]);
  expect(await said(without)).toEqual([['ok', expect.stringMatching(/^People sign in with passwords/)]]);
});

test('one that is away, or calls itself otherwise, must be seen to', async () => {
  await at.provider.mood({ status: 503 });
  expect(await said()).toEqual([['must', expect.stringMatching(/cannot be used: it answered 503\.$/)]]);
  await at.provider.mood({});
  await at.provider.change({ metadata: { issuer: 'https://elsewhere.example' } });
  expect(await said()).toEqual([
    ['must', expect.stringMatching(/the provider calls itself https:\/\/elsewhere\.example/)],
  ]);
  await at.provider.change({ metadata: {} });
  const nobody = { TOUCHSTONE_OIDC_ISSUER: 'http://127.0.0.1:9' };
  expect(await said(nobody)).toEqual([
    ['must', expect.stringMatching(/The provider of sign-in http:\/\/127\.0\.0\.1:9 cannot/)],
  ]);
});

test('an account that nobody gets into while the provider is away is named, by groups and without passwords', async () => {
  const locked = `Account ${at.account} has no owner who gets in while the provider is away.`;
  await at.signInRules('--group', 'watchers=viewer');
  expect((await said()).map(([state, found]) => [state, found === locked])).toEqual([['advice', true]]);
  const { email } = await at.person();
  await at.invite(email, 'owner');
  await at.signInRules('--password', 'off');
  expect(await said()).toEqual([['advice', locked]]);
  expect((await said(without))[0]).toEqual(['must', expect.stringMatching(/has no passwords, and no provider/)]);
  const glass = await at.person();
  const token = await at.invite(glass.email, 'owner', at.account, '--break-glass');
  const visitor = await at.visit('nobody');
  await visitor.ask('POST', '/links/accept', { token, password: 'a long enough pass phrase 7' });
  expect((await said())[0]![0]).toBe('ok');
});

test('passkeys of another host are named, and those of several where no address is set', async () => {
  const { id } = (await at.bench.records(({ users }) => users.list(at.account)))[0]!;
  const add = (rpId: string, n: number) =>
    at.bench.records(({ users }) =>
      users.addPasskey({
        passkey: {
          userId: id,
          credential: `credential ${n}`,
          publicKey: new Uint8Array([n]),
          counter: 0,
          transports: [],
          rpId,
          name: 'Key',
          synced: false,
        },
        challenge: new Uint8Array(32).fill(n),
        session: new Uint8Array(32),
        recoveryCodes: [],
      }),
    );
  await add('old.example', 1);
  const here = { TOUCHSTONE_PUBLIC_URL: 'https://desk.example:8443' };
  expect((await said())[0]![0]).toBe('ok');
  expect(await said(here)).toEqual([
    ['advice', expect.stringMatching(/do not work at desk\.example .* made elsewhere: 1 for old\.example\.$/)],
  ]);
  await add('desk.example', 2);
  expect((await said(here))[0]![1]).toMatch(/1 for old\.example\.$/);
  expect((await said())[0]![1]).toMatch(
    /several hosts: 1 for desk\.example, 1 for old\.example\. Each works at its own/,
  );
});
