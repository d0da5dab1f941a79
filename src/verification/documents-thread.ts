import { DocumentReader } from '../documents/document-reader.ts';
import type { Photo } from '../imaging/decode.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { serveFromWorker } from '../threads/serve.ts';

async function load() {
  const reader = await DocumentReader.open();
  return {
    read: (photo: Photo) => reader.read(photo),
    texts: (pixels: Pixels) => reader.texts(pixels),
  };
}

/** What the thread of documents can do. */
export type DocumentOperations = Awaited<ReturnType<typeof load>>;

serveFromWorker(load());
