import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, PASSWORD, Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';

describe.skipIf(!CHROMIUM)(`how people sign in to the dashboard${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let owner: Visitor;
  let codes: string[];
  let totp: TOTP;

  beforeAll(async () => {
    bench = await Bench.create();
    account = await bench.account();
    served = await bench.serve();
    browser = await openBrowser();
    owner = await invited(browser, { bench, served, account }, { role: 'owner' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  /** A browser that nobody signed in with, before the field for a code. */
  async function atCode(password = PASSWORD): Promise<Visitor> {
    const visitor = await Visitor.at(browser, served.service.url);
    await visitor.page.goto('/sign-in');
    await visitor.page.getByLabel('Email address').fill(`owner-${account}@harbour.example`);
    await visitor.page.getByLabel('Password').fill(password);
    await signIn(visitor.page);
    await visitor.page.getByLabel('One-time code', { exact: true }).waitFor();
    return visitor;
  }

  const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();

  const link = async (email: string, id = account): Promise<string> => {
    return served.service.url + (await bench.invite(id, email, 'viewer')).path;
  };

  test('a common password is refused beside its field, in the language of the page', async () => {
    for (const [locale, label, start, sentence] of [
      ['en-GB', 'Choose a password', 'Start', 'Many people use this password or the word in it.'],
      ['de-DE', 'Passwort wählen', 'Loslegen', 'Viele verwenden dieses Passwort oder das Wort darin.'],
    ] as const) {
      const visitor = await Visitor.at(browser, served.service.url, { locale });
      await visitor.page.goto(await link('new@harbour.example'));
      await visitor.page.getByLabel(label).fill('Password1234!');
      await visitor.page.getByRole('button', { name: start }).click();
      await visitor.page.getByRole('alert').getByText(sentence).waitFor();
      expect(await visitor.page.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
      expect(await visitor.barriers()).toEqual([]);
      await visitor.close();
    }
  });

  test('an invitation of an address that signs in elsewhere says so when it is accepted', async () => {
    const other = await bench.account();
    const [here, there] = [await link('both@harbour.example'), await link('both@harbour.example', other)];
    const first = await Visitor.at(browser, served.service.url);
    await first.accept(here);
    const second = await Visitor.at(browser, served.service.url);
    await second.page.goto(there);
    await second.page.getByLabel('Choose a password').fill(PASSWORD);
    await second.page.getByRole('button', { name: 'Start' }).click();
    await second.page.getByText('This address already belongs to another account of this service.').waitFor();
    for (const visitor of [first, second]) await visitor.close();
  });

  test('one-time codes are switched on with the password, and recovery codes are shown once', async () => {
    const { page } = owner;
    await page.goto('/settings/profile');
    await page.getByLabel('Your password').fill('not my password');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText('This is neither your password nor the current code').waitFor();
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
    totp = new TOTP({ secret: (await page.locator('section[aria-labelledby=totp] code').textContent())! });
    await page.getByLabel('One-time code', { exact: true }).fill(totp.generate());
    await page.getByRole('button', { name: 'Switch on' }).click();
    codes = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())!.trim().split('\n');
    expect(codes).toHaveLength(10);
    expect(await owner.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    expect(await page.content()).not.toContain(codes[0]);
    expect(await owner.barriers()).toEqual([]);
  });

  test('with one-time codes switched on, a password alone signs nobody in', async () => {
    const visitor = await atCode();
    // A code is taken once (RFC 6238 §5.2): this is the one of the next half minute, which a fast clock would show.
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    await visitor.page.getByLabel('One-time code', { exact: true }).fill(next);
    await signIn(visitor.page);
    await visitor.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await visitor.close();
  });

  test('a recovery code signs in without the authenticator, and the profile and the audit log say so', async () => {
    const visitor = await atCode();
    const { page } = visitor;
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0]!.toLowerCase());
    expect(await visitor.barriers()).toEqual([]);
    await signIn(page);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.goto('/settings/profile');
    await page.getByText('9 recovery codes are left.').waitFor();
    await page.getByText('The last one was used on').waitFor();
    await page.goto('/settings/audit');
    await page.getByRole('cell', { name: 'Recovery code used' }).first().waitFor();
    await page.getByRole('cell', { name: 'new browser: yes' }).first().waitFor();
    await visitor.close();
  });

  test('somebody sees where they are signed in, and signs out there', async () => {
    const { page } = owner;
    await page.goto('/settings/profile');
    const list = page.getByRole('region', { name: 'Where you are signed in' });
    await list.getByText('this browser').waitFor();
    const others = list.getByRole('button', { name: /^Sign out there/ });
    expect(await others.count()).toBeGreaterThan(1);
    const before = await others.count();
    await others.first().click();
    await expect.poll(() => others.count()).toBe(before - 1);
    await list.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => others.count()).toBe(0);
    await list.getByText('this browser').waitFor();
    expect(await owner.barriers()).toEqual([]);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Signed in from a new browser this week' }).waitFor();
    expect(await owner.barriers()).toEqual([]);
  });

  test('new recovery codes, another authenticator and switching off each ask for the password', async () => {
    const { page } = owner;
    await page.goto('/settings/profile');
    for (const name of ['New recovery codes', 'Another authenticator', 'Switch off']) {
      await page.getByLabel('Password or current code').fill('not my password');
      await page.getByRole('button', { name }).click();
      await page.getByText('This is neither your password nor the current code').waitFor();
    }
    await page.getByLabel('Password or current code').fill(PASSWORD);
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    const renewed = await page.getByRole('region', { name: 'Recovery codes' }).textContent();
    expect(renewed).not.toContain(codes[1]);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByLabel('Password or current code').fill(PASSWORD);
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
  });

  test('strangers who guess keep the owner’s browser out of nothing', async () => {
    const email = `owner-${account}@harbour.example`;
    const stranger = await Visitor.at(browser, served.service.url);
    await stranger.page.goto('/sign-in');
    await stranger.page.getByLabel('Email address').fill(email);
    for (let attempt = 0; attempt < 6; attempt += 1) {
      await stranger.page.getByLabel('Password').fill(`a wrong password ${attempt}`);
      await signIn(stranger.page);
      const expected = attempt < 5 ? 'The email address, the password or the code is wrong.' : /Too many attempts/;
      await stranger.page.getByRole('alert').getByText(expected).waitFor();
      await stranger.page.getByRole('button', { name: 'Sign in', exact: true, disabled: false }).waitFor();
    }
    await stranger.close();
    const { page } = owner;
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await signIn(page);
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  });

  test('an administrator begins with the people and sees no way to records; an auditor reads and has no way to change', async () => {
    const here = { bench, served, account };
    const words = ['--account', String(account), '--email', `administrator-${account}@harbour.example`];
    const made = await bench.run<{ url: string }>('users', 'invite', ...words, '--role', 'administrator');
    const keeper = await Visitor.at(browser, served.service.url);
    await keeper.page.goto(served.service.url + new URL(made.url).pathname + new URL(made.url).hash);
    await keeper.page.getByLabel('Choose a password').fill(PASSWORD);
    await keeper.page.getByRole('button', { name: 'Start' }).click();
    await keeper.page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    const main = keeper.page.getByRole('navigation', { name: 'Main' });
    await expect.poll(() => main.getByRole('link').allTextContents()).toEqual(['Settings', 'API reference']);
    expect(await keeper.page.getByLabel(`Role of owner-${account}@harbour.example`).count()).toBe(0);
    expect(await keeper.barriers()).toEqual([]);
    await keeper.page.goto('/alerts');
    await keeper.page.getByText('This needs the role owner, analyst, auditor or viewer').first().waitFor();
    await keeper.page.goto('/settings/audit');
    await keeper.page.getByText('Your role does not allow this.').waitFor();
    expect(keeper.troubles).toEqual([]);
    await keeper.close();

    const auditor = await invited(browser, here, { role: 'auditor' });
    await auditor.page.goto('/settings/audit');
    await auditor.page.getByRole('cell', { name: 'Recovery code used' }).first().waitFor();
    for (const page of ['/settings/users', '/settings/webhooks', '/settings/keys', '/settings/account']) {
      await auditor.page.goto(page);
      await auditor.page.getByRole('navigation', { name: 'Settings' }).waitFor();
      const changing = /^(Invite|New webhook|New key|Create|Save|Revoke|Remove|Switch on|Begin)/;
      expect([page, await auditor.page.getByRole('button', { name: changing }).count()]).toEqual([page, 0]);
      expect([page, await auditor.barriers()]).toEqual([page, []]);
    }
    expect(auditor.troubles).toEqual([]);
    await auditor.close();
  });

  test('nothing on the way broke the policy, threw an error or asked another host', () => {
    expect(owner.troubles).toEqual([]);
  });
});
