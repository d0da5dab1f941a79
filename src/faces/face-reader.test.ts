import { afterAll, beforeAll, expect, test } from 'vitest';
import { portraitOf } from '../../specimens/portrait.ts';
import { Random } from '../../specimens/random.ts';
import type { Pixels } from '../imaging/pixels.ts';
import { resize, rotate90 } from '../imaging/resample.ts';
import { FaceReader } from './face-reader.ts';
import { portrait, selfieFace } from './face-selection.ts';
import { POINT } from './mesh.ts';

let reader: FaceReader;
beforeAll(async () => {
  reader = await FaceReader.open();
});
afterAll(() => reader.close());

function drawn(face: number): Pixels {
  return portraitOf({ face, sex: face % 2 ? 'F' : 'M' }, new Random(`reader ${face}`));
}

/** A picture on a wide gray card. */
function onCard(picture: Pixels, left: number, top: number): Pixels {
  const [width, height] = [1000, 640];
  const data = new Uint8Array(width * height * 3).fill(200);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(y * picture.width * 3, (y + 1) * picture.width * 3);
    data.set(row, ((top + y) * width + left) * 3);
  }
  return { width, height, data };
}

test('a drawn face is found once, upright, open-eyed, and its landmarks lie where a face has them', async () => {
  const picture = drawn(3);
  const faces = await reader.find(picture);
  expect(faces).toHaveLength(1);
  const [left, right, nose, mouthLeft, mouthRight] = faces[0]!.landmarks;
  expect(left.x).toBeLessThan(nose.x);
  expect(right.x).toBeGreaterThan(nose.x);
  expect(nose.y).toBeGreaterThan(left.y);
  expect(Math.min(mouthLeft.y, mouthRight.y)).toBeGreaterThan(nose.y);
  expect(Math.abs(faces[0]!.roll)).toBeLessThan(8);
  expect(selfieFace(faces, picture).refusal).toBeNull();
});

test('a selfie with a mask over nose and mouth is refused as covered', async () => {
  for (const face of [3, 8]) {
    const picture = drawn(face);
    const [bare] = await reader.find(picture);
    expect(bare!.mouthRelief).toBeGreaterThan(0.4);
    const at = (point: number) => bare!.mesh.points[point]!;
    const [left, right] = [at(POINT.leftCheek).x, at(POINT.rightCheek).x];
    const bridge = (at(POINT.leftEyeInner).y + at(POINT.noseTip).y) / 2;
    const data = new Uint8Array(picture.data);
    for (let y = Math.round(bridge); y < bare!.box.y + bare!.box.height; y++) {
      for (let x = Math.round(left); x < right; x++) data.set([150, 195, 225], (y * picture.width + x) * 3);
    }
    const masked = { ...picture, data };
    expect(selfieFace(await reader.find(masked), masked).refusal).toEqual({ code: 'face.covered' });
  }
});

test('a picture without a face has none', async () => {
  const data = Uint8Array.from({ length: 400 * 300 * 3 }, (_, index) => (index * 7919) % 251);
  expect(await reader.find({ width: 400, height: 300, data })).toEqual([]);
});

test('a small portrait on a card is found, whichever way the card lies', async () => {
  const small = resize(drawn(3), 117, 150);
  for (const turns of [0, 1, 2, 3]) {
    const card = rotate90(onCard(small, 70, 200), turns);
    const { face } = portrait(await reader.find(card, { effort: 'small faces', anyTurn: true }));
    expect(face).not.toBeNull();
    expect(Math.abs(Math.cos((face!.roll * Math.PI) / 180) - [1, 0, -1, 0][turns]!)).toBeLessThan(0.2);
  }
});

test('the same face is more alike to itself, smaller and turned, than to another', async () => {
  const [picture, other] = [drawn(3), drawn(8)];
  const turned = rotate90(resize(picture, 156, 200), 1);
  const [a] = await reader.find(picture);
  const [b] = await reader.find(turned, { anyTurn: true });
  const [c] = await reader.find(other);
  const [first, again, different] = [
    await reader.describe(picture, a!),
    await reader.describe(turned, b!),
    await reader.describe(other, c!),
  ];
  expect(reader.confidence(first, first)).toBe(100);
  expect(reader.confidence(first, again)).toBeGreaterThan(90);
  expect(reader.confidence(first, different)).toBeLessThan(reader.confidence(first, again));
});
