import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verification } from '../records/samples.ts';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE } from '../support/un-list.ts';

describe.skipIf(!CHROMIUM)(`decisions with reasons${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let owner: Visitor;

  beforeAll(async () => {
    bench = await Bench.create();
    await bench.importPeople();
    account = await bench.account();
    await bench.run('accounts', 'set', String(account), '--require-reason', 'on');
    const { key } = await bench.key(account);
    served = await bench.serve();
    for (const { name } of PEOPLE.slice(0, 4)) await served.screen(key, { name, entityType: 'Individual' });
    browser = await openBrowser();
    owner = await invited(browser, { bench, served, account }, { role: 'owner' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  const card = () => owner.page.getByRole('region', { name: 'Current alert' });
  const press = (name: string) => owner.page.keyboard.press(name);
  const count = async (query: string) =>
    ((await (await owner.page.request.get(`/dashboard/api/alerts/count?${query}`)).json()) as { count: number }).count;

  async function alerts(query = ''): Promise<void> {
    await owner.page.goto(`/alerts${query}`);
    await card().getByRole('heading', { level: 2 }).waitFor();
  }

  test('by keyboard a dismissal with its reason is three keys, or two where the key for it asks', async () => {
    await alerts();
    for (const key of ['w', 'b', 'd']) await press(key);
    await expect.poll(() => count('state=dismissed&reason=other-birth-date')).toBe(1);
    await press('d');
    await owner.page.getByRole('list', { name: 'Why' }).waitFor();
    expect(await count('state=dismissed')).toBe(1);
    await press('p');
    await expect.poll(() => count('state=dismissed&reason=other-person')).toBe(1);
  });

  test('who leaves the reasons decides nothing', async () => {
    await alerts();
    await press('d');
    await owner.page.getByRole('list', { name: 'Why' }).waitFor();
    await press('Escape');
    await owner.page.getByRole('list', { name: 'Why' }).waitFor({ state: 'detached' });
    expect(await count('state=dismissed')).toBe(2);
  });

  test('a confirmation asks for its reason, then whether it is meant', async () => {
    await alerts();
    await press('c');
    await press('s');
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Confirm match' }).click();
    await expect.poll(() => count('state=confirmed&reason=same-person')).toBe(1);
  });

  test('on the page of a screening, a click on the decision asks for the reason', async () => {
    const { page } = owner;
    await page.goto('/screenings/1');
    await page.getByRole('button', { name: 'Dismiss match' }).click();
    await page.getByRole('button', { name: 'Another nationality' }).click();
    await expect.poll(() => count('state=dismissed&reason=other-nationality')).toBe(1);
  });

  test('a verification is approved or rejected, with its document, its checks and reasons in sight', async () => {
    await bench.records(async ({ verifications }) => {
      const sample = verification(account, await verifications.reserve());
      const facts = { documentType: 'Passport', documentNumber: 'P7654321', expiryDate: '2020-01-31', country: 'DEU' };
      await verifications.create({ ...sample, extractedData: { ...sample.extractedData, ...facts } });
    });
    const { page } = owner;
    await alerts('?kind=review');
    const row = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem').first();
    expect(await row.textContent()).toMatch(/Passport · Germany · P7654321.*expired/);
    expect(await card().textContent()).toMatch(/Expires31 Jan 2020 expired/);
    await card().getByRole('heading', { name: 'Authenticity checks' }).waitFor();
    await card().getByRole('button', { name: 'Reject' }).waitFor();
    await card().getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Accepted after a call' }).click();
    await expect.poll(() => count('kind=review&state=dismissed&reason=accepted-after-call')).toBe(1);
    await card().getByText('Approved', { exact: true }).first().waitFor();
  });

  test('an owner sees in the settings that reasons are asked for, and switches it off', async () => {
    const { page } = owner;
    await page.goto('/settings/audit?action=alert.dismissed');
    await page.getByRole('cell').getByText('Another birth date').waitFor();
    await page.goto('/settings/account');
    const box = page.getByRole('checkbox', { name: 'Every decision needs a reason' });
    expect(await box.isChecked()).toBe(true);
    await box.uncheck();
    await page.getByRole('form', { name: 'Decisions' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('form', { name: 'Decisions' }).getByText('Saved.').waitFor();
    expect(owner.troubles).toEqual([]);
  });
});
