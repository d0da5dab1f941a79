// Makes the README's screenshots into docs/images/: `npm run screenshots`. Starts a service of its own with the
// starter lists in a directory that is removed afterwards, and walks through it in a Chromium.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { startService } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';

const OUT = fileURLToPath(new URL('../docs/images/', import.meta.url));
const BROWSER = process.env.TOUCHSTONE_TEST_BROWSER ?? '/usr/bin/chromium';
const NAMES = [
  'Wladimir Putin',
  'بشار الأسد',
  'Margaret Thistlewood',
  'Sberbank of Russia',
  'Kim Jong Un',
  'Angela Merckel',
];

const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-screenshots-'));
let printed = '';
const service = await startService(
  readConfig({
    TOUCHSTONE_DATA_DIR: dataDir,
    TOUCHSTONE_PORT: '0',
    TOUCHSTONE_METRICS: 'off',
    TOUCHSTONE_LISTS_SYNC: 'off',
  }),
  {
    print: (text) => {
      printed += text;
    },
    log: { write: () => undefined },
  },
);
const browser = await chromium.launch({ executablePath: BROWSER });
try {
  await mkdir(OUT, { recursive: true });
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 } });
  await walk(await context.newPage());
} finally {
  await browser.close();
  await service.stop();
  await rm(dataDir, { recursive: true });
}

async function walk(page: Page): Promise<void> {
  await page.goto(/https:\S+\/welcome#\S+/.exec(printed)![0]);
  await page.getByLabel('Email address').fill('you@example.com');
  await page.getByLabel('Choose a password').fill('a long enough pass phrase');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Screen', exact: true }).click();
  for (const name of NAMES.toReversed()) {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Type').selectOption(/Sberbank/.test(name) ? 'Organization' : 'Individual');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Screen', exact: true }).click();
    await (await answered).finished();
  }
  await page.getByRole('article').first().waitFor();
  await take(page, 'screen');
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByRole('region', { name: 'Current alert' }).waitFor();
  await take(page, 'alerts');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('heading', { name: 'Lists' }).waitFor();
  await take(page, 'overview');
}

/** A palette is enough for flat areas and text, and a quarter of the size. */
async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  const picture = await page.screenshot();
  await sharp(picture)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(OUT, `${name}.png`));
}
