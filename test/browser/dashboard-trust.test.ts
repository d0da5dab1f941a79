import { readFile } from 'node:fs/promises';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

interface Parameter {
  readonly $ref?: string;
  readonly required?: boolean;
}
interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Parameter[];
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

describe.skipIf(!CHROMIUM)(`a record that can be trusted${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let owner: Visitor;
  let key: string;

  const put = (reference: string, body: object) =>
    served.ask('PUT', `/api/Customers/${reference}`, { key, body: { entityType: 'Individual', ...body } });

  beforeAll(async () => {
    bench = await Bench.create();
    await bench.importPeople();
    account = await bench.account();
    key = (await bench.key(account)).key;
    served = await bench.serve();
    browser = await openBrowser();
    owner = await invited(browser, { bench, served, account }, { role: 'owner' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  test('a form for a new customer refuses a taken reference, changes nothing and leads to who has it', async () => {
    const { page } = owner;
    await put('T-1', { name: 'Quillon Ferrabast', otherNames: ['Q. Ferra'], minScore: 60 });
    await page.goto('/customers');
    await page.getByRole('button', { name: 'New customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await dialog.getByLabel('Reference').fill('T-1');
    await dialog.getByLabel('Name', { exact: true }).fill('Margaret Thistlewood');
    await dialog.getByRole('button', { name: 'Save and screen' }).click();
    await dialog.getByText('This reference is taken.').waitFor();
    const kept = (await served.ask('GET', '/api/Customers/T-1', { key })).body;
    expect(kept).toMatchObject({ name: 'Quillon Ferrabast', otherNames: ['Q. Ferra'], minScore: 60, state: 'open' });
    expect(await owner.barriers()).toEqual([]);
    await dialog.getByRole('link', { name: 'Open that customer' }).click();
    await page.getByRole('heading', { name: 'Quillon Ferrabast', level: 1 }).waitFor();
  });

  test('without current lists nothing is called clear, and one line says why with the lists folded', async () => {
    const { page } = owner;
    const made = await served.screen(key, { name: 'Margaret Thistlewood', entityType: 'Individual' });
    await page.goto(`/screenings/${made.body.data.id}`);
    const line = page.locator('.notice.warning').filter({ hasText: 'This is no all-clear.' });
    await line.waitFor();
    expect(await page.locator('.notice.info').count()).toBe(0);
    const list = line.getByText('Not screened against the real list of', { exact: false });
    expect(await list.first().isVisible()).toBe(false);
    await line.getByText('Which lists').click();
    await list.first().waitFor();
    await page.goto('/screenings?text=thistlewood');
    const outcome = page.locator('tbody .tag').first();
    await outcome.waitFor();
    expect([await outcome.textContent(), await outcome.getAttribute('class')]).toEqual([
      'Clear, but not on current lists',
      'tag warning',
    ]);
    await put('T-0', { name: 'Margaret Thistlewood' });
    for (const path of ['/customers?text=thistlewood', '/customers/T-0', '/find?text=T-0']) {
      await page.goto(path);
      await page.locator('main .tag.warning').getByText('Clear, but not on current lists').first().waitFor();
      expect(await page.locator('main .tag.good').count(), path).toBe(0);
    }
    await page.goto('/monitoring');
    const warned = page.locator('main > .notice.warning');
    await warned.getByText('Not screened against the real list of', { exact: false }).waitFor();
    expect(await page.locator('main .notice.good').count()).toBe(0);
    await served.ask('DELETE', '/api/Customers/T-0', { key });
  });

  test('a file of which rows were refused is not simply done: amber, with the refused rows open', async () => {
    const { page } = owner;
    await page.goto('/bulk');
    const buffer = Buffer.from('name\nQuillon Ferrabast\n!!!\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('heading', { name: 'Done, but some rows were refused' }).waitFor();
    await page
      .locator('.notice.warning')
      .getByText(/Row \d/)
      .waitFor();
    await page.goto('/bulk');
    await page.getByText('Done, but some rows were refused').waitFor();
    await page.getByText('1 refused').waitFor();
  });

  test('exports begin with what tells a spreadsheet that they are UTF-8', async () => {
    const { page } = owner;
    const exported = async (path: string) => {
      await page.goto(path);
      const [file] = await Promise.all([
        page.waitForEvent('download') as Promise<Download>,
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ]);
      return [...(await readFile(await file.path())).subarray(0, 3)];
    };
    for (const path of ['/alerts', '/screenings', '/verifications', '/customers']) {
      expect(await exported(path), path).toEqual(BYTE_ORDER_MARK);
    }
    const audit = await page.request.get('/dashboard/api/audit/export?format=csv');
    expect([...(await audit.body()).subarray(0, 3)]).toEqual(BYTE_ORDER_MARK);
  });

  test('a day that no calendar has is refused in place of another day', async () => {
    for (const path of ['/screenings', '/verifications', '/settings/audit']) {
      await owner.page.goto(`${path}?from=2026-02-30`);
      await owner.page.getByText('from must be an ISO 8601 date or time that exists').waitFor();
    }
  });

  test('evidence on paper has its times in UTC', async () => {
    const { page } = owner;
    const { id } = (await served.ask('GET', '/api/Alerts', { key })).body.items[0];
    await page.goto(`/reports/alerts/${id}`);
    const times = page.locator('.paper time');
    await times.first().waitFor();
    const shown = (await times.allTextContents()).filter((text) => /\d{2}:\d{2}/.test(text));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((text) => !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC$/.test(text))).toEqual([]);
  });

  test('the reference says of no optional parameter that it is required', async () => {
    const { page } = owner;
    await page.goto('/docs');
    const list = page.locator('#listCustomers .properties').first();
    await list.getByText('updatedSince', { exact: true }).waitFor();
    expect(await list.getByText('required', { exact: true }).count()).toBe(0);
    await page.locator('#getCustomer .properties').first().getByText('required', { exact: true }).waitFor();
    const { paths, components } = (await served.ask('GET', '/openapi.json')).body;
    const operations = Object.values(paths).flatMap((of) => Object.values(of as Record<string, Operation>));
    let optional = 0;
    for (const { operationId, parameters = [] } of operations.filter(({ operationId: id }) => id)) {
      const wanted = parameters.map((one) => (one.$ref ? components.parameters[one.$ref.split('/').pop()!] : one));
      if (wanted.length === 0) continue;
      const shown = page.locator(`#${operationId} .properties`).first();
      const required = await shown
        .locator(':scope > *')
        .filter({ has: page.getByText('required', { exact: true }) })
        .count();
      expect([operationId, required]).toEqual([operationId, wanted.filter((one) => one.required).length]);
      optional += wanted.filter((one) => !one.required).length;
    }
    expect(optional).toBeGreaterThan(80);
    // What is no JSON is shown as well, and so are events; the menu goes by tags.
    await page.locator('#importCustomers').getByRole('region', { name: 'Body text/csv' }).waitFor();
    await page.getByRole('heading', { name: 'A screening with a match was stored' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Operations' });
    for (const tag of ['Customers', 'Alerts', 'Compatibility']) await menu.getByText(tag, { exact: true }).waitFor();
  });

  test('a customer who is no longer watched is seen: on its page, under Monitoring, and by a filter', async () => {
    const { page } = owner;
    await put('T-2', { name: 'Corvane Plithery' });
    await page.goto('/customers/T-2');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Compare again whenever the lists change').uncheck();
    await dialog.getByRole('button', { name: 'Save and screen' }).click();
    const history = page.getByRole('region', { name: 'Changes to this customer' });
    await history.getByText('Monitoring of a customer switched off').waitFor();
    await history.getByText(`owner-${account}@harbour.example`).waitFor();
    await page.goto('/monitoring');
    await page.getByText('1 of 2 customers monitored').waitFor();
    await page.getByRole('link', { name: 'Show those who are not' }).click();
    await page.getByRole('link', { name: 'Corvane Plithery' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByLabel('Monitoring').selectOption('Monitored');
    await page.getByRole('link', { name: 'Quillon Ferrabast' }).waitFor();
    expect(await owner.barriers()).toEqual([]);
  });

  test('a rename is an event of the alert, and paper keeps whom the decision was for', async () => {
    const { page } = owner;
    await put('T-3', { name: 'Theskara Wumbolt' });
    const { id } = (await served.ask('GET', '/api/Alerts?customer=T-3', { key })).body.items[0];
    const body = { decision: 'confirmed', reason: 'same-person' };
    await served.ask('POST', `/api/Alerts/${id}/decisions`, { key, body });
    await put('T-3', { name: 'Wumbolt Theskara' });
    await page.goto('/customers/T-3');
    await page.getByText('Decided for Theskara Wumbolt').waitFor();
    await page.getByText('Customer changed').first().waitFor();
    await page.goto('/reports/customers/T-3');
    await page.getByText('Decided for Theskara Wumbolt').waitFor();
    await put('T-3', { name: 'Wilmot Grandison' });
    await page.goto(`/alerts/${id}`);
    await page.getByText('Name of the customer changed: Theskara Wumbolt is now Wilmot Grandison.').first().waitFor();
  });

  test('a proposal waits in sight of a second person, and whoever made it is not asked to accept it', async () => {
    const people = { bench, served, account: await bench.account() };
    await bench.run('accounts', 'set', String(people.account), '--four-eyes', 'on');
    const { key: own } = await bench.key(people.account);
    for (const name of ['Quillon Ferrabast', 'Theskara Wumbolt', 'Zorvan Ilmatok']) {
      await served.screen(own, { name, entityType: 'Individual' });
    }
    const ana = await invited(browser, people, { role: 'analyst' });
    const ben = await invited(browser, people, { role: 'owner' });
    const card = (visitor: Visitor) => visitor.page.getByRole('region', { name: 'Current alert' });
    const { page } = ana;
    await page.goto('/alerts?text=ferrabast');
    await card(ana).getByText('A second person has to agree: your decision is a proposal until then.').waitFor();
    await card(ana).getByRole('button', { name: 'Confirm match' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('A second person has to agree').waitFor();
    await dialog.getByRole('button', { name: 'Confirm match' }).click();
    const row = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem').first();
    await row.getByText('waits for a second person').waitFor();
    await card(ana).getByRole('button', { name: 'Withdraw proposal' }).waitFor();
    expect(await page.getByRole('button', { name: 'Accept proposal' }).count()).toBe(0);
    expect(await ana.barriers()).toEqual([]);

    await ben.page.goto('/');
    await ben.page.getByRole('link', { name: /^To accept 1/ }).click();
    await card(ben).getByRole('heading', { name: 'Quillon Ferrabast', level: 2 }).waitFor();
    expect(await ben.page.getByRole('list', { name: 'Alerts' }).getByRole('listitem').count()).toBe(1);
    await card(ben).getByRole('button', { name: 'Accept proposal' }).click();
    await card(ben).getByText('Confirmed').first().waitFor();
    await ana.page.goto('/');
    await ana.page.getByRole('link', { name: /^To accept 0/ }).waitFor();
    expect([...ana.troubles, ...ben.troubles]).toEqual([]);
    await ana.close();
    await ben.close();
  });

  test('what went wrong with one alert is not said of the next', async () => {
    const { page } = owner;
    const card = page.getByRole('region', { name: 'Current alert' });
    await page.goto('/alerts?customer=T-1');
    await card.getByRole('heading', { level: 2 }).waitFor();
    const { id } = (await served.ask('GET', '/api/Alerts?customer=T-1', { key })).body.items[0];
    await served.screen(key, { name: 'Ysmelda Krontarvik', entityType: 'Individual' });
    await page.goto('/alerts');
    const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
    await rows.filter({ hasText: 'T-1' }).getByRole('button').click();
    await card.getByRole('heading', { name: 'Quillon Ferrabast', level: 2 }).waitFor();
    await served.ask('POST', `/api/Alerts/${id}/decisions`, { key, body: { decision: 'escalated', reason: 'other' } });
    await card.getByRole('button', { name: 'Dismiss' }).click();
    await card.getByText('Another user has changed this alert.').waitFor();
    await page.keyboard.press('k');
    await card.getByText('Another user has changed this alert.').waitFor({ state: 'detached' });
  });

  test('somebody who is there gets a link for the password and keeps the role, and a role is never changed by a key alone', async () => {
    const { page } = owner;
    const email = `viewer-${account}@harbour.example`;
    const viewer = await invited(browser, { bench, served, account }, { role: 'viewer' });
    await page.goto('/settings/users');
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(email);
    await dialog.getByLabel('Role').selectOption('Owner');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText(`${email} is in this account already.`).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const role = page.getByLabel(`Role of ${email}`);
    expect(await role.inputValue()).toBe('viewer');
    await role.focus();
    await page.keyboard.press('ArrowUp');
    const question = page.getByRole('dialog', { name: 'Change this role?' });
    await question.getByText('Auditor').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await role.inputValue()).toBe('viewer');
    await page.getByRole('button', { name: `New link for the password ${email}` }).click();
    const link = (await page
      .getByRole('heading', { name: `Link for ${email}` })
      .locator('..')
      .locator('code')
      .textContent())!;
    const again = viewer;
    await again.accept(served.service.url + new URL(link).pathname + new URL(link).hash);
    await page.reload();
    expect(await role.inputValue()).toBe('viewer');
    await again.close();
  });

  test('an alert of monitoring says which run opened it and why, and its evidence has that run and its lists', async () => {
    const { page } = owner;
    await put('T-9', { name: 'Torvan Wexelbrook' });
    const news = { reference: 'QDi.4711', name: 'Torvan Wexelbrook' };
    await bench.run('lists', 'import', 'un-sc', await unList([...PEOPLE, news]));
    const found = async () => (await served.ask('GET', '/api/Alerts?customer=T-9', { key })).body.items[0]?.id;
    await expect.poll(found).toBeTruthy();
    const id = await found();
    await page.goto(`/alerts/${id}`);
    const history = page.getByRole('list', { name: 'History' });
    await history.getByText(/^Opened by monitoring run \d+\.$/).waitFor();
    await history.getByText(/^New on UN Security Council Consolidated List since \d+ \w+ \d{4}\.$/).waitFor();
    await page.goto(`/reports/alerts/${id}`);
    await page.getByText(/^Monitoring run \d+, /).waitFor();
    await page
      .locator('.paper td code')
      .filter({ hasText: /^[0-9a-f]{64}$/ })
      .first()
      .waitFor();
    for (const said of ['Engine', 'Minimum score']) await page.getByText(said, { exact: true }).first().waitFor();
    const evidence = async () => {
      await page.goto(`/reports/alerts/${id}`);
      const run = (await page.getByText(/^Monitoring run \d+, /).textContent())!;
      const list = page.getByRole('row', { name: /UN Security Council/ });
      return [/\d+/.exec(run)![0], await list.getByRole('cell').last().textContent()] as const;
    };
    const [run, hash] = await evidence();
    const dismissed = { decision: 'dismissed', reason: 'other-person' };
    await served.ask('POST', `/api/Alerts/${id}/decisions`, { key, body: dismissed });
    await bench.run('lists', 'import', 'un-sc', await unList([...PEOPLE, { ...news, born: '1961-04-30' }]));
    const state = async () => (await served.ask('GET', `/api/Alerts/${id}`, { key })).body.state;
    await expect.poll(state).toBe('open');
    const [later, now] = await evidence();
    expect([Number(later) > Number(run), now === hash]).toEqual([true, false]);
    await page.goto(`/alerts/${id}`);
    await history.getByText('Opened again: other facts were found').waitFor();
    await history.getByText(`Opened again by monitoring run ${later}.`, { exact: true }).waitFor();
    await history.getByText(`Opened by monitoring run ${run}.`, { exact: true }).waitFor();
  });

  test('an update of a list says what is new and gone, how much concerns the customers, and leads to those alerts', async () => {
    const { page } = owner;
    await put('T-10', { name: 'Velasquin Orthomar' });
    const entries = [{ reference: 'QDi.4712', name: 'Velasquin Orthomar' }, ...PEOPLE.slice(1)];
    await bench.run('lists', 'import', 'un-sc', await unList(entries), '--force');
    const found = async () => (await served.ask('GET', '/api/Alerts?customer=T-10', { key })).body.items.length;
    await expect.poll(found).toBe(1);
    for (const path of ['/', '/monitoring']) {
      await page.goto(path);
      const update = page.getByRole('region', { name: 'Latest list update' });
      // Torvan Wexelbrook of the test before is gone, as the first of the others is.
      await update.getByText('1 new, 2 gone').waitFor();
      await update.getByText('UN Security Council Consolidated List').waitFor();
      await update.getByRole('link', { name: '2 alerts concern your customers' }).waitFor();
    }
    const row = page.getByRole('table').getByRole('row').nth(1);
    await row.getByText('1 new, 2 gone').waitFor();
    await row.getByRole('link', { name: '2 alerts concern your customers' }).click();
    await page.getByText(/^Monitoring run \d+$/).waitFor();
    const names = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
    await expect.poll(() => names.count()).toBe(2);
    const shown = (await names.allTextContents()).join(' ');
    for (const name of ['Velasquin Orthomar', 'Torvan Wexelbrook']) expect(shown).toContain(name);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => names.count()).toBeGreaterThan(2);
  });

  test('nothing on the way broke the policy, threw an error or asked another host', () => {
    expect(owner.troubles).toEqual([]);
  });
});
