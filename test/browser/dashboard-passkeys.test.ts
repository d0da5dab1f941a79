import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserRole } from '../../src/domain/role.ts';
import { CHROMIUM, NO_CHROMIUM, PASSWORD, Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { credentialsOf, type Device, deviceOf, trusting } from '../support/virtual-authenticator.ts';

describe.skipIf(!CHROMIUM)(`passkeys in a browser${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let origin: string;

  beforeAll(async () => {
    bench = await Bench.create();
    account = await bench.account();
    served = await bench.serve();
    origin = served.service.url.replace('127.0.0.1', 'localhost');
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: [await trusting(bench.dataDir)] });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  async function linkFor(email: string, role: UserRole): Promise<string> {
    return origin + (await bench.invite(account, email, role)).path;
  }

  async function joined(
    role: UserRole,
    locale = 'en-GB',
  ): Promise<{ visitor: Visitor; email: string; device: Device }> {
    const visitor = await Visitor.at(browser, origin, { locale });
    const email = `${role}-${Math.random().toString(36).slice(2)}@harbour.example`;
    const device = await deviceOf(visitor.page);
    await visitor.page.goto(await linkFor(email, role));
    await visitor.page.getByLabel(locale === 'de-DE' ? 'Passwort wählen' : 'Choose a password').fill(PASSWORD);
    await visitor.page.getByRole('button', { name: locale === 'de-DE' ? 'Loslegen' : 'Start' }).click();
    return { visitor, email, device };
  }

  const overview = (page: Page) => page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  const add = async (page: Page, name: string, password = PASSWORD) => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name of the passkey').fill(name);
    if (password) await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Go on' }).click();
  };
  const kept = (page: Page) => page.getByRole('button', { name: 'I have saved them' }).click();

  test('one is added, signs in without a password, is renamed and removed', async () => {
    const { visitor, device } = await joined('owner');
    const { page } = visitor;
    await overview(page);
    await page.goto('/settings/profile');
    await add(page, 'Laptop');
    const shown = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())!.trim().split('\n');
    expect(shown).toHaveLength(10);
    expect(await visitor.barriers()).toEqual([]);
    await kept(page);
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByRole('button', { name: 'Rename Laptop' }).waitFor();
    expect(await visitor.barriers()).toEqual([]);
    expect((await credentialsOf(device)).map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual(
      [['localhost', true]],
    );
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await section.getByRole('button', { name: 'Rename Laptop' }).click();
    await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Blue key');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await section.getByRole('button', { name: 'Remove Blue key' }).click();
    // The field is left empty, so the passkey itself is the proof.
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await section.getByRole('button', { name: 'Remove Blue key' }).waitFor({ state: 'detached' });
    await page.goto('/settings/audit');
    for (const name of ['Passkey added', 'Passkey removed']) await page.getByRole('cell', { name }).first().waitFor();
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('it stands beside the password: that alone lets nobody in, a recovery code does', async () => {
    const { visitor, email } = await joined('analyst');
    const { page } = visitor;
    await overview(page);
    await page.goto('/settings/profile');
    await add(page, 'Phone');
    const shown = (await page.getByRole('region', { name: 'Recovery codes' }).textContent())!.trim().split('\n');
    await kept(page);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Use one of your passkeys, or type a recovery code.').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByLabel('Recovery code').fill(shown[0]!);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('9 recovery codes are left.').waitFor();
    await visitor.close();
  });

  test('who cancels, is not verified, or has none here learns what to do', async () => {
    const { visitor, device } = await joined('viewer');
    const { page } = visitor;
    await overview(page);
    await page.goto('/settings/profile');
    await device.session.send('WebAuthn.setUserVerified', { authenticatorId: device.id, isUserVerified: false });
    await add(page, 'Refused');
    await page.getByRole('dialog').getByText('The browser gave no answer').waitFor();
    await device.session.send('WebAuthn.setUserVerified', { authenticatorId: device.id, isUserVerified: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Go on' }).click();
    await kept(page);
    await add(page, 'Again', '');
    await page.getByRole('dialog').getByText('This device or key already has a passkey of yours.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await device.session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: device.id });
    await deviceOf(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText('The browser gave no answer').waitFor();
    await visitor.close();
  });

  test('at an IP address none is offered, neither to add nor to sign in with, and the page says where one works', async () => {
    const visitor = await Visitor.at(browser, served.service.url);
    const { page } = visitor;
    const { pathname, hash } = new URL(await linkFor('address@harbour.example', 'owner'));
    await visitor.accept(served.service.url + pathname + hash);
    await page.goto('/settings/profile');
    await page.getByText('No passkey works on an IP address.').waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
    expect(await visitor.barriers()).toEqual([]);
    const passkey = page.getByRole('button', { name: 'Sign in with a passkey' });
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await passkey.count()).toBe(0);
    const { visitor: keyed, email } = await joined('analyst');
    await overview(keyed.page);
    await keyed.page.goto('/settings/profile');
    await add(keyed.page, 'Laptop');
    await kept(keyed.page);
    await keyed.close();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Recovery code').waitFor();
    await page.getByText('No passkey works on an IP address.').waitFor();
    expect(await passkey.count()).toBe(0);
    await visitor.close();
  });

  test('an account that requires a second factor asks for it before anything else, in both languages', async () => {
    const { visitor: owner } = await joined('owner');
    await overview(owner.page);
    await owner.page.goto('/settings/account');
    await owner.page.getByLabel('Everybody needs a second factor').check();
    const form = owner.page.getByRole('form', { name: 'Second factor' });
    await form.getByRole('button', { name: 'Save' }).click();
    await owner.page.getByRole('heading', { name: 'Set up a second factor', level: 1 }).waitFor();
    expect(await owner.barriers()).toEqual([]);
    await owner.page.goto('/alerts');
    await add(owner.page, 'Owner’s key');
    await owner.page.getByRole('region', { name: 'Recovery codes' }).waitFor();
    await kept(owner.page);
    await owner.page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();

    const { visitor: german, email } = await joined('analyst', 'de-DE');
    const { page } = german;
    await page.getByRole('heading', { name: 'Zweiten Faktor einrichten', level: 1 }).waitFor();
    expect(await german.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Passkey hinzufügen' });
    await dialog.getByLabel('Name des Passkeys').fill('Schlüssel');
    await dialog.getByLabel('Ihr Passwort').fill(PASSWORD);
    expect(await german.barriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Weiter' }).click();
    await page.getByRole('button', { name: 'Ich habe sie gespeichert' }).click();
    await page.getByRole('heading', { name: 'Übersicht', level: 1 }).waitFor();
    await page.goto('/settings/profile');
    await page.getByRole('button', { name: 'Entfernen Schlüssel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
    await page.getByRole('dialog').getByText('Ihr Konto verlangt einen zweiten Faktor').waitFor();

    await owner.page.goto('/settings/users');
    await owner.page.getByRole('button', { name: `Reset second factor ${email}` }).click();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
    await owner.page.getByRole('row', { name: email }).getByRole('cell', { name: 'none' }).waitFor();
    expect(await owner.barriers()).toEqual([]);
    await page.goto('/settings/profile');
    await page.getByRole('heading', { name: 'Anmelden', level: 1 }).waitFor();
    expect([owner.troubles, german.troubles]).toEqual([[], []]);
    for (const visitor of [owner, german]) await visitor.close();
  });

  test('a page with a certificate that the browser does not trust says why it refuses', async () => {
    const visitor = await Visitor.at(browser, origin);
    // What Chromium says there; one that Playwright drives takes any certificate.
    await visitor.page.addInitScript(`navigator.credentials.get = async () => {
      throw new DOMException('WebAuthn is not supported on sites with TLS certificate errors.', 'NotAllowedError');
    }`);
    await visitor.page.goto('/sign-in');
    await visitor.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await visitor.page.getByText('Browsers refuse passkeys where they do not trust the certificate').waitFor();
    await visitor.close();
  });
});
