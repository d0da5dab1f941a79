import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const eventually = <T>(look: () => T) => expect.poll(look);

describe.skipIf(!CHROMIUM)(`finding, remembering and telling${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let receiver: WebhookReceiver;
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let key: string;
  let owner: Visitor;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bench = await Bench.create({ TOUCHSTONE_WEBHOOKS_ALLOW: receiver.origin });
    await bench.importPeople();
    account = await bench.account();
    key = (await bench.key(account)).key;
    served = await bench.serve();
    const body = { name: 'Zorvan Ilmatok', entityType: 'Individual' };
    await served.ask('PUT', '/api/Customers/C-77', { key, body });
    await served.screen(key, { name: 'Quillon Ferrabast', entityType: 'Individual' });
    browser = await openBrowser();
    owner = await invited(browser, { bench, served, account }, { role: 'owner' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await receiver?.stop();
    await bench?.remove();
  });

  const section = (name: string) => owner.page.getByRole('region', { name, exact: true });

  test('one field finds customers, alerts, screenings and list entries, by name, reference or number', async () => {
    const { page } = owner;
    await page.goto('/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ilmatok');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Search: ilmatok', level: 1 }).waitFor();
    await section('Customers').getByRole('link', { name: 'Zorvan Ilmatok' }).waitFor();
    await section('Alerts').getByRole('link', { name: 'Zorvan Ilmatok' }).waitFor();
    await section('Screenings').getByRole('link', { name: 'Zorvan Ilmatok' }).waitFor();
    await section('List entries').getByRole('link', { name: 'Zorvan Ilmatok' }).waitFor();
    expect(await owner.barriers()).toEqual([]);
    await page.goto('/find?text=C-77');
    await section('Customers').getByText('C-77').waitFor();
    await page.goto('/find?text=QDi.902');
    await section('List entries').getByRole('link', { name: 'Quillon Ferrabast' }).click();
    await page.getByRole('heading', { name: 'Quillon Ferrabast', level: 1 }).waitFor();
    await page.goto('/find?text=trading');
    await section('List entries').getByRole('link', { name: 'Glimmerfax Trading Company' }).waitFor();
    await page.goto('/find?text=xyzzy');
    await page.getByText('Nothing found.').waitFor();
  });

  test('a look-up keeps and costs nothing', async () => {
    const left = async () =>
      /r=\d+/.exec(String((await served.ask('GET', '/api/Customers', { key })).headers.ratelimit))![0];
    const before = await left();
    await owner.page.goto('/find?text=ferrabast');
    await section('List entries').getByRole('link', { name: 'Quillon Ferrabast' }).waitFor();
    expect(await left()).toBe(before);
  });

  test('remembered dismissals say who, why and until what changes, and are taken back', async () => {
    const { page } = owner;
    await page.goto('/alerts?customer=C-77');
    const card = page.getByRole('region', { name: 'Current alert' });
    await card.getByRole('heading', { level: 2, name: 'Zorvan Ilmatok' }).waitFor();
    await page.keyboard.press('r');
    for (const name of ['w', 'b', 'd']) await page.keyboard.press(name);
    await card.getByText('Dismissed').first().waitFor();
    await page.getByRole('link', { name: 'Remembered dismissals' }).click();
    await page.getByText(/It ends by itself when the entry changes on its list/).waitFor();
    const row = page.getByRole('row', { name: /Zorvan Ilmatok/ });
    await row.getByText('Another birth date').waitFor();
    await row.getByText(`owner-${account}@harbour.example`).waitFor();
    await row.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('No dismissal is remembered.').waitFor();
    const { body } = await served.ask('GET', '/api/Alerts?customer=C-77', { key });
    expect(body.items[0].state).toBe('open');
  });

  test('a note on a customer has its author and time, and the audit log names it without its text', async () => {
    const { page } = owner;
    await page.goto('/customers/C-77');
    const notes = section('Notes');
    await notes.getByLabel('New note').fill('Met at the branch.\nPassport was seen.');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await notes.getByText('Met at the branch.').waitFor();
    await notes.getByText(`owner-${account}@harbour.example`).waitFor();
    expect(await notes.getByLabel('New note').inputValue()).toBe('');
    const answer = await page.request.get('/dashboard/api/audit?action=customer.noted');
    const { items } = (await answer.json()) as { items: object[] };
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain('Passport');
  });

  test('a webhook is made, tried and removed in the settings; its secret is shown once', async () => {
    const { page } = owner;
    await page.goto('/settings/webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByLabel('Address').fill('https://10.1.2.3/hook');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByRole('alert').first().waitFor();
    await dialog.getByLabel('Address').fill(`${receiver.origin}/hook`);
    await dialog.getByLabel('Description').fill('Case tool');
    expect(await owner.barriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    expect(await page.getByText(/^whsec_/).count()).toBe(0);
    const hook = page.getByRole('listitem').filter({ hasText: 'Case tool' }).first();
    await hook.getByRole('button', { name: 'Send a test' }).click();
    await eventually(() => receiver.received.length).toBe(1);
    await hook.getByText('Latest deliveries').click();
    await hook.getByText('somebody sends a test').waitFor();
    await hook.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No webhooks yet.').waitFor();
  });

  test('an owner turns four eyes on, and cannot turn it off alone', async () => {
    const { page } = owner;
    await page.goto('/settings/account');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page
      .getByRole('dialog')
      .getByText(/one person proposes a decision/)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await bench.records(({ accounts }) => accounts.get(account)))!.fourEyes).toBe(true);
    const origin = new URL(page.url()).origin;
    const off = await page.request.post('/dashboard/api/account', { data: { fourEyes: false }, headers: { origin } });
    expect(off.status()).toBe(400);
  });

  test('nothing on the way broke the policy, threw an error or asked another host', () => {
    expect(owner.troubles).toEqual([]);
  });
});
