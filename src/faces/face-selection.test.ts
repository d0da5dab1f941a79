import { expect, test } from 'vitest';
import { inWords } from '../sentences.ts';
import { type Candidate, portrait, selfieFace } from './face-selection.ts';

const PICTURE = { width: 600, height: 800 };

function face(changes: Partial<Candidate> & { at?: readonly [number, number] } = {}): Candidate {
  const { at: [x, y] = [300, 400], ...measures } = changes;
  const eyeDistance = measures.eyeDistance ?? 120;
  return {
    box: { x: x - eyeDistance * 0.8, y: y - eyeDistance, width: eyeDistance * 1.6, height: eyeDistance * 2 },
    meshScore: 1,
    eyeDistance,
    sharpness: 300,
    brightness: 130,
    contrast: 40,
    saturation: 50,
    yaw: 0,
    lidOpening: 0.2,
    shadeUnderEyes: 1,
    mouthRelief: 0.9,
    ...measures,
  };
}

test('a selfie of one person is taken', () => {
  const only = face();
  expect(selfieFace([only], PICTURE)).toEqual({ face: only, refusal: null });
});

test('a selfie without a face is refused with advice', () => {
  expect(inWords(selfieFace([], PICTURE).refusal!)).toMatch(/No face was found; look straight/);
});

test('two people side by side are refused, whoever is named first', () => {
  const [a, b] = [face({ at: [180, 400] }), face({ at: [420, 420], eyeDistance: 100 })];
  expect(selfieFace([a, b], PICTURE).refusal).toEqual({ code: 'face.several' });
  expect(selfieFace([b, a], PICTURE).refusal).toEqual({ code: 'face.several' });
});

test('a small face on a poster and a blurred one behind are no second person', () => {
  const own = face();
  const poster = face({ at: [80, 100], eyeDistance: 40 });
  const behind = face({ at: [520, 200], eyeDistance: 90, sharpness: 60 });
  expect(selfieFace([poster, own, behind], PICTURE).face).toBe(own);
});

test('a passer-by whom the edge of the picture cuts off is no second person', () => {
  const own = face();
  expect(selfieFace([own, face({ at: [590, 300], eyeDistance: 90 })], PICTURE).face).toBe(own);
});

test.each([
  ['too small', { eyeDistance: 15 }],
  ['blurred', { sharpness: 3 }],
  ['too dark', { brightness: 12 }],
  ['over-exposed', { brightness: 252 }],
  ['looks away', { yaw: -1.5 }],
  ['eyes are closed', { lidOpening: 0.04 }],
  ['covered', { meshScore: 0.6 }],
  ['covered', { shadeUnderEyes: 0.15 }],
  ['covered', { mouthRelief: 0.15 }],
])('a selfie is refused that is: %s', (words, changes) => {
  expect(inWords(selfieFace([face(changes)], PICTURE).refusal!)).toContain(words);
});

test('the portrait of a document is taken, not its pale second picture', () => {
  const main = face({ eyeDistance: 50 });
  const ghost = face({ eyeDistance: 48, contrast: 12, saturation: 4, at: [500, 500] });
  const small = face({ eyeDistance: 18, at: [500, 500] });
  expect(portrait([ghost, main, small]).face).toBe(main);
});

test('a portrait that is too small is compared but not called sure', () => {
  expect(portrait([face({ eyeDistance: 14 })])).toMatchObject({ sure: false, refusal: null });
  expect(portrait([face({ eyeDistance: 60 })])).toMatchObject({ sure: true });
});

test('a document without a portrait is refused with advice', () => {
  expect(inWords(portrait([]).refusal!)).toMatch(/^no portrait found on the document/);
});
