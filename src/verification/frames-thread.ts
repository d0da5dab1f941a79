import { type FrameEffort, FrameReader } from '../faces/frames/frame-reader.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { serveFromWorker } from '../threads/serve.ts';

async function load() {
  const reader = await FrameReader.open();
  return { read: (pixels: Pixels, effort: FrameEffort) => reader.read(pixels, effort) };
}

/** What a thread of frames can do. */
export type FrameOperations = Awaited<ReturnType<typeof load>>;

serveFromWorker(load());
