import { DocumentReader } from '../documents/document-reader.ts';
import type { Photo } from '../imaging/decode.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { serveFromWorker } from '../threads/serve.ts';
import { decodeShared } from './shared-pixels.ts';

async function load() {
  const reader = await DocumentReader.open();
  return {
    decode: (bytes: Uint8Array) => decodeShared(bytes),
    read: (photo: Photo) => reader.read(photo),
    texts: (pixels: Pixels) => reader.texts(pixels),
  };
}

/** What the thread of documents can do. */
export type DocumentOperations = Awaited<ReturnType<typeof load>>;

serveFromWorker(load());
