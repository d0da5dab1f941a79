import { describe, expect, test } from 'vitest';
import { type Damage, photograph } from '../../../specimens/photograph.ts';
import { Random } from '../../../specimens/random.ts';
import { drawSpecimen } from '../../../specimens/specimen.ts';
import { swissLicence } from '../../../specimens/swiss-licence.ts';
import { decodePhoto } from '../../imaging/decode.ts';
import type { Pixels } from '../../imaging/pixels.ts';
import { rotate90 } from '../../imaging/resample.ts';
import { TextReader } from '../text/text-reader.ts';
import { MrzReader, type MrzReading } from './mrz-reader.ts';

const text = await TextReader.open();
const reader = await MrzReader.open();

async function read(pixels: Pixels): Promise<MrzReading | null> {
  return reader.read(pixels, await text.detect(pixels));
}

/** The first drawn documents with a zone, from a seed on. */
async function zones(count: number, damages: readonly Damage[], from: number) {
  const found: { pixels: Pixels; lines: readonly string[] }[] = [];
  for (let seed = from; found.length < count; seed++) {
    const { jpeg, truth } = photograph(await drawSpecimen(seed), seed, damages);
    if (truth.mrz) found.push({ pixels: (await decodePhoto(jpeg)).pixels, lines: truth.mrz.lines });
  }
  return found;
}

describe('zones of photographed documents', () => {
  test.each<[string, Damage[]]>([
    ['clean', []],
    ['tilted', ['tilt']],
    ['compressed', ['jpeg40']],
  ])('%s ones are read as printed', async (_, damages) => {
    for (const { pixels, lines } of await zones(2, damages, 41)) {
      const reading = await read(pixels);
      expect(reading?.lines).toEqual(lines);
      expect(reading).toMatchObject({ valid: true, corrections: [] });
      expect(reading!.confidence).toBeGreaterThan(0.8);
    }
  });

  test.each<[string, Damage[]]>([
    ['clean', []],
    ['seen at an angle', ['perspective']],
    ['upside down', ['rot180']],
  ])('a %s Swiss licence has its three lines, of which the first is short', async (_, damages) => {
    const licence = await swissLicence(new Random(`zone ${damages}`));
    const { jpeg } = photograph(licence, 'swiss', damages);
    const reading = await read((await decodePhoto(jpeg)).pixels);
    expect(reading).toMatchObject({ format: 'CHE-DL', lines: licence.sides[0]!.mrz!.lines, valid: true });
    expect(reading!.fields.country).toBe('CHE');
  });

  test('upside down says so and stands where the text begins', async () => {
    const [zone] = await zones(1, [], 41);
    const turned = rotate90(zone!.pixels, 2);
    const reading = await read(turned);
    expect(reading).toMatchObject({ lines: zone!.lines, valid: true, rotation: 180 });
    expect(reading!.quad[0].x).toBeGreaterThan(reading!.quad[1].x);
  });

  test('upright ones need only a glance, and the search that follows turns them', async () => {
    const [zone] = await zones(1, [], 41);
    expect(await reader.glance(zone!.pixels, await text.detect(zone!.pixels))).toMatchObject({ lines: zone!.lines });
    const turned = rotate90(zone!.pixels, 2);
    const boxes = await text.detect(turned);
    expect(await reader.glance(turned, boxes)).toBeNull();
    expect(await reader.read(turned, boxes, null)).toMatchObject({ lines: zone!.lines, valid: true });
  });

  test('a picture without one has none', async () => {
    const blank = { width: 640, height: 400, data: new Uint8Array(640 * 400 * 3).fill(200) };
    expect(await read(blank)).toBeNull();
  });
});
