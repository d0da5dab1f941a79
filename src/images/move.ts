import { createHash } from 'node:crypto';
import { TouchstoneError } from '../errors.ts';
import { IMAGE_KINDS, type ImageKind, type ImageStore } from './port.ts';

/** Records whose images are copied at once. */
const AT_ONCE = 8;

export interface MovedImages {
  readonly images: number;
  /** Sum of the SHA-256 hashes of the sealed images, 64 hex digits; the same on both sides. */
  readonly hash: string;
}

/**
 * Copies every image as it is sealed, and reads each back. One that is there already is not sent again, so a copy that
 * was interrupted goes on where it was. Throws `damaged` where an image does not come back as it was.
 */
export async function copyImages(from: ImageStore, to: ImageStore): Promise<MovedImages> {
  let images = 0;
  let sum = 0n;
  const copyRecord = async (record: number) => {
    for (const kind of IMAGE_KINDS) {
      const bytes = await from.get(record, kind);
      if (!bytes) continue;
      await copyImage(to, record, kind, bytes);
      images++;
      sum += BigInt(`0x${createHash('sha256').update(bytes).digest('hex')}`);
    }
  };
  let waiting: number[] = [];
  for await (const { record } of from.records()) {
    waiting.push(record);
    if (waiting.length < AT_ONCE) continue;
    await Promise.all(waiting.map(copyRecord));
    waiting = [];
  }
  await Promise.all(waiting.map(copyRecord));
  return { images, hash: (sum % 2n ** 256n).toString(16).padStart(64, '0') };
}

async function copyImage(to: ImageStore, record: number, kind: ImageKind, bytes: Uint8Array): Promise<void> {
  const isThere = async () => Buffer.compare((await to.get(record, kind)) ?? new Uint8Array(), bytes) === 0;
  if (await isThere()) return;
  await to.put(record, kind, bytes);
  if (await isThere()) return;
  const sentence = `The ${kind} image of verification ${record} is not the same on both sides.`;
  throw new TouchstoneError('damaged', `${sentence} Look at the object store and begin again.`);
}
