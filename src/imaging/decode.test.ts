import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePhoto, type Photo } from './decode.ts';

/** Left half red, right half white with a blue bottom. */
function flag(width = 400, height = 300): Sharp {
  const part = (w: number, h: number, background: string) => ({
    create: { width: w, height: h, channels: 3 as const, background },
  });
  return sharp(part(width, height, '#ffffff')).composite([
    { input: part(width / 2, height, '#d02010'), left: 0, top: 0 },
    { input: part(width / 2, height / 3, '#1020c0'), left: width / 2, top: (height * 2) / 3 },
  ]);
}

/** A picture whose coded data is spread evenly over its rows. */
function noise(): Uint8Array {
  return new Uint8Array(400 * 300 * 3).map((_, at) => (at * 7919) % 251);
}

function colour({ pixels: { width, height, data } }: Photo, x: number, y: number): number[] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
  return [...data.subarray(at, at + 3)];
}

function expectFlag(photo: Photo, tolerance = 24): void {
  for (const [x, y, expected] of [
    [0.25, 0.5, [0xd0, 0x20, 0x10]],
    [0.75, 0.3, [255, 255, 255]],
    [0.75, 0.85, [0x10, 0x20, 0xc0]],
  ] as const) {
    colour(photo, x, y).forEach((value, channel) => {
      expect(Math.abs(value - expected[channel]!)).toBeLessThanOrEqual(tolerance);
    });
  }
}

