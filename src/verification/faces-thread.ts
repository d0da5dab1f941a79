import { workerData } from 'node:worker_threads';
import type { MovementEvidence } from '../capture/steps.ts';
import type { Embedding } from '../faces/embed.ts';
import type { FaceBox } from '../faces/liveness/crops.ts';
import { samePicture } from '../faces/liveness/picture-checks.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { inWords, type Sentence } from '../sentences.ts';
import { serveFromWorker } from '../threads/serve.ts';
import { FaceAnalyst, type FaceModels } from './face-analyst.ts';
import { decodeShared } from './shared-pixels.ts';

async function load() {
  const analyst = await FaceAnalyst.open(workerData as FaceModels);
  return {
    selfie: (pixels: Pixels, movement?: MovementEvidence) => analyst.selfie(pixels, movement),
    compare: async (a: Embedding, b: Embedding) => analyst.compare(a, b),
    /** Of a file, for the commands: decoding and looking in one go. */
    embeddingOf: (bytes: Uint8Array) => ofFile(bytes, (pixels) => analyst.embedding(pixels)),
    livenessOf: (bytes: Uint8Array) => ofFile(bytes, (pixels) => analyst.liveness(pixels)),
    portrait: (pixels: Pixels) => analyst.portrait(pixels),
    samePicture: async (a: Pixels, faceA: FaceBox, b: Pixels, faceB: FaceBox) => samePicture(a, faceA, b, faceB),
  };
}

/** What is found, or in words why nothing is. */
async function ofFile<T extends object>(
  bytes: Uint8Array,
  look: (pixels: Pixels) => Promise<T | { readonly refusal: Sentence }>,
): Promise<T | { readonly refusal: string }> {
  const { photo, problem } = await decodeShared(bytes);
  if (!photo) return { refusal: problem.text };
  const found = await look(photo.pixels);
  return 'refusal' in found ? { refusal: inWords(found.refusal) } : found;
}

/** What the thread of faces can do. */
export type FaceOperations = Awaited<ReturnType<typeof load>>;

serveFromWorker(load());
