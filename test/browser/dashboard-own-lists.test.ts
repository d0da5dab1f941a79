import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';

describe.skipIf(!CHROMIUM)(`own lists at the desk${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let key: string;
  let analyst: Visitor;

  beforeAll(async () => {
    ({ bench, served } = await Bench.serving());
    account = await bench.account();
    key = (await bench.key(account)).key;
    browser = await openBrowser();
    analyst = await invited(browser, { bench, served, account }, { role: 'analyst' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  const choose = (name: string, text: string) =>
    analyst.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  test('a list is made, an entry added, changed, found by a screening, and its history says who did it', async () => {
    const { page } = analyst;
    await analyst.go('Own lists');
    await page.getByText('No own lists yet.').waitFor();
    await page.getByRole('button', { name: 'New list' }).click();
    await page.getByLabel('Title').fill('Former customers');
    await page.getByLabel('Name', { exact: true }).fill('former');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Former customers', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'New entry' }).click();
    await page.getByLabel('ID', { exact: true }).fill('C-1');
    await page.getByLabel('Name', { exact: true }).fill('Wexford Plimsoll');
    await page.getByLabel('Numbers').fill('passport:X1234567');
    await page.getByLabel('Until').fill('2099-12-31');
    expect(await analyst.barriers()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Wexford Plimsoll' }).click();
    await page.getByLabel('Reason').fill('Chargebacks');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Chargebacks' }).waitFor();
    const body = { name: 'Wexford Plimsol', entityType: 'Individual' };
    const found = await served.ask('POST', '/api/Screening/screen', { key, body });
    expect(found.body.data.matches).toMatchObject([{ sources: ['Former customers'] }]);
    const history = page.locator('section', { hasText: 'History' });
    await history.getByText('Entry of an own list changed').waitFor();
    await history.getByText(`analyst-${account}@harbour.example`).first().waitFor();
    expect(await analyst.barriers()).toEqual([]);
  });

  test('a file is looked at before it is taken, and what would leave has to be agreed to', async () => {
    const { page } = analyst;
    await page.goto('/own-lists/former');
    await page.getByRole('link', { name: 'Import a file' }).click();
    await choose('list.csv', 'id,name,entityType\n2,Anselm Borrowdale,Individual\n3,,Individual\n');
    await page.getByText('1 entry is new.').waitFor();
    await page.getByText('1 entry is removed.').waitFor();
    await page.getByText('Row 2:').waitFor();
    expect(await analyst.barriers()).toEqual([]);
    const take = page.getByRole('button', { name: 'Import the file' });
    expect(await take.isDisabled()).toBe(true);
    await page.getByLabel('1 entry may be removed').check();
    await take.click();
    await page.getByRole('button', { name: 'Anselm Borrowdale' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('2,Anselm Borrowdale,Individual');
  });

  test('is searched, and a viewer changes nothing', async () => {
    for (const [id, name] of [
      ['4', 'Isolde Quenneville'],
      ['5', 'Петр Орлов'],
    ] as const) {
      const body = { name, entityType: 'Individual' };
      await served.ask('PUT', `/api/OwnLists/former/entries/${id}`, { key, body });
    }
    const viewer = await invited(browser, { bench, served, account }, { role: 'viewer' });
    await viewer.page.goto('/own-lists/former');
    await viewer.page.getByLabel('Name, id or number').fill('orlov');
    await expect.poll(() => viewer.page.locator('tbody tr').count()).toBe(1);
    expect(await viewer.page.getByRole('button', { name: 'New entry' }).count()).toBe(0);
    await viewer.close();
  });

  test('a list is deleted with its entries', async () => {
    const { page } = analyst;
    await page.goto('/own-lists/former');
    await page.getByRole('button', { name: 'Delete list' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete list' }).click();
    await page.getByText('No own lists yet.').waitFor();
    expect((await served.ask('GET', '/api/OwnLists/former', { key })).status).toBe(404);
  });
});
