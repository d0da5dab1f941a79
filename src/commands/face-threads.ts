import '../inference/no-telemetry.ts';
import { createReadStream, createWriteStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { TouchstoneError } from '../errors.ts';
import { unwritable } from '../file-failure.ts';
import { Channel } from '../threads/channel.ts';
import { launchWorker } from '../threads/worker.ts';
import type { FaceModels } from '../verification/face-analyst.ts';
import type { FaceOperations } from '../verification/faces-thread.ts';
import { readableFile } from '../watchlists/store/intake.ts';
import { pictureFile } from './pictures.ts';

const MODULE = new URL('../verification/faces-thread.ts', import.meta.url);
/** So many pictures are looked at at once, one on each core. */
export const FACE_THREADS = Math.min(availableParallelism(), 4);

/** Threads that look at pictures. They start as there is work for them. */
export function faceThreads(models: FaceModels): Channel<FaceOperations> {
  return new Channel(launchWorker(MODULE, { setup: () => models }), { peers: FACE_THREADS, maxAtOnce: 1 });
}

/** The bytes of a picture, or the sentence that says why there are none. */
export async function pictureOrWhy(path: string): Promise<Uint8Array | { readonly refusal: string }> {
  try {
    return await pictureFile(path);
  } catch (error) {
    if (error instanceof TouchstoneError) return { refusal: error.message };
    throw error;
  }
}

/** The lines of a text file, without empty ones. */
export async function linesOf(path: string): Promise<string[]> {
  await readableFile(path);
  const lines: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    if (line.trim() !== '') lines.push(line.replace(/^\ufeff/, ''));
  }
  return lines;
}

/** Writes one JSON line for each piece of work, in their order, so many under way at once. */
export async function jsonLines(
  out: string,
  count: number,
  atOnce: number,
  work: (place: number) => Promise<object>,
): Promise<void> {
  const stream = createWriteStream(out);
  const ended = finished(stream).catch((cause: Error) => {
    throw unwritable(out, cause);
  });
  ended.catch(() => {});
  const underWay: Promise<object>[] = [];
  for (let place = 0; place < count + atOnce; place++) {
    if (place >= atOnce && underWay.length > 0) stream.write(`${JSON.stringify(await underWay.shift()!)}\n`);
    if (place >= count) continue;
    const piece = work(place);
    piece.catch(() => {});
    underWay.push(piece);
  }
  stream.end();
  await ended;
}
