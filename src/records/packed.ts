import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';

/**
 * Fast, and a third larger than the best: JSON of matches repeats itself much. It is short, and the memory that the
 * default clears for each record takes longer than compressing. Pieces under 4 KiB come from a pool of Node.js. Those
 * of the default are memory of their own, which makes the thread collect its heap for every 700 records.
 */
const COMPRESSION = { level: 1, memLevel: 6, chunkSize: 4000 };
const deflate = promisify<string, typeof COMPRESSION, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);

/** A text as the database keeps evidence: compressed (RFC 1951). */
export function packed(text: string): Buffer {
  return deflateRawSync(text, COMPRESSION);
}

/** The text that `packed` was given. */
export function unpacked(stored: Uint8Array): string {
  return inflateRawSync(stored).toString();
}

/** The same as `packed`, without holding up the thread that asks. */
export function packedSoon(text: string): Promise<Buffer> {
  return deflate(text, COMPRESSION);
}

/** The same as `unpacked`, without holding up the thread that asks. */
export async function unpackedSoon(stored: Uint8Array): Promise<string> {
  return (await inflate(stored)).toString();
}
