import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readValues, VALUES } from '../../../bench/liveness/values.ts';
import { fitCalibration, fitted, untriedSurroundings } from '../../../training/liveness/fit.ts';
import type { Pixels } from '../../imaging/pixels.ts';
import { resize } from '../../imaging/resample.ts';
import { Model } from '../../inference/model.ts';
import { inWords } from '../../sentences.ts';
import { LivenessReader } from './liveness-reader.ts';

const MODEL = fileURLToPath(new URL('model/', import.meta.url));

let directory: string;
let reader: LivenessReader;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'touchstone-liveness-'));
  reader = await LivenessReader.open({ cache: directory });
});

afterAll(async () => {
  await reader.close();
  await rm(directory, { recursive: true, force: true });
});

/** A face-sized surface with shading, grain of a given strength and features, drawn by a formula. */
function surface(width: number, height: number, grain: number, light = 1): Pixels {
  const data = new Uint8Array(width * height * 3);
  let state = 7;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      state = (state * 48_271) % 2_147_483_647;
      const noise = (state / 2_147_483_647 - 0.5) * grain;
      const eye = Math.exp(-(((Math.abs(x / width - 0.5) - 0.2) ** 2 + (y / height - 0.4) ** 2) / 0.008));
      const tone = (190 - 90 * (x / width) + 20 * Math.sin((y / height) * 9)) * (1 - 0.6 * eye);
      for (const [channel, tint] of [1, 0.8, 0.7].entries()) {
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, (tone * tint + noise) * light));
      }
    }
  }
  return { width, height, data };
}

/** The same behind a grid of six pixels, as a screen leaves one. */
function gridded({ width, height, data }: Pixels): Pixels {
  const lines = data.map((value, at) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    return x % 6 === 0 || y % 6 === 0 ? value - 5 : value;
  });
  return { width, height, data: lines };
}

/** A manifest like the bundled one but for `changes`, of two models with `entry` for other properties. */
async function manifest(changes: object, entry: object = {}): Promise<string> {
  const own = JSON.parse(await readFile(join(MODEL, 'manifest.json'), 'utf8'));
  const model = { ...own.models[0], file: join(MODEL, own.models[0].file), ...entry };
  const path = join(directory, 'own.json');
  await writeFile(path, JSON.stringify({ ...own, models: [model, model], ...changes }));
  return path;
}

const whole = ({ width, height }: Pixels) => ({ box: { x: 0, y: 0, width, height } });

describe('the gate before liveness asks for another picture instead of calling it a spoof', () => {
  it.each([
    ['small', surface(70, 90, 8), /only 70 pixels wide; come closer/],
    ['dark', surface(300, 380, 8, 0.12), /too dark; turn towards/],
    ['over-exposed', surface(300, 380, 10, 3), /over-exposed; avoid/],
    ['noisy', surface(300, 380, 160), /too noisy; take it in better light/],
    ['blurred', surface(300, 380, 0), /blurred; hold the camera still/],
  ])('where the face is %s', async (_, pixels, words) => {
    const { livenessScore, refusal } = await reader.score(pixels, whole(pixels));
    expect(livenessScore).toBeNull();
    expect(inWords(refusal!)).toMatch(words);
  });
});

/** Two points that give every value the same score. */
function always(score: number): [number, number][] {
  return [
    [-1000, score],
    [1000, score],
  ];
}

describe('a face of a kind that the models were not tried on', () => {
  const box = { x: 5, y: 5, width: 180, height: 220 };
  const soft = resize(resize(surface(30, 38, 100), 100, 127), 300, 380);

  it.each([
    ['small', surface(190, 230, 8), box],
    ['soft', soft, whole(soft).box],
  ])('because it is %s is neither passed nor called a picture of a face', async (_, pixels, place) => {
    for (const score of [0, 100]) {
      const path = await manifest({ mode: 'beside', calibration: always(score) });
      const both = await LivenessReader.open({ manifest: path, cache: directory });
      const { livenessScore, doubts } = await both.score(pixels, { box: place });
      expect(doubts).toContain('unfamiliar');
      expect(livenessScore).toBeGreaterThan(70);
      expect(livenessScore).toBeLessThan(80);
      await both.close();
    }
  });
});

