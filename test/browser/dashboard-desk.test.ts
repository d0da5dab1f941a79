import { readFile } from 'node:fs/promises';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verification } from '../records/samples.ts';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, type UnEntry, unList } from '../support/un-list.ts';

const eventually = <T>(look: () => T) => expect.poll(look);

/** Beside the usual people one whose list gives years alone, and one with an Arabic name on our side. */
const ENTRIES: readonly UnEntry[] = [
  ...PEOPLE,
  { reference: 'QDi.950', name: 'Marduk Yearling', born: '1962', nationality: 'Utopia' },
  { reference: 'QDi.951', name: 'Zorvan Nazarov', born: '1970-02-03' },
];

describe.skipIf(!CHROMIUM)(`the analyst's desk${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let owner: Visitor;
  let key: string;

  const screened = (name: string, more: object = {}) =>
    served.screen(key, { name, entityType: 'Individual', minScore: 60, ...more });

  beforeAll(async () => {
    bench = await Bench.create();
    await bench.run('lists', 'import', 'un-sc', await unList(ENTRIES));
    account = await bench.account();
    key = (await bench.key(account)).key;
    served = await bench.serve();
    await reviewed('ÖRJAN REVIEW', 'P7654321');
    for (const { name } of ENTRIES.slice(0, 4)) await screened(name, { dateOfBirth: '1961-04-30' });
    await screened('Marduk Yearling', { dateOfBirth: '1962-05-06' });
    await screened('Зорван Назаров');
    browser = await openBrowser();
    owner = await invited(browser, { bench, served, account }, { role: 'owner' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  /** A verification that waits for a person. */
  async function reviewed(fullName: string, documentNumber: string): Promise<void> {
    await bench.records(async ({ verifications }) => {
      const sample = verification(account, await verifications.reserve());
      const extractedData = { ...sample.extractedData, fullName, documentNumber };
      await verifications.create({ ...sample, extractedData });
    });
  }

  const card = () => owner.page.getByRole('region', { name: 'Current alert' });
  const subject = () => card().getByRole('heading', { level: 2 }).textContent();
  const queue = () => owner.page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  const press = (name: string) => owner.page.keyboard.press(name);

  /** Until the card takes keys again: one that is pressed while a decision is on its way does nothing. */
  const ready = ({ page }: Visitor) =>
    eventually(() => page.getByRole('region', { name: 'Current alert' }).getByLabel('Assignee').isEnabled()).toBe(true);

  async function alerts(query = ''): Promise<void> {
    await owner.page.goto(`/alerts${query}`);
    await card().getByRole('heading', { level: 2 }).waitFor();
  }

  test('a search that finds nothing does not say that nothing waits', async () => {
    await owner.page.goto('/alerts?text=zzzz');
    await owner.page.getByText('Nothing matches these filters.').waitFor();
    expect(await owner.page.getByText('Nothing is waiting for a decision.').count()).toBe(0);
  });

  test.each([
    ['Назаров', 'Зорван Назаров'],
    ['nazarov zorvan', 'Зорван Назаров'],
    ['ferrabast quillon', 'Quillon Ferrabast'],
    ['QDi.950', 'Marduk Yearling'],
    ['P7654321', 'ÖRJAN REVIEW'],
  ])('the queue finds %s', async (text, name) => {
    await alerts(`?text=${encodeURIComponent(text)}`);
    await eventually(() => queue().count()).toBe(1);
    await eventually(subject).toBe(name);
  });

  test('the state filter has all, and the highest score first begins with a match', async () => {
    await alerts('?sort=score');
    expect(await queue().first().textContent()).not.toContain('REVIEW');
    await owner.page.getByLabel('State').selectOption('All');
    await owner.page.waitForURL(/state=all/);
  });

  test('birth dates of a list are shown as exactly as it gives them', async () => {
    await alerts('?text=yearling');
    const born = card().getByRole('article').getByRole('row', { name: /^Born/ });
    await born.getByRole('cell', { name: '6 May 1962' }).waitFor();
    await born.getByRole('cell', { name: '1962', exact: true }).waitFor();
  });

  test('the next alert begins at its beginning, however far the one before was scrolled', async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 1280, height: 400 });
    await alerts();
    const before = await subject();
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await press('j');
    await eventually(subject).not.toBe(before);
    await eventually(async () => (await card().boundingBox())!.y).toBeGreaterThan(-1);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('two decisions are undone one after the other, and a third undo does nothing', async () => {
    await alerts('?kind=match');
    const open = async () =>
      ((await (await owner.page.request.get('/dashboard/api/alerts?state=open')).json()) as { items: [] }).items.length;
    const before = await open();
    for (const left of [1, 2]) {
      const name = await subject();
      await press('d');
      await eventually(open).toBe(before - left);
      await eventually(subject).not.toBe(name);
    }
    for (const left of [1, 0]) {
      await ready(owner);
      await press('u');
      await eventually(open).toBe(before - left);
    }
    await card().getByText('Reopened').first().waitFor();
    await press('u');
    expect(await owner.page.getByText(/was faster/).count()).toBe(0);
    expect(await owner.page.getByText(/new alerts? (is|are) open/).count()).toBe(0);
  });

  test('an approved review is told in the table of verifications', async () => {
    await alerts('?kind=review');
    await press('d');
    await card().getByText('Approved').first().waitFor();
    await owner.page.goto('/verifications');
    await owner.page.getByRole('row').getByText('Approved').waitFor();
  });

  test('several alerts get one decision with one reason, are looked at first, and are undone together', async () => {
    const { page } = owner;
    await alerts('?kind=match&sort=score');
    const open = async () =>
      ((await (await page.request.get('/dashboard/api/alerts/count?state=open')).json()) as { count: number }).count;
    const before = await open();
    const names: string[] = [];
    for (const _ of [1, 2]) {
      names.push((await subject())!);
      await press('x');
      await press('j');
      await eventually(subject).not.toBe(names.at(-1));
    }
    await page.getByText('2 alerts selected').waitFor();
    await press('b');
    const dialog = page.getByRole('dialog', { name: 'Decide selected' });
    for (const name of names) await dialog.getByRole('listitem').filter({ hasText: name }).waitFor();
    await eventually(() => dialog.getByLabel('Decision').evaluate((element) => element.matches(':focus'))).toBe(true);
    const decide = dialog.getByRole('button', { name: 'Decide 2 alerts' });
    expect(await decide.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').selectOption('Another person');
    await decide.click();
    await page.getByRole('button', { name: 'Undo these decisions' }).waitFor();
    expect(await open()).toBe(before - 2);
    await page.getByRole('button', { name: 'Undo these decisions' }).click();
    await eventually(open).toBe(before);
    await page.goto('/alerts?reason=other-person');
    await eventually(() => queue().count()).toBe(2);
  });

  test('an alert is escalated by key with its reason, and somebody else is named for it', async () => {
    const { page } = owner;
    await alerts('?kind=match&assignee=nobody');
    const name = (await subject())!;
    const { path } = await bench.invite(account, 'second@harbour.example', 'owner');
    const second = await Visitor.at(browser, served.service.url);
    await second.accept(served.service.url + path);
    await second.close();
    await page.reload();
    await card().getByRole('heading', { level: 2 }).waitFor();
    await press('a');
    await card().getByText('mine', { exact: true }).waitFor();
    await press('w');
    await page.keyboard.press('m');
    await card().getByLabel('Reason').selectOption('More information is needed');
    await page.evaluate('document.activeElement.blur()');
    await press('e');
    await page.getByRole('dialog').getByRole('button', { name: 'Escalate' }).waitFor();
    await press('Enter');
    await eventually(subject).not.toBe(name);
    await alerts('?state=escalated');
    await card().getByRole('list', { name: 'History' }).getByText('More information is needed').waitFor();
    expect(await subject()).toBe(name);
  });

  test('two analysts who ask for the next alert at the same time never get the same one', async () => {
    const other = await invited(browser, { bench, served, account }, { role: 'analyst' });
    for (const name of ['Theskara Wumbolt', 'Bromiel Astravane', 'Ondrivek Palastor', 'Ysmelda Krontarvik']) {
      await screened(`${name} Quex`, { minScore: 40 });
    }
    await Promise.all([owner, other].map((visitor) => visitor.page.goto('/alerts?assignee=nobody&kind=match')));
    const ids = async (visitor: Visitor) => {
      const answer = await visitor.page.request.get('/dashboard/api/alerts?assignee=me&state=open&limit=200');
      return ((await answer.json()) as { items: { id: number }[] }).items.map(({ id }) => id);
    };
    for (const _ of [1, 2]) {
      await Promise.all(
        [owner, other].map(async ({ page }) => {
          const given = page.waitForResponse((answer) => answer.url().includes('/alerts/claim'));
          await page.getByRole('button', { name: /Next for me/ }).click();
          await (await given).finished();
        }),
      );
    }
    const [mine, theirs] = [await ids(owner), await ids(other)];
    expect(mine.length + theirs.length).toBeGreaterThanOrEqual(4);
    expect(mine.filter((id) => theirs.includes(id))).toEqual([]);
    await other.page.getByRole('region', { name: 'Current alert' }).getByText('mine', { exact: true }).waitFor();
    expect(other.troubles).toEqual([]);
    await other.close();
  });

  test('a customer is made, has a page with alerts by entity, and heads its alerts in the queue', async () => {
    const { page } = owner;
    await page.goto('/customers');
    await page.getByRole('button', { name: 'New customer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reference').fill('C-17');
    await dialog.getByLabel('Name', { exact: true }).fill('Zorvan Ilmatok');
    await dialog.getByLabel('Date of birth').fill('1961-04-30');
    await dialog.getByRole('button', { name: 'Save and screen' }).click();
    await page.getByRole('heading', { name: 'Zorvan Ilmatok', level: 1 }).waitFor();
    await page.getByText('To be decided').waitFor();
    await page
      .getByRole('region', { name: 'Alerts by entity' })
      .getByRole('link', { name: 'Zorvan Ilmatok' })
      .waitFor();
    await page.getByRole('link', { name: 'Work on these alerts' }).click();
    await eventually(() => queue().count()).toBe(1);
    await alerts('?sort=case');
    await page.getByRole('list', { name: 'Alerts' }).getByRole('link', { name: 'Zorvan Ilmatok' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('dialog').getByLabel('Other names').fill('Z. Ilmatok');
    await page.getByRole('dialog').getByRole('button', { name: 'Save and screen' }).click();
    await page.getByText('Z. Ilmatok', { exact: true }).waitFor();
    await page.goto('/customers?text=c-17');
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
  });

  test('an alert is a report of its own on paper, with lists, decisions, hashes and every part open', async () => {
    const { page } = owner;
    await page.goto('/alerts?state=escalated');
    await card().getByRole('link', { name: 'Evidence report' }).click();
    await page.getByRole('heading', { name: /^Evidence report · Alert \d+$/, level: 1 }).waitFor();
    await page.getByText('More information is needed').waitFor();
    await page.getByText('UN Security Council Consolidated List').last().waitFor();
    expect(await page.locator('article.paper details:not([open])').count()).toBe(0);
    await eventually(() => page.getByText(/^[0-9a-f]{64}$/).count()).toBeGreaterThan(2);
    expect(await page.getByRole('navigation').count()).toBe(0);
    const [file] = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.getByRole('button', { name: 'Download as one file' }).click(),
    ]);
    const saved = await readFile(await file.path(), 'utf8');
    expect(saved).toContain('More information is needed');
    expect(saved).toContain('.paper');
    expect(saved).not.toMatch(/<script|<link|<button/);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: /Print/ }).isVisible()).toBe(false);
    // Where a page ends inside a grid, Chromium prints the rows behind it over each other.
    for (const part of ['.report', '.paper > .stack', '.paper article', '.paper .why', '.paper .pairs']) {
      const display = await page.evaluate(`getComputedStyle(document.querySelector('${part}')).display`);
      expect(display, part).toBe('block');
    }
    await page.emulateMedia({ media: 'screen' });
  });

  test('the case of a customer is one report: each alert with its decisions and their hashes', async () => {
    const { page } = owner;
    await alerts('?text=c-17');
    await press('d');
    await card().getByText('Dismissed').first().waitFor();
    await page.goto('/customers/C-17');
    await page.getByRole('link', { name: 'Evidence report' }).click();
    await page.getByRole('heading', { name: 'Evidence report · Customer C-17', level: 1 }).waitFor();
    await page.getByText('Z. Ilmatok', { exact: true }).waitFor();
    await page.getByRole('article').getByText('Dismissed').first().waitFor();
    await page.getByText('Alert dismissed').waitFor();
    await page.getByText('UN Security Council Consolidated List').last().waitFor();
    expect(await page.locator('article.paper details:not([open])').count()).toBe(0);
    await alerts('?text=c-17&state=dismissed');
    await press('u');
    await card().getByText('Reopened').first().waitFor();
  });

  test('alerts and records are exported with the filters of their tables, and the audit log says so', async () => {
    const { page } = owner;
    const exported = async (path: string) => {
      await page.goto(path);
      const [file] = await Promise.all([
        page.waitForEvent('download') as Promise<Download>,
        page.getByRole('link', { name: 'Export CSV' }).click(),
      ]);
      return (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    };
    const alertLines = await exported('/alerts?state=escalated');
    expect(alertLines).toHaveLength(2);
    expect(alertLines[1]).toContain('needs-information');
    const found = await exported('/screenings?text=yearling');
    expect(found).toHaveLength(2);
    expect(found[1]).toContain('Marduk Yearling');
    expect(await exported('/verifications')).toHaveLength(2);
    const audit = await page.request.get('/dashboard/api/audit?action=alerts.exported');
    expect(((await audit.json()) as { items: [] }).items).toHaveLength(1);
  });

  test('a listed person has a page with the facts of every list and whom of ours it concerns', async () => {
    const { page } = owner;
    await alerts('?text=c-17&state=all');
    await card().getByRole('article').getByRole('link', { name: 'Zorvan Ilmatok' }).click();
    await page.getByRole('heading', { name: 'Zorvan Ilmatok', level: 1 }).waitFor();
    const list = page.getByRole('region', { name: 'UN Security Council Consolidated List' });
    await list.getByText('30 Apr 1961').waitFor();
    await list.getByText('Utopia').waitFor();
    expect(await list.getByRole('link', { name: /Official file/ }).getAttribute('href')).toMatch(/^https:/);
    await page.getByRole('link', { name: 'Customer C-17' }).waitFor();
    await page.goto('/listed/un-sc/QDi.000');
    await page.getByText('No list has the entry un-sc:QDi.000').waitFor();
  });

  test('the holder of a document is screened in one click, and an all-clear names the query and the lists', async () => {
    const { page } = owner;
    await page.goto('/verifications/1');
    await page.getByRole('button', { name: 'Screen this person' }).click();
    await page.waitForURL(/screenings\/\d+$/);
    await page.getByText('No match on any list').waitFor();
    const clear = page.getByRole('region', { name: 'Matches' });
    await clear.getByText('ÖRJAN REVIEW').waitFor();
    await clear.getByText('Checked against 1 list').waitFor();
    await clear.getByText('UN Security Council Consolidated List', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Verification 1', exact: true }).click();
    await page.getByRole('link', { name: /^Screening \d+: 0 matches/ }).waitFor();
  });

  test('an owner chooses that verified documents are always screened, and reads what that costs', async () => {
    const { page } = owner;
    await page.goto('/settings/account');
    const form = page.getByRole('form', { name: 'Verifications' });
    const box = form.getByRole('checkbox', { name: 'Always screen the name of a verified document' });
    expect(await box.isChecked()).toBe(false);
    await form.getByText(/takes two requests of the quota instead of one\. [\d,]+ are left/).waitFor();
    await box.check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    await eventually(() => box.isChecked()).toBe(true);
    await page.goto('/settings/audit');
    await page
      .getByRole('row', { name: /Account changed/ })
      .first()
      .getByText('names of documents are screened')
      .waitFor();
    await page.goto('/settings/account');
    await eventually(() => box.isChecked()).toBe(true);
    await box.uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved.', { exact: true }).waitFor();
  });

  test('monitoring says whether everybody is compared, analytics what was decided by whom', async () => {
    const { page } = owner;
    await owner.go('Monitoring');
    await page.getByText('Every monitored customer has been compared with the lists in force.').waitFor();
    await page.getByRole('row').filter({ hasText: 'list change' }).first().waitFor();
    await owner.go('Analytics');
    const people = page.getByRole('region', { name: 'Decisions by person' });
    await people.getByRole('row', { name: /owner-/ }).waitFor();
    await page.getByRole('region', { name: 'Decisions by list' }).getByText('un-sc').waitFor();
    await page.getByLabel('Period').selectOption('Last 7 days');
    await people.getByRole('row', { name: /owner-/ }).waitFor();
    await page.setViewportSize({ width: 320, height: 800 });
    const list = page.getByRole('region', { name: 'Decisions by list' }).getByRole('rowheader').first();
    await expect.poll(async () => (await list.boundingBox())!.width).toBeGreaterThan(100);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('a view is saved under a name and shown again, and the navigation says how much waits', async () => {
    const { page } = owner;
    await alerts('?sort=score&kind=match');
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name of the view').fill('Strong ones');
    await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click();
    const saved = page.getByRole('button', { name: 'Strong ones', exact: true });
    await saved.waitFor();
    await alerts();
    await saved.click();
    await page.waitForURL(/sort=score/);
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('Strong ones');
    const badge = page.getByRole('navigation', { name: 'Main' }).locator('.badge:not(.raised)');
    await eventually(async () => Number.parseInt((await badge.textContent()) ?? '', 10)).toBeGreaterThan(0);
    await eventually(() => page.locator('.queue-head').textContent()).toMatch(/^1 of \d+$/);
  });

  test('a view cannot be saved before the saved ones are known, as it would replace them', async () => {
    const { page } = owner;
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/views', (route) => held.then(() => route.continue()));
    await alerts('?kind=match');
    const save = page.getByRole('button', { name: 'Save this view' });
    expect(await save.count()).toBe(0);
    release();
    await save.waitFor();
    expect(await page.getByRole('button', { name: 'Strong ones', exact: true }).count()).toBe(1);
    await page.unroute('**/views');
  });

  test('nobody becomes an owner by one wrong choice', async () => {
    const { page } = owner;
    const link = ['--account', String(account), '--email', 'ben@harbour.example', '--role', 'viewer'];
    await bench.run('users', 'invite', ...link);
    await page.goto('/settings/users');
    const role = page.getByLabel('Role of ben@harbour.example');
    await role.selectOption('Owner');
    const dialog = page.getByRole('dialog', { name: 'Change this role?' });
    await dialog.getByText('ben@harbour.example becomes: Owner.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await role.inputValue()).toBe('viewer');
    await role.selectOption('Owner');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await eventually(() => role.inputValue()).toBe('owner');
  });

  test('the audit log is filtered by choosing, leads to the alert, and its export has the hashes', async () => {
    const { page } = owner;
    await page.goto('/settings/audit');
    await page.getByLabel('What').selectOption('Alert dismissed');
    await page.getByLabel('Who').fill('owner-');
    await page.waitForURL(/actor=owner-/);
    const rows = page.getByRole('row').filter({ hasText: 'alert.dismissed' });
    await eventually(() => rows.count()).toBeGreaterThanOrEqual(5);
    await eventually(async () => (await page.locator('tbody tr').count()) - (await rows.count())).toBe(0);
    const [file] = await Promise.all([
      page.waitForEvent('download') as Promise<Download>,
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toMatch(/,hash\r\n[^\n]*,[0-9a-f]{64}\r\n/);
    await page
      .getByRole('cell', { name: /^Alert \d+$/ })
      .first()
      .waitFor();
    await rows.first().getByRole('link').click();
    await page.getByRole('heading', { name: /^Alert \d+$/, level: 1 }).waitFor();
    await card().getByRole('heading', { level: 2 }).waitFor();
  });

  test('the screenings with matches of a file are those of the file', async () => {
    const { page } = owner;
    await page.goto('/bulk');
    const buffer = Buffer.from('name\nQuillon Ferrabast\nNobody Xyloq\n');
    await page.locator('input[type=file]').setInputFiles({ name: 'two.csv', mimeType: 'text/csv', buffer });
    await page.getByText('2 of 2 rows done').waitFor();
    await page.getByRole('link', { name: 'Screenings with matches' }).click();
    await page.getByText('Only the rows of one file.').waitFor();
    await eventually(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('button', { name: 'Show all' }).click();
    await eventually(() => page.locator('tbody tr').count()).toBeGreaterThan(3);
  });

  test('an unknown address is a page that leads back, and programs still get their problem', async () => {
    const answer = await owner.page.goto('/nope');
    expect(answer!.status()).toBe(404);
    await owner.page.getByText('There is no page at this address.').waitFor();
    expect((await served.ask('GET', '/nope')).body.title).toBe('Not Found');
    const api = await owner.page.request.get('/api/nope', { headers: { accept: 'text/html' } });
    expect(api.headers()['content-type']).toContain('application/problem+json');
  });

  test('on a telephone a time takes at most two lines, and a role can be read', async () => {
    const { page } = owner;
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto('/screenings');
    const time = page.locator('tbody time').last();
    await time.waitFor();
    const lines = "new Set([...document.querySelector('tbody time').getClientRects()].map(({ top }) => top)).size";
    expect(await page.evaluate(lines)).toBeLessThanOrEqual(2);
    await page.goto('/settings/users');
    const role = page.getByLabel('Role of ben@harbour.example');
    expect((await role.boundingBox())!.width).toBeGreaterThan(100);
    for (const table of ['/screenings', '/verifications']) {
      await page.goto(table);
      const name = page.locator('tbody td').first();
      await name.waitFor();
      expect((await name.boundingBox())!.width, table).toBeGreaterThan(110);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), table).toBeLessThanOrEqual(0);
    }
    for (const path of ['/settings/lists', '/settings/users', '/settings/keys', '/monitoring']) {
      await page.goto(path);
      await page.locator('thead').waitFor();
      // Letter by letter a heading would be higher than its words need.
      expect((await page.locator('thead').boundingBox())!.height, path).toBeLessThan(80);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('a long name in the queue is cut at its own end: one that is read from the right loses its left', async () => {
    const { page } = owner;
    const arabic = 'محمد بن عبد الرحمن بن خالد بن سلطان آل النعيمي الهاشمي';
    await reviewed(arabic, 'P7654399');
    await reviewed('ТИХОМИР ЛАЗУРНЫЙ', 'P7654398');
    await alerts();
    const direction = async (name: string) => {
      await page.locator('.queue-item bdi.clip').filter({ hasText: name }).first().waitFor({ state: 'attached' });
      return page.evaluate(`getComputedStyle([...document.querySelectorAll('.queue-item bdi.clip')].find(
        ({ textContent }) => textContent === '${name}')).direction`);
    };
    expect(await direction(arabic)).toBe('rtl');
    expect(await direction('ТИХОМИР ЛАЗУРНЫЙ')).toBe('ltr');
  });

  test('alerts that open meanwhile are told of without a reload, and are shown when somebody asks', async () => {
    const other = await invited(browser, { bench, served, account }, { role: 'viewer' });
    const { page } = other;
    const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
    await reviewed('COME BEFORE', 'P7654401');
    const looked = page.waitForResponse(/\/api\/work$/);
    await other.go('Alerts');
    await rows.filter({ hasText: 'COME BEFORE' }).waitFor();
    await (await looked).finished();
    expect(await page.getByText(/new alerts? (is|are) open/).count()).toBe(0);
    await page.clock.install();
    // Until it knows how many are open, nothing can be new.
    await page.goto('/alerts', { waitUntil: 'networkidle' });
    await rows.first().waitFor();
    await reviewed('NEWLY COME', 'P7654400');
    await page.clock.fastForward(31_000);
    await page.getByText('1 new alert is open.').waitFor();
    expect(await rows.filter({ hasText: 'NEWLY COME' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await rows.filter({ hasText: 'NEWLY COME' }).waitFor();
    expect(await page.getByText('1 new alert is open.').count()).toBe(0);
    await other.close();
  });

  test('a list has its earlier versions with the day from which each was in force', async () => {
    const { page } = owner;
    await bench.run(
      'lists',
      'import',
      'un-sc',
      await unList([...ENTRIES, { reference: 'QDi.952', name: 'Added Later' }]),
    );
    await page.goto('/settings/lists');
    const row = page.getByRole('row').filter({ hasText: 'un-sc' });
    await row.getByText('Earlier versions').click();
    const versions = row.getByRole('listitem');
    await eventually(() => versions.count()).toBe(2);
    expect(await versions.first().textContent()).toMatch(/11 entries \(\+1\).*SHA-256 [0-9a-f]{64}/);
    expect(await versions.last().textContent()).toMatch(/10 entries/);
    expect((await page.request.get('/dashboard/api/lists/no-list/versions')).status()).toBe(404);
  });

  test("an operator's owner imports a list from a file, insists on one that shrank, and is told of a bad one", async () => {
    await bench.run('lists', 'import', 'un-sc', await unList(ENTRIES));
    await bench.records(({ accounts }) => accounts.set(account, { operator: true }, 'operator'));
    const { page } = owner;
    await page.goto('/settings/lists');
    const row = page.getByRole('row').filter({ hasText: 'un-sc' });
    await row.getByRole('button', { name: 'Import a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a file' });
    await dialog.getByText('in place of the 10 entries in force').waitFor();
    const replace = dialog.getByRole('button', { name: 'Replace the list' });
    expect(await replace.isDisabled()).toBe(true);
    const files = dialog.getByLabel('Files of the list');
    await files.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<html></html>') });
    await replace.click();
    await dialog.getByText('page.html is of another kind').waitFor();
    await files.setInputFiles(await unList(ENTRIES.slice(0, 5)));
    await replace.click();
    await dialog.getByText('more than a fifth fewer than the 10 in force').waitFor();
    expect(await owner.barriers()).toEqual([]);
    await dialog.getByLabel('Import it anyway').check();
    await replace.click();
    await dialog.getByText('5 entries are in force.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await row
      .getByRole('cell')
      .filter({ hasText: /^5 entries/ })
      .waitFor();
    await bench.run('lists', 'import', 'un-sc', await unList(ENTRIES));
  });

  test('where nothing was asked yet, the overview leads through what there is to set up', async () => {
    const fresh = await invited(browser, { bench, served, account: await bench.account() }, { role: 'owner' });
    const steps = fresh.page.getByRole('region', { name: 'Set up' }).getByRole('listitem');
    await eventually(() => steps.count()).toBe(5);
    await steps.filter({ hasText: 'Official lists' }).getByText('done').waitFor();
    await steps.filter({ hasText: 'Colleagues' }).getByRole('link', { name: 'Invite somebody' }).click();
    await fresh.page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await fresh.close();
  });

  test('a day by keyboard alone: fifty decided, two undone, one escalated, one by four eyes', async () => {
    const day = await bench.account();
    const dayKey = (await bench.key(day)).key;
    for (let turn = 0; turn < 52; turn += 1) {
      const dateOfBirth = new Date(Date.UTC(1950, 0, 1 + 37 * turn)).toISOString().slice(0, 10);
      const wanted = { name: 'Quillon Ferrabast', entityType: 'Individual', dateOfBirth, minScore: 40 };
      expect((await served.screen(dayKey, wanted)).body.data.matchCount).toBe(1);
    }
    const ana = await invited(browser, { bench, served, account: day }, { role: 'analyst' });
    const ben = await invited(browser, { bench, served, account: day }, { role: 'owner' });
    const count = async (state: string) => {
      const answer = await ana.page.request.get(`/dashboard/api/alerts/count?state=${state}`);
      return ((await answer.json()) as { count: number }).count;
    };
    const current = (visitor: Visitor) => visitor.page.getByRole('region', { name: 'Current alert' });
    await ana.page.goto('/alerts');
    await current(ana).waitFor();
    for (let decided = 1; decided <= 50; decided += 1) {
      await ready(ana);
      await ana.page.keyboard.press('d');
      await eventually(() => count('dismissed')).toBe(decided);
    }
    for (const left of [49, 48]) {
      await ready(ana);
      await ana.page.keyboard.press('u');
      await eventually(() => count('dismissed')).toBe(left);
    }
    await ready(ana);
    await ana.page.keyboard.press('e');
    await ana.page.getByRole('dialog').getByRole('button', { name: 'Escalate' }).waitFor();
    await ana.page.keyboard.press('Enter');
    await eventually(() => count('escalated')).toBe(1);

    await bench.run('accounts', 'set', String(day), '--four-eyes', 'on');
    await served.screen(dayKey, { name: 'Quillon Ferrabast', entityType: 'Individual' });
    await ana.page.goto('/alerts?sort=score');
    await ready(ana);
    const proposed = ana.page.waitForResponse((answer) => answer.url().endsWith('/decision'));
    await ana.page.keyboard.press('d');
    await (await proposed).finished();
    await ben.page.goto('/alerts?sort=score');
    await current(ben)
      .getByText(/proposes: Dismissed/)
      .waitFor();
    const accept = ben.page.getByRole('button', { name: 'Accept proposal' });
    const reached = () => accept.evaluate((button) => button.matches(':focus'));
    for (let stops = 0; stops < 60 && !(await reached()); stops += 1) await ben.page.keyboard.press('Tab');
    expect(await reached()).toBe(true);
    await ben.page.keyboard.press('Enter');
    await eventually(() => count('dismissed')).toBe(49);
    expect([...ana.troubles, ...ben.troubles]).toEqual([]);
    await ana.close();
    await ben.close();
  });

  test('nothing on the way broke the policy, threw an error or asked another host', () => {
    expect(owner.troubles).toEqual([]);
  });
});
