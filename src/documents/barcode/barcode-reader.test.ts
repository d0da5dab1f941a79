import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aamvaText, drawPdf417 } from '../../../specimens/barcode.ts';
import { defocus, motion, noise } from '../../../specimens/lens.ts';
import { Random } from '../../../specimens/random.ts';
import type { Pixels, Quad } from '../../imaging/pixels.ts';
import { mapCorners, rectangle } from '../../imaging/quad.ts';
import { resize, rotate90 } from '../../imaging/resample.ts';
import { projection, warp } from '../../imaging/warp.ts';
import { readBarcode } from './barcode-reader.ts';
import { locateBarcodes } from './locate.ts';

const text = aamvaText(10, '636000', {
  DAQ: 'T64235789',
  DCS: 'MÜLLER',
  DAC: 'MICHAEL',
  DAD: 'JOHN',
  DBB: '06061986',
  DBA: '12102024',
  DBC: '1',
  DAG: '2300 WEST BROAD STREET',
  DAI: 'RICHMOND',
  DAJ: 'VA',
  DAK: '232690000',
  DCF: '2424244747474786102204',
  DCG: 'USA',
});
const barcode = await drawPdf417(text, 4);

/** The barcode on a dark table, turned by degrees about its centre, its far side narrower by `perspective`. */
function photographed(degrees: number, width: number, perspective = 0): Pixels {
  const height = (width * barcode.height) / barcode.width;
  const side = Math.ceil(Math.hypot(width, height) * 1.1);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const corner = (x: number, y: number) => {
    const far = 1 + (perspective * y) / height;
    return { x: side / 2 + (x * cos - y * sin) * far, y: side / 2 + (x * sin + y * cos) * far };
  };
  const [x, y] = [width / 2, height / 2];
  const corners: Quad = [corner(-x, -y), corner(x, -y), corner(x, y), corner(-x, y)];
  const there = projection(corners, rectangle(0, 0, barcode.width, barcode.height));
  return warp(barcode, mapCorners(rectangle(0, 0, side, side), there), side, side, 'black');
}

describe('a PDF417', () => {
  test('of North Carolina with a short header and one of British Columbia with tracks are those of licences', async () => {
    const short = '@\n\x1e\rAAMVA36004001DL00280195DLDABSAMPLE\nDACWREN\nDAQ123456789\nDBB06-19-1980\n';
    expect((await readBarcode(await drawPdf417(short, 4)))?.aamva).toMatchObject({
      issuerNumber: '636004',
      number: '123456789',
      familyName: 'SAMPLE',
      birthDate: '1980-06-19',
    });
    const tracks =
      '%BCNANAIMO^SAMPLE,$WREN^77 ELM RD$NANAIMO BC  V9R 0Z9^?;6360287654321=310919740914=?_%0AV9R0Z9                     F165 61BROGRN9000000001                E$0ABC_%?';
    expect((await readBarcode(await drawPdf417(tracks, 4)))?.aamva).toMatchObject({
      issuerNumber: '636028',
      number: '7654321',
      familyName: 'SAMPLE',
      birthDate: '1974-09-14',
      sex: 'F',
    });
  });

  test.each([0, 7, 20, 45, 90, 133, 180, 250, 270, 340])('turned by %i° is read to the last byte', async (degrees) => {
    const read = await readBarcode(photographed(degrees, 900));
    expect(read?.symbology).toBe('PDF417');
    expect(read?.text).toBe(text);
    expect(read?.aamva).toMatchObject({ number: 'T64235789', familyName: 'MÜLLER' });
  });

  test('is looked for where no text was read, and not where text fills the place', () => {
    const picture = photographed(0, 900);
    const middle = picture.height / 2;
    const line = (y: number) => rectangle(0.2 * picture.width, y, 0.6 * picture.width, 30);
    const places = locateBarcodes(picture);
    expect(places).toHaveLength(1);
    expect(locateBarcodes(picture, [line(10), line(picture.height - 40)])).toEqual(places);
    expect(
      locateBarcodes(
        picture,
        [-60, -20, 20, 60].map((y) => line(middle + y)),
      ),
    ).toEqual([]);
  });

  test('in perspective is read', async () => {
    expect((await readBarcode(photographed(5, 1000, 0.12)))?.text).toBe(text);
  });

  test('too small to be read as it is, is read enlarged', async () => {
    const module = 1.3;
    const small = resize(barcode, Math.round((barcode.width * module) / 4), Math.round((barcode.height * module) / 4));
    expect((await readBarcode(small))?.text).toBe(text);
  });

  test('on its side in a JPEG of low quality is read', async () => {
    const { width, height, data } = rotate90(photographed(3, 900), 1);
    const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
      .blur(0.8)
      .jpeg({ quality: 40 })
      .toBuffer();
    const again = await sharp(jpeg).raw().toBuffer();
    expect((await readBarcode({ width, height, data: new Uint8Array(again) }))?.text).toBe(text);
  });

  test.each([
    ['out of focus', (from: Pixels) => defocus(from, 2)],
    ['smeared by a moving hand', (from: Pixels) => motion(from, 5, 0.2)],
  ])('%s by more than a bar is read', async (_, blur) => {
    const blurred = blur(photographed(3, 1150));
    noise(blurred, 1.2, new Random('blurred barcode'));
    expect((await readBarcode(blurred))?.text).toBe(text);
  });

  test('that is half covered is not read as something else', async () => {
    const picture = photographed(0, 900);
    picture.data.fill(200, 0, picture.data.length / 2);
    expect(await readBarcode(picture)).toBeNull();
  });
});

test('a picture without a barcode has none', async () => {
  const { data } = await sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(await readBarcode({ width: 600, height: 400, data: new Uint8Array(data) })).toBeNull();
});
