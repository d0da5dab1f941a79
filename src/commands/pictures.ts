import { readFile, stat } from 'node:fs/promises';
import { TouchstoneError } from '../errors.ts';
import { fileFailure } from '../file-failure.ts';
import { MAX_PICTURE_BYTES } from '../imaging/headers.ts';

/**
 * The bytes of a picture that a user named. Devices, pipes (which may never end) and files that are too large are
 * refused.
 */
export async function pictureFile(path: string): Promise<Uint8Array> {
  const refused = (why: string, cause?: unknown) =>
    new TouchstoneError('usage', `${path} cannot be read: ${why}.`, { cause });
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw refused('it is a directory');
    if (!found.isFile()) throw refused('it is not a regular file');
    if (found.size > MAX_PICTURE_BYTES) throw refused('it is over 10 MB, more than a picture may have');
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof TouchstoneError) throw cause;
    throw refused(fileFailure(cause), cause);
  }
}
