import type { Pixels, Point } from '../../imaging/pixels.ts';
import type { Values } from '../../inference/model.ts';

/** A rectangle of a picture by its middle and its sides in pixels, turned clockwise in radians. */
export interface TurnedBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly turn: number;
}

/** What a network takes: width and height of its input, and for red, green and blue the mean and the deviation. */
export interface InputShape {
  readonly width: number;
  readonly height: number;
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
}

/** From so many pixels to one of the result on, the half sized copy is sampled: fewer alias little in a film. */
const SHRINKING = 1.6;
/** Luma by the weights of ITU-R BT.601. */
const LUMA = [0.299, 0.587, 0.114] as const;

/**
 * A frame with copies at a half, a quarter and so on, which are made once and serve all networks. Each input is sampled
 * straight into the numbers of its network, bilinear, black outside the picture.
 */
export class FramePicture {
  readonly pixels: Pixels;
  readonly #levels: Pixels[];

  constructor(pixels: Pixels) {
    this.pixels = pixels;
    this.#levels = [pixels];
  }

  /** A part of the picture in colour: one picture of 3 × height × width, (value − mean) / deviation. */
  colours(box: TurnedBox, { width, height, mean, deviation }: InputShape): Values {
    const scales = deviation.map((one) => 1 / one);
    const shifts = mean.map((one, channel) => -one * scales[channel]!);
    return { data: this.#sampled(box, width, height, scales, shifts), dims: [1, 3, height, width] };
  }

  /** A part of the picture in gray, from 0 to below 1. */
  gray(box: TurnedBox, side: number): Values {
    const sampled = this.#sampled(box, side, side, [1, 1, 1], [0, 0, 0]);
    const area = side * side;
    const data = new Float32Array(area);
    const [red, green, blue] = LUMA.map((weight) => weight / 256) as [number, number, number];
    for (let at = 0; at < area; at++) {
      data[at] = sampled[at]! * red + sampled[at + area]! * green + sampled[at + 2 * area]! * blue;
    }
    return { data, dims: [1, 1, side, side] };
  }

  /** All of red, then of green, then of blue, from the copy whose pixels are nearest to those of the result. */
  #sampled(
    box: TurnedBox,
    width: number,
    height: number,
    scales: readonly number[],
    shifts: readonly number[],
  ): Float32Array {
    const shrinking = Math.min(box.width / width, box.height / height);
    const level = Math.max(0, Math.floor(Math.log2(shrinking / SHRINKING)) + 1);
    const source = this.#level(level);
    const { x, y, acrossX, acrossY, downX, downY } = linesOf(box, width, height);
    const by = 1 / 2 ** level;
    const lines = { x: x * by - 0.5, y: y * by - 0.5, acrossX: acrossX * by, acrossY: acrossY * by };
    const area = width * height;
    const result = new Float32Array(area * 3);
    for (const [channel, shift] of shifts.entries()) result.fill(shift, channel * area, (channel + 1) * area);
    sample(source, { ...lines, downX: downX * by, downY: downY * by }, [width, height], [scales, shifts], result);
    return result;
  }

  #level(level: number): Pixels {
    for (let made = this.#levels.length; made <= level; made++) this.#levels.push(halved(this.#levels[made - 1]!));
    return this.#levels[level]!;
  }
}

/** Where a result's first pixel lies, and the steps to the next column and row. */
interface Lines {
  readonly x: number;
  readonly y: number;
  readonly acrossX: number;
  readonly acrossY: number;
  readonly downX: number;
  readonly downY: number;
}

function linesOf(box: TurnedBox, width: number, height: number): Lines {
  const [cos, sin] = [Math.cos(box.turn), Math.sin(box.turn)];
  const [acrossX, acrossY] = [(cos * box.width) / width, (sin * box.width) / width];
  const [downX, downY] = [(-sin * box.height) / height, (cos * box.height) / height];
  const { x, y } = outOf(box)({ x: 0.5 / width, y: 0.5 / height });
  return { x, y, acrossX, acrossY, downX, downY };
}

/** From places in a box, 0 to 1 from its top left corner, to the picture. */
export function outOf({ x, y, width, height, turn }: TurnedBox): (point: Point) => Point {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return (point) => {
    const [across, down] = [(point.x - 0.5) * width, (point.y - 0.5) * height];
    return { x: x + across * cos - down * sin, y: y + across * sin + down * cos };
  };
}

/**
 * Red, then green, then blue, each × its scale + its shift; what lies outside stays. The colour lies between four
 * pixels. The loop runs for every pixel of each input, so it calls and makes nothing.
 */
function sample(
  { width: wide, height: high, data }: Pixels,
  { x: startX, y: startY, acrossX, acrossY, downX, downY }: Lines,
  [width, height]: readonly [number, number],
  [[red, green, blue], [redShift, greenShift, blueShift]]: readonly [readonly number[], readonly number[]],
  result: Float32Array,
): void {
  const area = width * height;
  const [lastX, lastY, stride] = [wide - 1, high - 1, wide * 3];
  const [mostX, mostY] = [wide - 0.5, high - 0.5];
  for (let row = 0, to = 0; row < height; row++) {
    let x = startX + row * downX;
    let y = startY + row * downY;
    for (let column = 0; column < width; column++, to++, x += acrossX, y += acrossY) {
      if (!(x >= -0.5 && y >= -0.5 && x <= mostX && y <= mostY)) continue;
      const inX = Math.min(lastX, Math.max(0, x));
      const inY = Math.min(lastY, Math.max(0, y));
      const left = inX | 0;
      const top = inY | 0;
      const at = top * stride + left * 3;
      const right = at + (Math.min(lastX, left + 1) - left) * 3;
      const below = (Math.min(lastY, top + 1) - top) * stride;
      const across = inX - left;
      const down = inY - top;
      const d = across * down;
      const b = across - d;
      const c = down - d;
      const a = 1 - across - c;
      const under = at + below;
      const corner = right + below;
      result[to] = (data[at]! * a + data[right]! * b + data[under]! * c + data[corner]! * d) * red! + redShift!;
      result[to + area] =
        (data[at + 1]! * a + data[right + 1]! * b + data[under + 1]! * c + data[corner + 1]! * d) * green! +
        greenShift!;
      result[to + 2 * area] =
        (data[at + 2]! * a + data[right + 2]! * b + data[under + 2]! * c + data[corner + 2]! * d) * blue! + blueShift!;
    }
  }
}

/** Four pixels become one. A last odd row or column is left out. */
function halved({ width, height, data: source }: Pixels): Pixels {
  const [wide, high, stride] = [Math.max(1, width >> 1), Math.max(1, height >> 1), width * 3];
  const data = new Uint8Array(wide * high * 3);
  for (let y = 0, to = 0; y < high; y++) {
    let from = 2 * y * stride;
    for (let x = 0; x < wide; x++, to += 3, from += 6) {
      const below = from + stride;
      data[to] = (source[from]! + source[from + 3]! + source[below]! + source[below + 3]! + 2) >> 2;
      data[to + 1] = (source[from + 1]! + source[from + 4]! + source[below + 1]! + source[below + 4]! + 2) >> 2;
      data[to + 2] = (source[from + 2]! + source[from + 5]! + source[below + 2]! + source[below + 5]! + 2) >> 2;
    }
  }
  return { width: wide, height: high, data };
}
