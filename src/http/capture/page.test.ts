import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { App } from '../app-type.ts';
import { STANDING_HEADERS } from '../wire/headers.ts';
import { capturePage, chosenLanguage } from './page.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'tr', 'uk', 'ar'];
const ASSETS = fileURLToPath(new URL('../../../capture/dist/assets/', import.meta.url));
const BUILT = existsSync(ASSETS);

test('a browser gets the language that it likes best', () => {
  const cases = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-CH, en;q=0.5', 'de'],
    ['en;q=0.3, uk-UA;q=0.9', 'uk'],
    ['zh, ja;q=0.9, AR-EG;q=0.1', 'ar'],
    ['fr;q=0, pl', 'pl'],
    ['fr;q=0', 'en'],
    ['*', 'en'],
    [', ;q=;, ../../secrets', 'en'],
    [`${'de-,'.repeat(100_000)}`, 'de'],
  ] as const;
  for (const [header, language] of cases)
    expect(chosenLanguage(header, LANGUAGES), header?.slice(0, 40)).toBe(language);
});

describe.skipIf(!BUILT)(`the page of a link${BUILT ? '' : ' (skipped: pages are not built)'}`, () => {
  const serving = async (): Promise<App> => {
    const app = fastify() as unknown as App;
    app.addHook('onRequest', async (_, reply) => void reply.headers(STANDING_HEADERS));
    await capturePage(app);
    return app;
  };

  test('comes in the language of the browser, with its first words and under a policy without exceptions', async () => {
    const app = await serving();
    const ask = (language: string) => app.inject({ url: '/v', headers: { 'accept-language': language } });
    const answer = await ask('ar');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<html lang="ar" dir="rtl">');
    expect(answer.body).toContain('أكّد هويتك');
    expect((await ask('de-AT')).body).toContain('Zeigen Sie, wer Sie sind');
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toMatch(/unsafe|data:|blob:|\*|https?:|nonce|sha256/);
    expect(answer.headers).toMatchObject({
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-cache',
      vary: 'accept-language, accept-encoding',
    });
    await app.close();
  });

  test('its files are kept for ever and are sent compressed', async () => {
    const app = await serving();
    const { body } = await app.inject('/v');
    const paths = [...body.matchAll(/"(\/v\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThanOrEqual(4);
    for (const url of paths) {
      const answer = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
      expect(answer.headers, url).toMatchObject({
        'content-encoding': 'br',
        'cache-control': expect.stringContaining('immutable'),
      });
    }
    await app.close();
  });

  test('script, style and words of a language are at most 60 KB, uncompressed', () => {
    const sizes = readdirSync(ASSETS)
      .filter((file) => /\.(js|css)$/.test(file))
      .map((file) => [file, statSync(`${ASSETS}${file}`).size] as const);
    const sum = (wanted: RegExp) => sizes.reduce((all, [file, size]) => (wanted.test(file) ? all + size : all), 0);
    for (const language of LANGUAGES) {
      const bytes = sum(new RegExp(`^(main|styles|chunk|${language})-`));
      expect(bytes, language).toBeGreaterThan(20_000);
      expect(bytes, language).toBeLessThan(60_000);
    }
  });
});
