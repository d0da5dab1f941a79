import type { KeyObject } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Pack, pack } from 'tar-stream';
import { TouchstoneError } from '../../errors.ts';
import { unwritable } from '../../file-failure.ts';
import type { Lists } from '../lists.ts';
import { storedName } from '../store/intake.ts';
import type { ListMetadata } from '../store/list-store.ts';
import { MANIFEST, manifestOf, memberOf, SIGNATURE, signatureOf } from './manifest.ts';

/** What a bundle holds. */
export interface BundleSummary {
  readonly file: string;
  /** Size in bytes. */
  readonly bytes: number;
  readonly sources: readonly { readonly source: string; readonly published: string | null; readonly fetched: string }[];
}

/**
 * Writes the raw files of all real lists in force into one signed archive, which `importBundle` takes on another
 * machine. Throws `list-unusable` where there is none, or where only another node has the files.
 */
export async function exportBundle(lists: Lists, path: string, key: KeyObject): Promise<BundleSummary> {
  const inForce = [...(await lists.inForce()).values()];
  if (inForce.length === 0)
    throw new TouchstoneError('list-unusable', 'No real list is in force, so none was written.');
  for (const list of inForce) {
    if (list.files.every((file) => lists.store.hasRaw(list, file))) continue;
    const why = `The files of ${list.source} are not on this machine: run the command where it was synced or imported.`;
    throw new TouchstoneError('list-unusable', why);
  }
  const archive = pack();
  const part = `${path}.part`;
  try {
    const written = pipeline(archive, createWriteStream(part, { flags: 'w' }));
    await Promise.all([fill(archive, lists, inForce, key), written]);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw unwritable(path, error);
  }
  return {
    file: path,
    bytes: (await stat(path)).size,
    sources: inForce.map(({ source, published = null, fetched }) => ({ source, published, fetched })),
  };
}

async function fill(archive: Pack, lists: Lists, inForce: readonly ListMetadata[], key: KeyObject): Promise<void> {
  const manifest = manifestOf(inForce, lists.now());
  archive.entry({ name: MANIFEST }, Buffer.from(manifest));
  archive.entry({ name: SIGNATURE }, signatureOf(manifest, key));
  for (const list of inForce) {
    for (const [index, file] of list.files.entries()) {
      const path = lists.store.rawPath(list, file);
      const name = memberOf(list.source, { stored: storedName(index) });
      await pipeline(createReadStream(path), archive.entry({ name, size: (await stat(path)).size }));
    }
  }
  archive.finalize();
}
