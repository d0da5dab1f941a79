import { describe, expect, test } from 'vitest';
import { decodePhoto, type Photo, PictureError } from '../../src/imaging/decode.ts';
import { hostileFiles, USABLE } from './corpus.ts';

const files = await hostileFiles();
const outcomes = new Map<string, Photo | PictureError>();
const GIBIBYTE = 2 ** 20;

describe('hostile files', () => {
  test('there are more than sixty kinds', () => {
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    expect(files.length).toBeGreaterThan(60);
  });

  test.each(files)('$name: a picture or a refusal with its sentence', async ({ name, bytes }) => {
    const outcome = await decodePhoto(bytes).catch((error: unknown) => error as PictureError);
    outcomes.set(name, outcome);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(PictureError);
      expect(outcome.message).toMatch(/^The [^\n]+\.$/);
      return;
    }
    const { width, height, data } = outcome.pixels;
    expect(Math.max(width, height)).toBeLessThanOrEqual(3000);
    expect(data.length).toBe(width * height * 3);
  });

  test('all of them together never take one GiB', () => {
    expect(process.resourceUsage().maxRSS).toBeLessThan(GIBIBYTE);
  });

  test.each([
    ['gif image', 'invalid', 'not a JPEG or PNG'],
    ['empty file', 'invalid', 'empty'],
    ['file larger than 10 MB', 'invalid', 'larger than 10 MB'],
    ['pdf with a jpeg behind', 'invalid', 'not a JPEG or PNG'],
    ['png head on a jpeg', 'invalid', 'corrupted'],
    ['png of 65500 pixels a side', 'invalid', 'too large'],
    ['png of 64 interlaced megapixels of 8 bytes', 'invalid', 'too large'],
    ['progressive jpeg of 42 megapixels with 90 scans', 'invalid', 'too large'],
    ['jpeg that ends in its scan', 'invalid', 'corrupted'],
    ['jpeg without its last bytes', 'invalid', 'corrupted'],
    ['jpeg with zeros in its scan', 'invalid', 'corrupted'],
    ['png that ends in its data', 'invalid', 'corrupted'],
    ['png with a flipped bit in its data', 'invalid', 'corrupted'],
    ['png of 1 × 1', 'quality', 'too small'],
    ['jpeg strip of 65500 × 100', 'quality', 'narrow strip'],
  ] as const)('%s is refused as %s', (name, kind, words) => {
    expect(outcomes.get(name)).toMatchObject({ kind, message: expect.stringContaining(words) });
  });

  test.each(USABLE)('%s is a picture all the same', (name) => {
    expect(outcomes.get(name)).toHaveProperty('pixels');
  });
});
