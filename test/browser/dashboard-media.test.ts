import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHROMIUM, invited, NO_CHROMIUM, openBrowser, type Visitor } from '../support/browser.ts';
import { faultsOf, LOOKS_MS } from '../support/page-matrix.ts';
import { eventually } from '../support/promised.ts';
import { Bench, type Served } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

/** The invented news of the sandbox names these. */
const PERSON = { name: 'Jon Example', entityType: 'Individual' };

describe.skipIf(!CHROMIUM)(`adverse media at the desk${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let bench: Bench;
  let served: Served;
  let browser: Browser;
  let account: number;
  let key: string;
  let analyst: Visitor;

  beforeAll(async () => {
    bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox' });
    served = await bench.serve();
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

  /** A customer with the name of the entry that comes, and the alert that the news of it opens. */
  async function alerted(): Promise<{ id: number; name: string }> {
    const categories = ['sanctions', 'adverse-media'];
    const name = (await served.ask('POST', '/api/Sandbox/lists', { key, body: { change: 'add' } })).body.entry.name;
    await served.ask('PUT', '/api/Customers/M-1', { key, body: { ...PERSON, name, categories } });
    for (;;) {
      // Whoever is new is compared with what comes from then on.
      await served.ask('POST', '/api/Sandbox/lists', { key, body: { change: 'remove' } });
      await served.ask('POST', '/api/Sandbox/lists', { key, body: { change: 'add' } });
      const path = '/api/Alerts?category=adverse-media&customer=M-1';
      const alerts = async () => (await served.ask('GET', path, { key })).body.items;
      const [alert] = await eventually(alerts, (items) => items.length > 0, 12_000);
      if (alert) return { id: alert.id, name };
    }
  }

  test('a name is searched, and its events stand by month and offence with links that tell nobody', async () => {
    const { page } = analyst;
    await analyst.go('Adverse media');
    await page.getByText('The news has not been searched yet.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(PERSON.name);
    await page.getByLabel('Countries').fill('DE');
    await page.getByRole('button', { name: 'Search the news' }).click();
    await page.getByRole('heading', { name: PERSON.name, level: 1 }).waitFor();
    await page.getByRole('heading', { name: '3 events' }).waitFor();
    const links = page.locator('article a[target=_blank]', { hasText: /^https:|Jon Example/ });
    expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('rel')))).toContain('noreferrer');
    // The first article of an event has no title: its address stands there.
    await page.getByRole('link', { name: /^https:\/\/news\.example\/2026-03-02/ }).waitFor();
    await page.getByRole('link', { name: /Jon Example questioned about bribes/ }).waitFor();
    await page.getByText('Why this is a match').first().click();
    await page.getByText('Similarity of the names').or(page.locator('.ledger')).first().waitFor();
    expect(await analyst.barriers()).toEqual([]);
  });

  test('a month and offence of the timeline filter, and so do words; the address keeps it', async () => {
    const { page } = analyst;
    await page.getByRole('button', { name: 'Fraud 1' }).click();
    await page.getByRole('heading', { name: '1 event', exact: true }).waitFor();
    expect(page.url()).toContain('month=2026-05');
    await page.getByRole('button', { name: 'Fraud 1' }).click();
    await page.getByRole('heading', { name: '3 events' }).waitFor();
    await page.getByLabel('Name, title or address').fill('sampleton testifies');
    await page.getByRole('heading', { name: '1 event', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: '1 event', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Adverse media', exact: true }).first().click();
    await page.getByRole('link', { name: PERSON.name }).waitFor();
  });

  test('a customer has its news with a way to search, and an alert of it is decided and printed', async () => {
    const { page } = analyst;
    const { id, name } = await alerted();
    await page.goto('/customers/M-1');
    await page.getByRole('heading', { name: 'Adverse media', level: 2 }).waitFor();
    await page.getByRole('button', { name: /^Fraud \d$/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Search the news for this customer' }).getAttribute('href')).toContain(
      new URLSearchParams({ name }).toString(),
    );
    await page.goto(`/reports/alerts/${id}`);
    await page.getByRole('link', { name: `Prosecutors charge ${name} with fraud` }).waitFor();
    await page.getByText('A mention is an accusation at most').waitFor();
    await page.goto(`/alerts/${id}`);
    await page.getByRole('article').getByText('Adverse media').first().waitFor();
    await page.getByLabel('Reason').selectOption({ label: 'Says nothing bad of the customer' });
    await page.getByRole('button', { name: /^Dismiss/ }).click();
    await expect.poll(async () => (await served.ask('GET', `/api/Alerts/${id}`, { key })).body.state).toBe('dismissed');
    await page.goto('/alerts?list=adverse-media&state=all');
    await page.getByText(name).first().waitFor();
  });

  describe('its pages keep WCAG 2.2 AA and fit, in both languages and schemes', () => {
    let [search, alert] = ['', ''];

    beforeAll(async () => {
      search = (await served.ask('POST', '/api/AdverseMedia/search', { key, body: PERSON })).body.id;
      alert = (await served.ask('GET', '/api/Alerts?category=adverse-media', { key })).body.items[0].id;
    });

    const pages = ['/media', '/media/:search', '/customers/M-1', '/alerts/:alert', '/reports/alerts/:alert'];
    test.each(pages.map((page, turn) => [page, turn] as const))('%s', { timeout: LOOKS_MS }, async (page, turn) => {
      const path = page.replace(':search', search).replace(':alert', alert);
      expect(await faultsOf(analyst, path, turn)).toEqual([]);
    });
  });

  test('a viewer reads searches and makes none', async () => {
    const viewer = await invited(browser, { bench, served, account }, { role: 'viewer' });
    await viewer.show('/media');
    await viewer.page.getByRole('link', { name: PERSON.name }).first().waitFor();
    expect(await viewer.page.getByRole('button', { name: 'Search the news' }).count()).toBe(0);
    await viewer.close();
  });

  test('where it is off, the navigation leaves it out and its page says so', async () => {
    const other = await sharedService();
    const away = await invited(browser, { ...other, account: await other.bench.account() }, { role: 'analyst' });
    const main = away.page.getByRole('navigation', { name: 'Main' });
    expect(await main.getByRole('link', { name: 'Adverse media' }).count()).toBe(0);
    await away.show('/media');
    await away.page.getByText('Adverse media is off on this service.').waitFor();
    await away.close();
  });
});
