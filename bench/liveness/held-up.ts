import { frameAround } from '../../src/documents/page/page-outline.ts';
import type { FaceReader } from '../../src/faces/face-reader.ts';
import type { FaceBox } from '../../src/faces/liveness/crops.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { selfie } from '../../test/specimens/selfie.ts';
import { type Frame, readFrame } from './frames.ts';

const DRAWN = 120;

/**
 * A line for each kind of picture: around how many of its faces the outline of a sheet or a screen is seen. `seen` are
 * frames whose faces are known already.
 */
export async function heldUp(faces: FaceReader, seen: readonly { frame: Frame; box: FaceBox }[]): Promise<string[]> {
  const counts = new Map<string, { all: number; framed: number; milliseconds: number }>();
  const look = (kind: string, pixels: Pixels, box: FaceBox) => {
    const count = counts.get(kind) ?? { all: 0, framed: 0, milliseconds: 0 };
    const start = performance.now();
    if (frameAround(pixels, box)) count.framed++;
    count.milliseconds += performance.now() - start;
    count.all++;
    counts.set(kind, count);
  };
  for (const kind of ['live', 'screen', 'print'] as const) {
    for (let seed = 0; seed < DRAWN; seed++) {
      const drawn = selfie({ face: 5000 + seed, sex: seed % 2 ? 'F' : 'M' }, 70_000 + seed, { look: kind });
      const { pixels } = await decodePhoto(drawn);
      const [face] = await faces.find(pixels, { anyTurn: true });
      if (face) look(`drawn, ${kind}`, pixels, face.box);
    }
  }
  for (const { frame, box } of seen) look(`frames, ${frame.live ? 'live' : 'attacks'}`, await readFrame(frame), box);
  return [...counts].map(
    ([kind, { all, framed, milliseconds }]) =>
      `${kind.padEnd(16)} ${framed} of ${all} in a frame, ${(milliseconds / all).toFixed(0)} ms each`,
  );
}
