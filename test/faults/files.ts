import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { Load } from './load.ts';
import { eventually, expectWhole, pause, Subject, underLoad } from './subject.ts';

/** A certificate for `localhost`. A client that trusts two of one subject tries the first alone. */
function made(organization: string) {
  const subject = [
    { name: 'commonName', value: 'localhost' },
    { name: 'organizationName', value: organization },
  ];
  return generate(subject, { keySize: 2048 });
}

/** The certificate's files are exchanged under a running service, then one of them alone. */
export async function certificateSwapped(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'touchstone-certificate-'));
  const files = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
  const write = ({ cert, private: key }: { cert: string; private: string }): void => {
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
  };
  write(await made('first'));
  const subject = new Subject({ settings: { TOUCHSTONE_TLS_CERT: files.cert, TOUCHSTONE_TLS_KEY: files.key } });
  try {
    const load = await subject.start();
    load.start(2);
    const renewed = await made('renewed');
    load.trust(renewed.cert);
    write(renewed);
    const newcomer = new Load(load.url, renewed.cert, load.key);
    const isServed = async () => (await newcomer.get('/health/ready')).status === 200;
    await eventually('The renewed certificate is not taken into use.', isServed);
    const before = load.acknowledged.length;
    await eventually('Clients are not served after that.', async () => load.acknowledged.length > before);
    await load.stop();
    const text = await expectWhole(subject, load);
    await subject.service.stop();
    const again = await subject.start();
    await again.stop();
    await subject.service.stop();
    writeFileSync(files.key, (await made('other')).private);
    await assert.rejects(subject.start(), /TOUCHSTONE_TLS_CERT and TOUCHSTONE_TLS_KEY must be/);
    return `${text}; a renewed one is taken into use; a key that does not fit is refused at start`;
  } finally {
    await subject.remove();
    rmSync(directory, { recursive: true });
  }
}

/** A data directory that others can read. */
export async function permissions(): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'touchstone-permissions-'));
  const dataDir = join(parent, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  try {
    return await underLoad({ dataDir, clients: 1 }, async () => {
      await pause(500);
      for (const file of ['touchstone.sqlite', 'tls/key.pem']) {
        assert.equal(statSync(join(dataDir, file)).mode & 0o077, 0, `Others can read ${file}.`);
      }
      return 'others can read neither database nor key';
    });
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** Two services on one data directory: the second refuses to start, or both keep what they acknowledge. */
export async function twoServices(): Promise<string> {
  const first = new Subject();
  const second = new Subject({ dataDir: first.dataDir });
  try {
    const load = await first.start();
    load.start(2);
    const started = await second.start().then(
      (other) => other.start(2),
      (error: Error) => error,
    );
    await pause(3_000);
    if (started instanceof Error) {
      assert.doesNotMatch(started.message, /\n\s+at /, 'It prints a stack trace.');
      await load.stop();
      return `${await expectWhole(first, load)}; the second one refused to start`;
    }
    await Promise.all([load.stop(), started.stop()]);
    const ids = [...load.acknowledged, ...started.acknowledged].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length, 'An id was given twice.');
    await expectWhole(second, started);
    return `${await expectWhole(first, load)}; both served, ${ids.length} ids, none twice`;
  } finally {
    await second.remove();
    await first.remove();
  }
}
