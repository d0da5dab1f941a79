import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { CHROMIUM, NO_CHROMIUM, openBrowser, Visitor } from '../support/browser.ts';
import { CaptureScript, sha256 } from '../support/capture-script.ts';
import { ALL_LOOKS } from '../support/page-matrix.ts';
import { phoneCamera, type Shown } from '../support/phone-camera.ts';

const TOKEN = 'k'.repeat(43);
const LOCALES = ['en-GB', 'de-CH', 'fr-CA', 'es-MX', 'it-IT', 'pt-BR', 'pl-PL', 'tr-TR', 'uk-UA', 'ar-EG'];
/** Languages take turns: axe sees each screen in three of them at least. `TOUCHSTONE_TEST_PAGES=all`: in each. */
const AXE_EVERY = 3;
/** Notes each step that is told, however short. */
const TOLD = `window.told = [];
  new MutationObserver(() => {
    const { step } = document.querySelector('h1[data-step]')?.dataset ?? {};
    if (step && step !== window.told.at(-1)) window.told.push(step);
  }).observe(document.getElementById('stage'), { subtree: true, childList: true, attributes: true })`;
/** Actions of a screen with the camera that are not wholly on it, as no scrolling leads there. */
const COVERED = `[...document.querySelectorAll('.film [data-action], .film h1, .film .hint')].filter((element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map((element) => element.textContent)`;

