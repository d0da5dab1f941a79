import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLDER } from '../environment.ts';
import { TouchstoneError } from '../errors.ts';
import { DATABASE_FILE } from '../open-records.ts';

/** Folders of the data directory that belong to a backup, beside the database. */
export const FOLDERS = ['snapshots', 'lists', 'images'];

/** Letters of the names that Touchstone gives to files: no separator, no line break, nothing that a terminal obeys. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/;
/** `lists/<source>/<list>/raw/<file>` is the deepest. */
const MOST_NAMES = 5;

/** Whether a backup can hold a file of this path: the database, or a file of Touchstone's own in one of its folders. */
export function isBackupPath(path: unknown): path is string {
  if (path === DATABASE_FILE || path === FOLDER) return true;
  if (typeof path !== 'string') return false;
  const [folder, ...names] = path.split('/');
  return FOLDERS.includes(folder!) && names.length > 0 && names.length < MOST_NAMES && names.every(isName);
}

const isName = (name: string): boolean => NAME.test(name);

/**
 * The place of a file of a backup. Throws `damaged` where it is no regular file, or where a symbolic link stands in its
 * path. A link could bring in any other file of the machine.
 */
export async function plainFile(root: string, path: string): Promise<string> {
  const names = path.split('/');
  for (let depth = 1; depth <= names.length; depth += 1) {
    const part = join(root, ...names.slice(0, depth));
    const found = await lstat(part).catch(() => undefined);
    if (!found) throw new TouchstoneError('damaged', `The backup is incomplete: ${path} cannot be read.`);
    if (depth < names.length ? !found.isDirectory() : !found.isFile()) {
      throw new TouchstoneError(
        'damaged',
        `The backup is damaged: ${path} is not a file of its own, but a link or a device.`,
      );
    }
  }
  return join(root, path);
}
