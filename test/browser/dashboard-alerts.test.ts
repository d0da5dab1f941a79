import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { PEOPLE } from '../support/un-list.ts';

/** Tall enough for the parts of a name, far below the height of a page. */
const MAX_TILE_PX = 200;

describe.skipIf(!CHROMIUM)(`the queue of alerts${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let analyst: Visitor;
  let card: Locator;

  beforeAll(async () => {
    bench = await Bench.create();
    await bench.importPeople();
    const account = await bench.account();
    const { key } = await bench.key(account);
    served = await bench.serve();
    // Each has one word more than its entry, so that one part of the name has no partner.
    for (const { name } of PEOPLE.slice(0, 4)) {
      await served.screen(key, { name: `${name} Wexly`, entityType: 'Individual', minScore: 40 });
    }
    browser = await openBrowser();
    analyst = await invited(browser, { bench, served, account }, { role: 'analyst' });
    card = analyst.page.getByRole('region', { name: 'Current alert' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  beforeEach(async () => {
    await analyst.page.goto('/alerts');
    await card.getByRole('heading', { level: 2 }).waitFor();
  });

  const subject = () => card.getByRole('heading', { level: 2 }).textContent();
  const open = async (): Promise<number> => {
    const answer = await analyst.page.request.get('/dashboard/api/alerts?state=open');
    return ((await answer.json()) as { items: unknown[] }).items.length;
  };
  const press = (key: string) => analyst.page.keyboard.press(key);

  /** Goes to the next alert, and waits for its card. */
  async function step(): Promise<void> {
    const before = await subject();
    await press('j');
    await expect.poll(subject).not.toBe(before);
  }

  test('after a step to the next alert the keys work on its card, and a comment decides nothing', async () => {
    const before = await open();
    await step();
    await press('r');
    await expect.poll(() => card.getByRole('checkbox').isChecked()).toBe(true);
    await press('m');
    await analyst.page.keyboard.type('accurate record, second check');
    expect(await card.getByLabel('Comment').inputValue()).toBe('accurate record, second check');
    expect(await open()).toBe(before);
  });

  test('a match is confirmed in two steps: the second one says who is taken for whom', async () => {
    const before = await open();
    await step();
    const name = (await subject())!;
    await press('c');
    const dialog = analyst.page.getByRole('dialog', { name: 'Confirm this match?' });
    await dialog.getByText(name).waitFor();
    await press('c');
    await press('d');
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await open()).toBe(before);

    await card.getByRole('button', { name: /Confirm match/ }).click();
    await dialog.getByRole('button', { name: 'Confirm match' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(open).toBe(before - 1);
    expect(analyst.troubles).toEqual([]);
  });

  test('a key shows a card that is out of view before it decides', async () => {
    const { page } = analyst;
    const before = await open();
    await page.setViewportSize({ width: 1280, height: 400 });
    const heading = card.getByRole('heading', { level: 2 });
    const inView = async () => {
      const box = await heading.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 400;
    };
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expect.poll(inView).toBe(false);
    await press('d');
    await expect.poll(inView).toBe(true);
    expect(await open()).toBe(before);
    await press('d');
    await expect.poll(open).toBe(before - 1);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('a part of a name without a partner takes no more room than the others', async () => {
    const tiles = card.getByRole('list', { name: 'Parts of the names' }).getByRole('listitem');
    await tiles.filter({ hasText: 'Wexly' }).waitFor();
    for (const tile of await tiles.all()) expect((await tile.boundingBox())!.height).toBeLessThan(MAX_TILE_PX);
  });
});
