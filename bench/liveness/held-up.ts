import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onScreen } from '../../specimens/forgery.ts';
import { Random } from '../../specimens/random.ts';
import { selfie } from '../../specimens/selfie.ts';
import type { Face, FaceReader } from '../../src/faces/face-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { crop } from '../../src/imaging/resample.ts';
import { signsOf } from '../../src/verification/face-analyst.ts';
import { benchData } from '../shared-lists.ts';
import { type Frame, readFrame } from './frames.ts';

const DRAWN = 60;
/** Of the width or height; sheets and screens leave 3 to 9 % on each side free, and lean. */
const SHARE = 0.87;
/**
 * Photographs of people in their surroundings: every so many of them are looked at, without so many pixels at the rim.
 * The second set was turned, which left black and slanting edges there.
 */
const GENUINE = [
  { set: 'johns', every: 1, rim: 0 },
  { set: 'lfw-gray', every: 4, rim: 25 },
];

type Where = Pick<Face, 'box' | 'roll'>;

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
export async function heldUp(faces: FaceReader, seen: readonly { frame: Frame; face: Where }[]): Promise<string[]> {
  const counts = new Map<string, Count>();
  const look = (kind: string, pixels: Pixels, face: Where) => {
    const count = counts.get(kind) ?? { all: 0, framed: 0, grid: 0, milliseconds: 0 };
    const start = performance.now();
    const { framed, grid } = signsOf(pixels, face);
    count.milliseconds += performance.now() - start;
    count.framed += Number(framed);
    count.grid += Number(grid);
    count.all++;
    counts.set(kind, count);
  };
  for await (const { kind, pixels } of pictures()) {
    const [face] = await faces.find(pixels, { anyTurn: true });
    if (face) look(kind, pixels, face);
  }
  for (const { frame, face } of seen) look(`frames, ${frame.live ? 'live' : 'attacks'}`, await readFrame(frame), face);
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
      const random = new Random(`held up ${seed}`);
      if (look === 'live') yield { kind: 'drawn, screen without edges', pixels: onScreen(pixels, random) };
      else yield { kind: `drawn, ${look}, cut off`, pixels: cutOff(pixels, random) };
    }
  }
  for (const { set, every, rim } of GENUINE) {
    for (const bytes of photographs(set, every)) {
      const { pixels } = await decodePhoto(bytes);
      yield { kind: set, pixels: crop(pixels, rim, rim, pixels.width - 2 * rim, pixels.height - 2 * rim) };
    }
  }
}

/** Without a side of the sheet or the screen, but not the lower one. */
function cutOff(pixels: Pixels, random: Random): Pixels {
  const [width, height] = [Math.round(pixels.width * SHARE), Math.round(pixels.height * SHARE)];
  const [x, y] = random.pick([
    [0, pixels.height - height],
    [pixels.width - width, 0],
    [0, 0],
  ] as const);
  return y === 0 ? crop(pixels, x, 0, width, pixels.height) : crop(pixels, 0, y, pixels.width, height);
}

function photographs(set: string, every: number): Buffer[] {
  const folder = join(benchData(), 'images/faces', set);
  const files = existsSync(folder) ? readdirSync(folder).sort() : [];
  return files.filter((_, at) => at % every === 0).map((file) => readFileSync(join(folder, file)));
}
