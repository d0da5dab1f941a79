import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { TouchstoneError } from '../../errors.ts';
import { fileFailure } from '../../file-failure.ts';
import { beyond, sizeLimits } from '../formats/bounds.ts';
import { localFile } from '../formats/list-file.ts';
import type { Source } from '../source.ts';
import type { IncomingFolder, StoredFile } from './list-store.ts';

/** Takes the files of an import into its folder. Throws `list-unusable` for one that cannot be read or is too large. */
export async function takeIn(
  source: Source,
  paths: readonly string[],
  incoming: IncomingFolder,
): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  let left = sizeLimits(source).unpacked;
  for (const [index, path] of paths.entries()) {
    const file = await storeFile(source, path, incoming, { stored: storedName(index), most: left });
    left -= file.bytes;
    files.push(file);
  }
  return files;
}

/**
 * Stores a compressed copy of a file and hashes its content, which is read once. Throws `list-unusable` where it cannot
 * be read, or has over `most` bytes unpacked.
 */
export async function storeFile(
  source: Pick<Source, 'large'>,
  path: string,
  incoming: IncomingFolder,
  { stored, name, most }: { readonly stored: string; readonly name?: string; readonly most: number },
): Promise<StoredFile> {
  const file = localFile(path, name);
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* () {
    for await (const chunk of file.bytes()) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > most) throw beyond(file, 'whole', 'unpacked', sizeLimits(source).unpacked);
      yield chunk;
    }
  };
  if (await isGzip(path)) {
    for await (const _ of measured());
    await copyFile(path, incoming.rawPath(stored));
  } else {
    // The quickest level: what is kept for the record must not slow an import down.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 1 << 18 });
    await pipeline(Readable.from(measured(), { objectMode: false }), gzip, createWriteStream(incoming.rawPath(stored)));
  }
  return { name: file.name, stored, sha256: hash.digest('hex'), bytes };
}

/** Name of a list's n-th raw file. */
export const storedName = (index: number): string => `${index}.gz`;

/** Throws `usage` for what is not a file that can be read. */
export async function readableFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new TouchstoneError('usage', `${path} cannot be read: ${fileFailure(error)}.`, { cause: error });
  });
  if (!found.isFile()) throw new TouchstoneError('usage', `${path} is not a file.`);
}

/** SHA-256 over a list's files: the file's own, or of the lines `<sha256>  <name>` in order of the names. */
export function listHash(files: readonly Pick<StoredFile, 'name' | 'sha256'>[]): string {
  if (files.length === 1) return files[0]!.sha256;
  const lines = files.map(({ name, sha256 }) => ({ name, line: `${sha256}  ${name}\n` }));
  lines.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.line < b.line ? -1 : 1));
  const hash = createHash('sha256');
  for (const { line } of lines) hash.update(line);
  return hash.digest('hex');
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