describe('a liveness score', () => {
  it('is from 0 to 100 with two decimals, and the same every time', async () => {
    const pixels = surface(300, 380, 8);
    const { livenessScore, refusal } = await reader.score(pixels, whole(pixels));
    expect(refusal).toBeNull();
    expect(livenessScore).toBeGreaterThanOrEqual(0);
    expect(livenessScore).toBeLessThanOrEqual(100);
    expect(livenessScore).toBe(Math.round(livenessScore! * 100) / 100);
    expect((await reader.score(pixels, whole(pixels))).livenessScore).toBe(livenessScore);
  });

  it('can be had where the face box reaches beyond the picture', async () => {
    const { refusal } = await reader.score(surface(300, 380, 8), { box: { x: -20, y: -30, width: 330, height: 390 } });
    expect(refusal).toBeNull();
  });

  it('comes from the network as it was trained: the training code says the same of the same pixels', async () => {
    const { logit } = JSON.parse(await readFile(join(MODEL, 'reference.json'), 'utf8')) as { logit: number };
    // At both scales the face is 200 pixels wide. Tiles begin 16, 52 or 88 pixels in, and the picture repeats every 36.
    const pixels = pattern(400, 400);
    const [opinion] = await reader.opinions(pixels, whole(pixels).box);
    expect(opinion!.value).toBeCloseTo(logit, 2);
  });

  it('counts a tile by the energy of its fine structure', async () => {
    const model = await Model.open(join(MODEL, 'liveness.onnx'));
    const [strong, weak] = [tile(1), tile(0.05)];
    const said = async (...tiles: Float32Array[]) => {
      const data = Float32Array.from(tiles.flatMap((one) => [...one]));
      return [...(await model.firstOutput({ data, dims: [tiles.length, 3, 96, 96] })).data];
    };
    const [[alone], [weakAlone], both] = [await said(strong), await said(weak), await said(strong, weak)];
    // Weights are 1 on average: 2 / 1.0025 and a 400th of that.
    expect(both[0]! / alone!).toBeCloseTo(1.995, 2);
    expect(both[1]! / weakAlone!).toBeCloseTo(0.005, 3);
    await model.close();
  });

  it.each([
    ['bundled', 'model'],
    ['surroundings', 'surroundings'],
    ['minifasnet', 'minifasnet'],
  ] as const)('of the model "%s" is calibrated by the points that the committed values give', async (model, folder) => {
    const seen = fitted(readValues(await readFile(VALUES, 'utf8')).get('none')!);
    const { calibration, untried } = JSON.parse(await readFile(join(MODEL, '..', folder, 'manifest.json'), 'utf8'));
    expect(calibration).toEqual(fitCalibration(seen, model));
    expect(untried).toBe(model === 'surroundings' ? untriedSurroundings(seen) : undefined);
  });
});

/** Constant two by two, so that halving it gives the reference's tiles without rounding; period 36 after halving. */
function pattern(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) data[(y * width + x) * 3 + c] = tone((x >> 1) % 36, (y >> 1) % 36, c);
    }
  }
  return { width, height, data };
}

/** A tile of that pattern as the network takes it, of a part of its contrast. */
function tile(contrast: number): Float32Array {
  const plane = 96 * 96;
  return Float32Array.from({ length: 3 * plane }, (_, at) => {
    const [x, y] = [at % 96, Math.floor((at % plane) / 96)];
    return 0.5 + (contrast * (tone((x + 16) % 36, (y + 16) % 36, Math.floor(at / plane)) - 128)) / 255;
  });
}

/** Must be as in training/liveness/export.py. */
function tone(x: number, y: number, c: number): number {
  return 60 + ((x * x * 3 + y * y * 5 + x * y * 7 + c * 41) % 137);
}

describe('the surroundings of a face', () => {
  const room = surface(600, 760, 8);
  const models = async (width: number) => {
    const { opinions, doubts } = await reader.score(room, { box: { x: 10, y: 10, width, height: width } });
    return { models: opinions.map(({ model }) => model), doubts };
  };

  it('are judged by a network of their own where the picture shows them', async () => {
    const { models: asked, doubts } = await models(300);
    expect(asked).toEqual(['touchstone-liveness-5', 'faceplugin-liveness']);
    expect(doubts).not.toContain('no-surroundings');
  });

  it('are missing where the face fills the picture: the answer says so, and a person decides', async () => {
    const { models: asked, doubts } = await models(580);
    expect(asked).toEqual(['touchstone-liveness-5']);
    expect(doubts).toContain('no-surroundings');
  });
});

