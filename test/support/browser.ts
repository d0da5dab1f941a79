import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, devices, type Page } from 'playwright-core';
import type { UserRole } from '../../src/domain/role.ts';
import type { Bench, Served } from './service.ts';

/** The shell comes first: the same engine without the windows of a desktop, which cost half the processor time. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A Chromium of this machine: `TOUCHSTONE_TEST_BROWSER`, else where systems put it. */
export const CHROMIUM = [process.env.TOUCHSTONE_TEST_BROWSER ?? '', ...CANDIDATES].find((path) => existsSync(path));

export const NO_CHROMIUM = 'skipped: no Chromium on this machine (Debian: apt-get install chromium-headless-shell)';

/** Tags of the rules of levels A and AA, up to 2.2. */
const WCAG = /^wcag2(1|2)?aa?$/;

export const PASSWORD = 'a long enough pass phrase 7';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM! });
}

interface Window {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly locale?: string;
  /** A telephone with a touch screen. */
  readonly phone?: boolean;
}

/** What a telephone says of itself. */
const PHONE = devices['Pixel 7']!;

/** One person at a browser of their own, and whatever went wrong there. */
export class Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Breaches of the policy, errors of scripts, requests to other hosts: a good walk has none. */
  readonly troubles: string[] = [];
  readonly #origin: string;

  static async at(browser: Browser, origin: string, window: Window = {}): Promise<Visitor> {
    const { phone = false, colorScheme = 'light', locale = 'en-GB' } = window;
    const { width = phone ? 390 : 1280, height = phone ? 760 : 900 } = window;
    const { userAgent, deviceScaleFactor } = PHONE;
    const context = await browser.newContext({
      ...(phone && { userAgent, deviceScaleFactor, isMobile: true, hasTouch: true }),
      baseURL: origin,
      ignoreHTTPSErrors: true,
      viewport: { width, height },
      colorScheme,
      locale,
      timezoneId: 'Asia/Kolkata',
    });
    context.setDefaultTimeout(120_000);
    const visitor = new Visitor(context, await context.newPage(), origin);
    await visitor.#watch();
    return visitor;
  }

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    this.#origin = origin;
  }

  async #watch(): Promise<void> {
    const { page, troubles } = this;
    await page.exposeFunction('reportBreach', (text: string) => void troubles.push(text));
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) =>
      reportBreach('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile))`);
    page.on('pageerror', (error) => troubles.push(`script: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.#origin) && !/^(data|blob):/.test(url)) troubles.push(`elsewhere: ${url}`);
    });
  }

  /** Follows a one-time link and chooses a password. */
  async accept(link: string, email?: string): Promise<void> {
    const { page } = this;
    await page.goto(link);
    if (email) await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  }

  /** Goes to a page by its link in the navigation. */
  async go(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
  }

  /** Until what the page asked the service for is shown. */
  async show(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { level: 1 }).first().waitFor();
    await this.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  /** What axe finds against WCAG 2.2 AA, and what else it calls serious or critical, each with where. */
  async barriers(): Promise<string[]> {
    await this.page.evaluate(AXE);
    const options = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
    const { violations } = (await this.page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
    return violations
      .filter(({ tags, impact }) => tags.some((tag) => WCAG.test(tag)) || impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ¦ ')}`);
  }

  /** What stands on each page of a print, from its head on: glyphs in hexadecimal. The page's number comes first. */
  async printed(): Promise<string[][]> {
    const file = (await this.page.pdf({ format: 'A4' })).toString('latin1');
    const streams = [...file.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n(.*?)endstream/gs)];
    return streams
      .map(([, bytes]) => inflateSync(Buffer.from(bytes!, 'latin1')).toString('latin1'))
      .map((drawn) => [...drawn.matchAll(/<([0-9A-F]+)> Tj/g)].map(([, glyphs]) => glyphs!))
      .filter((glyphs) => glyphs.length > 0);
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}

/** Invites somebody, and lets them in. */
export async function invited(
  browser: Browser,
  { bench, served, account }: { bench: Bench; served: Served; account: number },
  { role, ...window }: { role: UserRole } & Window,
): Promise<Visitor> {
  const { path } = await bench.invite(account, `${role}-${account}@harbour.example`, role);
  const visitor = await Visitor.at(browser, served.service.url, window);
  await visitor.accept(served.service.url + path);
  return visitor;
}
