import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, readConfig } from '../../config.ts';
import { createLog } from '../../logging.ts';
import { certificate } from './certificate.ts';
import { Connections } from './connections.ts';
import { FollowedCertificate } from './followed-certificate.ts';
import { Listener } from './listener.ts';

const now = () => new Date();

let directory: string;
let config: Config;
let followed: FollowedCertificate;
let listener: Listener;
let port: number;
let logged: string;

/** The folder of a new certificate: `cert.pem` and `key.pem`. */
async function made(name: string): Promise<string> {
  await certificate(readConfig({ TOUCHSTONE_DATA_DIR: join(directory, name) }), now);
  return join(directory, name, 'tls');
}

/** Links as Kubernetes makes them for a secret: the files, through `..data`, in a folder of their version. */
async function secret(version: string): Promise<void> {
  await cp(await made(version), join(directory, 'secret', `..${version}`), { recursive: true });
  await symlink(`..${version}`, join(directory, 'secret', '..data_tmp'));
  await rename(join(directory, 'secret', '..data_tmp'), join(directory, 'secret', '..data'));
}

/** The fingerprint that a new handshake is shown. */
function shown(): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-followed-'));
  await mkdir(join(directory, 'secret'));
  await secret('first');
  for (const file of ['cert.pem', 'key.pem']) await symlink(join('..data', file), join(directory, 'secret', file));
  config = readConfig({
    TOUCHSTONE_DATA_DIR: directory,
    TOUCHSTONE_TLS_CERT: join(directory, 'secret', 'cert.pem'),
    TOUCHSTONE_TLS_KEY: join(directory, 'secret', 'key.pem'),
  });
  logged = '';
  const log = createLog({
    write: (line) => {
      logged += line;
    },
  });
  const pems = await certificate(config, now);
  const limits = { total: 100, perAddress: 100, exempt: () => false };
  listener = new Listener(pems, (_request, response) => void response.end(), new Connections(limits, log));
  followed = new FollowedCertificate(pems, config, { now, log, renewed: (found) => listener.use(found) });
  port = await listener.listen('127.0.0.1', 0);
});

afterEach(async () => {
  await listener.close(0);
  await rm(directory, { recursive: true });
});

test('new handshakes have a renewed certificate when the links to its files are swapped', async () => {
  const before = await shown();
  await followed.look();
  expect(await shown()).toBe(before);
  await secret('second');
  await followed.look();
  expect(await shown()).toBe(followed.current.fingerprint);
  expect(await shown()).not.toBe(before);
  expect(logged).toContain('a renewed certificate is in use');
});

test('new handshakes have a renewed certificate when its files are written, once both of them are', async () => {
  const before = await shown();
  const renewed = await made('second');
  await writeFile(config.tls!.cert, await readFile(join(renewed, 'cert.pem')));
  await followed.look();
  expect(await shown()).toBe(before);
  await writeFile(config.tls!.key, await readFile(join(renewed, 'key.pem')));
  await followed.look();
  expect(await shown()).not.toBe(before);
});

test.each([
  ['empty', async () => writeFile(config.tls!.cert, '')],
  ['cut off', async () => writeFile(config.tls!.cert, (await readFile(config.tls!.cert, 'utf8')).slice(0, 200))],
  ['gone', async () => rm(config.tls!.key)],
  ['no certificate', async () => writeFile(config.tls!.cert, 'no certificate')],
] as const)('a file that is %s leaves the certificate in use, and the log says so once', async (_, spoil) => {
  const before = await shown();
  await spoil();
  await followed.look();
  await followed.look();
  expect(await shown()).toBe(before);
  expect(logged.split('the certificate cannot be used').length - 1).toBe(1);
});
