import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { MrzReader, type MrzReading } from '../../src/documents/mrz/mrz-reader.ts';
import { TextReader } from '../../src/documents/text/text-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels, Quad } from '../../src/imaging/pixels.ts';
import { rotate90 } from '../../src/imaging/resample.ts';
import { warp } from '../../src/imaging/warp.ts';
import { benchData } from '../shared-lists.ts';

/** `npm run bench:mrz -- [--file PART] [--damage PART]`: reads the zones of photos, as they are and damaged. */

type Damage = (pixels: Pixels, seed: number) => Promise<Pixels>;

const DAMAGES: Readonly<Record<string, Damage>> = {
  'as it is': async (pixels) => pixels,
  'tilt 6°': (pixels) => tilt(pixels, 6),
  'tilt -12°': (pixels) => tilt(pixels, -12),
  'tilt 20°': (pixels) => tilt(pixels, 20),
  perspective: async (pixels) => perspective(pixels),
  'blur, σ 0.15 % of the width': (pixels) => through(pixels, (s) => s.blur(Math.max(0.5, pixels.width * 0.0015))),
  'JPEG 40': (pixels) => through(pixels, (s) => s.jpeg({ quality: 40 })),
  '500 px wide, JPEG 60': (pixels) => through(pixels, (s) => s.resize({ width: 500 }).jpeg({ quality: 60 })),
  'dark with noise': async (pixels, seed) => dark(pixels, seed),
  glare: (pixels, seed) => glare(pixels, seed),
};

interface Tally {
  read: number;
  exact: number;
  valid: number;
  wrong: number;
  milliseconds: number;
}

/** Prints for each damage how many zones were read exactly, called valid, and called valid but wrong. */
async function main(part: string, kind: string): Promise<void> {
  const folder = join(benchData(), 'images/documents');
  if (!existsSync(join(folder, 'truth.tsv'))) {
    console.log('The photos of documents are not at hand (TOUCHSTONE_BENCH_DATA).');
    return;
  }
  const rows = readFileSync(join(folder, 'truth.tsv'), 'utf8').trim().split('\n').slice(1);
  const photos = rows
    .map((row) => row.split('\t'))
    .filter((cells) => cells[5] && cells[6] === '1' && !cells[15]?.includes('mock') && cells[0]!.includes(part));
  const [text, mrz] = await Promise.all([TextReader.open(), MrzReader.open()]);
  console.log(`${photos.length} photos | exact | valid | valid but wrong | ms of CPU beside detection`);
  for (const [name, damage] of Object.entries(DAMAGES)) {
    if (!name.includes(kind)) continue;
    const tally: Tally = { read: 0, exact: 0, valid: 0, wrong: 0, milliseconds: 0 };
    for (const [seed, [file, , , , , truth]] of photos.entries()) {
      const { pixels } = await decodePhoto(readFileSync(join(folder, file!)));
      const reading = await readAnyWay(await damage(pixels, seed), text, mrz, tally);
      count(tally, reading, truth!, `${name}, ${file}`);
    }
    const time = Math.round(tally.milliseconds / photos.length);
    console.log(`${name} | ${tally.exact} | ${tally.valid} | ${tally.wrong} | ${time}`);
  }
}

function count(tally: Tally, reading: MrzReading | null, truth: string, label: string): void {
  const lines = reading?.lines.join('|');
  tally.read++;
  if (lines === truth) tally.exact++;
  if (reading?.valid) tally.valid++;
  if (reading?.valid && lines !== truth) {
    tally.wrong++;
    console.log(`  ${label}\n    printed ${truth}\n    read    ${lines}`);
  }
}

/** Upright first, then a quarter turn; the reader itself tries upside down. */
async function readAnyWay(pixels: Pixels, text: TextReader, mrz: MrzReader, tally: Tally): Promise<MrzReading | null> {
  let best: MrzReading | null = null;
  for (const turned of [pixels, rotate90(pixels, 1)]) {
    const boxes = await text.detect(turned);
    const before = process.cpuUsage();
    const reading = await mrz.read(turned, boxes);
    const { user, system } = process.cpuUsage(before);
    tally.milliseconds += (user + system) / 1000;
    if (reading && (!best || reading.confidence > best.confidence)) best = reading;
    if (reading?.valid) return reading;
  }
  return best;
}

async function through({ width, height, data }: Pixels, change: (picture: Sharp) => Sharp): Promise<Pixels> {
  const file = await change(sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 92 })).toBuffer();
  return (await decodePhoto(file)).pixels;
}

function tilt(pixels: Pixels, degrees: number): Promise<Pixels> {
  return through(pixels, (picture) => picture.rotate(degrees, { background: '#707070' }));
}

/** As seen from the left below: the right side is a tenth lower and further away. */
function perspective(pixels: Pixels): Pixels {
  const { width, height } = pixels;
  const from: Quad = [
    { x: -0.05 * width, y: -0.16 * height },
    { x: 1.02 * width, y: -0.06 * height },
    { x: 1.1 * width, y: 1.1 * height },
    { x: -0.03 * width, y: 1.03 * height },
  ];
  return warp(pixels, from, width, height);
}

function dark({ width, height, data }: Pixels, seed: number): Pixels {
  let state = seed + 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const noisy = Uint8ClampedArray.from(data, (value) => value * 0.3 + (random() + random() + random() - 1.5) * 12);
  return { width, height, data: new Uint8Array(noisy.buffer) };
}

/** A bright spot over a place of the picture that the seed chooses. */
function glare(pixels: Pixels, seed: number): Promise<Pixels> {
  const { width, height } = pixels;
  const [x, y] = [25 + ((seed * 37) % 50), 55 + ((seed * 17) % 40)];
  const svg = `<svg width="${width}" height="${height}"><defs><radialGradient id="g" cx="${x}%" cy="${y}%" r="25%">
    <stop offset="0" stop-color="#fff" stop-opacity="0.75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
    </radialGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return through(pixels, (picture) => picture.composite([{ input: Buffer.from(svg) }]));
}

const { values } = parseArgs({ options: { file: { type: 'string' }, damage: { type: 'string' } } });
await main(values.file ?? '', values.damage ?? '');
