import { frameAround } from '../../src/documents/page.ts';
import type { FaceReader } from '../../src/faces/reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { selfie } from '../../test/specimens/selfie.ts';
import { type Frame, readFrame } from './frames.ts';

const DRAWN = 120;

/** A line for each kind of picture: around how many of its faces the outline of a sheet or a screen is seen. */
export async function heldUp(faces: FaceReader, frames: readonly Frame[]): Promise<string[]> {
  const counts = new Map<string, { all: number; framed: number; milliseconds: number }>();
  const look = async (kind: string, pixels: Pixels) => {
    const [face] = await faces.find(pixels, { anyTurn: true });
    if (!face) return;
    const count = counts.get(kind) ?? { all: 0, framed: 0, milliseconds: 0 };
    const start = performance.now();
    if (frameAround(pixels, face.box)) count.framed++;
    count.milliseconds += performance.now() - start;
    count.all++;
    counts.set(kind, count);
  };
  for (const kind of ['live', 'screen', 'print'] as const) {
    for (let seed = 0; seed < DRAWN; seed++) {
      const drawn = selfie({ face: 5000 + seed, sex: seed % 2 ? 'F' : 'M' }, 70_000 + seed, { look: kind });
      await look(`drawn, ${kind}`, (await decodePhoto(drawn)).pixels);
    }
  }
  for (const frame of frames) await look(`frames, ${frame.live ? 'live' : 'attacks'}`, await readFrame(frame));
  return [...counts].map(
    ([kind, { all, framed, milliseconds }]) =>
      `${kind.padEnd(16)} ${framed} of ${all} in a frame, ${(milliseconds / all).toFixed(0)} ms each`,
  );
}
