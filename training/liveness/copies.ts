// npm run train:copies: in how many signs the prints of copies and of other pictures differ.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchData } from '../../bench/shared-lists.ts';
import { changes, KEY_DIGITS, type PicturePrint } from '../../src/domain/picture-print.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import { picturePrint } from '../../src/imaging/picture-print.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { crop, resize, toGray } from '../../src/imaging/resample.ts';
import { selfie } from '../../test/specimens/selfie.ts';
import { canvasOf } from '../../test/specimens/sheet.ts';

const DRAWN = 40;
/** Tests and benchmarks draw others. */
const FIRST_SEED = 710_000;
/** Of photographs each one so far apart is looked at. */
const EVERY = 4;

const jpeg = (pixels: Pixels, quality: number): Buffer => canvasOf(pixels).toBuffer('image/jpeg', quality);
const smaller = (pixels: Pixels, by: number): Pixels =>
  resize(pixels, Math.round(pixels.width / by), Math.round(pixels.height / by));
const each = (pixels: Pixels, change: (value: number) => number): Pixels => ({
  ...pixels,
  data: pixels.data.map((value) => Math.min(255, change(value))),
});

const COPIES: Readonly<Record<string, (pixels: Pixels) => Buffer>> = {
  'JPEG 40': (pixels) => jpeg(pixels, 40),
  'a third of the size': (pixels) => jpeg(smaller(pixels, 3), 70),
  brighter: (pixels) =>
    jpeg(
      each(pixels, (value) => value * 1.2),
      80,
    ),
  darker: (pixels) =>
    jpeg(
      each(pixels, (value) => value * 0.8),
      80,
    ),
  'in gray': (pixels) => jpeg(inGray(pixels), 80),
  'a hundredth cut off each side': (pixels) => jpeg(cut(pixels, 0.01), 80),
};

function inGray(pixels: Pixels): Pixels {
  const gray = toGray(pixels).data;
  return { ...pixels, data: Uint8Array.from(pixels.data, (_, at) => gray[Math.floor(at / 3)]!) };
}

function cut(pixels: Pixels, share: number): Pixels {
  const [x, y] = [Math.round(pixels.width * share), Math.round(pixels.height * share)];
  return crop(pixels, x, y, pixels.width - 2 * x, pixels.height - 2 * y);
}

function differing(one: PicturePrint, other: PicturePrint): number {
  return changes(Buffer.from(one.print, 'hex'), Buffer.from(other.print, 'hex'));
}

/** Whether the second picture would be looked up among the copies of the first. */
function isFound(one: PicturePrint, other: PicturePrint): boolean {
  return other.keys.includes(one.print.slice(0, KEY_DIGITS));
}

async function report(set: string, files: readonly Buffer[]): Promise<void> {
  const pictures = await Promise.all(files.map(async (file) => (await decodePhoto(file)).pixels));
  const prints = pictures.map(picturePrint);
  for (const [way, copied] of Object.entries(COPIES)) {
    const copies = await Promise.all(
      pictures.map(async (one) => picturePrint((await decodePhoto(copied(one))).pixels)),
    );
    line(
      `${set}, ${way}`,
      copies.map((copy, at) => [prints[at]!, copy]),
    );
  }
  line(
    `${set}, other pictures`,
    prints.flatMap((one, at) => prints.slice(0, at).map((other) => [one, other] as const)),
  );
}

function line(what: string, pairs: readonly (readonly [PicturePrint, PicturePrint])[]): void {
  const apart = pairs.map(([one, other]) => differing(one, other)).sort((a, b) => a - b);
  const found = pairs.filter(([one, other]) => isFound(one, other)).length;
  const [least, middle, most] = [apart[0], apart[apart.length >> 1], apart.at(-1)];
  process.stdout.write(
    `${what.padEnd(44)} of ${pairs.length}: ${least} to ${most}, median ${middle}; ${found} looked up\n`,
  );
}

const seeds = Array.from({ length: DRAWN }, (_, at) => FIRST_SEED + at);
const people = seeds.map((seed) => ({ face: seed, sex: seed % 2 ? 'F' : 'M' }) as const);
await report(
  'drawn',
  people.map((person, at) => selfie(person, seeds[at]!)),
);
const rooms = await Promise.all(
  people.map(async (person, at) => {
    const [first, second] = [selfie(person, seeds[at]!), selfie({ ...person, face: person.face + DRAWN }, seeds[at]!)];
    const [one, other] = await Promise.all([decodePhoto(first), decodePhoto(second)]);
    return [picturePrint(one.pixels), picturePrint(other.pixels)] as const;
  }),
);
line('drawn, another face in the same room and pose', rooms);
const folder = join(benchData(), 'images/faces/lfw-gray');
const photographs = existsSync(folder) ? readdirSync(folder).sort() : [];
const some = photographs.filter((_, at) => at % EVERY === 0).map((file) => readFileSync(join(folder, file)));
if (some.length > 0) await report('photographs', some);
process.exit(0);
