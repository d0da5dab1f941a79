import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile, syncFolder } from '../durable-file.ts';
import { TouchstoneError } from '../errors.ts';
import { isMissing } from '../file-failure.ts';
import type { ImageKind, ImageStore } from './port.ts';

/** Records a folder, so that no folder grows without bound. */
const PER_FOLDER = 1000;
const SUFFIX = '.sealed';

/** Images as files: `<directory>/<record ÷ 1000>/<record>/<kind>.sealed`, readable by this user alone. */
export class DiskImages implements ImageStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async put(record: number, kind: ImageKind, bytes: Uint8Array): Promise<void> {
    const folder = this.#folder(record);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(join(folder, kind + SUFFIX), bytes);
      // A name is on disk when its folder is, and a new folder when the one above it is.
      for (const above of [folder, dirname(folder), this.#directory]) await syncFolder(above);
    } catch (error) {
      throw unwritable(error) ?? error;
    }
  }

  async replace(record: number, kind: ImageKind, bytes: Uint8Array): Promise<boolean> {
    const folder = this.#folder(record);
    try {
      await stat(join(folder, kind + SUFFIX));
      await replaceFile(join(folder, kind + SUFFIX), bytes);
      await syncFolder(folder);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async get(record: number, kind: ImageKind): Promise<Uint8Array | undefined> {
    try {
      return await readFile(join(this.#folder(record), kind + SUFFIX));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(record: number): Promise<boolean> {
    const folder = this.#folder(record);
    const there = (await namesIn(folder)).length > 0;
    await rm(folder, { recursive: true, force: true });
    if (there) await syncFolder(dirname(folder));
    return there;
  }

  async *records(): AsyncIterable<{ record: number; storedAt: Date }> {
    for (const thousand of await namesIn(this.#directory)) {
      for (const name of await namesIn(join(this.#directory, thousand))) {
        if (!/^[1-9]\d{0,15}$/.test(name)) continue;
        const storedAt = await newest(join(this.#directory, thousand, name));
        if (storedAt) yield { record: Number(name), storedAt };
      }
    }
  }

  /** Whose a data directory is stands in a file of its own. */
  async claim(): Promise<void> {}

  async rename(): Promise<void> {}

  /** A disk is there; that it is full shows when something is put. */
  async available(): Promise<void> {}

  #folder(record: number): string {
    return join(this.#directory, String(Math.floor(record / PER_FOLDER)), String(record));
  }
}

/** Leftovers of a crash count as well: they must be deleted with their record. Undefined where the folder is gone. */
async function newest(folder: string): Promise<Date | undefined> {
  let latest: Date | undefined;
  for (const name of await namesIn(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && (!latest || found.mtime > latest)) latest = found.mtime;
  }
  return latest;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A disk that is full, over a quota or a limit, or read-only. */
function unwritable(cause: unknown): TouchstoneError | undefined {
  if (!['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'].includes(String((cause as NodeJS.ErrnoException).code))) return undefined;
  return new TouchstoneError('unwritable', 'The disk of the images is full; nothing was stored.', { cause });
}
