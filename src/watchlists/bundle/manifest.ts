import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { TouchstoneError } from '../../errors.ts';
import { fileFailure } from '../../file-failure.ts';
import { storedName } from '../store/intake.ts';
import type { ListMetadata, StoredFile } from '../store/list-store.ts';

/**
 * A bundle of lists is a tar: the manifest, its signature, then the raw files of each list as the store keeps them. The
 * signature is over the manifest, which has the SHA-256 of every file.
 */
export const MANIFEST = 'manifest.json';
/** Ed25519 (RFC 8032) over the bytes of the manifest, in base64. */
export const SIGNATURE = 'manifest.sig';
const FORMAT = 1;

/** A list as a bundle has it. */
type BundledList = Pick<ListMetadata, 'source' | 'fetched' | 'published' | 'files'>;

export interface BundleManifest {
  readonly format: typeof FORMAT;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lists: readonly BundledList[];
}

/** Path of a raw file in a bundle. */
export const memberOf = (source: string, { stored }: Pick<StoredFile, 'stored'>): string => `${source}/${stored}`;

export function manifestOf(lists: readonly ListMetadata[], now: Date): Uint8Array {
  const manifest: BundleManifest = {
    format: FORMAT,
    createdAt: now.toISOString(),
    lists: lists.map(({ source, fetched, published, files }) => ({
      source,
      fetched,
      ...(published !== undefined && { published }),
      files: files.map((file, index) => ({ ...file, stored: storedName(index) })),
    })),
  };
  return Buffer.from(JSON.stringify(manifest, null, 2));
}

/** Throws `list-unusable` for a manifest that nobody signed with the key, or of another form. */
export function readManifest(bytes: Uint8Array, signature: string, key: KeyObject): BundleManifest {
  if (!verify(null, bytes, key, Buffer.from(signature, 'base64'))) {
    throw unusable('was not signed with this key, or was changed since');
  }
  const manifest = JSON.parse(Buffer.from(bytes).toString('utf8')) as Partial<BundleManifest> | null;
  if (manifest?.format !== FORMAT) throw unusable('is of another version of Touchstone');
  const lists: unknown = manifest.lists;
  if (!Array.isArray(lists) || !lists.every(isWellFormed)) throw unusable('names files that no list has');
  if (new Set(lists.map(({ source }) => source)).size < lists.length) throw unusable('has a list twice');
  return manifest as BundleManifest;
}

export function signatureOf(manifest: Uint8Array, key: KeyObject): string {
  return sign(null, manifest, key).toString('base64');
}

/** The private key that signs. Throws `usage` for another file. */
export function signingKey(path: string): Promise<KeyObject> {
  return keyIn(path, 'a private key', createPrivateKey);
}

/** The public key that checks, which may stand in the file of the private one. Throws `usage` for another file. */
export function checkingKey(path: string): Promise<KeyObject> {
  return keyIn(path, 'a key', createPublicKey);
}

async function keyIn(path: string, what: string, read: (pem: string) => KeyObject): Promise<KeyObject> {
  const pem = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new TouchstoneError('usage', `${path} cannot be read: ${fileFailure(error)}.`, { cause: error });
  });
  try {
    const key = read(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {}
  throw new TouchstoneError('usage', `${path} is not ${what} for Ed25519 in PEM (openssl genpkey -algorithm ed25519).`);
}

/**
 * Whoever holds the key may still have made a mistake: what becomes part of a path never leaves its folder. A list's
 * folder is named after the time at which it was fetched.
 */
function isWellFormed(list: Partial<BundledList> | null): list is BundledList {
  const { source, fetched, files } = list ?? {};
  const isPlain = (file: Partial<StoredFile> | null, index: number) =>
    file?.stored === storedName(index) && typeof file.name === 'string' && !/[/\\\0]/.test(file.name);
  const isNamed = typeof source === 'string' && /^[a-z0-9-]+$/.test(source);
  return isNamed && isTime(fetched) && Array.isArray(files) && files.length > 0 && files.every(isPlain);
}

const isTime = (text: unknown): boolean =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}Z$/.test(text) && !Number.isNaN(Date.parse(text));

export function unusable(what: string): TouchstoneError {
  return new TouchstoneError('list-unusable', `The bundle ${what}; the lists in force stay.`);
}
