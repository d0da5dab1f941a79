import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { Bench, type Served } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

describe.skipIf(!CHROMIUM)(`events tried at the desk${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let receiver: WebhookReceiver;
  let browser: Browser;
  let key: string;
  let owner: Visitor;

  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox', TOUCHSTONE_WEBHOOKS_ALLOW: receiver.origin });
    const account = await bench.account();
    key = (await bench.key(account)).key;
    served = await bench.serve();
    browser = await openBrowser();
    owner = await invited(browser, { bench, served, account }, { role: 'owner' });
  });

  afterAll(async () => {
    await browser?.close();
    await served?.stop();
    await receiver?.stop();
    await bench?.remove();
  });

  test('a webhook is changed, and the list of the sandbox tells it of an update', async () => {
    const { page } = owner;
    const body = { url: receiver.origin, events: ['quota.low'], description: 'First name' };
    await served.ask('POST', '/api/Webhooks', { key, body });
    await page.goto('/settings/webhooks');
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('Description').fill('Second name');
    await page.getByLabel('lists are updated').check();
    expect(await owner.barriers()).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Second name' }).waitFor();

    await page.goto('/settings/lists');
    const panel = page.getByRole('region', { name: 'Try a list that changes' });
    await panel.getByText('Ottoline Grubbelmeyer').waitFor();
    expect(await panel.getByRole('button', { name: 'Remove the entry' }).isDisabled()).toBe(true);
    await panel.getByRole('button', { name: 'Add the entry' }).click();
    await expect
      .poll(() => panel.getByRole('button', { name: 'Remove the entry' }).isEnabled(), { timeout: 30_000 })
      .toBe(true);
    expect(await owner.barriers()).toEqual([]);
    expect(JSON.parse((await receiver.reached(1)).body).type).toBe('lists.updated');

    await page.goto('/settings/webhooks');
    await page.getByText('Latest deliveries').click();
    await page.getByText('Sent and answered').first().click();
    await page.getByText('"type": "lists.updated"').waitFor();
    expect(await owner.barriers()).toEqual([]);
    expect(owner.troubles).toEqual([]);
  });
});
