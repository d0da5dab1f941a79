import { KEY_DIGITS, type PicturePrint } from '../domain/picture-print.ts';
import type { Pixels } from './pixels.ts';
import { resizeGray, toGray } from './resample.ts';

/** Side of the picture that is looked at, in pixels, and how many changes across and down. */
const SIDE = 64;
const WAVES = 16;
/** Signs of a key, and how many of them may be either way. */
const KEY_SIGNS = 4 * KEY_DIGITS;
const UNSURE = 6;

/** Waves from the slowest to the fastest; the first of all is the mean brightness, whose sign says nothing. */
const ORDER = Array.from({ length: WAVES * WAVES }, (_, at) => [at % WAVES, Math.floor(at / WAVES)] as const)
  .sort(([a, b], [c, d]) => a + b - c - d || a - c)
  .slice(1);

/** Cosines of the discrete cosine transform, a row for each wave. */
const COSINES = Array.from({ length: WAVES }, (_, wave) =>
  Float64Array.from({ length: SIDE }, (__, at) => Math.cos((Math.PI * wave * (at + 0.5)) / SIDE)),
);

/** The print of a picture, whatever its size. Its keys are its own with the least sure signs either way. */
export function picturePrint(pixels: Pixels): PicturePrint {
  const { data } = resizeGray(toGray(pixels), SIDE, SIDE);
  const waves = ORDER.map(([across, down]) => wave(data, COSINES[across]!, COSINES[down]!));
  const bits = [...waves.map((one) => one > 0), false];
  const sure = waves.slice(0, KEY_SIGNS).map((one, at) => ({ at, size: Math.abs(one) }));
  const unsure = sure.sort((a, b) => a.size - b.size).slice(0, UNSURE);
  const keys = Array.from({ length: 2 ** UNSURE }, (_, flips) => {
    const key = bits.slice(0, KEY_SIGNS);
    for (const [place, { at }] of unsure.entries()) if ((flips >> place) & 1) key[at] = !key[at];
    return hexadecimal(key);
  });
  return { print: hexadecimal(bits), keys };
}

/** How much of a change across and down a picture of gray values has. */
function wave(gray: Uint8Array, across: Float64Array, down: Float64Array): number {
  let sum = 0;
  for (let y = 0; y < SIDE; y++) {
    let row = 0;
    for (let x = 0; x < SIDE; x++) row += gray[y * SIDE + x]! * across[x]!;
    sum += row * down[y]!;
  }
  return sum;
}

function hexadecimal(bits: readonly boolean[]): string {
  return Buffer.from(Uint8Array.from({ length: bits.length / 8 }, (_, byte) => byteOf(bits, byte * 8))).toString('hex');
}

function byteOf(bits: readonly boolean[], from: number): number {
  return bits.slice(from, from + 8).reduce((byte, bit) => byte * 2 + Number(bit), 0);
}
