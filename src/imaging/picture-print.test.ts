import { describe, expect, test } from 'vitest';
import { selfie } from '../../test/specimens/selfie.ts';
import { canvasOf } from '../../test/specimens/sheet.ts';
import { isCopy, KEY_DIGITS } from '../domain/picture-print.ts';
import { decodePhoto } from './decode.ts';
import { picturePrint } from './picture-print.ts';
import type { Pixels } from './pixels.ts';
import { resize } from './resample.ts';

const PERSON = { face: 4711, sex: 'F' } as const;
const drawn = async (seed: number, person = PERSON): Promise<Pixels> =>
  (await decodePhoto(selfie(person, seed))).pixels;

describe('the print of a picture', () => {
  test('stays when the picture is made smaller and compressed, and is looked up', async () => {
    const first = await drawn(1);
    const small = canvasOf(resize(first, 300, 400)).toBuffer('image/jpeg', 40);
    const [one, copy] = [picturePrint(first), picturePrint((await decodePhoto(small)).pixels)];
    expect(one.print).toMatch(/^[0-9a-f]{64}$/);
    expect(one.keys).toContain(one.print.slice(0, KEY_DIGITS));
    expect(isCopy(one.print, copy.print)).toBe(true);
    expect(copy.keys).toContain(one.print.slice(0, KEY_DIGITS));
  });

  test('is another for another picture, also of the same person', async () => {
    const [one, other] = [picturePrint(await drawn(1)), picturePrint(await drawn(2))];
    expect(isCopy(one.print, other.print)).toBe(false);
    expect(isCopy(one.print, '')).toBe(false);
  });
});