describe.skipIf(!CHROMIUM)(`the page of a link${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let service: CaptureScript;
  let browser: Browser;
  let pictures: { document: Buffer; face: Buffer };

  beforeAll(async () => {
    const specimen = await drawSpecimen('capture', { kind: 'national_id' });
    pictures = {
      document: photograph(specimen, 'capture', [], { sides: 'front' }).jpeg,
      face: selfie(specimen.holder, 1),
    };
    service = await CaptureScript.start();
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  beforeEach(() => service.begin());

  async function phone(window: { locale?: string; width?: number; height?: number } = {}) {
    const visitor = await Visitor.at(browser, service.origin, { phone: true, ...window });
    const camera = await phoneCamera(visitor.page, pictures);
    const { page } = visitor;
    const press = (name: string) => page.locator(`[data-action="${name}"]`).first().tap();
    const title = (words: string) => page.getByRole('heading', { level: 1, name: words }).waitFor();
    const come = () => page.goto(`/v#${TOKEN}`);
    return { visitor, page, camera, press, title, come };
  }

  test('the whole way: consent, document, back, face with movements, thanks', async () => {
    service.pictures.push({
      accepted: false,
      problem: 'unreadable',
      fields: ['dateOfBirth', 'documentNumber'],
      usable: true,
    });
    const { visitor, page, camera, press, title, come } = await phone();
    await come();
    await title('Harbour Bank asks you to confirm who you are');
    expect(await page.evaluate("document.activeElement === document.querySelector('h1')")).toBe(true);
    await page.getByText('30 days. Then the pictures are deleted.').waitFor();
    const lines = (await page.locator('h1, .card p, dt, dd').allTextContents())
      .join('\n')
      .replace(/[\u2068\u2069]/g, '');
    await press('consent');
    await title('Now your document');
    expect(service.bodies.find(({ path }) => path === 'consent')!.body).toEqual({
      language: 'en',
      textHash: sha256(lines),
    });

    await press('start');
    await page.locator('[data-step="document"]').getByText('Hold the document in the frame').waitFor();
    // The shutter lets go by itself.
    await title('Can everything be read?');
    expect(await camera.open()).toBe(0);
    await press('use');
    await title('Please take it once more');
    await page.getByText('This could not be read: date of birth, number.').waitFor();
    // Nothing is in view that would let go the shutter.
    await camera.show('away');
    await press('retake');
    await press('shutter');
    await press('use');
    await title('Now the back');
    await camera.show('document');
    await press('start');
    await page.locator('[data-step="back"]').waitFor();
    await title('Can everything be read?');
    await press('use');
    await title('Now your face');
    const sent = service.bodies.filter(({ path }) => path.startsWith('document'));
    expect(sent.map(({ path }) => path)).toEqual([
      'document?side=front&final=false',
      'document?side=front&final=false',
      'document?side=back&final=false',
    ]);
    const { format, width, height } = await sharp(sent[0]!.body as Buffer).metadata();
    expect({ format, lying: width > height }).toEqual({ format: 'jpeg', lying: true });
    expect(width).toBeGreaterThan(900);

    await camera.show('face');
    service.frames = [
      { step: 'look', hint: null },
      { step: 'left', hint: null },
      { step: 'left', hint: 'turn-further' },
      { step: 'look', hint: null },
      { step: 'closer', hint: null },
      { step: 'done', hint: null },
    ];
    await page.evaluate(TOLD);
    await press('start');
    await title('Thank you, that is all');
    expect(await page.evaluate('window.told')).toEqual(['look', 'left', 'look', 'closer', 'done']);
    expect(await page.locator('[data-step="done"]').count()).toBe(1);
    const frames = service.bodies.filter(({ path }) => path.startsWith('frames'));
    expect(frames.map(({ path }) => path.replace(/&at=\d+$/, ''))).toEqual([
      'frames?step=look&sequence=0',
      'frames?step=look&sequence=1',
      'frames?step=left&sequence=2',
      'frames?step=left&sequence=3',
      'frames?step=look&sequence=4',
      'frames?step=closer&sequence=5',
    ]);
    const frame = await sharp(frames[0]!.body as Buffer).metadata();
    expect([frame.format, frame.width, frame.height]).toEqual(['jpeg', 480, 640]);
    expect(service.atOnce).toBe(1);
    expect(await camera.asked()).toEqual([
      { facing: 'environment', width: 2560 },
      { facing: 'environment', width: 2560 },
      { facing: 'environment', width: 2560 },
      { facing: 'user', width: 1280 },
    ]);
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('who turned too far reads to turn back a little, and a screen reader says it', async () => {
    service.begin({ step: 'look' });
    service.frames = [{ step: 'left', hint: 'turn-back' }];
    const { visitor, page, camera, press, come } = await phone();
    await come();
    await camera.show('face');
    await press('start');
    await page.locator('.hint').getByText('Turn back a little').waitFor();
    await expect.poll(() => page.locator('#hints').textContent()).toContain('Turn back a little');
    expect(await visitor.barriers()).toEqual([]);
    await visitor.close();
  });

  test('whoever does not get on is offered a person, and takes it', async () => {
    service.begin({ step: 'look', language: 'de' });
    service.frames = [{ step: 'look', hint: 'hold-still' }];
    const { visitor, page, camera, press, title, come } = await phone();
    await come();
    await camera.show('face');
    await press('start');
    await page.locator('.hint').getByText('Stillhalten').waitFor();
    expect(await page.locator('.offer').count()).toBe(0);
    const size = await page.locator('.finder').boundingBox();
    await page.getByText('Klappt es nicht? Dann sieht sich ein Mensch Ihre Bilder an.').first().waitFor();
    await expect.poll(() => page.locator('#hints').textContent()).toContain('Klappt es nicht?');
    expect(await page.locator('.finder').boundingBox()).toEqual(size);
    expect(await visitor.barriers()).toEqual([]);
    await press('cannot');
    await title('Jetzt Ihr Gesicht');
    await page.getByText('Ein Mensch wird sich Ihre Bilder ansehen.').waitFor();
    expect(service.asked).toContain('POST cannot');
    await visitor.close();
  });

  test('frames come eight times a second at most, and hints are told', async () => {
    service.begin({ step: 'look' });
    service.frames = [{ step: 'look', hint: 'closer' }];
    const { visitor, page, camera, press, come } = await phone();
    await come();
    await camera.show('face');
    await press('start');
    await page.locator('.hint').getByText('A little closer').waitFor();
    const sent = () => service.asked.filter((line) => line.includes('frames')).length;
    const [before, begun] = [sent(), performance.now()];
    await expect.poll(sent, { timeout: 60_000 }).toBeGreaterThan(before + 15);
    expect((sent() - before) / (performance.now() - begun)).toBeLessThan(8 / 1_000);
    await expect.poll(() => page.locator('#hints').textContent()).toContain('A little closer');
    await camera.show('dark');
    await page.locator('.film.lamp').waitFor();
    await visitor.close();
  });

  test.each<[Shown, string, RegExp]>([
    ['NotFoundError', 'There is no camera', /Open this link on a phone/],
    ['NotReadableError', 'The camera is in use', /Close other apps/],
    ['NotAllowedError', 'The camera is not allowed', /beside the address, then “Permissions”/],
    ['none-at-all', 'There is no camera in this app', /Open in browser/],
    ['InternalError', 'The camera did not start', /Try again/],
  ])('with %s the person reads what helps, and goes on once it does', async (shown, words, help) => {
    service.begin({ step: 'document' });
    const { visitor, page, camera, press, title, come } = await phone();
    await come();
    await title('Now your document');
    await camera.show(shown);
    await press('start');
    await title(words);
    await page.getByText(help).first().waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await camera.show('document');
    await press('start');
    await title('Can everything be read?');
    const codes = service.bodies
      .filter(({ path }) => path === 'hint')
      .map(({ body }) => (body as { code: string }).code);
    expect(codes[0]).toMatch(/^camera-(none|busy|denied|in-app|failed)$/);
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('a camera that is given up late is asked for again', async () => {
    service.begin({ step: 'document' });
    const { visitor, camera, press, title, come } = await phone();
    await come();
    await title('Now your document');
    await camera.show('busy-once');
    await press('start');
    await title('Can everything be read?');
    expect(await camera.asked()).toHaveLength(2);
    await visitor.close();
  });

  test('an app that neither asks nor refuses keeps nobody waiting', async () => {
    service.begin({ step: 'document' });
    const { visitor, page, camera, press, title, come } = await phone();
    await page.clock.install();
    await come();
    await title('Now your document');
    await camera.show('silent');
    await press('start');
    await page.locator('.film').waitFor();
    await page.clock.fastForward(26_000);
    await title('The camera did not start');
    await visitor.close();
  });

  test('a call in between, and a page in the background, cost nothing', async () => {
    service.begin({ step: 'look' });
    const { visitor, page, camera, press, title, come } = await phone();
    await come();
    await camera.show('face');
    await press('start');
    await page.locator('h1[data-step="look"]').getByText('Look into').waitFor();
    await camera.take();
    await title('The camera was interrupted');
    await press('start');
    await page.locator('.film h1[data-step="look"]').waitFor();
    await page.evaluate(`Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
    await title('The camera was interrupted');
    await expect.poll(() => camera.open()).toBe(0);
    await page.evaluate("Object.defineProperty(document, 'hidden', { value: false, configurable: true })");
    await press('start');
    await page.locator('.film h1[data-step="look"]').waitFor();
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('a lost line is said, and the movement goes on where it stood', async () => {
    service.begin({ step: 'look' });
    service.frames = [{ step: 'right', hint: null }];
    const { visitor, page, camera, press, come } = await phone();
    await come();
    await camera.show('face');
    await press('start');
    await page.locator('h1[data-step="right"]').waitFor();
    service.set({ step: 'right' });
    await visitor.context.setOffline(true);
    await page.locator('#notice').getByText('There is no connection').waitFor();
    const before = service.asked.length;
    await page.waitForTimeout(2_000);
    await visitor.context.setOffline(false);
    await expect.poll(() => service.asked.length).toBeGreaterThan(before + 2);
    await page.locator('#notice').waitFor({ state: 'hidden' });
    await page.locator('h1[data-step="right"]').waitFor();
    await visitor.close();
  });

  test('a service that starts again is waited for', async () => {
    const { visitor, page, press, title, come } = await phone();
    await come();
    await title('Harbour Bank asks you to confirm who you are');
    service.refusal = { status: 503, code: 'try-later' };
    await press('consent');
    await page.getByText('The service does not answer at the moment.').waitFor();
    service.refusal = undefined;
    await title('Now your document');
    await page.locator('#notice').waitFor({ state: 'hidden' });
    await visitor.close();
  });

  test.each([
    [404, 'session-unknown', 'This link is not valid'],
    [410, 'session-expired', 'This link has expired'],
    [410, 'session-cancelled', 'This link was withdrawn'],
    [410, 'session-ended', 'This link was used already'],
    [429, 'quota-exhausted', 'This is not possible at the moment'],
    [500, 'unexpected', 'Something went wrong'],
  ])('%s %s has a page of its own, at the beginning and in the middle', async (status, code, words) => {
    service.refusal = { status, code };
    const { visitor, press, title, come } = await phone();
    await come();
    await title(words);
    expect(await visitor.barriers()).toEqual([]);
    service.refusal = undefined;
    await visitor.page.goto('about:blank');
    await come();
    await title('Harbour Bank asks you to confirm who you are');
    service.refusal = { status, code };
    await press('consent');
    await title(words);
    await visitor.close();
  });

  test('another device takes over by the person’s word alone', async () => {
    service.begin({ step: 'look' });
    const { visitor, page, camera, press, title, come } = await phone();
    await come();
    await camera.show('face');
    await press('start');
    await page.locator('.film h1[data-step="look"]').waitFor();
    service.refusal = { status: 409, code: 'other-device' };
    await title('You went on with another device');
    expect(await camera.open()).toBe(0);
    service.refusal = undefined;
    await press('next');
    await title('Now your face');
    expect(service.bodies.filter(({ path }) => path === 'open').map(({ body }) => body)).toEqual([
      { takeOver: false },
      { takeOver: true },
    ]);
    await visitor.close();
  });

  test('an attempt that failed begins again with what helps, and the third ends kindly', async () => {
    service.begin({ step: 'look' });
    service.frames = [{ step: 'failed', hint: null }];
    const { visitor, page, camera, press, title, come } = await phone();
    await come();
    await camera.show('face');
    await press('start');
    await title('Once more, please');
    await page.getByText('Attempt 2 of 3').waitFor();
    service.set({ status: 'failed', reason: 'attempts' });
    await press('start');
    await title('It did not work this time');
    await visitor.close();
  });

  test('who cannot move the head says so, and goes on without', async () => {
    service.begin({ step: 'look' });
    const { visitor, page, camera, press, title, come } = await phone();
    await come();
    await title('Now your face');
    await press('cannot');
    await page.getByText('A person will look at your pictures.').waitFor();
    await camera.show('face');
    service.frames = [{ step: 'done', hint: null }];
    await press('start');
    await title('Thank you, that is all');
    await visitor.close();
  });

  test('who does not agree is let go', async () => {
    const { visitor, press, title, come } = await phone();
    await come();
    await press('decline');
    await title('You did not agree');
    expect(service.asked).toContain('POST decline');
    await visitor.close();
  });

  test('a computer shows a code for the phone, and follows its end without taking its place', async () => {
    const visitor = await Visitor.at(browser, service.origin);
    await visitor.page.goto(`/v#${TOKEN}`);
    await visitor.page.getByRole('img', { name: 'QR code with the link to this page' }).waitFor();
    expect(await visitor.barriers()).toEqual([]);
    expect(service.asked.some((line) => line.startsWith('POST'))).toBe(false);
    service.set({ status: 'completed', device: 'other' });
    await visitor.page.getByRole('heading', { name: 'This link was used already' }).waitFor();
    await visitor.close();
  });

  test.each(LOCALES)('in %s every screen keeps WCAG 2.2 AA, and fits from 320 pixels on and lying', async (locale) => {
    const { visitor, page, camera, press, come } = await phone({ locale, width: 320, height: 640 });
    const faults: string[] = [];
    let looks = LOCALES.indexOf(locale);
    const look = async (screen: string) => {
      for (const [width, height] of [
        [320, 640],
        [640, 320],
        [320, 480],
      ] as const) {
        await page.setViewportSize({ width, height });
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        if (beyond !== 0) faults.push(`${screen} at ${width}: ${beyond} pixels are beyond the edge`);
        const covered = (await page.evaluate(COVERED)) as string[];
        faults.push(...covered.map((action) => `${screen} at ${width} × ${height}: ${action} is out of reach`));
      }
      looks += 1;
      if (!ALL_LOOKS && looks % AXE_EVERY !== 0) return;
      faults.push(...(await visitor.barriers()).map((barrier) => `${screen}: ${barrier}`));
    };
    await come();
    await page.locator('[data-action="consent"]').waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe(locale.slice(0, 2));
    await look('consent');
    await press('consent');
    await page.locator('[data-action="start"]').waitFor();
    await look('document');
    await camera.show('away');
    await press('start');
    await page.locator('.hint').filter({ hasText: /\S/ }).waitFor();
    await page.locator('[data-action="shutter"]').waitFor();
    await look('camera');
    service.pictures.push({
      accepted: false,
      problem: 'zone-missing',
      fields: ['documentNumber', 'expiryDate'],
      usable: true,
    });
    await press('shutter');
    await look('review');
    await press('use');
    await page.locator('.problem').first().waitFor();
    await look('problem');
    service.set({ step: 'look', problem: 'movement' });
    await page.goto('about:blank');
    await come();
    await page.locator('[data-action="cannot"]').waitFor();
    await look('face');
    await camera.show('face');
    service.frames = [{ step: 'right', hint: 'several-faces' }];
    await press('start');
    await page.locator('.hint').filter({ hasText: /\S/ }).waitFor();
    await look('movement');
    await camera.show('dark');
    await page.locator('.film.lamp').waitFor();
    await look('lamp');
    service.frames = [{ step: 'done', hint: null }];
    await page.locator('h1[data-step="done"]').waitFor();
    await look('done');
    expect(faults).toEqual([]);
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('another language is chosen on the page, and is kept', async () => {
    const { visitor, page, title, come } = await phone();
    service.set({ language: 'tr' });
    await come();
    await title('Harbour Bank kimliğinizi doğrulamanızı istiyor');
    await page.getByLabel('Dil').selectOption('pl');
    await title('Harbour Bank prosi o potwierdzenie Twojej tożsamości');
    await page.reload();
    await title('Harbour Bank prosi o potwierdzenie Twojej tożsamości');
    await visitor.close();
  });

  test('the first words need one small answer, all scripts come in the next round, and all of it is small', async () => {
    const { visitor, page, title } = await phone();
    const bytes = new Map<string, number>();
    page.on('response', async (answer) => {
      bytes.set(new URL(answer.url()).pathname, Number(answer.headers()['content-length']));
    });
    const asked: string[] = [];
    const held = Promise.withResolvers<void>();
    await page.route('**', async (route) => {
      const path = new URL(route.request().url()).pathname;
      asked.push(path);
      if (path !== '/v') await held.promise;
      await route.continue();
    });
    await page.goto(`/v#${TOKEN}`, { waitUntil: 'commit' });
    await expect
      .poll(() => page.evaluate("performance.getEntriesByName('first-contentful-paint').length"), { timeout: 60_000 })
      .toBe(1);
    expect(await page.locator('h1').innerText()).toMatch(/\w/);
    expect([...bytes.keys()]).toEqual(['/v']);
    expect(bytes.get('/v')).toBeGreaterThan(300);
    expect(bytes.get('/v')).toBeLessThan(1_000);
    const isPart = (path: string) => /\.(js|css)$/.test(path);
    const parts = asked.filter(isPart).sort();
    held.resolve();
    await title('Harbour Bank asks you to confirm who you are');
    expect(asked.filter(isPart).sort()).toEqual(parts);
    const sum = parts.reduce((all, path) => all + bytes.get(path)!, 0);
    expect(sum).toBeGreaterThan(5_000);
    expect(sum).toBeLessThan(20_000);
    await visitor.close();
  });
});
