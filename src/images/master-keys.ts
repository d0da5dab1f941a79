import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { replaceFile, syncFolder } from '../durable-file.ts';
import { TouchstoneError } from '../errors.ts';
import { fileFailure, isMissing, makeDirectory, unwritable } from '../file-failure.ts';
import { type MasterKey, masterKey } from './encryption.ts';
import { openImages } from './open-images.ts';

/** Name of the key file in the data directory; it is in no backup. */
const KEY_FILE = 'master.key';

/**
 * The master keys, the current one first: those of TOUCHSTONE_MASTER_KEY, else those of the key file, one on a line. It
 * makes a missing key file, but throws `damaged` where `sealed` finds an image that a lost key sealed. It reads the
 * file each time, so that a running service follows a rotation.
 */
export async function readMasterKeys(
  config: Config,
  sealed: () => Promise<boolean>,
): Promise<[MasterKey, ...MasterKey[]]> {
  const hex = config.masterKeys ?? (await keysInFile(config)) ?? (await firstKey(config, sealed));
  const [current, ...former] = hex.map(masterKey);
  return [current!, ...former];
}

/**
 * The secrets from which the keys of the audit log are derived, the current one first. Where TOUCHSTONE_MASTER_KEY is
 * set, its keys come first and those of a key file count as former ones. Empty where there is no key.
 */
export async function masterSecretsAtHand(config: Config): Promise<readonly string[]> {
  return [...new Set([...(config.masterKeys ?? []), ...((await keysInFile(config)) ?? [])])];
}

/** The same; makes the key file where there is none, unless a lost one sealed images. */
export async function masterSecrets(config: Config): Promise<readonly string[]> {
  const found = await masterSecretsAtHand(config);
  if (found.length > 0) return found;
  for await (const _ of (await openImages(config)).records()) return [];
  return firstKey(config, async () => false);
}

/**
 * Puts a new key first in the key file. The key before stays, for images that are sealed during the change. Older keys
 * go once `wrapped` resolves: everything is wrapped again under the new key. Where it says that an image could not be
 * wrapped, every key stays.
 */
export async function rotateKeyFile(
  config: Config,
  sealed: () => Promise<boolean>,
  wrapped: () => Promise<boolean>,
): Promise<void> {
  const before = (await keysInFile(config)) ?? (await firstKey(config, sealed));
  const next = randomBytes(32).toString('hex');
  await writeKeys(config, [next, ...before], true);
  if (await wrapped()) await writeKeys(config, [next, ...before.slice(0, 1)], true);
}

async function keysInFile({ dataDir }: Config): Promise<string[] | undefined> {
  const file = join(dataDir, KEY_FILE);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new TouchstoneError('usage', `The key file ${file} cannot be read: ${fileFailure(error)}.`, { cause: error });
  }
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (keys.length === 0 || !keys.every((key) => /^[0-9a-f]{64}$/.test(key))) {
    throw new TouchstoneError(
      'damaged',
      `The key file ${file} must hold keys of 64 hex digits, a line each; put back the one that sealed the images.`,
    );
  }
  return keys;
}

/** Two processes that start at once agree on one key: whoever links the file first made it. */
async function firstKey(config: Config, sealed: () => Promise<boolean>): Promise<string[]> {
  if (await sealed()) {
    // Another process may have made the key and sealed an image since this one looked.
    const keys = await keysInFile(config);
    if (keys) return keys;
    throw lost(join(config.dataDir, KEY_FILE));
  }
  await writeKeys(config, [randomBytes(32).toString('hex')], false);
  return (await keysInFile(config))!;
}

function lost(file: string): TouchstoneError {
  return new TouchstoneError(
    'damaged',
    `The key file ${file} is missing, and there are images that it sealed: put it back, or set TOUCHSTONE_MASTER_KEY to ` +
      'its keys; where it is lost for good, move the folder images beside it away.',
  );
}

/** Throws `usage` where the data directory cannot be written. */
async function writeKeys({ dataDir }: Config, keys: readonly string[], replace: boolean): Promise<void> {
  const file = join(dataDir, KEY_FILE);
  try {
    await makeDirectory(dataDir);
    await replaceFile(file, keys.map((key) => `${key}\n`).join(''), !replace);
    await syncFolder(dataDir);
  } catch (error) {
    throw unwritable(file, error);
  }
}
