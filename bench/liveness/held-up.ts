import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FaceReader } from '../../src/faces/face-reader.ts';
import type { FaceBox } from '../../src/faces/liveness/crops.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { signsOf } from '../../src/verification/face-analyst.ts';
import { onScreen } from '../../test/specimens/forgery.ts';
import { Random } from '../../test/specimens/random.ts';
import { selfie } from '../../test/specimens/selfie.ts';
import { benchData } from '../shared-lists.ts';
import { type Frame, readFrame } from './frames.ts';

const DRAWN = 60;
/** Photographs of people in their surroundings, and every so many of them are looked at. */
const GENUINE = { johns: 1, 'lfw-gray': 4 };

interface Count {
  all: number;
  framed: number;
  grid: number;
  milliseconds: number;
}

/**
 * A line for each kind of picture: how many have an outline of a sheet or a screen around the face, or a screen's grid.
 * `seen` are frames whose faces are known already.
 */
export async function heldUp(faces: FaceReader, seen: readonly { frame: Frame; box: FaceBox }[]): Promise<string[]> {
  const counts = new Map<string, Count>();
  const look = (kind: string, pixels: Pixels, box: FaceBox) => {
    const count = counts.get(kind) ?? { all: 0, framed: 0, grid: 0, milliseconds: 0 };
    const start = performance.now();
    const { framed, grid } = signsOf(pixels, box);
    count.milliseconds += performance.now() - start;
    count.framed += Number(framed);
    count.grid += Number(grid);
    count.all++;
    counts.set(kind, count);
  };
  for await (const { kind, pixels } of pictures()) {
    const [face] = await faces.find(pixels, { anyTurn: true });
    if (face) look(kind, pixels, face.box);
  }
  for (const { frame, box } of seen) look(`frames, ${frame.live ? 'live' : 'attacks'}`, await readFrame(frame), box);
  return [...counts].map(
    ([kind, { all, framed, grid, milliseconds }]) =>
      `${kind.padEnd(28)} of ${all}: ${framed} in a frame, ${grid} with a grid, ${(milliseconds / all).toFixed(0)} ms each`,
  );
}

async function* pictures(): AsyncGenerator<{ kind: string; pixels: Pixels }> {
  for (const look of ['live', 'screen', 'print'] as const) {
    for (let seed = 0; seed < DRAWN; seed++) {
      const person = { face: 5000 + seed, sex: seed % 2 ? 'F' : 'M' } as const;
      const { pixels } = await decodePhoto(selfie(person, 70_000 + seed, { look }));
      yield { kind: `drawn, ${look}`, pixels };
      if (look !== 'live') continue;
      yield { kind: 'drawn, screen without edges', pixels: onScreen(pixels, new Random(`held up ${seed}`)) };
    }
  }
  for (const [set, every] of Object.entries(GENUINE)) {
    for (const bytes of photographs(set, every)) yield { kind: set, pixels: (await decodePhoto(bytes)).pixels };
  }
}

function photographs(set: string, every: number): Buffer[] {
  const folder = join(benchData(), 'images/faces', set);
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files.filter((_, at) => at % every === 0).map((file) => readFileSync(join(folder, file)));
}
