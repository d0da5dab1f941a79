import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, PASSWORD, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE, type UnEntry, unList } from '../support/un-list.ts';

const eventually = <T>(look: () => T) => expect.poll(look);

/** As many people of one name as a common name has on real lists. */
const NAMESAKES: readonly UnEntry[] = Array.from({ length: 24 }, (_, index) => ({
  reference: `QDi.${700 + index}`,
  name: 'Kordath Velmarin',
  born: `${1950 + index}-03-04`,
  nationality: 'Germany',
}));
const SHOWN_ROWS = 20;

describe.skipIf(!CHROMIUM)(`many alerts at a time${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let key: string;
  let analyst: Visitor;

  beforeAll(async () => {
    bench = await Bench.create();
    await bench.run('lists', 'import', 'un-sc', await unList([...PEOPLE, ...NAMESAKES]));
    account = await bench.account();
    key = (await bench.key(account)).key;
    served = await bench.serve();
    for (const { name } of PEOPLE.slice(0, 4)) await served.screen(key, { name, entityType: 'Individual' });
    const body = { name: 'Kordath Velmarin', entityType: 'Individual' };
    await served.ask('PUT', '/api/Customers/C-24', { key, body });
    browser = await openBrowser();
    analyst = await invited(browser, { bench, served, account }, { role: 'analyst' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  const card = () => analyst.page.getByRole('region', { name: 'Current alert' });
  const subject = () => card().getByRole('heading', { level: 2 }).textContent();
  const queue = () => analyst.page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
  const press = (name: string) => analyst.page.keyboard.press(name);
  const count = async (query: string) => {
    const answer = await analyst.page.request.get(`/dashboard/api/alerts/count?${query}`);
    return ((await answer.json()) as { count: number }).count;
  };

  async function alerts(query = ''): Promise<void> {
    await analyst.page.goto(`/alerts${query}`);
    await card().getByRole('heading', { level: 2 }).waitFor();
  }

  test('the alert that is shown stands in the address: a reload and Back lead to it again', async () => {
    const { page } = analyst;
    await alerts('?sort=oldest');
    const first = await subject();
    await press('j');
    await eventually(subject).not.toBe(first);
    const second = await subject();
    await page.waitForURL(/alert=\d+/);
    await page.reload();
    await eventually(subject).toBe(second);
    await card()
      .getByRole('link', { name: /^Record \d+$/ })
      .click();
    await page.getByRole('heading', { level: 1, name: second! }).waitFor();
    await page.goBack();
    await eventually(subject).toBe(second);
    expect(await page.locator('.queue-head').textContent()).toMatch(/^2 of/);
    await card()
      .getByRole('link', { name: /^Alert \d+$/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /^Alert \d+$/ }).waitFor();
    expect(await subject()).toBe(second);
  });

  test('a link to an alert that the view no longer has still shows it', async () => {
    const { page } = analyst;
    await alerts('?sort=oldest');
    await page.waitForLoadState('networkidle');
    const path = '/dashboard/api/alerts?state=open&sort=oldest';
    const { items } = (await (await page.request.get(path)).json()) as { items: { id: number; subject: string }[] };
    await alerts(`?state=confirmed&alert=${items[1]!.id}`).catch(() => undefined);
    await eventually(subject).toBe(items[1]!.subject);
  });

  test('a comment that is half typed survives another row, a reload and the end of the session', async () => {
    const { page } = analyst;
    await alerts('?sort=oldest');
    const first = await subject();
    await press('m');
    await page.keyboard.type('Called the branch, they');
    await press('Escape');
    await press('j');
    await eventually(subject).not.toBe(first);
    expect(await card().getByLabel('Comment').inputValue()).toBe('');
    await press('k');
    await eventually(subject).toBe(first);
    expect(await card().getByLabel('Comment').inputValue()).toBe('Called the branch, they');
    await analyst.context.clearCookies();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click();
    await page.getByLabel('Email address').fill(`analyst-${account}@harbour.example`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    await alerts('?sort=oldest');
    expect(await card().getByLabel('Comment').inputValue()).toBe('Called the branch, they');
    await card().getByLabel('Comment').fill('');
  });

  test('three keys dismiss with a reason, and Escape leaves a choice and a comment', async () => {
    await alerts('?sort=oldest');
    const first = await subject();
    await card().getByLabel('Reason').focus();
    await press('Escape');
    await press('m');
    await press('Escape');
    for (const name of ['w', 'p', 'd']) await press(name);
    await eventually(subject).not.toBe(first);
    await eventually(() => count('state=dismissed&reason=other-person')).toBe(1);
    await alerts('?state=dismissed');
    await card().getByRole('list', { name: 'History' }).getByText('Another person').waitFor();
    await press('u');
    await card().getByText('Reopened').first().waitFor();
  });

  test('the bar with the decision stays in sight while one reads', async () => {
    const { page } = analyst;
    await page.setViewportSize({ width: 1280, height: 700 });
    await alerts('?customer=C-24');
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const box = await card()
      .getByRole('button', { name: /Dismiss match/ })
      .boundingBox();
    expect(box!.y).toBeGreaterThanOrEqual(0);
    expect(box!.y).toBeLessThan(250);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('a shift-click chooses all between, a box all of one customer, and one button the whole view', async () => {
    const { page } = analyst;
    await alerts('?sort=case');
    const boxes = queue().locator('.queue-row input');
    await boxes.nth(1).click();
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    await page.getByText('4 alerts selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('checkbox', { name: 'Select all of Kordath Velmarin' }).click();
    await page.getByText('24 alerts selected').waitFor();
    await page.getByRole('button', { name: 'Select all 28 in this view' }).click();
    await page.getByText('28 alerts selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    expect(await page.locator('.many').count()).toBe(0);
  });

  test('24 alerts of one customer get one reason in at most six actions, looked through before', async () => {
    const { page } = analyst;
    await alerts('?customer=C-24');
    let actions = 0;
    const act = async (deed: Promise<unknown>) => {
      actions += 1;
      await deed;
    };
    await act(page.getByRole('checkbox', { name: 'Select all 24 loaded alerts' }).check());
    await act(press('b'));
    const dialog = page.getByRole('dialog', { name: 'Decide selected' });
    await eventually(() => dialog.getByRole('listitem').count()).toBe(24);
    await act(dialog.getByLabel('Reason').selectOption('Another birth date'));
    await act(dialog.getByRole('button', { name: 'Decide 24 alerts' }).click());
    await page.getByRole('main').getByText('24 alerts decided.').waitFor();
    expect(actions).toBeLessThanOrEqual(6);
    expect(await count('state=dismissed&customer=C-24')).toBe(24);
    await page.getByRole('button', { name: 'Undo these decisions' }).click();
    await eventually(() => count('state=open&customer=C-24')).toBe(24);
  });

  test('a second person accepts the 5 proposals among 188 alerts in at most twelve actions', async () => {
    const people = { bench, served, account: await bench.account() };
    await bench.run('accounts', 'set', String(people.account), '--four-eyes', 'on');
    const { key: own } = await bench.key(people.account);
    const put = (reference: string, name: string) =>
      served.ask('PUT', `/api/Customers/${reference}`, { key: own, body: { name, entityType: 'Individual' } });
    for (let at = 0; at < 7; at += 1) await put(`K-${at}`, 'Kordath Velmarin');
    for (let at = 0; at < 20; at += 1) await put(`P-${at}`, PEOPLE[at % 4]!.name);
    const ana = await invited(browser, people, { role: 'analyst' });
    const ben = await invited(browser, people, { role: 'owner' });
    const left = async (query: string) => {
      const answer = await ben.page.request.get(`/dashboard/api/alerts/count?${query}`);
      return ((await answer.json()) as { count: number }).count;
    };
    expect(await left('state=open')).toBe(188);
    const current = (visitor: Visitor) => visitor.page.getByRole('region', { name: 'Current alert' });
    await ana.page.goto('/alerts');
    for (let proposed = 0; proposed < 5; ) {
      await current(ana).getByRole('heading', { level: 2 }).waitFor();
      await eventually(() => current(ana).getByLabel('Assignee').isEnabled()).toBe(true);
      for (const name of ['w', 'p', 'd']) await ana.page.keyboard.press(name);
      proposed += 1;
      await eventually(() => left('proposed=true')).toBe(proposed);
      await ana.page.keyboard.press('j');
    }
    const { page } = ben;
    await page.goto('/');
    let actions = 0;
    const act = async (deed: Promise<unknown>) => {
      actions += 1;
      await deed;
    };
    await act(page.getByRole('link', { name: /^To accept 5/ }).click());
    const accept = current(ben).getByRole('button', { name: 'Accept proposal' });
    for (let waiting = 5; waiting > 0; ) {
      await accept.waitFor();
      await act(accept.click());
      waiting -= 1;
      await eventually(() => left('proposed=true')).toBe(waiting);
    }
    expect(actions).toBeLessThanOrEqual(12);
    expect([await left('state=dismissed&reason=other-person'), await left('state=open')]).toEqual([5, 183]);
    expect([...ana.troubles, ...ben.troubles]).toEqual([]);
    await ana.close();
    await ben.close();
  });

  test('matches are rows of one line, one of them unfolded, with subject and entry side by side', async () => {
    const { page } = analyst;
    const { body } = await served.screen(key, { name: 'Kordath Velmarin', entityType: 'Individual' });
    await page.goto(`/screenings/${body.data.id}`);
    const rows = page.locator('.match-row');
    await eventually(() => rows.count()).toBe(24);
    expect(await page.getByRole('article').count()).toBe(1);
    const [first, last] = [await rows.nth(1).boundingBox(), await rows.nth(SHOWN_ROWS).boundingBox()];
    expect((last!.y - first!.y) / (SHOWN_ROWS - 1)).toBeLessThan(45);
    await rows.nth(2).click();
    expect(await page.getByRole('article').count()).toBe(1);
    const article = page.getByRole('article');
    const [subjectCell, entryCell] = [
      await article.getByRole('cell', { name: 'Kordath Velmarin' }).first().boundingBox(),
      await article
        .getByRole('cell', { name: /^Kordath Velmarin/ })
        .nth(1)
        .boundingBox(),
    ];
    expect(entryCell!.x).toBeGreaterThan(subjectCell!.x + 100);
    expect(Math.abs(entryCell!.y - subjectCell!.y)).toBeLessThan(4);
    await article.getByRole('button', { name: /Dismiss match/ }).click();
    await rows.nth(2).getByText('Dismissed').waitFor();
    await rows.nth(3).click();
    await rows.nth(2).getByText('Dismissed').waitFor();
  });

  test('nothing on the way broke the policy, threw an error or asked another host', () => {
    expect(analyst.troubles).toEqual([]);
  });
});
