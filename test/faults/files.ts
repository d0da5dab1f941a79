import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { expectWhole, pause, Subject, underLoad } from './subject.ts';

/** The certificate's files are exchanged under a running service, then one of them alone. */
export async function certificateSwapped(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'touchstone-certificate-'));
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
  const write = async (): Promise<void> => {
    const pems = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
    writeFileSync(cert, pems.cert);
    writeFileSync(key, pems.private);
  };
  await write();
  const subject = new Subject({ settings: { TOUCHSTONE_TLS_CERT: cert, TOUCHSTONE_TLS_KEY: key } });
  try {
    const load = await subject.start();
    load.start(2);
    await write();
    await pause(2_000);
    await load.stop();
    const text = await expectWhole(subject, load);
    await subject.service.stop();
    const again = await subject.start();
    await again.stop();
    await subject.service.stop();
    const [other] = [await generate([{ name: 'commonName', value: 'other' }], { keySize: 2048 })];
    writeFileSync(key, other!.private);
    await assert.rejects(subject.start(), /TOUCHSTONE_TLS_CERT and TOUCHSTONE_TLS_KEY must be/);
    return `${text}; a key that does not fit is refused at start`;
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
