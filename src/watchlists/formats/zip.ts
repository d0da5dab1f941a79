import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl';
import { sentence, TouchstoneError } from '../../errors.ts';
import type { ListFile } from '../source.ts';

/** No list comes near these sizes. A small archive that unpacks to gigabytes is an attack (a "zip bomb"). */
const MAX_ARCHIVE_BYTES = 64 * 2 ** 20;
export const MAX_PART_BYTES = 64 * 2 ** 20;
/** A sheet of a million rows has some hundred MiB, which ZIP makes 5 to 40 times smaller; a bomb 200 to 1,000 times. */
const MAX_LARGE_BYTES = 2 ** 30;
const MAX_LARGE_RATIO = 100;
const MAX_PARTS = 1000;

/**
 * Opens a ZIP archive of at most 64 MiB and gives its parts by name, each as a list file. A part is decompressed while
 * it is read, at most 64 MiB. Throws `list-unusable` for what is no archive, is damaged, encrypted or too large.
 * `fd`: of the archive itself, open as long as parts are read. It is then not held in memory, and a part may be larger,
 * up to 1 GiB, where it is packed as tables are.
 */
export async function zipParts(file: ListFile, fd?: number): Promise<ReadonlyMap<string, ListFile>> {
  try {
    const zip =
      fd === undefined
        ? await fromBufferPromise(await wholeArchive(file), { lazyEntries: true })
        : await fromFdPromise(fd, { lazyEntries: true, autoClose: false });
    const parts = new Map<string, ListFile>();
    for await (const entry of zip.eachEntry()) {
      if (parts.size >= MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`);
      const most = fd === undefined ? MAX_PART_BYTES : mostBytes(entry);
      parts.set(entry.fileName, {
        name: `${file.name} (${entry.fileName})`,
        bytes: () => partBytes(file, zip, entry, most),
      });
    }
    return parts;
  } catch (error) {
    throw unusable(file, error);
  }
}

async function wholeArchive(file: ListFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.bytes()) {
    size += chunk.length;
    if (size > MAX_ARCHIVE_BYTES) throw new Error(`it is larger than ${MAX_ARCHIVE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function mostBytes({ compressedSize }: Entry): number {
  return Math.max(MAX_PART_BYTES, Math.min(MAX_LARGE_BYTES, compressedSize * MAX_LARGE_RATIO));
}

/** An archive that lies about a size gains nothing: the reader stops with an error at the size that was stated. */
async function* partBytes(file: ListFile, zip: ZipFile, entry: Entry, most: number): AsyncIterable<Uint8Array> {
  try {
    if (entry.uncompressedSize > most) {
      throw new Error(`${entry.fileName} is larger than ${most} bytes`);
    }
    yield* await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw unusable(file, error);
  }
}

function unusable(file: ListFile, error: unknown): TouchstoneError {
  if (error instanceof TouchstoneError) return error;
  const why = sentence(error).replace(/\.$/, '');
  return new TouchstoneError('list-unusable', `${file.name} is not a usable archive: ${why}.`, { cause: error });
}
