import { type FrameEffort, FrameReader } from '../faces/frames/frame-reader.ts';
import { decodePixels } from '../imaging/decode.ts';
import { serveFromWorker } from '../threads/serve.ts';
import { stepBack } from '../threads/step-back.ts';

async function load() {
  const reader = await FrameReader.open();
  // A frame that comes a moment later harms nobody, a search does.
  stepBack();
  // Decoded when its turn has come: what waits is some 30 KB and not a megabyte.
  return { read: async (bytes: Uint8Array, effort: FrameEffort) => reader.read(await decodePixels(bytes), effort) };
}

/** What a thread of frames can do. */
export type FrameOperations = Awaited<ReturnType<typeof load>>;

serveFromWorker(load());
