import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { imagesContract } from '../../test/images/contract.ts';
import { NO_S3, ObjectStoreServer, S3_SERVER } from '../../test/support/object-store.ts';
import { readConfig } from '../config.ts';
import { Bucket } from '../object-store/bucket.ts';
import { S3Images } from './s3.ts';
import { ImageVault } from './vault.ts';

const KEY = '0123456789abcdef'.repeat(4);

describe.skipIf(!S3_SERVER)(`images in a bucket (${NO_S3})`, () => {
  let server: ObjectStoreServer;
  beforeAll(async () => {
    server = await ObjectStoreServer.start();
  });
  afterAll(() => server?.remove());

  const open = ({ TOUCHSTONE_IMAGES_URL: url, ...aws }: ReturnType<ObjectStoreServer['bucket']>) =>
    Bucket.open(url, aws);

  imagesContract('a bucket', async () => {
    const settings = server.bucket();
    // Like other processes, each store has connections of its own.
    const stores = await Promise.all([1, 2, 3].map(async () => new S3Images(await open(settings))));
    return { open: () => stores.pop()!, remove: async () => {} };
  });

  test('no byte of an image leaves the node as it is, and another master key does not open it', async () => {
    const settings = { ...server.bucket(), TOUCHSTONE_MASTER_KEY: KEY };
    const vault = await ImageVault.open(readConfig(settings));
    await vault.put(42, { document: Buffer.from('a passport'), selfie: Buffer.from('a face') });
    expect(String(await vault.get(42, 'selfie'))).toBe('a face');
    for (const [kind, word] of [
      ['document', 'passport'],
      ['selfie', 'face'],
    ]) {
      const stored = await readFile(join(server.folder(settings), 'images/0/42', `${kind}.sealed`));
      expect(stored.includes(word!)).toBe(false);
    }
    const other = await ImageVault.open(readConfig({ ...settings, TOUCHSTONE_MASTER_KEY: 'f'.repeat(64) }));
    await expect(other.get(42, 'selfie')).rejects.toMatchObject({ code: 'damaged' });
  });

  test('a key file that is lost is not made anew while the bucket has images that it sealed', async () => {
    const settings = { ...server.bucket(), TOUCHSTONE_DATA_DIR: await mkdtemp(join(tmpdir(), 'touchstone-s3-key-')) };
    const vault = await ImageVault.open(readConfig(settings));
    await vault.put(1, { document: Buffer.from('a'), selfie: Buffer.from('b') });
    await rm(join(settings.TOUCHSTONE_DATA_DIR, 'master.key'));
    await expect(vault.ready()).rejects.toThrow(/master\.key is missing/);
    await rm(settings.TOUCHSTONE_DATA_DIR, { recursive: true });
  });

  test('a bucket with what another service keeps there is refused, before and after the master key changed', async () => {
    const bucket = server.bucket();
    const open = (more: Record<string, string>) => ImageVault.open(readConfig({ ...bucket, ...more }));
    const images = { document: Buffer.from('a'), selfie: Buffer.from('b') };
    const ours = await open({ TOUCHSTONE_MASTER_KEY: KEY });
    await ours.ready();
    await ours.put(1, images);
    const beside = { TOUCHSTONE_MASTER_KEY: KEY, TOUCHSTONE_ENVIRONMENT: 'staging' };
    for (const other of [{ TOUCHSTONE_MASTER_KEY: 'f'.repeat(64) }, beside]) {
      const theirs = await open(other);
      await expect(theirs.ready()).rejects.toThrow(/another service .* Take another prefix/);
      await expect(theirs.put(1, images)).rejects.toMatchObject({ code: 'usage' });
      await expect(theirs.delete(1)).rejects.toMatchObject({ code: 'usage' });
    }
    const changing = await open({ TOUCHSTONE_MASTER_KEY: `${'e'.repeat(64)},${KEY}` });
    await changing.rotate();
    await (await open({ TOUCHSTONE_MASTER_KEY: 'e'.repeat(64) })).ready();
    expect(String(await changing.get(1, 'selfie'))).toBe('b');
    await expect((await open({ TOUCHSTONE_MASTER_KEY: KEY })).ready()).rejects.toMatchObject({ code: 'usage' });
  });

  test('more images than one page of a listing holds are all found', async () => {
    const bucket = await open(server.bucket());
    for (let at = 0; at < 7; at++) await bucket.put(`images/0/${at + 1}/selfie.sealed`, Uint8Array.of(at));
    const keys: string[] = [];
    for await (const { key } of bucket.list('images/', 3)) keys.push(key);
    expect(keys).toEqual([1, 2, 3, 4, 5, 6, 7].map((record) => `images/0/${record}/selfie.sealed`));
  });

  test('of several who store the same new object one does, and a replacement needs what it replaces', async () => {
    const bucket = await open(server.bucket());
    const stored = await Promise.all([1, 2, 3, 4].map((at) => bucket.put('new', Uint8Array.of(at), { ifNew: true })));
    expect(stored.filter(Boolean)).toHaveLength(1);
    const ifMatch = (await bucket.entityTag('new'))!;
    expect(await bucket.put('new', Uint8Array.of(9), { ifMatch })).toBe(true);
    expect(await bucket.put('new', Uint8Array.of(8), { ifMatch })).toBe(false);
    expect([...(await bucket.get('new'))!]).toEqual([9]);
  });

  test('credentials come from a profile of the shared files where no variable has them', async () => {
    const { TOUCHSTONE_IMAGES_URL: url, AWS_CA_BUNDLE: ca } = server.bucket();
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-aws-'));
    const file = join(folder, 'credentials');
    await writeFile(
      file,
      '[default]\naws_access_key_id = nobody\naws_secret_access_key = x\n\n[screening]\naws_access_key_id=tester\naws_secret_access_key=a secret of the test\n',
    );
    const aws = { AWS_CA_BUNDLE: ca!, AWS_SHARED_CREDENTIALS_FILE: file, AWS_CONFIG_FILE: join(folder, 'none') };
    const bucket = await Bucket.open(url, { ...aws, AWS_PROFILE: 'screening' });
    expect(await bucket.put('mine', Uint8Array.of(1))).toBe(true);
    const stranger = await Bucket.open(url, aws);
    await expect(stranger.put('theirs', Uint8Array.of(1))).rejects.toMatchObject({ code: 'unwritable' });
    await expect(Bucket.open(url, { ...aws, AWS_PROFILE: 'unknown' })).rejects.toThrow(/AWS_ACCESS_KEY_ID/);
    await rm(folder, { recursive: true });
  });

  test('a bucket that is away, or that is none, is a sentence without a secret; nothing was stored', async () => {
    const settings = server.bucket();
    const bucket = await open(settings);
    await server.stop();
    await expect(bucket.put('a', Uint8Array.of(1))).rejects.toMatchObject({
      code: 'unwritable',
      message: 'The object store cannot be reached: the connection was refused.',
    });
    await expect(bucket.get('a')).rejects.toMatchObject({ code: 'busy' });
    await server.start();
    expect(await bucket.get('a')).toBeUndefined();
    const { TOUCHSTONE_IMAGES_URL: url, ...aws } = settings;
    const none = await Bucket.open(url.replace('s3://bucket-', 's3://nobucket-'), aws);
    await expect(none.get('a')).rejects.toThrow(/refuses what it was asked \(NoSuchBucket\)/);
    await expect(none.put('a', Uint8Array.of(1))).rejects.toMatchObject({ code: 'unwritable' });
  });
});

test('what speaks to buckets is not loaded where none is set', async () => {
  const opens = `
    const { registerHooks } = await import('node:module');
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { readConfig } = await import('./src/config.ts');
    const { ImageVault } = await import('./src/images/vault.ts');
    await ImageVault.open(readConfig({}));
    console.log(loaded.some((url) => /vault/.test(url)), loaded.filter((url) => /aws4fetch|object-store.bucket|images.s3/.test(url)).length);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', opens]);
  expect(stdout.trim()).toBe('true 0');
});
