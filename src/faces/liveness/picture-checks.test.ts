import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Pixels, Quad } from '../../imaging/pixels.ts';
import type { FaceBox } from './crops.ts';
import { looksEdited, pictureLikeness, sameFile, samePicture, showsDocument } from './picture-checks.ts';

interface Look {
  readonly smile: number;
  readonly light: number;
  readonly gaze: number;
  readonly beard: boolean;
}

/** A drawn face, 240 × 300, whose look can change as a person's does from one photograph to the next. */
function drawn({ smile, light, gaze, beard }: Look): Pixels {
  const canvas = createCanvas(240, 300);
  const brush = canvas.getContext('2d');
  const ground = brush.createLinearGradient(light < 0 ? 240 : 0, 0, light < 0 ? 0 : 240, 60);
  ground.addColorStop(0, '#f0c8a8');
  ground.addColorStop(1, '#8a5a40');
  brush.fillStyle = ground;
  brush.fillRect(0, 0, 240, 300);
  const oval = (x: number, y: number, rx: number, ry: number, colour: string) => {
    brush.fillStyle = colour;
    brush.beginPath();
    brush.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
    brush.fill();
  };
  for (const x of [75, 165]) {
    oval(x, 120, 24, 11, '#f4f0ea');
    oval(x + gaze * 9, 120, 10, 10, '#302018');
    oval(x, 96 - smile * 3, 28, 5, '#2a1c14');
  }
  oval(120 + light * 12, 175, 22, 9, '#7a4a34');
  oval(120, 228, 34 + smile * 14, 6 + Math.abs(smile) * 9, '#8c3a3a');
  if (smile > 0.5) oval(120, 226, 34, 7, '#ffffff');
  if (beard) for (let at = 0; at < 160; at++) oval(50 + ((at * 37) % 140), 250 + ((at * 53) % 45), 2, 5, '#2a1c14');
  return { width: 240, height: 300, data: withoutAlpha(brush.getImageData(0, 0, 240, 300).data) };
}

function withoutAlpha(data: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from({ length: (data.length / 4) * 3 }, (_, at) => data[Math.floor(at / 3) * 4 + (at % 3)]!);
}

const whole = ({ width, height }: Pixels): FaceBox => ({ x: 0, y: 0, width, height });

/** As a portrait printed on a card and photographed: smaller, turned, soft, faded, compressed. */
async function copied({ width, height, data }: Pixels): Promise<Pixels> {
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(100)
    .rotate(4, { background: '#888888' })
    .blur(0.8)
    .linear(0.7, 40)
    .jpeg({ quality: 50 })
    .toBuffer();
  const { data: raw, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(raw) };
}

const first = drawn({ smile: 0, light: 1, gaze: 0, beard: true });

describe('selfie and portrait', () => {
  it('are called the same picture where one is a printed, turned and compressed copy of the other', async () => {
    const copy = await copied(first);
    const inset = { x: 6, y: 6, width: copy.width - 12, height: copy.height - 12 };
    expect(samePicture(first, whole(first), copy, inset)).toBe(true);
  });

  it('are not called the same picture where the same face looks another way in other light', () => {
    const second = drawn({ smile: 1, light: -1, gaze: 1, beard: true });
    expect(samePicture(first, whole(first), second, whole(second))).toBe(false);
  });

  it('have no likeness where one of them is blank', () => {
    const blank = { width: 240, height: 300, data: new Uint8Array(240 * 300 * 3).fill(90) };
    expect(pictureLikeness(first, whole(first), blank, whole(blank))).toBe(-1);
  });

  it('are the same file only byte for byte', () => {
    expect(sameFile(Buffer.from('abc'), new Uint8Array([97, 98, 99]))).toBe(true);
    expect(sameFile(Buffer.from('abc'), Buffer.from('abd'))).toBe(false);
    expect(sameFile(Buffer.from('abc'), Buffer.from('abcd'))).toBe(false);
  });
});

function text(x: number, y: number, width: number, height: number): { quad: Quad } {
  const right = x + width;
  return {
    quad: [
      { x, y },
      { x: right, y },
      { x: right, y: y + height },
      { x, y: y + height },
    ],
  };
}

describe('a selfie shows a document', () => {
  const picture = { width: 1200 };

  it('where lines of small text stand beside a small face', () => {
    const face = { x: 200, y: 400, width: 200, height: 260 };
    const lines = [0, 1, 2, 3, 4].map((line) => text(480, 420 + line * 50, 260, 28));
    expect(showsDocument(lines, face, picture)).toBe(true);
  });

  it('where a machine-readable zone stands below the face, however large', () => {
    const face = { x: 100, y: 100, width: 500, height: 640 };
    expect(showsDocument([text(60, 900, 1080, 40), text(60, 960, 1080, 40)], face, picture)).toBe(true);
  });

  it('but not where a large face wears a lettered shirt', () => {
    const face = { x: 350, y: 200, width: 500, height: 640 };
    const shirt = [
      text(300, 1000, 600, 200),
      text(350, 1220, 300, 60),
      text(350, 1300, 300, 60),
      text(350, 1380, 300, 60),
    ];
    expect(showsDocument([...shirt, text(350, 1450, 300, 60)], face, picture)).toBe(false);
  });

  it('nor where a poster hangs far away', () => {
    const face = { x: 20, y: 900, width: 200, height: 260 };
    const poster = [0, 1, 2, 3, 4, 5].map((line) => text(900, 40 + line * 30, 260, 20));
    expect(showsDocument(poster, face, picture)).toBe(false);
  });
});

it('a screenshot or a generated picture counts as edited, an editor in a selfie alone', () => {
  const plain = { editor: null, generator: null, screenshot: false };
  for (const [file, document, selfie] of [
    [plain, false, false],
    [{ ...plain, editor: 'GIMP 2.10' }, false, true],
    [{ ...plain, generator: 'Midjourney' }, true, true],
    [{ ...plain, screenshot: true }, true, true],
  ] as const) {
    expect([looksEdited(file, 'document'), looksEdited(file, 'selfie')]).toEqual([document, selfie]);
  }
});
