import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { canLimitDisk, fillDisk, makeRoom } from '../../test/support/disk-limit.ts';
import { type Config, readConfig } from '../config.ts';
import { DiskImages } from './disk.ts';
import { masterKey, seal, unseal } from './encryption.ts';
import type { ImageStore } from './port.ts';
import { ImageVault } from './vault.ts';

const KEY = 'ab'.repeat(32);
const OTHER = 'cd'.repeat(32);
const images = { document: Buffer.from('a passport'), selfie: Buffer.from('a face') };

let directory: string;
let config: Config;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-vault-'));
  config = readConfig({ TOUCHSTONE_DATA_DIR: directory });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const withKey = (keys: string) => readConfig({ TOUCHSTONE_DATA_DIR: directory, TOUCHSTONE_MASTER_KEY: keys });
const fileOf = (record: number, kind: string) => join(directory, 'images', '0', String(record), `${kind}.sealed`);

describe('sealed images', () => {
  test('both images come back, and no byte of them is on the disk', async () => {
    await new ImageVault(config).put(3, images);
    const vault = new ImageVault(config);
    expect(String(await vault.get(3, 'document'))).toBe('a passport');
    expect(String(await vault.get(3, 'selfie'))).toBe('a face');
    for (const kind of ['document', 'selfie']) {
      const stored = await readFile(fileOf(3, kind));
      expect(stored.includes('passport') || stored.includes('face')).toBe(false);
    }
  });

  test.skipIf(!canLimitDisk)(
    'a full disk is told once, keeps neither image nor folder, and takes them again',
    async () => {
      const told: string[] = [];
      const vault = new ImageVault(config, undefined, {
        failed: ({ message }) => told.push(message),
        over: () => told.push('over'),
      });
      await vault.put(1, images);
      const large = { ...images, selfie: Buffer.alloc(1_000_000) };
      fillDisk(process.pid, 100_000);
      try {
        await expect(vault.put(2, large)).rejects.toMatchObject({ code: 'unwritable' });
        await expect(vault.put(3, large)).rejects.toMatchObject({ code: 'unwritable' });
      } finally {
        makeRoom(process.pid);
      }
      expect(await readdir(join(directory, 'images', '0'))).toEqual(['1']);
      await vault.put(2, large);
      expect(told).toEqual([expect.stringContaining('full'), 'over']);
    },
  );

  test('the same image is never stored as the same bytes twice', () => {
    const master = masterKey(KEY);
    expect(seal(images.selfie, 1, 'selfie', master).equals(seal(images.selfie, 1, 'selfie', master))).toBe(false);
  });

  test('any flipped bit is an error', () => {
    const master = masterKey(KEY);
    const sealed = seal(images.document, 9, 'document', master);
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const changed = Buffer.from(sealed);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        expect(() => unseal(changed, 9, 'document', [master])).toThrow(/cannot be opened/);
      }),
      { numRuns: 500 },
    );
  });

  test('anything cut short is an error', () => {
    const master = masterKey(KEY);
    const sealed = seal(images.document, 9, 'document', master);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(sealed.subarray(0, length), 9, 'document', [master])).toThrow(/cannot be opened/);
    }
  });

  test("another record's or the other kind of image in its place is an error, never that picture", async () => {
    const vault = new ImageVault(config);
    await vault.put(1, images);
    await vault.put(2, { document: Buffer.from('somebody else'), selfie: Buffer.from('else') });
    await copyFile(fileOf(2, 'document'), fileOf(1, 'document'));
    await copyFile(fileOf(2, 'document'), fileOf(2, 'selfie'));
    await expect(vault.get(1, 'document')).rejects.toMatchObject({ code: 'damaged' });
    await expect(vault.get(2, 'selfie')).rejects.toMatchObject({ code: 'damaged' });
    expect(String(await vault.get(2, 'document'))).toBe('somebody else');
  });

  test('a wrong master key is an error that names the key and not its value', async () => {
    await new ImageVault(withKey(KEY)).put(1, images);
    const failed = new ImageVault(withKey(OTHER)).get(1, 'document');
    await expect(failed).rejects.toThrow(/sealed under the master key [0-9a-f]{16}, which is not at hand/);
    await expect(failed).rejects.not.toThrow(new RegExp(KEY));
  });

  test('what was deleted or never stored is undefined', async () => {
    const vault = new ImageVault(config);
    await vault.put(1, images);
    expect(await vault.delete(1)).toBe(true);
    expect(await vault.get(1, 'document')).toBeUndefined();
    expect(await vault.get(2, 'document')).toBeUndefined();
  });
});

