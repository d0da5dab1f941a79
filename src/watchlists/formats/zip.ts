import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { sentence, TouchstoneError } from '../../errors.ts';
import type { ListFile } from '../source.ts';

/** No list comes near these sizes. A small archive that unpacks to gigabytes is an attack (a "zip bomb"). */
const MAX_ARCHIVE_BYTES = 64 * 2 ** 20;
export const MAX_PART_BYTES = 64 * 2 ** 20;
const MAX_PARTS = 1000;

/**
 * Opens a ZIP archive of at most 64 MiB and gives its parts by name, each as a list file. A part is decompressed while
 * it is read, at most 64 MiB. Throws `list-unusable` for what is no archive, is damaged, encrypted or too large.
 */
export async function zipParts(file: ListFile): Promise<ReadonlyMap<string, ListFile>> {
  try {
    const zip = await fromBufferPromise(await wholeArchive(file), { lazyEntries: true });
    const parts = new Map<string, ListFile>();
    for await (const entry of zip.eachEntry()) {
      if (parts.size >= MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`);
      parts.set(entry.fileName, { name: `${file.name} (${entry.fileName})`, bytes: () => partBytes(file, zip, entry) });
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

/** An archive that lies about a size gains nothing: the reader stops with an error at the size that was stated. */
async function* partBytes(file: ListFile, zip: ZipFile, entry: Entry): AsyncIterable<Uint8Array> {
  try {
    if (entry.uncompressedSize > MAX_PART_BYTES) {
      throw new Error(`${entry.fileName} is larger than ${MAX_PART_BYTES} bytes`);
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
