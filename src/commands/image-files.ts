import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeDirectory, unwritable } from '../file-failure.ts';
import type { ImageKind } from '../images/port.ts';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Writes decrypted images for this user alone; gives the paths. Throws `usage` where a file is already there. */
export async function writeImages(
  directory: string,
  verification: number,
  images: ReadonlyMap<ImageKind, Uint8Array>,
): Promise<string[]> {
  const folder = resolve(directory);
  await makeDirectory(folder);
  const paths: string[] = [];
  for (const [kind, bytes] of images) {
    const extension = PNG_SIGNATURE.equals(bytes.subarray(0, 4)) ? 'png' : 'jpg';
    const path = join(folder, `verification-${verification}-${kind}.${extension}`);
    const file = await open(path, 'wx', 0o600).catch((cause) => {
      throw unwritable(path, cause);
    });
    await file.writeFile(bytes).finally(() => file.close());
    paths.push(path);
  }
  return paths;
}
