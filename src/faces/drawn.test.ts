import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedFrames } from '../../bench/liveness/frames.ts';
import { benchData } from '../../bench/shared-lists.ts';
import { HANDS } from '../../specimens/faces/styles.ts';
import { selfie } from '../../specimens/selfie.ts';
import { decodePhoto } from '../imaging/decode.ts';
import { FaceReader } from './face-reader.ts';

let reader: FaceReader;

beforeAll(async () => {
  reader = await FaceReader.open();
});
afterAll(() => reader.close());

/** Undefined where no face is found. */
async function drawn(picture: Uint8Array): Promise<boolean | undefined> {
  const { pixels } = await decodePhoto(picture);
  const [face] = await reader.find(pixels);
  return face && reader.looksDrawn(await reader.describe(pixels, face));
}

/** Flat colours with outlines, by a hand that is none of the generator's. */
function cartoon(skin: string, hair: string): Buffer {
  const canvas = createCanvas(900, 1200);
  const context = canvas.getContext('2d');
  const oval = (fill: string, x: number, y: number, width: number, height: number) => {
    context.fillStyle = fill;
    context.beginPath();
    context.ellipse(x, y, width, height, 0, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  };
  context.fillStyle = '#cde';
  context.fillRect(0, 0, 900, 1200);
  context.lineWidth = 6;
  context.strokeStyle = '#222';
  oval(hair, 450, 480, 270, 330);
  oval(skin, 450, 550, 230, 300);
  for (const x of [360, 540]) {
    oval('#fff', x, 500, 48, 28);
    oval('#246', x, 500, 22, 22);
    context.fillStyle = hair;
    context.fillRect(x - 55, 440, 110, 14);
  }
  context.beginPath();
  context.moveTo(450, 520);
  context.lineTo(425, 620);
  context.lineTo(465, 625);
  context.stroke();
  oval('#c44', 450, 710, 80, 28);
  return canvas.toBuffer('image/jpeg', 90);
}

it.each(HANDS.flat())('a %s looks drawn', async (style) => {
  const looks: (boolean | undefined)[] = [];
  for (let seed = 0; seed < 4; seed++) {
    looks.push(await drawn(selfie({ face: 100 + seed, sex: seed % 2 ? 'F' : 'M' }, seed, { style })));
  }
  expect(looks.filter((look) => look === true).length).toBeGreaterThanOrEqual(3);
});

it('drawn people look drawn, also by a hand that nobody looked at', async () => {
  expect(await drawn(cartoon('#f2c9a0', '#432'))).toBe(true);
  expect(await drawn(cartoon('#8d5a3b', '#111'))).toBe(true);
});

const pairs = join(benchData(), 'images/faces/pairs.tsv');
it.skipIf(!existsSync(pairs))('people do not look drawn', async () => {
  const live = sharedFrames('crops')!.filter((frame, at) => frame.live && at % 20 === 0);
  expect(live.length).toBeGreaterThan(5);
  for (const { file } of live) expect(await drawn(readFileSync(file)), file).not.toBe(true);
});
