import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCsv } from '../../src/spreadsheets/as-csv.ts';
import { CHROMIUM, NO_CHROMIUM, openBrowser, PASSWORD, Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, unList } from '../support/un-list.ts';
import { odsFile } from '../support/xlsx-file.ts';

const EMAIL = 'ada@harbour.example';
const ROWS = 1000;

const eventually = <T>(look: () => T) => expect.poll(look);

describe.skipIf(!CHROMIUM)(`the dashboard, from the first start on${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    bench = await Bench.create({ TOUCHSTONE_FIRST_ACCOUNT: 'on' });
    await bench.importPeople();
    served = await bench.serve();
    browser = await openBrowser();
    visitor = await Visitor.at(browser, served.service.url);
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  test('the link that the first start printed makes the first owner, once', async () => {
    const link = /https:\S+\/welcome#\S+/.exec(bench.printed)![0];
    await visitor.accept(link, EMAIL);
    const other = await Visitor.at(browser, served.service.url);
    await other.page.goto(link);
    await other.page.getByText('This link no longer works.').waitFor();
    await other.close();
  });

  test('a key made in the settings screens over the API until it is revoked', async () => {
    const { page } = visitor;
    await visitor.go('Settings');
    await page.getByRole('button', { name: 'New API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Onboarding');
    await dialog.getByLabel('Allowed addresses').fill('10.0.0.300');
    await dialog.getByText('10.0.0.300').last().waitFor();
    await eventually(() => dialog.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Allowed addresses').fill('127.0.0.0/8');
    await eventually(() => dialog.getByRole('button', { name: 'Create key' }).isEnabled()).toBe(true);
    await dialog.getByLabel('Everything, including what is added later').uncheck();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Say what the key may do').waitFor();
    await dialog.getByLabel('Screen names, read screenings').check();
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const value = (await page.locator('.secret').textContent())!;
    expect(await page.getByRole('region', { name: 'Try it in a terminal' }).textContent()).toContain(value);

    const body = { name: PEOPLE[0]!.name, entityType: 'Individual' };
    expect((await served.screen(value, body)).body.data.hasMatch).toBe(true);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    expect(await page.content()).not.toContain(value);
    await page
      .getByRole('row', { name: /Onboarding/ })
      .getByText('Screen names, read screenings')
      .waitFor();
    expect((await served.ask('GET', '/api/Alerts', { key: value })).body.code).toBe('scope-missing');

    await page.getByRole('button', { name: 'Rotate Onboarding' }).click();
    await page.getByLabel('The old value keeps working').selectOption('for a day');
    expect(await visitor.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Create new value' }).click();
    const rotated = (await page.locator('.secret').textContent())!;
    for (const one of [value, rotated]) expect((await served.screen(one, body)).status).toBe(200);
    expect(rotated).not.toBe(value);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await page.getByText('old value until').waitFor();
    await page.getByRole('button', { name: 'Revoke Onboarding' }).click();
    await page.getByRole('button', { name: 'Revoke key' }).click();
    await page
      .getByRole('row', { name: /Onboarding/ })
      .getByText(/revoked/)
      .waitFor();
    for (const one of [value, rotated]) expect((await served.screen(one, body)).status).toBe(401);
  });

  test('a screening says why: tokens side by side, what raised and what lowered the score', async () => {
    const { page } = visitor;
    await visitor.go('Screen');
    await page.getByLabel('Name', { exact: true }).fill('Зорван Ильматок');
    await page.getByLabel('Date of birth').fill('1961-04-30');
    await page.getByRole('button', { name: 'Screen', exact: true }).click();
    const match = page.getByRole('article').first();
    const parts = match.getByRole('list', { name: 'Parts of the names' });
    await parts.waitFor();
    const pairs = await parts.getByRole('listitem').allTextContents();
    expect(pairs.some((pair) => pair.includes('Зорван') && pair.includes('Zorvan'))).toBe(true);
    const why = match.getByRole('region', { name: 'Why this is a match' });
    await why.getByText('Same date of birth').waitFor();
    await why.getByText('The names alone').waitFor();
    // The birth date is shown as people here write it, the time of the record in their zone.
    await match.getByText('30 Apr 1961').first().waitFor();
    await page.getByRole('link', { name: /^Record / }).click();
    await page.getByRole('heading', { name: 'Зорван Ильматок', level: 1 }).waitFor();
    const made = page.getByRole('region', { name: 'About this record' }).locator('time').last();
    expect(await made.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    await page.getByText(EMAIL).first().waitFor();
  });

  test(`a file of ${ROWS} names is screened to its end and its results are downloaded`, async () => {
    const { page } = visitor;
    await visitor.go('Screen');
    await page.getByRole('link', { name: 'Many names (file)' }).click();
    const rows = Array.from({ length: ROWS }, (_, index) =>
      index % 100 === 0 ? PEOPLE[1]!.name : `Nobody ${index} Xyloq`,
    );
    const buffer = Buffer.from(['name', ...rows].join('\n'));
    await page.locator('input[type=file]').setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer });
    await page.getByText(`1,000 of 1,000 rows done · ${ROWS / 100} with matches`).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.getByRole('link', { name: 'Download results' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    expect(lines.length).toBeGreaterThan(ROWS);
    expect(lines.filter((line) => line.includes(PEOPLE[1]!.name)).length).toBeGreaterThanOrEqual(ROWS / 100);
  });

  test('a table goes on while one scrolls, keeps its filter in the address, and is as it was after going back', async () => {
    const { page } = visitor;
    await visitor.go('Screenings');
    await page.getByRole('table').waitFor();
    const loaded = () => page.locator('tbody').count();
    await eventually(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      return loaded();
    }).toBeGreaterThan(3);
    const pagesBefore = await loaded();
    // By its address: pages go on coming, and what is last now is not last when it is clicked.
    const address = await page.locator('tbody a').last().getAttribute('href');
    const row = page.locator(`tbody a[href="${address}"]`);
    await row.click();
    await page.getByRole('region', { name: 'About this record' }).waitFor();
    await page.goBack();
    await eventually(loaded).toBeGreaterThanOrEqual(pagesBefore);
    const inSight = async () => {
      const box = await row.boundingBox();
      return box !== null && box.y >= 0 && box.y < 900;
    };
    await eventually(inSight).toBe(true);

    await page.getByLabel('Search by name').fill('ferrabast');
    await page.waitForURL(/text=ferrabast/);
    await eventually(() => page.locator('tbody tr').count()).toBe(ROWS / 100);
    await page.reload();
    await eventually(() => page.locator('tbody tr').count()).toBe(ROWS / 100);
  });

  test('a workbook is screened, and its results are had for Excel', async () => {
    const { page } = visitor;
    await visitor.go('Screen');
    await page.getByRole('link', { name: 'Many names (file)' }).click();
    const buffer = odsFile([['name'], [PEOPLE[1]!.name], ['Nobody Xyloq']]);
    await page.locator('input[type=file]').setInputFiles({ name: 'customers.ods', mimeType: '', buffer });
    await page.getByText('2 of 2 rows done · 1 with matches').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.getByRole('link', { name: 'Results for Excel' }).click(),
    ]);
    const csv = await Array.fromAsync(asCsv(createReadStream(await file.path()), 'Results'));
    expect(Buffer.concat(csv).toString()).toContain(PEOPLE[1]!.name);
  });

  test('an alert dismissed and remembered stays dismissed until its entry changes, and then says what changed', async () => {
    const { page } = visitor;
    const name = PEOPLE[3]!.name;
    const screen = async () => {
      await page.goto('/screen');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByRole('button', { name: 'Screen', exact: true }).click();
      return page.getByRole('article').first().getByRole('region', { name: 'Decision' });
    };
    await (await screen()).getByText('Open', { exact: true }).waitFor();

    await page.goto(`/alerts?text=${encodeURIComponent(name)}`);
    const current = page.getByRole('region', { name: 'Current alert' });
    await current.getByRole('heading', { name, level: 2 }).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.type('Another person: our customer was born in 1994.');
    await page.keyboard.press('Escape');
    // A new account asks for a reason of each decision.
    await page.keyboard.press('w');
    await page.keyboard.press('p');
    await page.keyboard.press('r');
    await page.keyboard.press('d');
    await current.getByText('Another person: our customer was born in 1994.').waitFor();
    await page.keyboard.press('u');
    await current.getByText('Reopened').waitFor();
    await page.keyboard.press('d');
    await current.getByRole('button', { name: /Undo decision/ }).waitFor();

    await (await screen()).getByText('Dismissed before', { exact: true }).waitFor();

    const changed = PEOPLE.map((entry) => (entry.name === name ? { ...entry, born: '1981-03-01' } : entry));
    const before = await snapshot();
    await bench.json('lists', 'import', 'un-sc', await unList(changed, '2026-02-02T03:04:05Z'));
    await eventually(snapshot).not.toBe(before);
    // The lists in force change a moment before the search takes them up.
    await eventually(async () => (await screen()).locator('.tag').first().textContent()).toBe('Open');
    const decision = page.getByRole('article').first().getByRole('region', { name: 'Decision' });
    await decision.getByText('Decided before. Since then this has changed:').waitFor();
    await decision.getByText(/birth/i).first().waitFor();
  });

  async function snapshot(): Promise<string> {
    const answer = await visitor.page.request.get('/dashboard/api/lists');
    return ((await answer.json()) as { snapshot: string }).snapshot;
  }

  test('who signed out is asked to sign in, and comes back to where they wanted to go', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await page.request.get('/dashboard/api/session')).status()).toBe(401);
    await page.goto('/settings/audit');
    await page.getByLabel('Email address').fill(EMAIL);
    await page.getByLabel('Password').fill('not my password at all');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await page
      .getByRole('cell', { name: /Signed out/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Check the chain' }).click();
    await page
      .getByText(/^The chain of .* holds$/)
      .first()
      .waitFor();
  });

  test('nothing on the way broke the policy, threw an error or asked another host', () => {
    expect(visitor.troubles).toEqual([]);
  });
});
