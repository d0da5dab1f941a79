import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type ErrorCode, sentence, TouchstoneError } from './errors.ts';

/** Codes of the system (errno(3)), in the words of a person who looks after files. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it is already there',
  EFBIG: 'a file may not become that large',
  EIO: 'the disk fails',
  EISDIR: 'it is a directory',
  ELOOP: 'its symbolic links lead in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is no directory',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is read-only',
};

/** Why the system refused a file, without a capital and a full stop. Unknown errors keep their own message. */
export function fileFailure(error: unknown): string {
  return WORDS[(error as NodeJS.ErrnoException).code ?? ''] ?? sentence(error);
}

/** Whether there is no such file, or no directory that could hold it. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** The error for a file that cannot be written. */
export function unwritable(path: string, cause: unknown, code: ErrorCode = 'usage'): TouchstoneError {
  const isAbsent = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const parent = dirname(path);
  const place = existsSync(parent) ? 'its place takes no file' : `there is no directory ${parent}`;
  const why = isAbsent ? place : fileFailure(cause);
  return new TouchstoneError(code, `${path} cannot be written: ${why}.`, { cause });
}

/**
 * Makes a directory for this user alone, and those above it; one that is there stays as it is. Throws `usage`. The
 * recursive mkdir of Node.js never ends where a file system takes no directory and says ENOENT, as /proc does.
 */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await makeWithParents(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      code === 'EEXIST'
        ? 'a file has its name'
        : code === 'ENOENT'
          ? 'its place takes no directory'
          : fileFailure(cause);
    throw new TouchstoneError('usage', `The directory ${path} cannot be made: ${why}.`, { cause });
  }
}

async function makeWithParents(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (await isDirectory(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    await makeWithParents(parent);
    try {
      await mkdir(path, { mode: 0o700 });
    } catch (again) {
      // Somebody else may have made it meanwhile.
      if (!(await isDirectory(path))) throw again;
    }
  }
}

function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
