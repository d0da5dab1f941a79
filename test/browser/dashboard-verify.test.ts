import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { CaptureVisitor } from '../support/capture-visitor.ts';
import { faultsOf } from '../support/page-matrix.ts';
import { Bench, type Served } from '../support/service.ts';

describe.skipIf(!CHROMIUM)(`links to verify somebody at the desk${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let analyst: Visitor;

  beforeAll(async () => {
    bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox' });
    served = await bench.serve();
    account = await bench.account();
    browser = await openBrowser();
    analyst = await invited(browser, { bench, served, account }, { role: 'analyst' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await bench?.remove();
  });

  const make = async (reference: string): Promise<CaptureVisitor> => {
    const { page } = analyst;
    await page.getByRole('button', { name: 'Make a link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reference').fill(reference);
    await dialog.getByLabel('Language').selectOption('de');
    expect(await analyst.barriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const link = await page.locator('.secret').textContent();
    return new CaptureVisitor(served, link!);
  };

  test('one is made, shown once with its QR code, and its state changes as the person goes on', async () => {
    const { page } = analyst;
    await analyst.go('Verifications');
    await page.getByRole('link', { name: 'Verify somebody' }).click();
    await page.getByText('No links yet.').waitFor();
    const person = await make('C-1001');
    await page.getByRole('img', { name: 'QR code that leads to the link' }).waitFor();
    await page.getByRole('cell', { name: /Not opened/ }).waitFor();
    expect(await analyst.barriers()).toEqual([]);
    await person.agreed();
    await page.getByRole('cell', { name: /Under way/ }).waitFor();
    await person.post('/specimen', { id: 'passport' });
    await page.getByRole('cell', { name: /Completed/ }).waitFor();
    await page.getByRole('button', { name: 'I have sent it' }).click();
    expect(await page.locator('.secret').count()).toBe(0);
    await page.reload();
    await page.getByRole('cell', { name: /Completed/ }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain(person.token);
    await page.getByRole('link', { name: /Verification \d+/ }).click();
    const captured = page.getByRole('region', { name: 'Taken by the person, from a link' });
    await captured.getByText('Agreed').waitFor();
    await captured.getByText('Made as told').waitFor();
    expect(await analyst.barriers()).toEqual([]);
  });

  test('its pictures are looked at with a reason, where the account allows it, and go with the page', async () => {
    const { page } = analyst;
    const region = page.getByRole('region', { name: 'Images' });
    await region.getByText('touchstone images export').waitFor();
    await bench.run('accounts', 'set', String(account), '--review-pictures', 'on');
    const address = page.url();
    await page.reload();
    await region.getByLabel('Why do you look?').fill('manual review');
    await region.getByRole('button', { name: 'Show images' }).click();
    await region.getByRole('img', { name: 'Document', exact: true }).waitFor();
    await region.getByRole('img', { name: 'Portrait on the document' }).waitFor();
    await region.getByRole('img', { name: 'Selfie' }).waitFor();
    await region.getByRole('img', { name: 'Machine-readable zone on the document' }).waitFor();
    expect(await analyst.barriers()).toEqual([]);
    for (const [width, height] of [
      [320, 640],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    await region.getByRole('button', { name: 'Turn Document' }).click();
    await region.getByRole('button', { name: 'Enlarge: Document' }).click();
    const dialog = page.getByRole('dialog', { name: 'Document' });
    await dialog.getByRole('button', { name: '400%' }).click();
    const size = (await dialog.getByRole('img').boundingBox())!;
    expect(Math.max(size.width, size.height)).toBeGreaterThan(1_000);
    expect(await analyst.barriers()).toEqual([]);
    await page.keyboard.press('Escape');
    await region.getByRole('button', { name: 'Hide images' }).click();
    expect(await region.getByRole('img').count()).toBe(0);
    await page.goto(address);
    await region.getByLabel('Why do you look?').waitFor();
    expect(await page.evaluate('caches.keys().then((keys) => keys.length)')).toBe(0);
    expect(analyst.troubles).toEqual([]);

    const viewer = await invited(browser, { bench, served, account }, { role: 'auditor' });
    await viewer.show(new URL(address).pathname);
    await viewer.page.getByText('touchstone images export').waitFor();
    await viewer.close();
  });

  test('one is cancelled, and says so to the person', async () => {
    const { page } = analyst;
    await analyst.show('/verify');
    const person = await make('C-1002');
    const row = page.getByRole('row', { name: /C-1002/ });
    await row.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).last().click();
    await row.getByText('Cancelled').waitFor();
    expect((await person.post('/open', {})).body.code).toBe('session-cancelled');
    for (const turn of [2, 1]) expect(await faultsOf(analyst, '/verify', turn)).toEqual([]);
  });

  test('a viewer sees where they stand, and makes none', async () => {
    const viewer = await invited(browser, { bench, served, account }, { role: 'viewer' });
    await viewer.show('/verify');
    await viewer.page.getByRole('row', { name: /C-1001/ }).waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Make a link' }).count()).toBe(0);
    await viewer.close();
  });
});
