import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { TouchstoneError } from '../../errors.ts';
import { fileFailure } from '../../file-failure.ts';
import { localFile } from '../formats/list-file.ts';
import type { ListFile } from '../source.ts';
import type { Incoming, StoredFile } from './list-store.ts';

/** Stores a compressed copy of a file and hashes its content. Throws `list-unusable` where it cannot be read. */
export async function takeIn(path: string, incoming: Incoming, stored: string, name?: string): Promise<StoredFile> {
  const file = localFile(path, name);
  if (!(await isGzip(path))) {
    return { name: file.name, stored, ...(await keepCompressed(file.bytes(), incoming.rawPath(stored))) };
  }
  await copyFile(path, incoming.rawPath(stored));
  const content = new Content();
  for await (const chunk of file.bytes()) content.add(chunk);
  return { name: file.name, stored, ...content.facts() };
}

/** Name of a list's n-th raw file. */
export const storedName = (index: number): string => `${index}.gz`;

/** Writes content as gzip and tells its hash and its size. */
async function keepCompressed(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
): Promise<Pick<StoredFile, 'sha256' | 'bytes'>> {
  const content = new Content();
  const counted = async function* () {
    for await (const chunk of bytes) {
      content.add(chunk);
      yield chunk;
    }
  };
  // The quickest level: what is kept for the record must not slow an import down.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 1 << 18 });
  await pipeline(Readable.from(counted(), { objectMode: false }), gzip, createWriteStream(path));
  return content.facts();
}

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

class Content {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  facts(): Pick<StoredFile, 'sha256' | 'bytes'> {
    return { sha256: this.#hash.digest('hex'), bytes: this.#bytes };
  }
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

/** A kept raw file as a list file. */
export function keptFile(incoming: Incoming, { stored, name }: Pick<StoredFile, 'stored' | 'name'>): ListFile {
  return localFile(incoming.rawPath(stored), name);
}
