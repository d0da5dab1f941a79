import type { DocumentLook } from '../../capture/src/judge/document.ts';
import type { Gray, Rect } from '../../capture/src/judge/gray.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { resize } from '../../src/imaging/resample.ts';

/** As on the page: the outline takes this share of the picture's width, and is half as wide again as it is high. */
const OUTLINE_SHARE = 0.84;
const OUTLINE_RATIO = 1.5;
const AROUND = 0.16;
const SMALL = 256;
const DETAIL = 800;

/** A picture as the page looks at it, with the outline in its middle. */
export function lookAt(picture: Pixels, before?: Gray): DocumentLook {
  const width = picture.width * OUTLINE_SHARE;
  const height = width / OUTLINE_RATIO;
  const outline = { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
  const around = inside(picture, {
    x: outline.x - width * AROUND,
    y: outline.y - height * AROUND,
    width: width * (1 + 2 * AROUND),
    height: height * (1 + 2 * AROUND),
  });
  const small = gray(copy(picture, around, SMALL));
  const scale = small.width / around.width;
  return {
    small,
    outline: {
      x: (outline.x - around.x) * scale,
      y: (outline.y - around.y) * scale,
      width: width * scale,
      height: height * scale,
    },
    detail: gray(copy(picture, inside(picture, outline), DETAIL)),
    before,
  };
}

/** The picture with each value multiplied. */
export function lit({ width, height, data }: Pixels, factor: number): Pixels {
  return { width, height, data: data.map((value) => Math.min(255, value * factor)) };
}

function inside(picture: Pixels, { x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
  const right = Math.min(picture.width, Math.round(x + width));
  const bottom = Math.min(picture.height, Math.round(y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function copy(picture: Pixels, { x, y, width, height }: Rect, longest: number): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * picture.width + x) * 3;
    data.set(picture.data.subarray(from, from + width * 3), row * width * 3);
  }
  const scale = Math.min(1, longest / Math.max(width, height));
  return resize({ width, height, data }, Math.round(width * scale), Math.round(height * scale));
}

function gray({ width, height, data }: Pixels): Gray {
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at += 1) {
    values[at] = (77 * data[3 * at]! + 150 * data[3 * at + 1]! + 29 * data[3 * at + 2]!) >> 8;
  }
  return { width, height, data: values };
}
