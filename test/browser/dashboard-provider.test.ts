import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { UserRole } from '../../src/domain/role.ts';
import { CHROMIUM, NO_CHROMIUM, PASSWORD, Visitor } from '../support/browser.ts';
import { ProviderBench } from '../support/provider-bench.ts';
import { deviceOf, trusting } from '../support/virtual-authenticator.ts';

/** What the pages say in one language and the other. */
const WORDS = {
  'en-GB': {
    provider: 'Sign in with Harbour ID',
    passkey: 'Sign in with a passkey',
    title: 'Sign in',
    overview: 'Overview',
    away: 'Harbour ID does not answer now',
    uninvited: 'nobody invited you here',
    unverified: 'does not say that your email address is verified',
    refused: 'Harbour ID did not sign you in.',
    browser: 'was not begun in this browser',
    first: 'Set up a second factor',
    second: 'Your second factor',
    signOut: 'Sign out',
  },
  'de-DE': {
    provider: 'Mit Harbour ID anmelden',
    passkey: 'Mit einem Passkey anmelden',
    title: 'Anmelden',
    overview: 'Übersicht',
    away: 'Harbour ID antwortet gerade nicht',
    uninvited: 'niemand hat Sie hierher eingeladen',
    unverified: 'sagt nicht, dass Ihre E-Mail-Adresse bestätigt ist',
    refused: 'Harbour ID hat Sie nicht angemeldet.',
    browser: 'wurde nicht in diesem Browser begonnen',
    first: 'Zweiten Faktor einrichten',
    second: 'Ihr zweiter Faktor',
    signOut: 'Abmelden',
  },
} as const;
type Locale = keyof typeof WORDS;
const LOCALES = Object.keys(WORDS) as Locale[];