describe('master keys', () => {
  test('a lost key file is told and never made anew while there are images; put back, they open', async () => {
    const vault = new ImageVault(config);
    await vault.ready();
    await vault.put(4, images);
    const file = join(directory, 'master.key');
    const kept = await readFile(file);
    await rm(file);
    const lost = `The key file ${file} is missing`;
    for (const use of [
      () => new ImageVault(config).ready(),
      () => vault.put(5, images),
      () => vault.get(4, 'selfie'),
      () => vault.rotate(),
    ])
      await expect(use()).rejects.toThrow(lost);
    expect(await readdir(directory)).toEqual(['images']);
    await writeFile(file, kept);
    expect(String(await vault.get(4, 'selfie'))).toBe('a face');
  });

  test('a key file is made once, for this user alone, and two starts at once agree on it', async () => {
    const vaults = [1, 2, 3, 4].map(() => new ImageVault(config));
    await Promise.all(vaults.map((vault, at) => vault.put(at + 1, images)));
    for (const at of [1, 2, 3, 4]) expect(String(await vaults[0]!.get(at, 'selfie'))).toBe('a face');
    expect((await stat(join(directory, 'master.key'))).mode & 0o077).toBe(0);
    expect((await readdir(directory)).sort()).toEqual(['images', 'master.key']);
  });

  test('a damaged key file is refused, not replaced', async () => {
    await writeFile(join(directory, 'master.key'), 'not a key\n');
    await expect(new ImageVault(config).put(1, images)).rejects.toMatchObject({ code: 'damaged' });
    expect(await readFile(join(directory, 'master.key'), 'utf8')).toBe('not a key\n');
  });

  test('rotation wraps every image under a new key, twice over, without touching the pictures', async () => {
    const vault = new ImageVault(config);
    await vault.put(1, images);
    await vault.put(2000, images);
    const first = (await readFile(join(directory, 'master.key'), 'utf8')).trim();
    expect(await vault.rotate()).toEqual({ changed: 4, damaged: [] });
    expect((await new ImageVault(config).rotate()).changed).toBe(4);
    const keys = (await readFile(join(directory, 'master.key'), 'utf8')).trim().split('\n');
    expect(keys).toHaveLength(2);
    expect(keys).not.toContain(first);
    expect(String(await vault.get(2000, 'document'))).toBe('a passport');
    await vault.put(3, images);
    expect(String(await new ImageVault(config).get(3, 'document'))).toBe('a passport');
  });

  test('an image that a running service sealed under the former key while keys were changed still opens', async () => {
    const vault = new ImageVault(config);
    await vault.put(1, images);
    const former = await readFile(fileOf(1, 'document'));
    await vault.rotate();
    await writeFile(fileOf(1, 'document'), former);
    expect(String(await vault.get(1, 'document'))).toBe('a passport');
  });

  test('a rotation that died half-way leaves every image openable, and the next one finishes the work', async () => {
    const vault = new ImageVault(config);
    for (const record of [1, 2, 3]) await vault.put(record, images);
    let replaced = 0;
    const disk = new DiskImages(join(directory, 'images'));
    const dying: ImageStore = {
      put: (...image) => disk.put(...image),
      replace: (...image) => (++replaced > 2 ? Promise.reject(new Error('killed')) : disk.replace(...image)),
      get: (...image) => disk.get(...image),
      delete: (record) => disk.delete(record),
      records: () => disk.records(),
      claim: () => disk.claim(),
      rename: () => disk.rename(),
      available: () => disk.available(),
    };
    await expect(new ImageVault(config, dying).rotate()).rejects.toThrow('killed');
    for (const record of [1, 2, 3]) expect(String(await vault.get(record, 'selfie'))).toBe('a face');
    await vault.put(4, images);
    expect(await vault.rotate()).toEqual({ changed: 8, damaged: [] });
    for (const record of [1, 2, 3, 4]) expect(String(await vault.get(record, 'document'))).toBe('a passport');
  });

  test('two rotations at once lose no image', async () => {
    const vault = new ImageVault(config);
    for (const record of [1, 2, 3]) await vault.put(record, images);
    await Promise.all([vault.rotate(), new ImageVault(config).rotate(), vault.rotate()]);
    for (const record of [1, 2, 3]) expect(String(await vault.get(record, 'selfie'))).toBe('a face');
  });

  test('a damaged image holds up no rotation: it is named, and the keys that it may need stay', async () => {
    const vault = new ImageVault(config);
    await vault.put(1, images);
    await vault.rotate();
    const before = (await readFile(join(directory, 'master.key'), 'utf8')).trim().split('\n');
    await writeFile(fileOf(1, 'document'), 'nonsense');
    await vault.put(2, images);
    expect(await vault.rotate()).toEqual({
      changed: 3,
      damaged: [expect.stringMatching(/^The document image of verification 1 cannot be opened/)],
    });
    expect((await readFile(join(directory, 'master.key'), 'utf8')).trim().split('\n').slice(1)).toEqual(before);
  });

  test('with keys from the environment the first is the new one, and the former can go afterwards', async () => {
    await new ImageVault(withKey(KEY)).put(1, images);
    expect((await new ImageVault(withKey(`${OTHER},${KEY}`)).rotate()).changed).toBe(2);
    expect(String(await new ImageVault(withKey(OTHER)).get(1, 'document'))).toBe('a passport');
    expect(await readdir(directory)).not.toContain('master.key');
  });
});
