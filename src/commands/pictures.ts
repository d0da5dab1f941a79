import { readFile } from 'node:fs/promises';
import { TouchstoneError } from '../errors.ts';

/** The bytes of a picture that a person named. */
export async function pictureFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a directory' : message;
    throw new TouchstoneError('usage', `${path} cannot be read: ${why}.`, { cause });
  }
}
