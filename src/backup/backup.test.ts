import { createHash } from 'node:crypto';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, rowsOf, screening } from '../../test/records/samples.ts';
import { type Config, readConfig } from '../config.ts';
import { openRecords } from '../open-records.ts';
import type { Records } from '../records/port.ts';
import { backup } from './backup.ts';
import { isBackupPath } from './paths.ts';
import { restore } from './restore.ts';

const MASTER_KEY = `${'5eed'.repeat(16)}\n`;

describe('backup and restore', () => {
  let root: string;
  let config: Config;
  let empty: Config;
  let copy: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'touchstone-backup-'));
    config = readConfig({ TOUCHSTONE_DATA_DIR: join(root, 'data') });
    empty = readConfig({ TOUCHSTONE_DATA_DIR: join(root, 'restored') });
    copy = join(root, 'copy');
  });
  afterEach(() => rm(root, { recursive: true }));

  async function filled(): Promise<{ accountId: number; keyId: string }> {
    const records = await openRecords(config);
    const owner = await accountWithKey(records);
    await records.screenings.create(screening(owner.accountId, owner.keyId, 'Ada Quill', 12));
    await records.close();
    return owner;
  }

  test('what is put back equals what was there, files too, but for the master key and the TLS key', async () => {
    const { accountId } = await filled();
    const files = { 'snapshots/one.index': 'index', 'lists/un-sc/deep/list.xml.gz': 'list', 'images/1/a.enc': 'image' };
    for (const [path, content] of Object.entries({ ...files, 'tls/key.pem': 'secret' })) {
      await mkdir(join(config.dataDir, path, '..'), { recursive: true });
      await writeFile(join(config.dataDir, path), content);
    }
    const made = await backup(config, copy);
    expect(made).toMatchObject({ files: 4, notIncluded: ['master.key', 'tls'] });
    expect((await stat(copy)).mode & 0o777).toBe(0o700);

    const restored = await restore(empty, copy, true);
    expect(restored).toMatchObject({ files: 4, auditEntries: 2, auditUnchecked: 2, resumed: true });
    for (const [path, content] of Object.entries(files)) {
      expect(await readFile(join(empty.dataDir, path), 'utf8')).toBe(content);
    }
    expect(await readdir(empty.dataDir)).not.toContain('master.key');
    const [before, after] = [await openRecords(config), await openRecords(empty)];
    expect(await after.accounts.list()).toEqual(await before.accounts.list());
    expect(await after.accounts.listKeys(accountId)).toEqual(await before.accounts.listKeys(accountId));
    expect(await after.screenings.evidence(accountId, 1)).toEqual(await before.screenings.evidence(accountId, 1));
    expect(await before.audit.verify()).toMatchObject({ entries: 3, ok: true });
    await Promise.all([before.close(), after.close()]);
  });

  test('a backup made while records are written holds every one that was acknowledged before it began', async () => {
    const { accountId, keyId } = await filled();
    const records = await openRecords(config);
    const load = writeUntilStopped(records, accountId, keyId);
    await load.written(50);
    const acknowledged = [...load.ids];
    await backup(config, copy);
    load.stop();
    await load.ended;
    expect(load.ids.length).toBeGreaterThan(acknowledged.length);
    await restore(empty, copy);
    const restored = await openRecords(empty);
    for (const id of acknowledged) expect(await restored.screenings.get(accountId, id)).toBeDefined();
    const used = (await restored.accounts.access(keyId, new Date().toISOString().slice(0, 7)))?.used;
    expect(await rowsOf(restored.screenings.list(accountId, 1000))).toHaveLength(Math.min(used!, 1000));
    expect(await restored.checkIntegrity()).toEqual([]);
    await Promise.all([records.close(), restored.close()]);
  });

  test('a data directory that is not empty is left alone', async () => {
    await filled();
    await backup(config, copy);
    await mkdir(empty.dataDir);
    await writeFile(join(empty.dataDir, 'something'), '');
    await expect(restore(empty, copy)).rejects.toMatchObject({ code: 'usage' });
    expect(await readdir(empty.dataDir)).toEqual(['something']);
  });

  test('a master key that was put there first is no hindrance', async () => {
    await filled();
    await backup(config, copy);
    await mkdir(empty.dataDir);
    await writeFile(join(empty.dataDir, 'master.key'), MASTER_KEY);
    await restore(empty, copy);
    expect((await readdir(empty.dataDir)).sort()).toEqual(['master.key', 'touchstone.sqlite']);
  });

  test('a backup that was interrupted, changed or cut is refused before anything is put back', async () => {
    await filled();
    await backup(config, copy);
    await appendFile(join(copy, 'touchstone.sqlite'), 'x');
    await expect(restore(empty, copy)).rejects.toThrow('is not the file that was backed up');
    await rm(join(copy, 'touchstone.sqlite'));
    await expect(restore(empty, copy)).rejects.toThrow('incomplete');
    await rm(join(copy, 'manifest.json'));
    await expect(restore(empty, copy)).rejects.toThrow('was interrupted');
    await expect(readdir(empty.dataDir)).rejects.toThrow('ENOENT');
  });

  test.each([
    '../evil',
    '/etc/evil',
    'lists/../../evil',
    'a\\..\\b',
    'x\n/../../etc/cron.d/evil',
    'lists/x\n/../../../evil',
    'lists/\u2028/../../evil',
    'lists/un-sc\0/evil',
    'lists//evil',
    'lists/./evil',
    'lists',
    'tls/key.pem',
    'master.key',
    'touchstone.sqlite/../evil',
    'lists/a/b/c/d/e',
    7,
    null,
  ])('a manifest that names %s is refused', async (path) => {
    await filled();
    await backup(config, copy);
    const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'));
    manifest.files.push({ path, size: 0, sha256: '' });
    await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest));
    await expect(restore(empty, copy)).rejects.toThrow('names what no backup holds');
    await expect(readdir(empty.dataDir)).rejects.toThrow('ENOENT');
  });

  test.each(['null', '{}', '[]', '{"format":1,"files":[null]}', '{"format":1}', 'no JSON'])(
    'a manifest of %s is no backup',
    async (manifest) => {
      await mkdir(copy);
      await writeFile(join(copy, 'manifest.json'), manifest);
      await expect(restore(empty, copy)).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining('is not a backup: its manifest.json is'),
      });
    },
  );

  test('a backup whose audit log was changed is refused and leaves nothing behind, also with a manifest to match', async () => {
    await filled();
    await backup(config, copy);
    const file = join(copy, 'touchstone.sqlite');
    const database = new Database(file);
    database.exec(`DROP TRIGGER audit_keeps_words; UPDATE audit SET subject = 'other' WHERE sequence = 1`);
    database.close();
    const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'));
    const bytes = await readFile(file);
    const entry = manifest.files.find(({ path }: { path: string }) => path === 'touchstone.sqlite');
    Object.assign(entry, { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest));
    await mkdir(empty.dataDir);
    await writeFile(join(empty.dataDir, 'master.key'), await readFile(join(config.dataDir, 'master.key')));
    await expect(restore(empty, copy)).rejects.toThrow('does not hold at entry 1');
    expect(await readdir(empty.dataDir)).toEqual(['master.key']);
  });

  test('a path of letters, dots, breaks and separators stays inside a folder of a backup, or is refused', () => {
    const name = fc.string({ unit: fc.constantFrom(...'./\\\n\r\0\u2028 :ab'), minLength: 1, maxLength: 4 });
    const path = fc.array(name, { maxLength: 4 }).map((names) => ['lists', ...names].join('/'));
    fc.assert(
      fc.property(path, (text) => {
        const inside =
          relative('/data', resolve('/data', text)) === text && /^[\w./-]*$/.test(text) && text !== 'lists';
        expect(isBackupPath(text)).toBe(inside);
      }),
    );
  });

  test.each(['a file', 'a folder'])('a link to %s elsewhere is not restored, whatever its hash', async (kind) => {
    await filled();
    await mkdir(join(config.dataDir, 'lists/un-sc'), { recursive: true });
    await writeFile(join(config.dataDir, 'lists/un-sc/list.json'), 'secret');
    await backup(config, copy);
    const linked = join(copy, kind === 'a file' ? 'lists/un-sc/list.json' : 'lists/un-sc');
    await cp(linked, join(root, 'elsewhere'), { recursive: true });
    await rm(linked, { recursive: true });
    await symlink(join(root, 'elsewhere'), linked);
    await expect(restore(empty, copy)).rejects.toThrow('is not a file of its own');
    await expect(readdir(empty.dataDir)).rejects.toThrow('ENOENT');
  });

  test('what is no directory is neither backed up into nor restored from', async () => {
    await filled();
    await writeFile(copy, 'a file');
    await expect(backup(config, copy)).rejects.toThrow(`${copy} is not a directory.`);
    await expect(restore(empty, copy)).rejects.toMatchObject({ code: 'damaged' });
  });

  test('a backup goes into a new or empty directory outside of the data directory, and needs a database', async () => {
    await expect(backup(config, copy)).rejects.toMatchObject({ code: 'not-found' });
    await filled();
    await expect(backup(config, join(config.dataDir, 'lists'))).rejects.toThrow('outside');
    await mkdir(copy);
    await backup(config, copy);
    await expect(backup(config, copy)).rejects.toThrow('not empty');
  });
});

function writeUntilStopped(records: Records, accountId: number, keyId: string) {
  const ids: number[] = [];
  let stopped = false;
  let waiting: { count: number; resolve: () => void } | undefined;
  const client = async (): Promise<void> => {
    while (!stopped) {
      const spent = await records.screenings.create(screening(accountId, keyId, 'Load Person'));
      if (spent.kind === 'exhausted') return;
      ids.push(spent.record.id);
      if (waiting && ids.length >= waiting.count) waiting.resolve();
    }
  };
  const ended = Promise.all([1, 2, 3, 4].map(client));
  return {
    ids,
    ended,
    stop: () => {
      stopped = true;
    },
    written: (count: number) =>
      new Promise<void>((resolve) => {
        waiting = { count, resolve };
      }),
  };
}