describe.skipIf(!CHROMIUM)(`sign-in by the provider in a browser${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let at: ProviderBench;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    at = await ProviderBench.start();
    origin = at.served.service.url.replace('127.0.0.1', 'localhost');
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: [await trusting(at.bench.dataDir)] });
  });
  afterAll(async () => {
    await browser?.close();
    await at?.stop();
  });

  afterEach(async () => {
    await at.provider.mood({});
    await at.signInRules('--password', 'on');
    await at.bench.run('accounts', 'set', String(at.account), '--second-factor', 'optional');
    at.pass(1);
  });

  const atSignIn = async (locale: Locale = 'en-GB', path = '/sign-in') => {
    const visitor = await Visitor.at(browser, origin, { locale });
    await visitor.page.goto(path);
    await button(visitor.page, locale).waitFor();
    return visitor;
  };
  const button = (page: Page, locale: Locale = 'en-GB') =>
    page.getByRole('link', { name: WORDS[locale].provider, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  /** At the provider's own page. */
  const says = async (page: Page, name: string) => {
    await page.getByLabel('Who are you?').fill(name);
    await page.getByRole('button', { name: 'Go on' }).click();
  };
  const signedIn = async (name: string, locale: Locale = 'en-GB') => {
    const visitor = await atSignIn(locale);
    await button(visitor.page, locale).click();
    await says(visitor.page, name);
    return visitor;
  };
  const newcomer = async (role: UserRole = 'analyst') => {
    const person = await at.person();
    await at.invite(person.email, role);
    return person;
  };
  /** The provider's own pages are another site; of ours nothing may go wrong. */
  const troubles = ({ troubles: all }: Visitor) =>
    all.filter((trouble) => !trouble.startsWith(`elsewhere: ${at.provider.issuer}/`));

  test.each(LOCALES)(
    '%s: the page to sign in has the provider, a password and a passkey, and leads back',
    async (locale) => {
      const words = WORDS[locale];
      const { name } = await newcomer();
      const visitor = await atSignIn(locale, '/alerts?state=open');
      const { page } = visitor;
      await heading(page, words.title);
      await page.getByRole('button', { name: words.passkey }).waitFor();
      expect(await visitor.barriers()).toEqual([]);
      await button(page, locale).click();
      await says(page, name);
      await page.waitForURL(`${origin}/alerts?state=open`);
      await page.getByRole('button', { name: words.signOut, exact: true }).waitFor();
      expect(troubles(visitor)).toEqual([]);
      await visitor.close();
    },
  );

  test('several tabs are on their way at once, and each arrives where it wanted to', async () => {
    const { name } = await newcomer();
    const visitor = await atSignIn('en-GB', '/customers');
    const second = await visitor.context.newPage();
    await second.goto('/monitoring');
    await button(visitor.page).click();
    await button(second).click();
    await second.getByLabel('Who are you?').waitFor();
    await says(visitor.page, name);
    await heading(visitor.page, 'Customers');
    await says(second, name);
    await heading(second, 'Monitoring');
    await visitor.page.reload();
    await heading(visitor.page, 'Customers');
    // Back to an address that was used up: whoever is signed in goes on.
    await visitor.page.goto('/sign-in/oidc/callback?code=x&state=y');
    await heading(visitor.page, 'Overview');
    await visitor.close();
  });

  test('signing out leads to the provider and back, and the button asks again', async () => {
    const { name } = await newcomer();
    const visitor = await signedIn(name);
    const { page } = visitor;
    await heading(page, 'Overview');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL(`${origin}/sign-in`);
    await button(page).click();
    await page.getByLabel('Who are you?').waitFor();
    await visitor.close();
  });

  test('signing out at the provider ends the session here, and the page says so with its next question', async () => {
    const { name } = await newcomer();
    const visitor = await signedIn(name);
    const { page } = visitor;
    await heading(page, 'Overview');
    const there = await visitor.context.newPage();
    await there.goto(`${at.provider.issuer}/session/end`);
    await there.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect.poll(async () => (await at.audit('user.provider-logout')).length).toBeGreaterThan(0);
    await visitor.go('Alerts');
    await heading(page, 'Sign in');
    expect(page.url()).toContain('next=');
    await visitor.close();
  });

  test.each(LOCALES)(
    '%s: while the provider is away or slow a page says so, and who breaks glass gets in',
    async (locale) => {
      const words = WORDS[locale];
      const { email } = await at.person();
      const link = await at.invite(email, 'owner', at.account, '--break-glass');
      const maker = await Visitor.at(browser, origin);
      await maker.accept(`${origin}/welcome#${link}`);
      await maker.close();
      await at.signInRules('--password', 'off');
      const visitor = await atSignIn(locale);
      const { page } = visitor;
      for (const mood of [{ status: 503 }, { waitMs: 20_000 }]) {
        at.pass(1);
        await at.provider.mood(mood);
        const begun = Date.now();
        await button(page, locale).click();
        await page.getByRole('alert').getByText(words.away).waitFor();
        expect(Date.now() - begun).toBeLessThan(10_000);
      }
      await heading(page, words.title);
      expect(await visitor.barriers()).toEqual([]);
      // A reload asks for nothing again.
      await page.reload();
      expect(new URL(page.url()).pathname).toBe('/sign-in');
      const fields = page.locator('form input');
      await fields.nth(0).fill(email);
      await fields.nth(1).fill(PASSWORD);
      await page.getByRole('button', { name: words.title, exact: true }).click();
      await heading(page, words.overview);
      await visitor.close();
    },
  );

  test.each(LOCALES)('%s: each refusal is a page with a sentence, from which one can try again', async (locale) => {
    const words = WORDS[locale];
    const [stranger, unverified] = [await at.person(), await at.person({ email_verified: false })];
    await at.invite(unverified.email);
    for (const [name, sentence] of [
      [stranger.name, words.uninvited],
      [unverified.name, words.unverified],
      ['nobody', words.refused],
    ] as const) {
      const visitor = await signedIn(name, locale);
      const { page } = visitor;
      await page.getByRole('alert').getByText(sentence).waitFor();
      expect(await visitor.barriers()).toEqual([]);
      await button(page, locale).waitFor();
      await visitor.close();
    }
    const visitor = await atSignIn(locale);
    await visitor.page.goto('/sign-in/oidc/callback?code=x&state=y');
    await visitor.page.getByRole('alert').getByText(words.browser).waitFor();
    expect(troubles(visitor)).toEqual([]);
    await visitor.close();
  });

  test.each(LOCALES)(
    '%s: an account that requires a second factor has it made, and shown at the next sign-in',
    async (locale) => {
      const words = WORDS[locale];
      await at.bench.run('accounts', 'set', String(at.account), '--second-factor', 'required');
      const { name } = await newcomer();
      const visitor = await atSignIn(locale);
      const { page } = visitor;
      await deviceOf(page);
      await button(page, locale).click();
      await says(page, name);
      await heading(page, words.first);
      expect(await visitor.barriers()).toEqual([]);
      const [add, label, next, kept] =
        locale === 'en-GB'
          ? ['Add a passkey', 'Name of the passkey', 'Go on', 'I have saved them']
          : ['Passkey hinzufügen', 'Name des Passkeys', 'Weiter', 'Ich habe sie gespeichert'];
      await page.getByRole('button', { name: add }).click();
      await page.getByRole('dialog').getByLabel(label!).fill('Laptop');
      expect(await visitor.barriers()).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: next! }).click();
      await page.getByRole('button', { name: kept! }).click();
      await heading(page, words.overview);
      await page.getByRole('button', { name: words.signOut, exact: true }).click();
      await page.getByRole('button', { name: 'Yes, sign me out' }).click();
      await button(page, locale).click();
      await says(page, name);
      await heading(page, words.second);
      expect(await visitor.barriers()).toEqual([]);
      await page.reload();
      await heading(page, words.second);
      await page.getByRole('button', { name: locale === 'en-GB' ? 'Use a passkey' : 'Passkey verwenden' }).click();
      await heading(page, words.overview);
      expect(troubles(visitor)).toEqual([]);
      await visitor.close();
    },
  );
});
