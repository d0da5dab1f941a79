import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { certificate } from './certificate.ts';

const DAY_MS = 86_400_000;
const START = new Date('2026-03-04T05:06:07Z');
const later = (days: number) => () => new Date(START.getTime() + days * DAY_MS);

let dataDir: string;
let config: Config;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'touchstone-tls-'));
  config = readConfig({ TOUCHSTONE_DATA_DIR: dataDir });
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('a certificate is made once, is good for at most 825 days, and its key is for the owner alone', async () => {
  const first = await certificate(config, later(0));
  const again = await certificate(config, later(1));
  expect(again.fingerprint).toBe(first.fingerprint);
  expect(first.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  const { validFrom, validTo } = new X509Certificate(first.cert);
  expect((Date.parse(validTo) - Date.parse(validFrom)) / DAY_MS).toBeLessThanOrEqual(825);
  expect((await stat(join(dataDir, 'tls', 'key.pem'))).mode & 0o777).toBe(0o600);
});

test('a certificate that is about to end is renewed', async () => {
  const first = await certificate(config, later(0));
  const kept = await certificate(config, later(780));
  const renewed = await certificate(config, later(800));
  expect(kept.fingerprint).toBe(first.fingerprint);
  expect(renewed.fingerprint).not.toBe(first.fingerprint);
  expect(renewed.validTo.getTime()).toBeGreaterThan(first.validTo.getTime());
});

test('a key and a certificate that do not fit are made anew together', async () => {
  await certificate(config, later(0));
  const old = await readFile(join(dataDir, 'tls', 'cert.pem'), 'utf8');
  await rm(join(dataDir, 'tls', 'key.pem'));
  await certificate(config, later(0));
  await writeFile(join(dataDir, 'tls', 'cert.pem'), old);
  await expect(certificate(config, later(0))).resolves.toMatchObject({ selfSigned: true });
});

test('configured files are used as they are, and refused with a sentence where they are not usable', async () => {
  await certificate(config, later(0));
  const files = {
    TOUCHSTONE_TLS_CERT: join(dataDir, 'tls/cert.pem'),
    TOUCHSTONE_TLS_KEY: join(dataDir, 'tls/key.pem'),
  };
  await expect(certificate(readConfig(files), later(0))).resolves.toMatchObject({ selfSigned: false });
  const swapped = { TOUCHSTONE_TLS_CERT: files.TOUCHSTONE_TLS_KEY, TOUCHSTONE_TLS_KEY: files.TOUCHSTONE_TLS_CERT };
  await expect(certificate(readConfig(swapped), later(0))).rejects.toThrow(/TOUCHSTONE_TLS_CERT .* PEM/);
});
