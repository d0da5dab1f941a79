import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { CHROMIUM, NO_CHROMIUM, openBrowser, Visitor } from '../support/browser.ts';
import { drawnPerson, type Moving } from '../support/moving-person.ts';
import { phoneCamera } from '../support/phone-camera.ts';
import { Bench, type Served } from '../support/service.ts';

interface Session {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly verificationId: number | null;
}
const SESSIONS = '/api/IdVerification/sessions';

/** A service, and an account that sends links. */
async function sending(settings: Record<string, string> = {}, now?: () => Date) {
  const bench = await Bench.create(settings);
  const { key } = await bench.key(await bench.account(50));
  const served = await bench.serve({}, now);
  return {
    bench,
    served,
    link: async (body: object = {}): Promise<Session> => (await served.ask('POST', SESSIONS, { key, body })).body,
    session: async (id: string): Promise<Session> => (await served.ask('GET', `${SESSIONS}/${id}`, { key })).body,
    verification: async (id: number | null) => {
      const path = `/api/IdVerification/${id}`;
      const { body: record } = await served.ask('GET', path, { key });
      return { record, explanation: (await served.ask('GET', `${path}/explanation`, { key })).body };
    },
    cancel: (id: string) => served.ask('DELETE', `${SESSIONS}/${id}`, { key }),
  };
}

describe.skipIf(!CHROMIUM)(`a person follows a link${CHROMIUM ? '' : ` (${NO_CHROMIUM})`}`, () => {
  let browser: Browser;
  let sandbox: Awaited<ReturnType<typeof sending>>;
  let real: Awaited<ReturnType<typeof sending>>;
  let pictures: { document: Buffer; face: Buffer; person: Moving };

  beforeAll(async () => {
    sandbox = await sending({ TOUCHSTONE_ENVIRONMENT: 'sandbox' });
    // The faces are drawn: what the networks for liveness say of drawings says nothing.
    real = await sending({ TOUCHSTONE_LIVENESS_THRESHOLDS: '0:0' });
    const specimen = await drawSpecimen('capture', { kind: 'passport' });
    const document = photograph(specimen, 'capture', [], { sides: 'front' }).jpeg;
    const face = selfie(specimen.holder, 1);
    pictures = { document, face, person: await drawnPerson(specimen.holder, 1) };
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    for (const one of [sandbox, real]) {
      await one?.served.stop();
      await one?.bench.remove();
    }
  });

  const follow = async ({ served }: { served: Served }, { url }: Session) => {
    const visitor = await Visitor.at(browser, served.service.url, { phone: true });
    const { page } = visitor;
    const camera = await phoneCamera(page, pictures);
    await page.goto(`/v${new URL(url).hash}`);
    const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
    return {
      visitor,
      page,
      camera,
      title,
      press: (name: string) => page.locator(`[data-action="${name}"]`).first().tap(),
    };
  };

  test('the whole way in the sandbox, without a camera', async () => {
    const link = await sandbox.link({ reference: 'C-1' });
    const { visitor, page, press } = await follow(sandbox, link);
    await press('consent');
    await page.locator('[data-specimen]').first().tap();
    await page.locator('h1[data-step="done"]').waitFor();
    const { status, verificationId } = await sandbox.session(link.id);
    expect(status).toBe('completed');
    expect(verificationId).not.toBeNull();
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('the service reads the document in the hand, judges the face, and ends when the asker says so', async () => {
    const link = await real.link();
    const { visitor, page, camera, title, press } = await follow(real, link);
    await press('consent');
    await press('start');
    await page.locator('[data-action="use"]').waitFor();
    await press('use');
    await page.locator('h1[data-step="look"]').waitFor();
    await camera.show('away');
    await press('start');
    await page.locator('.hint').getByText('Bring your face into the oval').waitFor();
    expect((await real.session(link.id)).status).toBe('started');
    await real.cancel(link.id);
    await title('This link was withdrawn');
    expect(await camera.open()).toBe(0);
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('somebody moves as they are told, in the second attempt, and the asker has a verification', async () => {
    const link = await real.link({ reference: 'C-7' });
    const { visitor, page, camera, title, press } = await follow(real, link);
    // An attempt takes up to a minute, and longer where the machine has little time for it.
    visitor.context.setDefaultTimeout(180_000);
    await press('consent');
    await press('start');
    await page.locator('[data-action="use"]').waitFor();
    await press('use');
    await title('Now your face');
    // A picture that is held before the camera looks ahead, and then does not turn.
    await camera.show('face');
    await press('start');
    await page.locator('h1[data-step="left"], h1[data-step="right"]').waitFor();
    await title('Once more, please');
    await page.getByText('Attempt 2 of 3').waitFor();
    expect(await camera.open()).toBe(0);
    await camera.show('person');
    await press('start');
    await title('Thank you, that is all');
    await expect.poll(async () => (await real.session(link.id)).status).toBe('completed');
    const { verificationId } = await real.session(link.id);
    const { record, explanation } = await real.verification(verificationId);
    expect(record).toMatchObject({ reference: 'C-7', faceMatch: true, status: 'Verified' });
    expect(explanation.reasons).toEqual([]);
    const { movement, attempts, steps } = explanation.capture;
    expect({ movement, attempts }).toEqual({ movement: 'passed', attempts: 2 });
    expect(steps).toHaveLength(3);
    for (const { ms } of steps) expect(ms).toBeGreaterThan(100);
    expect(visitor.troubles).toEqual([]);
    await visitor.close();
  });

  test('a second device takes over where the first one stood', async () => {
    const link = await real.link();
    const first = await follow(real, link);
    await first.press('consent');
    await first.page.locator('h1[data-step="document"]').waitFor();
    const second = await follow(real, link);
    await second.title('You went on with another device');
    await second.press('next');
    await second.page.locator('h1[data-step="document"]').waitFor();
    await first.press('start');
    await first.page.locator('[data-action="use"]').waitFor();
    await first.press('use');
    await first.title('You went on with another device');
    await first.visitor.close();
    await second.visitor.close();
  });

  test('a service that starts again in the middle is waited for, and all that was taken is there', async () => {
    const { bench, served, link } = await sending();
    const { visitor, page, press } = await follow({ served }, await link());
    await press('consent');
    await press('start');
    await page.locator('[data-action="use"]').waitFor();
    await served.stop();
    await press('use');
    await page.getByText('The service does not answer at the moment.').waitFor();
    const again = await bench.serve({ TOUCHSTONE_PORT: new URL(served.service.url).port });
    await page.locator('h1[data-step="look"]').waitFor();
    await page.locator('#notice').waitFor({ state: 'hidden' });
    await visitor.close();
    await again.stop();
    await bench.remove();
  });

  test('a link that expires in the middle says so', async () => {
    let time = Date.now();
    const { bench, served, link } = await sending({}, () => new Date(time));
    const { visitor, page, title, press } = await follow({ served }, await link({ expiresIn: 300 }));
    await page.locator('[data-action="consent"]').waitFor();
    time += 301_000;
    await press('consent');
    await title('This link has expired');
    await visitor.close();
    await served.stop();
    await bench.remove();
  });

  test('who does not agree is let go, and the asker learns it', async () => {
    const link = await real.link();
    const { visitor, title, press } = await follow(real, link);
    await press('decline');
    await title('You did not agree');
    expect(await real.session(link.id)).toMatchObject({ status: 'failed', reason: 'declined' });
    await visitor.close();
  });
});
