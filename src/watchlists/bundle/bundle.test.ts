import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { extract, type Header, pack } from 'tar-stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PEOPLE, unList } from '../../../test/support/un-list.ts';
import { readConfig } from '../../config.ts';
import { openRecords } from '../../open-records.ts';
import type { Records } from '../../records/port.ts';
import { importList } from '../import-list.ts';
import { Lists } from '../lists.ts';
import { exportBundle } from './export-bundle.ts';
import { importBundle } from './import-bundle.ts';
import { type BundleManifest, checkingKey, MANIFEST, SIGNATURE, signatureOf, signingKey } from './manifest.ts';

const CANADA = fileURLToPath(new URL('../sources/ca-sema/fixtures/present.xml', import.meta.url));
const keys = generateKeyPairSync('ed25519');
const others = generateKeyPairSync('ed25519');

let directory: string;
let opened: Records[];
let at: number;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-bundle-'));
  opened = [];
  at = Date.parse('2026-03-01T00:00:00Z');
});
afterEach(async () => {
  for (const records of opened) await records.close();
  await rm(directory, { recursive: true, force: true });
});

/** The lists of a machine of its own. */
async function machine(name: string): Promise<Lists> {
  const dataDir = join(directory, name);
  const config = readConfig({ TOUCHSTONE_DATA_DIR: dataDir, TOUCHSTONE_STARTER_LIST: 'off' });
  const records = await openRecords(config);
  opened.push(records);
  const now = () => {
    at += 1000;
    return new Date(at);
  };
  return new Lists(config, records, now, () => {});
}

/** A machine that fetched two lists, and its bundle. */
async function bundled(published?: string): Promise<{ lists: Lists; file: string }> {
  const lists = await machine(`fetching-${opened.length}`);
  await importList(lists, 'un-sc', [await unList(PEOPLE, published)]);
  await importList(lists, 'ca-sema', [CANADA]);
  const file = join(directory, `lists-${opened.length}.bundle`);
  await exportBundle(lists, file, keys.privateKey);
  return { lists, file };
}

type Member = { header: Partial<Header> & { name: string }; content: Buffer };

async function members(file: string): Promise<Member[]> {
  const archive = extract();
  createReadStream(file).pipe(archive);
  const found: Member[] = [];
  for await (const member of archive) found.push({ header: member.header, content: await buffer(member) });
  return found;
}

async function repacked(file: string, change: (all: Member[]) => Member[]): Promise<string> {
  const archive = pack();
  for (const { header, content } of change(await members(file))) {
    archive.entry({ ...header, size: content.length }, content);
  }
  archive.finalize();
  const path = join(directory, 'changed.bundle');
  await writeFile(path, await buffer(archive));
  return path;
}

/** The bundle with another manifest, which its own key signs. */
function withManifest(file: string, change: (manifest: BundleManifest) => unknown): Promise<string> {
  return repacked(file, ([manifest, signature, ...rest]) => {
    const content = Buffer.from(JSON.stringify(change(JSON.parse(`${manifest!.content}`))));
    const signed = Buffer.from(signatureOf(content, keys.privateKey));
    return [{ ...manifest!, content }, { ...signature!, content: signed }, ...rest];
  });
}

const states = async (lists: Lists) =>
  new Map((await lists.status()).sources.map(({ source, ...state }) => [source, state]));