describe('models of the operator', () => {
  it('take the place of the bundled one, with their own crop and calibration, and are averaged', async () => {
    const path = await manifest(
      { name: 'own', mode: 'instead', calibration: always(42) },
      { crop: { kind: 'box', scale: 2.7 } },
    );
    const own = await LivenessReader.open({ manifest: path, cache: directory });
    const pixels = surface(300, 380, 8);
    const { livenessScore, opinions } = await own.score(pixels, { box: { x: 100, y: 100, width: 100, height: 120 } });
    expect(livenessScore).toBe(42);
    expect(opinions.map(({ model }) => model)).toEqual(['own']);
    await own.close();
  });

  it('stand beside the bundled one where their manifest says so', async () => {
    const path = await manifest({ name: 'own', mode: 'beside', calibration: always(95) });
    const both = await LivenessReader.open({ manifest: path, cache: directory });
    const pixels = surface(300, 380, 8);
    const alone = await reader.score(pixels, whole(pixels));
    const { livenessScore, opinions, doubts } = await both.score(pixels, whole(pixels));
    expect(opinions.map(({ model }) => model)).toEqual([alone.opinions[0]!.model, 'own']);
    expect(livenessScore).toBeGreaterThan(alone.livenessScore!);
    expect([alone.doubts, doubts]).toEqual([['no-surroundings'], []]);
    await both.close();
  });

  it('that contradict the bundled one are named as a doubt, and a person looks', async () => {
    const both = await LivenessReader.open({
      manifest: await manifest({ mode: 'beside', calibration: always(100) }),
      cache: directory,
    });
    const attack = gridded(surface(300, 380, 4));
    const { livenessScore, opinions, doubts } = await both.score(attack, whole(attack));
    expect(opinions[0]!.score).toBeLessThan(70);
    expect(doubts).toEqual(['contradiction']);
    expect(livenessScore).toBeGreaterThan(70);
    expect(livenessScore).toBeLessThan(80);
    await both.close();
  });

  it('are refused at the start with a sentence where their input or output is not as the manifest says', async () => {
    const input = { width: 64, height: 64 };
    const crop = { kind: 'box', scale: 1 };
    await expect(
      LivenessReader.open({ manifest: await manifest({}, { input, crop }), cache: directory }),
    ).rejects.toThrow(/does not take what its manifest says/);
    await expect(
      LivenessReader.open({ manifest: await manifest({}, { output: { index: 5 } }), cache: directory }),
    ).rejects.toThrow(/has no output such as its manifest names/);
  });
});

describe('a face that looks drawn or is held up', () => {
  it.each([
    [{ drawn: true }, ['drawn']],
    [{ heldUp: true }, []],
  ])('is never passed as live, whatever the models say: %o', async (sign, expected) => {
    const path = await manifest({ mode: 'beside', calibration: always(100) });
    const both = await LivenessReader.open({ manifest: path, cache: directory });
    const pixels = surface(300, 380, 8);
    const { livenessScore, doubts } = await both.score(pixels, { ...whole(pixels), ...sign });
    expect(doubts).toEqual(expected);
    expect(livenessScore).toBeGreaterThan(70);
    expect(livenessScore).toBeLessThan(80);
    const plain = await both.score(pixels, whole(pixels));
    expect(plain.livenessScore).toBeGreaterThan(80);
    expect(plain.doubtedScore).toBe(livenessScore);
    await both.close();
  });

  it('stays refused where both models call it a picture of a face', async () => {
    const path = await manifest({ mode: 'beside', calibration: always(0) });
    const both = await LivenessReader.open({ manifest: path, cache: directory });
    const attack = gridded(surface(300, 380, 4));
    const plain = await both.score(attack, whole(attack));
    expect(plain.livenessScore).toBeLessThan(70);
    const { livenessScore } = await both.score(attack, { ...whole(attack), drawn: true, heldUp: true });
    expect(livenessScore).toBe(plain.livenessScore);
    await both.close();
  });
});

describe('a second opinion', () => {
  it('is heard from the next picture on when it is installed, and no more when it is removed or cannot be used', async () => {
    const installedModel = join(directory, 'installed.json');
    const follower = await LivenessReader.open({ installedModel, cache: directory });
    const pixels = surface(300, 380, 4);
    const models = async () => (await follower.score(pixels, whole(pixels))).opinions.map(({ model }) => model);
    const [bundled] = await models();
    const install = async (changes: object) => {
      const path = await manifest({ mode: 'beside', calibration: always(95), ...changes });
      await rename(path, installedModel);
    };
    await install({ name: 'second' });
    expect(await models()).toEqual([bundled, 'second']);
    await install({ name: 'third' });
    expect(await models()).toEqual([bundled, 'third']);
    await install({ calibration: 'none' });
    expect(await models()).toEqual([bundled]);
    await install({ name: 'fourth' });
    expect(await models()).toEqual([bundled, 'fourth']);
    await rm(installedModel);
    expect(await models()).toEqual([bundled]);
    await follower.close();
  });
});

it('takes a movement for one opinion more, and lists it as such', async () => {
  const pixels = surface(300, 380, 8);
  const still = await reader.score(pixels, whole(pixels));
  const moved = async (probability: number) =>
    reader.score(pixels, { box: whole(pixels).box, movement: { probability, alive: [] } });
  const high = await moved(0.87);
  expect(high.opinions.map(({ model }) => model)).toEqual([...still.opinions.map(({ model }) => model), 'movement']);
  expect(high.livenessScore).toBeGreaterThan(still.livenessScore!);
  expect((await moved(0.1)).livenessScore).toBeLessThan(still.livenessScore!);
  expect((await moved(0.5)).livenessScore).toBe(still.livenessScore);
});
