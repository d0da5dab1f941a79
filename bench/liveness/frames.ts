import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { resize } from '../../src/imaging/resample.ts';
import { benchData } from '../shared-lists.ts';

/** Faces cut out, or whole pictures with the surroundings of a face. */
export type FrameSet = 'crops' | 'frames';

/** One labelled picture of a face. */
export interface Frame {
  readonly set: FrameSet;
  readonly source: string;
  readonly file: string;
  readonly live: boolean;
}

export type Damage = 'none' | 'blur' | 'noise' | 'half' | 'dark';

const TABLES: Readonly<Record<FrameSet, string>> = { crops: 'liveness.tsv', frames: 'frames.tsv' };

/** The labelled pictures of a set, undefined where they are not at hand. */
export function sharedFrames(set: FrameSet): Frame[] | undefined {
  const folder = join(benchData(), 'images/faces');
  const table = join(folder, TABLES[set]);
  if (!existsSync(table)) return undefined;
  const [head, ...lines] = readFileSync(table, 'utf8').trim().split('\n');
  const columns = head!.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (name: string) => cells[columns.indexOf(name)]!;
    return { set, source: cell('set'), file: join(folder, cell('file')), live: cell('live') === '1' };
  });
}

export async function readFrame({ file }: Frame): Promise<Pixels> {
  return (await decodePhoto(await readFile(file))).pixels;
}

/** A picture spoilt as weak cameras and messengers do. The noise is the same at every run. */
export async function damaged(pixels: Pixels, damage: Damage): Promise<Pixels> {
  const { width, height, data } = pixels;
  if (damage === 'blur') return raw(sharp(data, { raw: { width, height, channels: 3 } }).blur({ sigma: 1 }));
  if (damage === 'dark') return { width, height, data: data.map((value) => value / 2) };
  if (damage === 'noise') {
    const draw = normal(width * 65_537 + height);
    return { width, height, data: data.map((value) => Math.min(255, Math.max(0, Math.round(value + 6 * draw())))) };
  }
  if (damage === 'half') {
    const small = resize(pixels, Math.round(width / 2), Math.round(height / 2));
    const options = { raw: { width: small.width, height: small.height, channels: 3 as const } };
    return raw(sharp(await sharp(small.data, options).jpeg({ quality: 80 }).toBuffer()));
  }
  return pixels;
}

async function raw(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

/** Normal deviates by Box and Muller over a multiplicative generator (Park and Miller, 1988). */
function normal(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  const uniform = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