describe('a bundle of lists', () => {
  it('brings another machine the same lists, with their dates', async () => {
    const { lists: from, file } = await bundled();
    const to = await machine('closed');
    const { sources } = await importBundle(to, file, keys.publicKey);
    expect(sources.map(({ source, error }) => [source, error])).toEqual([
      ['un-sc', null],
      ['ca-sema', null],
    ]);
    const [before, after] = [await states(from), await states(to)];
    for (const source of ['un-sc', 'ca-sema']) {
      const { entries, published, fetched } = before.get(source)!;
      expect(after.get(source)).toMatchObject({ entries, published, fetched });
    }
    const { snapshot } = await to.status();
    await importBundle(to, file, keys.publicKey);
    expect((await to.status()).snapshot).toBe(snapshot);
  });

  it.each([
    ['linux', 'arm64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ])('is the same from a machine of %s on %s, and brings it the same lists', async (platform, arch) => {
    const { lists: from, file } = await bundled();
    const machines = ['platform', 'arch'].map(
      (name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const,
    );
    Object.defineProperty(process, 'platform', { value: platform });
    Object.defineProperty(process, 'arch', { value: arch });
    try {
      const to = await machine('elsewhere');
      await importBundle(to, file, keys.publicKey);
      for (const [source, { entries, published, fetched }] of await states(from))
        if (entries > 0) expect((await states(to)).get(source)).toMatchObject({ entries, published, fetched });
      const back = join(directory, 'back.bundle');
      await exportBundle(to, back, keys.privateKey);
      const [here, there] = [await members(file), await members(back)];
      const listsIn = (all: readonly Member[]) => (JSON.parse(`${all[0]!.content}`) as BundleManifest).lists;
      expect(listsIn(there)).toEqual(listsIn(here));
      const rawFiles = (all: readonly Member[]) => all.slice(2).map(({ header, content }) => [header.name, content]);
      expect(rawFiles(there)).toEqual(rawFiles(here));
    } finally {
      for (const [name, descriptor] of machines) Object.defineProperty(process, name, descriptor);
    }
  });

  it('holds the files as they came', async () => {
    const { lists, file } = await bundled();
    const [, , raw] = await members(file);
    const [list] = (await lists.inForce()).values();
    expect(raw!.content).toEqual(await readFile(lists.store.rawPath(list!, list!.files[0]!)));
  });

  it('does not replace a newer list, whether the list states a date or not', async () => {
    const { file } = await bundled('2026-01-01T00:00:00Z');
    const to = await machine('closed');
    await importList(to, 'un-sc', [await unList(PEOPLE, '2026-02-01T00:00:00Z')]);
    const canada = (await readFile(CANADA, 'utf8')).replace('</data-set>', '<!-- newer --></data-set>');
    const newer = join(directory, 'newer.xml');
    await writeFile(newer, canada);
    await importList(to, 'ca-sema', [newer]);
    const { snapshot } = await to.status();
    const { sources } = await importBundle(to, file, keys.publicKey);
    expect(sources[0]!.error).toContain('it was published on 2026-01-01, before the list in force (2026-02-01)');
    expect(sources[1]!.error).toContain('it was fetched on 2026-03-01, before the list in force');
    expect((await to.status()).snapshot).toBe(snapshot);
  });

  const REFUSED: readonly [what: string, make: (file: string) => Promise<string>, key: KeyObject, why: RegExp][] = [
    ['of another key', async (file) => file, others.publicKey, /not signed with this key/],
    [
      'without a signature',
      (file) => repacked(file, ([first, , ...rest]) => [first!, ...rest]),
      keys.publicKey,
      /is not signed/,
    ],
    [
      'with another manifest',
      (file) =>
        repacked(file, ([first, ...rest]) => [{ ...first!, content: Buffer.from(`${first!.content} `) }, ...rest]),
      keys.publicKey,
      /was changed since/,
    ],
    [
      'with another file',
      (file) =>
        repacked(file, (all) => all.map((one, index) => (index === 2 ? { ...one, content: all[3]!.content } : one))),
      keys.publicKey,
      /has another ".*" than was signed/,
    ],
    ['that lacks a file', (file) => repacked(file, (all) => all.slice(0, -1)), keys.publicKey, /is cut short/],
    [
      'that has one file more',
      (file) => repacked(file, (all) => [...all, { header: { name: 'un-sc/9.gz' }, content: Buffer.from('x') }]),
      keys.publicKey,
      /of which its manifest says nothing/,
    ],
    [
      'with a link in the place of a file',
      (file) =>
        repacked(file, ([first, second]) => [
          first!,
          second!,
          { header: { name: 'un-sc/0.gz', type: 'symlink', linkname: '/etc/passwd' }, content: Buffer.alloc(0) },
        ]),
      keys.publicKey,
      /which is no file/,
    ],
    [
      'whose manifest leads elsewhere',
      (file) =>
        withManifest(file, (manifest) => ({
          ...manifest,
          lists: manifest.lists.map((list) => ({
            ...list,
            files: list.files.map((one) => ({ ...one, stored: '../../../evil.gz' })),
          })),
        })),
      keys.publicKey,
      /names files that no list has/,
    ],
    ...['../../../../evil', '2026-03-01T00:00:00Z/../../evil', '2026-03-01T00:00:00Z\n/../evil', 20260301, null].map(
      (fetched): (typeof REFUSED)[number] => [
        `whose manifest was fetched at ${JSON.stringify(fetched)}`,
        (file) =>
          withManifest(file, ({ lists, ...rest }) => ({ ...rest, lists: lists.map((list) => ({ ...list, fetched })) })),
        keys.publicKey,
        /names files that no list has/,
      ],
    ),
    [
      'whose manifest has a list twice',
      (file) => withManifest(file, ({ lists, ...rest }) => ({ ...rest, lists: [...lists, lists[0]] })),
      keys.publicKey,
      /has a list twice/,
    ],
    [
      'whose manifest has no lists',
      (file) => withManifest(file, ({ lists: _, ...rest }) => rest),
      keys.publicKey,
      /names files that no list has/,
    ],
    [
      'of a later version',
      (file) => withManifest(file, (manifest) => ({ ...manifest, format: 2 })),
      keys.publicKey,
      /another version/,
    ],
    ['that is cut in the middle', cutShort, keys.publicKey, /cannot be read|cut short/],
    [
      'that is no archive',
      async () => fileURLToPath(import.meta.url),
      keys.publicKey,
      /cannot be read|none of Touchstone|cut short/,
    ],
  ];

  async function cutShort(file: string): Promise<string> {
    const path = join(directory, 'cut.bundle');
    const content = await readFile(file);
    await writeFile(path, content.subarray(0, content.length - 2_500));
    return path;
  }

  it.each(REFUSED)('%s is refused with one sentence, and nothing is touched', async (_, make, key, why) => {
    const { file } = await bundled();
    const to = await machine('closed');
    const path = await make(file);
    await expect(importBundle(to, path, key)).rejects.toMatchObject({
      code: 'list-unusable',
      message: expect.stringMatching(why),
    });
    expect((await to.status()).snapshot).toBeNull();
    const left = await readdir(join(directory, 'closed', 'lists'), { recursive: true }).catch(() => []);
    expect(left.filter((name) => /\d\.gz|incoming/.test(name))).toEqual([]);
    expect((await readdir(directory)).filter((name) => name.includes('evil'))).toEqual([]);
  });

  it('is not written where no list is in force', async () => {
    const file = join(directory, 'none.bundle');
    await expect(exportBundle(await machine('empty'), file, keys.privateKey)).rejects.toThrow(
      'No real list is in force',
    );
    expect(await readdir(directory)).not.toContain('none.bundle');
  });

  it('takes Ed25519 keys in PEM alone', async () => {
    const path = join(directory, 'key.pem');
    await writeFile(path, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    expect((await signingKey(path)).asymmetricKeyType).toBe('ed25519');
    expect((await checkingKey(path)).type).toBe('public');
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    await expect(signingKey(path)).rejects.toThrow('is not a private key for Ed25519');
    await writeFile(path, 'nothing');
    await expect(checkingKey(path)).rejects.toThrow('is not a key for Ed25519');
    await expect(checkingKey(join(directory, 'gone'))).rejects.toThrow('there is no such file');
  });

  it('names its manifest and signature as the guide does', async () => {
    const { file } = await bundled();
    const names = (await members(file)).map(({ header }) => header.name);
    expect(names).toEqual([MANIFEST, SIGNATURE, 'un-sc/0.gz', 'ca-sema/0.gz']);
  });
});
