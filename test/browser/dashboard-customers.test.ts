import { readFile } from 'node:fs/promises';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { xlsxFile } from '../support/xlsx-file.ts';

const eventually = <T>(look: () => T) => expect.poll(look);
const CUSTOMERS = 300;

describe.skipIf(!CHROMIUM)(`customers at the desk${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let key: string;
  let owner: Visitor;

  beforeAll(async () => {
    bench = await Bench.create();
    await bench.importPeople();
    account = await bench.account(1000);
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

  const listed = async (query = '') => {
    const answer = await served.ask('GET', `/api/Customers?limit=200${query}`, { key });
    return answer.body.items as { reference: string; name: string; dateOfBirth: string; monitored: boolean }[];
  };
  const choose = (name: string, text: string | Buffer) =>
    owner.page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text as string) });

  test('300 customers of a file are watched in at most five clicks, looked at before', async () => {
    const { page } = owner;
    const rows = Array.from(
      { length: CUSTOMERS },
      (_, at) => `K-${at},Margaret Thistlewood ${at},Individual,1970-01-31`,
    );
    let clicks = 0;
    const click = async (deed: Promise<unknown>) => {
      clicks += 1;
      await deed;
    };
    await click(owner.go('Customers'));
    await click(page.getByRole('link', { name: 'Import a file' }).click());
    await page.getByRole('heading', { name: 'Import customers', level: 1 }).waitFor();
    await click(choose('branch north.csv', ['id,name,type,dob', ...rows].join('\n')));
    await eventually(() => page.locator('tbody tr').count()).toBe(10);
    await page.getByText(/at most 300\. [\d,]+ are left/).waitFor();
    expect(await owner.barriers()).toEqual([]);
    await click(page.getByRole('button', { name: 'Watch 300 customers' }).click());
    await page.getByText('300 of 300 rows done').waitFor();
    expect(clicks).toBeLessThanOrEqual(5);
    await page.getByText('branch north.csv').waitFor();
    await page.getByText(`owner-${account}@harbour.example`).first().waitFor();
    expect((await listed()).every(({ monitored }) => monitored)).toBe(true);
    await page.goto('/bulk');
    const earlier = page.getByRole('region', { name: 'Earlier files' });
    await earlier.getByRole('link', { name: 'branch north.csv' }).waitFor();
    await earlier.getByText(`owner-${account}@harbour.example`).waitFor();
  });

  test('a German file of Excel is read: two columns of names, 01.02.1980, letters of Windows', async () => {
    const { page } = owner;
    await page.goto('/import');
    const german = 'Vorname;Nachname;Geburtsdatum\r\nJörg;Weißmann;01.02.1980\r\nÄnne;Überall;31.12.1999\r\n';
    await choose('kunden.csv', Buffer.from(german, 'latin1'));
    await page.getByRole('cell', { name: 'Jörg' }).waitFor();
    await page.getByText(/No column has a reference/).waitFor();
    await page.getByLabel('Compare again whenever the lists change').uncheck();
    await page.getByRole('button', { name: 'Import 2 customers' }).click();
    await page.getByText('2 of 2 rows done').waitFor();
    const made = await listed('&name=wei%C3%9Fmann');
    expect(made).toMatchObject([{ reference: 'jorg-weissmann-1980-02-01', name: 'Jörg Weißmann', monitored: false }]);
    expect(made[0]!.dateOfBirth).toBe('1980-02-01T00:00:00Z');
  });

  test('an Excel workbook is shown and taken as it is, in the import and among files of names', async () => {
    const { page } = owner;
    const workbook = xlsxFile([
      ['Reference', 'Name', 'Date of birth'],
      ['X-1', 'Anselm Borrowdale', new Date('1980-02-01')],
      ['X-2', 'Ione Quarrington', undefined],
    ]);
    await page.goto('/import');
    await choose('book.xlsx', workbook);
    await page.getByRole('cell', { name: 'Ione Quarrington' }).waitFor();
    await page.getByRole('button', { name: 'Watch 2 customers' }).click();
    await page.getByText('2 of 2 rows done').waitFor();
    expect(await listed('&name=borrowdale')).toMatchObject([{ reference: 'X-1', dateOfBirth: '1980-02-01T00:00:00Z' }]);
    await page.goto('/bulk');
    await choose('book.xlsx', workbook);
    await page.waitForURL(/job=/);
    await page.getByText('2 of 2 rows done').waitFor();
  });

  test('columns are matched by hand, and dates that could be either are asked for', async () => {
    const { page } = owner;
    await page.goto('/import');
    await choose('other.csv', 'Nr,Who,When\nX-1,Bela Wexly,02/03/1980\n');
    const take = page.getByRole('button', { name: 'Watch 1 customer' });
    await page.getByText('Say which column has the names.').waitFor();
    expect(await take.isDisabled()).toBe(true);
    await page.getByLabel('Column Nr is').selectOption('Reference');
    await page.getByLabel('Column Who is').selectOption('Name');
    await page.getByLabel('Column When is').selectOption('Date of birth');
    await page.getByLabel('Dates such as 01/02/1980 have').selectOption('the day first');
    await take.click();
    await page.getByText('1 of 1 rows done').waitFor();
    expect((await listed('&name=wexly'))[0]).toMatchObject({ reference: 'X-1', dateOfBirth: '1980-03-02T00:00:00Z' });
  });

  test('customers are filtered, sorted and exported as they are shown', async () => {
    const { page } = owner;
    await served.ask('PUT', '/api/Customers/O-1', { key, body: { name: 'Amber Wharf', entityType: 'Organization' } });
    await page.goto('/customers');
    await page.getByLabel('Monitoring').selectOption('not monitored');
    await eventually(() => page.locator('tbody tr').count()).toBe(2);
    await page.getByLabel('Monitoring').selectOption('All');
    await page.getByLabel('Type').selectOption('Organisation');
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByLabel('Type').selectOption('All');
    await page.getByLabel('Sort').selectOption('Name, A to Z');
    await eventually(() => page.locator('tbody tr').first().textContent()).toContain('Amber Wharf');
    await page.getByLabel('Search by name or reference').fill('wexly');
    await page.waitForURL(/text=wexly/);
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    const [file] = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('X-1,Bela Wexly,Individual,1980-03-02');
  });

  test('threshold and categories are changed in the form, and a customer is deleted on request', async () => {
    const { page } = owner;
    await page.goto('/customers/X-1');
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Minimum score').fill('82.5');
    await dialog.getByLabel('Wanted').uncheck();
    await dialog.getByRole('button', { name: 'Save and screen' }).click();
    await page.getByText('82.5').waitFor();
    const { body } = await served.ask('GET', '/api/Customers/X-1', { key });
    expect(body).toMatchObject({ minScore: 82.5, categories: ['pep', 'sanctions'] });
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('The customer goes with its alerts').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    expect((await served.ask('GET', '/api/Customers/X-1', { key })).status).toBe(404);
  });

  test('nothing on the way broke the policy, threw an error or asked another host', () => {
    expect(owner.troubles).toEqual([]);
  });
});
