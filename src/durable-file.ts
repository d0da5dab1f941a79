import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';

/**
 * Puts a file for this user alone in the place of another; after a loss of power one of the two is there, whole. It is
 * written beside (`PATH.….part`), synced, and gets the name then. With `keeps` a file that is there stays. `syncFolder`
 * makes the name durable, too.
 */
export async function replaceFile(path: string, content: string | Uint8Array, keeps = false): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await (keeps ? link(draft, path) : rename(draft, path));
  } catch (error) {
    if (!keeps || (error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Waits until the names in a folder are on disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
