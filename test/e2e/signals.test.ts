import { X509Certificate } from 'node:crypto';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { certificate } from '../../src/http/tls/certificate.ts';
import { ServingProcess } from '../support/process.ts';
import { promised } from '../support/promised.ts';
import { Bench } from '../support/service.ts';

let directory: string;
let bench: Bench;
let service: ServingProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-signals-'));
  bench = await Bench.create();
});
afterAll(async () => {
  service?.kill();
  await bench?.remove();
  await rm(directory, { recursive: true });
});

const made = (name: string) =>
  certificate(readConfig({ TOUCHSTONE_DATA_DIR: join(directory, name) }), () => new Date());

/** The fingerprint that a new handshake is shown. */
function shown(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw).fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('SIGHUP takes a renewed certificate into use, and never ends the service', async () => {
  const [first, second] = [await made('first'), await made('second')];
  const files = join(directory, 'first', 'tls');
  service = new ServingProcess(bench, {
    TOUCHSTONE_TLS_CERT: join(files, 'cert.pem'),
    TOUCHSTONE_TLS_KEY: join(files, 'key.pem'),
  });
  // The certificate that `serving` reads is not the one in use.
  await cp(files, join(bench.dataDir, 'tls'), { recursive: true });
  const { url } = await service.serving();
  expect(await shown(url)).toBe(first.fingerprint);
  await cp(join(directory, 'second', 'tls'), files, { recursive: true });
  service.child.kill('SIGHUP');
  expect(
    await promised(
      9_000,
      () => shown(url),
      (one) => one === second.fingerprint,
    ),
  ).toBe(second.fingerprint);
  for (let again = 0; again < 3; again += 1) service.child.kill('SIGHUP');
  expect(await readFile(join(files, 'cert.pem'), 'utf8')).toBe(second.cert);
  expect(await shown(url)).toBe(second.fingerprint);
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);
});