describe('decoding', () => {
  test.each([
    ['a plain JPEG', () => flag().jpeg()],
    ['a progressive JPEG', () => flag().jpeg({ progressive: true })],
    ['a PNG with transparency', () => flag().ensureAlpha().png()],
    ['an interlaced PNG', () => flag().png({ progressive: true })],
    ['a palette PNG', () => flag().png({ palette: true })],
    ['a 16 bit PNG', () => flag().toColourspace('rgb16').png()],
    ['a JPEG in another colour profile', () => flag().withIccProfile('p3').jpeg()],
  ])('%s keeps its colours', async (_, make) => {
    expectFlag(await decodePhoto(await make().toBuffer()));
  });

  test('a CMYK JPEG comes near its colours', async () => {
    expectFlag(await decodePhoto(await flag().toColourspace('cmyk').jpeg().toBuffer()), 90);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'a picture stored in EXIF orientation %i comes out upright',
    async (orientation) => {
      const stored = {
        1: (s: Sharp) => s,
        2: (s: Sharp) => s.flop(),
        3: (s: Sharp) => s.rotate(180),
        4: (s: Sharp) => s.flip(),
        5: (s: Sharp) => s.rotate(270).flop(),
        6: (s: Sharp) => s.rotate(270),
        7: (s: Sharp) => s.rotate(90).flop(),
        8: (s: Sharp) => s.rotate(90),
      }[orientation]!;
      const upright = sharp(await flag().png().toBuffer());
      const turned = await stored(upright).png().toBuffer();
      const photo = await decodePhoto(await sharp(turned).withMetadata({ orientation }).jpeg().toBuffer());
      expect([photo.pixels.width, photo.pixels.height]).toEqual([400, 300]);
      expect([photo.metadata.width, photo.metadata.height]).toEqual([400, 300]);
      expectFlag(photo);
    },
  );

  test('what is transparent becomes white', async () => {
    const clear = await sharp({ create: { width: 100, height: 100, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    expect(colour(await decodePhoto(clear), 0.5, 0.5)).toEqual([255, 255, 255]);
  });

  test('a large photo is reduced to 3000 pixels and says how large it was', async () => {
    const photo = await decodePhoto(await flag(4800, 3600).jpeg().toBuffer());
    expect([photo.pixels.width, photo.pixels.height]).toEqual([3000, 2250]);
    expect(photo.metadata).toMatchObject({ width: 4800, height: 3600 });
    expectFlag(photo);
  });

  describe.each([
    ['a plain JPEG', {}],
    ['a progressive JPEG', { progressive: true }],
    ['a JPEG of full chroma', { chromaSubsampling: '4:4:4' }],
  ])('%s without its end marker', (_, options) => {
    test.each([
      ['is read', []],
      ['is read where half of the marker is there', [0xff]],
      ['is read where zeros take its place', new Array(64).fill(0)],
    ])('%s', async (_, rest) => {
      const file = await flag().jpeg(options).toBuffer();
      expectFlag(await decodePhoto(Buffer.concat([file.subarray(0, -2), Uint8Array.from(rest)])));
    });

    test('is corrupted where rows of the picture are missing too', async () => {
      const file = await sharp(noise(), { raw: { width: 400, height: 300, channels: 3 } })
        .jpeg(options)
        .toBuffer();
      for (const part of [0.3, 0.5, 0.8, 0.95]) {
        const cut = file.subarray(0, Math.round(file.length * part));
        await expect(decodePhoto(cut), `${part}`).rejects.toThrow('corrupted or incomplete');
      }
    });
  });

  test('a cut JPEG stays corrupted where a flaw that viewers ignore stands before the cut', async () => {
    const file = await sharp(noise(), { raw: { width: 400, height: 300, channels: 3 } })
      .jpeg({ progressive: true })
      .toBuffer();
    // Before the tables of the last scan.
    const at = file.lastIndexOf(Uint8Array.of(0xff, 0xc4));
    const flawed = Buffer.concat([file.subarray(0, at), Buffer.alloc(3), file.subarray(at)]);
    expect((await decodePhoto(flawed)).pixels.width).toBe(400);
    const cut = flawed.subarray(0, at + ((flawed.length - at) >> 1));
    await expect(decodePhoto(cut)).rejects.toThrow('corrupted or incomplete');
  });

  test('bytes in the middle of a larger buffer are read from their own start', async () => {
    const file = await flag().jpeg().toBuffer();
    const larger = new Uint8Array(file.length + 64).fill(7);
    larger.set(file, 32);
    expectFlag(await decodePhoto(larger.subarray(32, 32 + file.length)));
  });
});

describe('what a file says of itself', () => {
  test('camera, program and time are read from EXIF', async () => {
    const exif = {
      IFD0: { Make: 'Example', Model: 'Phone 7', Software: 'Adobe Photoshop 25.0' },
      IFD2: { DateTimeOriginal: '2024:05:06 07:08:09' },
    };
    const { metadata } = await decodePhoto(await flag().withExif(exif).jpeg().toBuffer());
    expect(metadata).toMatchObject({
      hasExif: true,
      make: 'Example',
      model: 'Phone 7',
      software: 'Adobe Photoshop 25.0',
      takenAt: '2024-05-06 07:08:09',
      editor: 'Adobe Photoshop 25.0',
      screenshot: false,
    });
  });

  test('a PNG of a screen without a camera may be a screenshot, a photo of that size is not', async () => {
    const screen = flag(1170, 2532);
    expect((await decodePhoto(await screen.clone().png().toBuffer())).metadata.screenshot).toBe(true);
    expect((await decodePhoto(await screen.clone().jpeg().toBuffer())).metadata.screenshot).toBe(false);
    const camera = { IFD0: { Make: 'Example' } };
    expect((await decodePhoto(await screen.clone().withExif(camera).png().toBuffer())).metadata.screenshot).toBe(false);
  });

  test.each([
    [1280, 720],
    [720, 960],
    [1920, 1080],
    [640, 480],
    [2048, 1536],
  ])('a PNG of %i × %i, as a browser takes it from a webcam, is no screenshot', async (width, height) => {
    expect((await decodePhoto(await flag(width, height).png().toBuffer())).metadata.screenshot).toBe(false);
  });

  test.each([
    ['Adobe Photoshop Lightroom 7.1', null],
    ['node-canvas 3.1', null],
    ['Dallas scanner suite 2', null],
    ['ImageMagick 7.1', null],
    ['GIMP 2.10.34', 'GIMP 2.10.34'],
  ])('%s in the software tag names the editor %s', async (Software, editor) => {
    const { metadata } = await decodePhoto(await flag().withExif({ IFD0: { Software } }).jpeg().toBuffer());
    expect(metadata).toMatchObject({ software: Software, editor, generator: null });
  });

  test('a picture that its metadata calls made by an algorithm says so', async () => {
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" rdf:about=""
      i:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/></rdf:RDF></x:xmpmeta>`;
    const { metadata } = await decodePhoto(await flag().withXmp(xmp).jpeg().toBuffer());
    expect(metadata.generator).toBe('trainedAlgorithmicMedia');
  });

  test('a file without metadata says nothing', async () => {
    const { metadata, format } = await decodePhoto(await flag().jpeg().toBuffer());
    expect(format).toBe('jpeg');
    expect(metadata).toMatchObject({ hasExif: false, make: null, software: null, editor: null, screenshot: false });
  });
});
