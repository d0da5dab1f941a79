import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountWithKey, verification } from '../../test/records/samples.ts';
import { type Config, readConfig } from '../config.ts';
import { ImageVault } from '../images/vault.ts';
import { withRecords } from '../open-records.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './index.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 9]);

describe('stored images on the command line', () => {
  let directory: string;
  let config: Config;
  let id: number;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-images-'));
    config = readConfig({ TOUCHSTONE_DATA_DIR: join(directory, 'data') });
    id = await withRecords(config, async (records) => {
      const { accountId } = await accountWithKey(records);
      const made = await records.verifications.reserve();
      await new ImageVault(config).put(made, { document: PNG, selfie: JPEG });
      await records.verifications.create(verification(accountId, made));
      return made;
    });
  });
  afterEach(() => rm(directory, { recursive: true }));

  async function run(name: string, ...args: string[]): Promise<unknown> {
    const command = COMMANDS.find((one) => one.name === name) as Command;
    const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true });
    let printed: unknown;
    const print = (value: unknown): void => {
      printed = value;
    };
    await command.run({ values, positionals, config, json: true, print });
    return printed;
  }

  test('export writes both pictures for this user alone, once, and the audit log knows why', async () => {
    const out = join(directory, 'review');
    const args = [String(id), '--reason', 'complaint 17', '--out', out];
    const files = [join(out, `verification-${id}-document.png`), join(out, `verification-${id}-selfie.jpg`)];
    expect(await run('images export', ...args)).toEqual({ verification: id, files });
    expect(Buffer.compare(await readFile(files[0]!), PNG)).toBe(0);
    expect(Buffer.compare(await readFile(files[1]!), JPEG)).toBe(0);
    expect((await stat(files[0]!)).mode & 0o077).toBe(0);
    await expect(run('images export', ...args)).rejects.toThrow('already there');
    const intoFile = run('images export', ...args.with(-1, files[0]!));
    await expect(intoFile).rejects.toThrow(`The directory ${files[0]} cannot be made: a file has its name.`);
    const chain = (await run('audit verify')) as { entries: number };
    expect(chain.entries).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [['1'], 'needs --reason TEXT'],
    [['1', '--reason', 'because'], 'needs --out DIR'],
    [['7', '--reason', 'because', '--out', 'x'], 'There is no verification 7.'],
    [['seven', '--reason', 'because', '--out', 'x'], 'VERIFICATION must be a whole number'],
  ])('images export %j is refused with a sentence', async (args, why) => {
    await expect(run('images export', ...args)).rejects.toThrow(why);
  });

  test('images that went with their retention are said to be gone', async () => {
    await new ImageVault(config).delete(id);
    const export_ = run('images export', String(id), '--reason', 'late', '--out', join(directory, 'x'));
    await expect(export_).rejects.toThrow('were deleted after their retention');
  });

  test('deleting a verification deletes its images', async () => {
    await run('records delete', 'verification', String(id));
    expect(await new ImageVault(config).get(id, 'document')).toBeUndefined();
    expect(await readdir(join(directory, 'data', 'images', '0'))).toEqual([]);
  });

  test('rotation says how many images it wrapped anew, and they still open', async () => {
    expect(await run('images rotate')).toEqual({ images: 2, damaged: [] });
    expect(Buffer.compare((await new ImageVault(config).get(id, 'document'))!, PNG)).toBe(0);
  });
});
