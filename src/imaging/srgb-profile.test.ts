import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePixels } from './decode.ts';
import { readHeader } from './headers.ts';

/** A JPEG file as Chromium writes it from a canvas, with its profile of sRGB. */
function ofCanvas(): Buffer {
  const canvas = createCanvas(160, 120);
  const context = canvas.getContext('2d');
  for (let at = 0; at < 160; at += 1) {
    context.fillStyle = `hsl(${at * 2}, ${40 + (at % 50)}%, ${20 + (at % 60)}%)`;
    context.fillRect(at, 0, 1, 120);
  }
  return canvas.toBuffer('image/jpeg', 90);
}

/** The same with one bit of a tag of the profile changed, so many bytes from the beginning of the tag. */
function changed(file: Buffer, tag: string, behind: number): Buffer {
  const copy = Buffer.from(file);
  const profile = copy.indexOf('ICC_PROFILE\0') + 14;
  const offset = copy.readUInt32BE(copy.indexOf(tag, profile) + 4);
  copy[profile + offset + behind]! ^= 0x10;
  return copy;
}

test('a profile that says sRGB is left out, and no pixel differs', async () => {
  const file = ofCanvas();
  expect(readHeader(file)?.isSrgb).toBe(true);
  const { data } = await decodePixels(file);
  const applied = await sharp(file).toColourspace('srgb').raw().toBuffer();
  expect(Buffer.compare(Buffer.from(data), applied)).toBe(0);
});

test.each([
  ['other primaries', 'rXYZ', 10],
  ['another curve', 'gTRC', 13],
  ['another type of curve', 'bTRC', 9],
])('a profile with %s is applied', (_, tag, behind) => {
  const file = changed(ofCanvas(), tag, behind);
  expect(readHeader(file)).toMatchObject({ width: 160, isSrgb: false });
});

test('a profile of another kind of colours, a broken one and none are left to the decoder', async () => {
  const plain = await sharp(ofCanvas()).jpeg().toBuffer();
  const wide = await sharp(ofCanvas()).withIccProfile('p3').jpeg().toBuffer();
  const whole = ofCanvas();
  const tags = whole.indexOf('ICC_PROFILE\0') + 14 + 128;
  const many = Buffer.from(whole);
  many.writeUInt32BE(0xffffffff, tags);
  const outside = Buffer.from(whole);
  outside.writeUInt32BE(0xfffffff0, tags + 8);
  const gray = Buffer.from(whole);
  gray.write('GRAY', tags - 112, 'latin1');
  for (const file of [plain, wide, many, outside, gray]) expect(readHeader(file)).toMatchObject({ isSrgb: false });
});
