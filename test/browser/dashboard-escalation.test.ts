import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE } from '../support/un-list.ts';

describe.skipIf(!CHROMIUM)(`escalation and due dates${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let owner: Visitor;
  let analyst: Visitor;

  beforeAll(async () => {
    bench = await Bench.create();
    await bench.importPeople();
    const account = await bench.account();
    await bench.run('accounts', 'set', String(account), '--due-days', '3');
    const { key } = await bench.key(account);
    served = await bench.serve();
    for (const { name, born } of PEOPLE.slice(0, 3)) {
      await served.screen(key, { name, entityType: 'Individual', ...(born && { dateOfBirth: born }) });
    }
    browser = await openBrowser();
    owner = await invited(browser, { bench, served, account }, { role: 'owner' });
    analyst = await invited(browser, { bench, served, account }, { role: 'analyst' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  const card = ({ page }: Visitor) => page.getByRole('region', { name: 'Current alert' });

  test('an analyst escalates to a person by two keys and a choice, and can no longer dismiss', async () => {
    const { page } = analyst;
    await page.goto('/alerts');
    await card(analyst)
      .getByText(/due in 3 days/)
      .first()
      .waitFor();
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Escalate this alert' });
    await dialog.getByLabel('Escalate to').selectOption({ label: 'The owners' });
    await dialog.getByRole('button', { name: 'Escalate' }).click();
    await page.goto('/alerts?state=escalated');
    await card(analyst)
      .getByText(/to: The owners/)
      .waitFor();
    await card(analyst).getByText('You escalated this alert, so somebody else has to dismiss it.').waitFor();
    expect(await card(analyst).getByRole('button', { name: 'Dismiss match' }).count()).toBe(0);
  });

  test('a row of the queue has the whole birth date beside the wait and the due date', async () => {
    const { page } = analyst;
    for (const [language, width] of [
      ['en', 1280],
      ['de', 1280],
      ['de', 375],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(`localStorage.setItem('touchstone.language', '${language}')`);
      await page.goto('/alerts?state=all');
      const row = page
        .getByRole('list', { name: 'Alerts' })
        .getByRole('listitem')
        .filter({ hasText: 'Zorvan Ilmatok' });
      const born = (await row.locator('time').boundingBox())!;
      const room = (await row.locator('.clip', { has: page.locator('time') }).boundingBox())!;
      expect(born.x + born.width, `${language} at ${width}`).toBeLessThanOrEqual(room.x + room.width);
      await row.getByText(language === 'en' ? /due in/ : /fällig/).waitFor();
    }
    await page.evaluate("localStorage.setItem('touchstone.language', 'en')");
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('the owner sees it as a badge, a tile and a filter, and dismisses it', async () => {
    const { page } = owner;
    await page.goto('/');
    await page.getByRole('navigation').getByText('↑1').waitFor();
    await page.getByRole('link', { name: /Oldest waiting.*None overdue/ }).waitFor();
    await page.getByRole('link', { name: /Escalated to you/ }).click();
    await card(owner).getByRole('button', { name: 'Dismiss match' }).click();
    await card(owner).getByText('Dismissed', { exact: true }).first().waitFor();
    await page.getByRole('navigation').getByText('↑1').waitFor({ state: 'detached' });
    expect([...owner.troubles, ...analyst.troubles]).toEqual([]);
  });

  test('the settings keep in how many days a decision is due', async () => {
    const { page } = owner;
    await page.goto('/settings/account');
    const form = page.getByRole('form', { name: 'Due dates' });
    await form.getByLabel('Days to a decision').fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved.').waitFor();
    await page.goto('/alerts');
    await card(owner).getByRole('heading', { level: 2 }).waitFor();
    expect(
      await card(owner)
        .getByText(/due in/)
        .count(),
    ).toBe(0);
  });
});
