import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { DATABASE_FILE } from '../../src/open-records.ts';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, PASSWORD, Visitor } from '../support/browser.ts';
import { form } from '../support/form.ts';
import { faultsOf, LOOKS_MS } from '../support/page-matrix.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE } from '../support/un-list.ts';

const PAGES = [
  '/',
  '/screen',
  '/bulk',
  '/screenings',
  '/screenings/1',
  // The name of 200 letters.
  '/screenings/2',
  '/verifications',
  '/verifications/1',
  '/verify',
  '/alerts',
  '/alerts/1',
  '/customers',
  '/customers/C-1',
  '/import',
  '/own-lists',
  '/own-lists/former',
  '/own-lists/former/import',
  '/find?text=ilmatok',
  '/dismissals',
  '/monitoring',
  '/analytics',
  `/listed/un-sc/${PEOPLE[0]!.reference}`,
  '/reports/alerts/1',
  '/reports/screenings/1',
  '/reports/customers/C-1',
  '/docs',
  '/settings/keys',
  '/settings/account',
  '/settings/users',
  '/settings/webhooks',
  '/settings/audit',
  '/settings/lists',
  '/settings/profile',
];
const MAX_SCRIPT_BYTES = 100 * 1024;
/** 200 letters without a blank. */
const LONG = 'Wolfeschlegelstein'.repeat(12).slice(0, 200);
const NAMES = [
  PEOPLE[0]!.name,
  LONG,
  'محمد بن عبد الرحمن بن خالد آل النعيمي',
  '歐陽 建國',
  'Александра Константиновна',
];

