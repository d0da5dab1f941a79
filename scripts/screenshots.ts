// Makes the README's screenshots into docs/images/: `npm run screenshots`. Starts a sandbox, whose lists are invented,
// in a directory that is removed afterwards. Lets a month of work pass in it, and walks through it in a Chromium.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { Agent, FormData, fetch } from 'undici';
import { startService } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import { withRecords } from '../src/open-records.ts';
import { announceToNobody } from '../src/use-cases/events.ts';
import { createKey } from '../src/use-cases/keys.ts';

const OUT = fileURLToPath(new URL('../docs/images/', import.meta.url));
const PICTURES = fileURLToPath(new URL('../src/sandbox/pictures/', import.meta.url));
const BROWSER = process.env.TOUCHSTONE_TEST_BROWSER ?? '/usr/bin/chromium';
const DAY_MS = 86_400_000;
const DAYS = 29;
const PASSWORD = 'a long enough pass phrase';

/** Nobody of these is on a list. */
const CLEAR = ['Margaret Thistlewood', 'Anselm Borrowdale', 'Ione Quarrington', 'Bartleby Osgood', 'Wexford Plimsoll'];
const LISTED = ['Thessaly Vornak', 'Odalys Whitmarow', 'Квиллон Феррабаст', 'Ludo Krantzbein', 'Pemberley Stroud'];

let time = Date.now() - DAYS * DAY_MS;
let printed = '';
const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-screenshots-'));
const config = readConfig({
  TOUCHSTONE_DATA_DIR: dataDir,
  TOUCHSTONE_ENVIRONMENT: 'sandbox',
  TOUCHSTONE_PORT: '0',
  TOUCHSTONE_METRICS: 'off',
  TOUCHSTONE_LISTS_SYNC: 'off',
});
const print = (text: string) => {
  printed += text;
};
const service = await startService(config, {
  print,
  log: { write: () => undefined },
  now: () => new Date(time),
});
const agent = new Agent({ connect: { rejectUnauthorized: false } });
const browser = await chromium.launch({ executablePath: BROWSER });
try {
  await mkdir(OUT, { recursive: true });
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await begin(page);
  await work(await keyOfFirst());
  await walk(page);
} finally {
  await browser.close();
  await agent.close();
  await service.stop();
  await rm(dataDir, { recursive: true });
}

async function begin(page: Page): Promise<void> {
  await page.goto(/https:\S+\/welcome#\S+/.exec(printed)![0]);
  await page.getByLabel('Email address').fill('ana@harbour.example');
  await page.getByLabel('Choose a password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

function keyOfFirst(): Promise<string> {
  return withRecords(config, async (records) => {
    const [account] = await records.accounts.list();
    const ports = { records, announce: announceToNobody, environment: config.environment };
    const wanted = { accountId: account!.id, name: 'Onboarding', allow: [] };
    return (await createKey(ports, wanted, 'operator')).value;
  });
}

/** A month of requests, more of them on some days than on others, and customers at its end. */
async function work(key: string): Promise<void> {
  const send = async (method: 'POST' | 'PUT', path: string, body: string | FormData, type?: string) => {
    const headers = { 'x-api-key': key, ...(type && { 'content-type': type }) };
    const answer = await fetch(service.url + path, { method, headers, body, dispatcher: agent });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  const ask = (method: 'POST' | 'PUT', path: string, body: object) =>
    send(method, path, JSON.stringify(body), 'application/json');
  const screen = (name: string) => ask('POST', '/api/Screening/screen', { name, entityType: 'Individual' });
  const [document, ...selfies] = await Promise.all(['passport', 'selfie-holder', 'selfie-uncertain'].map(picture));
  for (let day = 0; day < DAYS; day += 1) {
    for (let turn = 0; turn < 3 + ((day * 7) % 5); turn += 1) await screen(CLEAR[(day + turn) % CLEAR.length]!);
    if (day % 3 === 0) await screen(LISTED[(day / 3) % LISTED.length]!);
    if (day % 3 === 1) {
      const form = new FormData();
      form.append('IdCardImage', document!, 'passport.jpg');
      form.append('SelfieImage', selfies[day % 2]!, 'selfie.jpg');
      await send('POST', '/api/IdVerification/verify', form);
    }
    time += DAY_MS;
  }
  const customer = (reference: string, name: string, entityType: string, more: object = {}) =>
    ask('PUT', `/api/Customers/${reference}`, { name, entityType, ...more });
  await customer('C-1041', 'Margaret Thistlewood', 'Individual', { dateOfBirth: '1984-03-09' });
  await customer('C-1042', 'Zorbek Mining Trust', 'Organization');
  await customer('C-1043', 'Quilon Ferrabast', 'Individual', { dateOfBirth: '1961-04-17' });
}

async function picture(name: string): Promise<Blob> {
  return new Blob([await readFile(join(PICTURES, `${name}.jpg`))], { type: 'image/jpeg' });
}

async function walk(page: Page): Promise<void> {
  await page.goto(`${service.url}/sign-in`);
  await page.getByLabel('Email address').fill('ana@harbour.example');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Screen', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Quillon Ferabast');
  await page.getByLabel('Date of birth').fill('1961-04-17');
  await page.getByRole('button', { name: 'Screen', exact: true }).click();
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
  const shot = await page.screenshot();
  await sharp(shot)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(join(OUT, `${name}.png`));
}
