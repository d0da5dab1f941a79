// Makes the README's pictures of the page of a link into docs/images/: part of `npm run screenshots`. The document and
// the person are drawn. The answers are those of the tests, since a drawn person cannot turn their head.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { photograph } from '../specimens/photograph.ts';
import { selfie } from '../specimens/selfie.ts';
import { drawSpecimen } from '../specimens/specimen.ts';
import { openBrowser, Visitor } from '../test/support/browser.ts';
import { CaptureScript } from '../test/support/capture-script.ts';
import { phoneCamera } from '../test/support/phone-camera.ts';

const OUT = fileURLToPath(new URL('../docs/images/', import.meta.url));

const specimen = await drawSpecimen('capture', { kind: 'national_id' });
const document = photograph(specimen, 'capture', [], { sides: 'front' }).jpeg;
const service = await CaptureScript.start();
const browser = await openBrowser();
try {
  await mkdir(OUT, { recursive: true });
  const visitor = await Visitor.at(browser, service.origin, { phone: true, width: 360, height: 700 });
  const camera = await phoneCamera(visitor.page, { document, face: selfie(specimen.holder, 1) });
  await walk(visitor.page, camera);
} finally {
  await browser.close();
  await service.stop();
}

async function walk(page: Page, camera: Awaited<ReturnType<typeof phoneCamera>>): Promise<void> {
  const press = (name: string) => page.locator(`[data-action="${name}"]`).first().tap();
  service.begin();
  service.pictures.push({ accepted: false, problem: 'unreadable', fields: ['dateOfBirth'], usable: true });
  await page.goto(`/v#${'k'.repeat(43)}`);
  await page.locator('[data-action="consent"]').waitFor();
  await take(page, 'consent');
  await press('consent');
  await press('start');
  await page.locator('.outline.good').waitFor();
  await take(page, 'document');
  await page.locator('[data-action="use"]').waitFor();
  await press('use');
  await page.locator('.problem').waitFor();
  await take(page, 'problem');
  service.set({ step: 'look' });
  await page.reload();
  await page.locator('[data-action="cannot"]').waitFor();
  await take(page, 'face');
  await camera.show('face');
  service.frames = [{ step: 'left', hint: 'turn-further' }];
  await press('start');
  await page.locator('.hint').getByText('A little more').waitFor();
  await take(page, 'movement');
  service.frames = [{ step: 'done', hint: null }];
  await page.locator('h1[data-step="done"]').waitFor();
  await take(page, 'thanks');
}

/** A palette is enough, and so are few pixels: six of them stand in a row. */
async function take(page: Page, name: string): Promise<void> {
  const shot = await page.screenshot({ scale: 'css' });
  await sharp(shot)
    .resize({ width: 300 })
    .png({ palette: true, colours: 96, compressionLevel: 9 })
    .toFile(join(OUT, `capture-${name}.png`));
}