describe.skipIf(!CHROMIUM)(`the pages of the dashboard${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let owner: Visitor;
  let key: string;

  beforeAll(async () => {
    bench = await Bench.create();
    await bench.importPeople();
    account = await bench.account(50);
    key = (await bench.key(account)).key;
    await webhookOff();
    served = await bench.serve();
    for (const name of NAMES) await served.screen(key, { name, entityType: 'Individual' });
    await served.ask('PUT', '/api/Customers/C-1', { key, body: { name: NAMES[0]!, entityType: 'Individual' } });
    await served.ask('PUT', '/api/OwnLists/former', { key, body: { title: 'Former customers' } });
    for (const [at, name] of NAMES.entries()) {
      const body = { name, entityType: 'Individual', reason: 'Chargebacks' };
      await served.ask('PUT', `/api/OwnLists/former/entries/${at}`, { key, body });
    }
    await verifyDrawn();
    browser = await openBrowser();
    owner = await invited(browser, { bench, served, account }, { role: 'owner' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  /** A webhook of the account that the service switched off. */
  async function webhookOff(): Promise<void> {
    const wanted = { url: 'https://hooks.example/', events: [], description: 'Case management', details: false };
    await bench.records(({ webhooks }) =>
      webhooks.create({ ...wanted, accountId: account, secret: new Uint8Array() }, 'operator'),
    );
    const db = new Database(join(bench.dataDir, DATABASE_FILE));
    db.exec("UPDATE webhooks SET state = 'off'");
    db.close();
  }

  /** A passport and a face that were drawn; whatever comes of it is a record with everything that its page shows. */
  async function verifyDrawn(): Promise<void> {
    const specimen = await drawSpecimen('dashboard', { kind: 'passport' });
    const pictures = { IdCardImage: photograph(specimen, 'dashboard').jpeg, SelfieImage: selfie(specimen.holder, 1) };
    const { status } = await served.ask('POST', '/api/IdVerification/verify', { key, ...(await form(pictures)) });
    expect(status).toBe(200);
  }

  describe('keeps WCAG 2.2 AA and fits from 320 to 3840 pixels, in both languages and schemes', () => {
    test.each(PAGES.map((path, turn) => [path, turn] as const))('%s', { timeout: LOOKS_MS }, async (path, turn) => {
      expect(await faultsOf(owner, path, turn)).toEqual([]);
    });
  });

  test('the pages before the sign-in do so as well', async () => {
    const { path } = await bench.invite(account, 'new@harbour.example', 'viewer');
    const stranger = await Visitor.at(browser, served.service.url);
    await stranger.show('/sign-in');
    expect(await faultsOf(stranger, '/sign-in', 0)).toEqual([]);
    expect(await faultsOf(stranger, path, 1)).toEqual([]);
    await stranger.close();
  });

  test('a chart has letters of the same size on a telephone', async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 375, height: 800 });
    await owner.show('/analytics');
    const letters = page.locator('.bars text').first();
    await expect.poll(async () => (await letters.boundingBox())!.height).toBeGreaterThanOrEqual(11);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('tiles of a row are as high as each other, and so are their figures', async () => {
    const { page } = owner;
    for (const [width, language] of [
      [1280, 'en'],
      [1280, 'de'],
      [2560, 'en'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(`localStorage.setItem('touchstone.language', '${language}')`);
      await owner.show('/');
      const tiles = (await page.evaluate(`[...document.querySelectorAll('.cards > *')].map((tile) => {
        const { top, height } = tile.getBoundingClientRect();
        return [top, height, tile.querySelector('.figure').getBoundingClientRect().top].map(Math.round).join(' ');
      })`)) as string[];
      expect([width, new Set(tiles).size], tiles.join()).toEqual([width, 1]);
      const rows = (await page.evaluate(`[...document.querySelectorAll('.freshness li')].map((row) =>
        [...row.children].map((part) => Math.round(part.getBoundingClientRect().left)).join(' '))`)) as string[];
      expect(rows.length).toBeGreaterThan(5);
      expect([width, new Set(rows).size], rows.join()).toEqual([width, 1]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('on a wide screen a table has the width of the window', async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 2560, height: 900 });
    await owner.show('/screenings');
    const { x, width } = (await page.getByRole('table').boundingBox())!;
    expect(2560 - (x + width)).toBeLessThan(80);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('on paper each page has the title of the report, and no card is parted', async () => {
    const { page } = owner;
    await owner.show('/reports/alerts/1');
    await page.emulateMedia({ media: 'print' });
    const display = await page.evaluate("getComputedStyle(document.querySelector('.running-title')).display");
    expect(display).toBe('table-header-group');
    expect(await page.locator('.running-title').textContent()).toMatch(
      /^Evidence report · Alert 1 · Test · \d{4}-\d{2}-\d{2} .* UTC$/,
    );
    const inside = await page.evaluate(
      "[...document.querySelectorAll('.paper .panel')].map((card) => getComputedStyle(card).breakInside)",
    );
    expect(new Set(inside as string[])).toEqual(new Set(['avoid']));
    const heads = (await owner.printed()).map(([_number, _of, _pages, ...text]) => text.join('').slice(0, 100));
    expect(heads.length).toBeGreaterThan(1);
    expect(new Set(heads).size).toBe(1);
    await page.emulateMedia({ media: 'screen' });
  });

  test('the overview names a webhook that was switched off', async () => {
    await owner.show('/');
    await owner.page.getByText('(Case management) failed for five days and is off.').waitFor();
  });

  test('on a telephone the menu opens, leads on and closes', async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 375, height: 800 });
    await owner.show('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await owner.go('Screenings');
    await page.getByRole('heading', { name: 'Screenings', level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
    await owner.show('/settings/audit?action=customer.created');
    await page.getByRole('cell').getByText('Customer 1', { exact: true }).waitFor();
    await page.getByText('watched:').first().waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test.each(['en-GB', 'de-DE'])('the front door has at most 100 KB of compressed script, in %s', async (locale) => {
    for (const path of ['/', '/sign-in', '/sign-in?next=%2Falerts']) {
      const visitor = await Visitor.at(browser, served.service.url, { locale });
      let bytes = 0;
      visitor.page.on('response', (answer) => {
        if (answer.url().endsWith('.js')) bytes += Number(answer.headers()['content-length']);
      });
      await visitor.page.goto(path, { waitUntil: 'networkidle' });
      await visitor.page.locator('input[type=password]').waitFor();
      expect(bytes, path).toBeGreaterThan(10_000);
      expect(bytes, path).toBeLessThan(MAX_SCRIPT_BYTES);
      await visitor.close();
    }
  });

  test('by keyboard: the first stop skips to the content, and a new page puts the focus on its heading', async () => {
    const { page } = owner;
    await owner.show('/');
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(await focused.textContent()).toBe('Skip to content');
    await owner.go('Alerts');
    await page.getByRole('heading', { name: 'Alerts', level: 1 }).waitFor();
    await expect.poll(() => focused.textContent()).toBe('Alerts');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('names of any script stand by themselves, whatever their direction', async () => {
    const { page } = owner;
    await owner.show('/screenings');
    for (const name of NAMES) expect(await page.locator('bdi', { hasText: name }).first().textContent()).toBe(name);
  });

  test('the whole interface is there in German too, with the days and numbers of German', async () => {
    const visitor = await Visitor.at(browser, served.service.url, { locale: 'de-DE' });
    await visitor.page.goto('/sign-in');
    await visitor.page.getByLabel('E-Mail-Adresse').fill(`owner-${account}@harbour.example`);
    await visitor.page.getByLabel('Passwort').fill(PASSWORD);
    await visitor.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await visitor.page.getByRole('heading', { name: 'Übersicht', level: 1 }).waitFor();
    expect(await visitor.page.getAttribute('html', 'lang')).toBe('de');
    await visitor.page.getByRole('link', { name: 'Prüfungen', exact: true }).click();
    expect(await visitor.page.locator('tbody time').first().textContent()).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
    for (const path of ['/', '/screenings/1', '/alerts', '/verifications/1', '/monitoring', '/customers/C-1']) {
      await visitor.show(path);
      expect(await visitor.page.locator('main [lang="en"]').allTextContents(), path).toEqual([]);
      const said = (await visitor.page.locator('main').innerText()).replaceAll(/\d{8}T\S+/g, '');
      expect(said, path).not.toMatch(/\b\d{4}-\d{2}-\d{2}\b|\d\.\d{2} liegt/);
    }
    await visitor.show('/verifications/1');
    const checks = visitor.page.getByRole('region', { name: 'Echtheitsprüfung' });
    await checks
      .getByText(/^(Die|Das|Keine|Um) /)
      .first()
      .waitFor();
    await visitor.page.setViewportSize({ width: 375, height: 900 });
    for (const path of ['/settings/audit', '/screenings', '/verifications', '/customers']) {
      await visitor.show(path);
      const beyond = await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(beyond, path).toBeLessThanOrEqual(0);
    }
    await visitor.close();
  });

  test('a viewer reads and cannot screen; an analyst screens and sees neither people nor audit log', async () => {
    const viewer = await invited(browser, { bench, served, account }, { role: 'viewer' });
    await viewer.show('/screen');
    await viewer.page.getByText('Screening needs the analyst role').waitFor();
    await viewer.show('/screenings/1');
    await viewer.page.getByRole('article').first().waitFor();
    expect(await viewer.page.getByRole('button', { name: /Dismiss/ }).count()).toBe(0);
    await viewer.show('/settings/users');
    await viewer.page.getByText('Your role does not allow this.').waitFor();
    expect(await viewer.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await viewer.close();
    const analyst = await invited(browser, { bench, served, account }, { role: 'analyst' });
    await analyst.show('/screen');
    await analyst.page.getByLabel('Name', { exact: true }).fill(NAMES[0]!);
    await analyst.page.getByRole('button', { name: 'Screen', exact: true }).click();
    await analyst.page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /Dismiss/ })
      .waitFor();
    await analyst.show('/settings/users');
    await analyst.page.getByText('Your role does not allow this.').waitFor();
    expect(await analyst.page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await analyst.close();
  });

  test('the examples of the API reference work as they are pasted', async () => {
    const { page } = owner;
    await owner.show('/docs');
    await page.getByLabel('API key for the examples').fill(key);
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-pasted-'));
    const paste = async (command: string) =>
      (await promisify(execFile)('bash', ['-c', command], { cwd: folder })).stdout;
    const example = (name: string) =>
      page.getByRole('region', { name: `Screens a name and stores the result: ${name}` });
    try {
      await writeFile(join(folder, 'touchstone.pem'), served.ca);
      if (await has('curl')) expect(await paste((await example('curl').textContent())!)).toContain('"success":true');
      await page.getByLabel('TypeScript').check();
      await writeFile(join(folder, 'example.mts'), (await example('TypeScript').textContent())!);
      const node = `NODE_EXTRA_CA_CERTS=touchstone.pem '${process.execPath}' example.mts`;
      expect(await paste(node)).toContain('success: true');
      await page.getByLabel('Python').check();
      await writeFile(join(folder, 'example.py'), (await example('Python').textContent())!);
      if (await has('python3')) expect(await paste('python3 example.py')).toContain("'success': True");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('with the quota spent only screening waits, and says until when', async () => {
    const small = await bench.account(1);
    const visitor = await invited(browser, { bench, served, account: small }, { role: 'owner' });
    const { page } = visitor;
    await visitor.go('Screen');
    for (const _ of [1, 2]) {
      await page.getByLabel('Name', { exact: true }).fill('Quillon Ferrabast');
      await page.getByRole('button', { name: 'Screen', exact: true }).click();
      await page
        .getByText(/^1 match$/)
        .first()
        .waitFor();
    }
    await page.getByText('The quota of this period is used up.').waitFor();
    await visitor.go('Alerts');
    await page.getByRole('heading', { name: 'Quillon Ferrabast', level: 2 }).waitFor();
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('offline, the page says so and goes on when the connection is back', async () => {
    const { page, context } = owner;
    await owner.show('/');
    await context.setOffline(true);
    await page
      .getByRole('alert')
      .getByText(/You are offline/)
      .waitFor();
    await owner.go('Screenings');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table').waitFor();
  });

  test('nothing on the way broke the policy, threw an error or asked another host', () => {
    expect(owner.troubles).toEqual([]);
  });
});

async function has(program: string): Promise<boolean> {
  return promisify(execFile)('bash', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );
}
