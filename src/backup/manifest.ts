import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { replaceFile, syncFolder } from '../durable-file.ts';
import { TouchstoneError } from '../errors.ts';

const MANIFEST = 'manifest.json';
const FORMAT = 1;

/** What a backup holds. It is written last: a directory without it is a backup that was interrupted. */
export interface Manifest {
  readonly format: number;
  readonly createdAt: string;
  /** Snapshot in force. */
  readonly snapshot: string | null;
  /** An audit entry's hash that the restored chain must contain. */
  readonly auditHead: string | null;
  readonly notIncluded: readonly string[];
  readonly files: readonly ManifestFile[];
}

export interface ManifestFile {
  /** Relative, with forward slashes. */
  readonly path: string;
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

export async function writeManifest(directory: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  await replaceFile(join(directory, MANIFEST), `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);
  await syncFolder(directory);
}

/** Throws `damaged` where the directory holds no finished backup of a form this version knows. */
export async function readManifest(directory: string): Promise<Manifest> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(await readFile(join(directory, MANIFEST), 'utf8'));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = missing
      ? 'it has no manifest.json, so it is none or was interrupted'
      : 'its manifest.json is unreadable';
    throw new TouchstoneError('damaged', `${directory} is not a backup: ${why}.`, { cause: error });
  }
  const { format, files } = isObject(manifest) ? manifest : {};
  if (format === undefined || !Array.isArray(files) || !files.every((file) => isObject(file))) {
    throw new TouchstoneError('damaged', `${directory} is not a backup: its manifest.json is none of ours.`);
  }
  if (format !== FORMAT) {
    throw new TouchstoneError('damaged', `${directory} is a backup of another version: format ${format}.`);
  }
  return manifest as unknown as Manifest;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Copies a file into place durably, readable for this user alone, and says what was copied. */
export async function copyFile(from: string, root: string, path: string): Promise<ManifestFile> {
  const to = join(root, path);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(createReadStream(from), counted, createWriteStream(to, { mode: 0o600, flush: true }));
  await syncFolder(dirname(to));
  return { path, size, sha256: hash.digest('hex') };
}

export async function describeFile(root: string, path: string): Promise<ManifestFile> {
  const file = join(root, path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { path, size: (await stat(file)).size, sha256: hash.digest('hex') };
}

/** What is in a directory; nothing where there is none. Throws `usage` for what is no directory. */
export async function contents(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new TouchstoneError('usage', `${directory} is not a directory.`, { cause: error });
    throw error;
  }
}
