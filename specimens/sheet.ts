import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import type { Pixels, Quad } from '../src/imaging/pixels.ts';
import { rectangle } from '../src/imaging/quad.ts';
import { type Font, font } from './fonts.ts';
import type { PrintedBarcode, PrintedField, PrintedMrz, Side } from './truth.ts';

export interface TextStyle {
  readonly font: Font;
  /** Size of the font in millimetres. */
  readonly size: number;
  readonly color?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** Millimetres; wider text is set narrower, to 62 % at least, then smaller. */
  readonly width?: number;
  readonly spacing?: number;
  /** Set narrower to this part of its width. */
  readonly squeeze?: number;
}

/** One side of a document while it is drawn; all places and sizes are in millimetres from its top left corner. */
export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly context: SKRSContext2D;
  readonly #canvas: Canvas;
  readonly #printed = new Set<PrintedField>();
  readonly #zones: Quad[] = [];
  #mrz: PrintedMrz | null = null;
  #barcode: PrintedBarcode | null = null;
  #bar: number | null = null;
  #portrait: Quad | null = null;

  /** `scale` is pixels a millimetre. */
  constructor(width: number, height: number, scale: number) {
    this.width = width;
    this.height = height;
    this.scale = scale;
    this.#canvas = createCanvas(Math.round(width * scale), Math.round(height * scale));
    this.context = this.#canvas.getContext('2d');
    this.context.scale(scale, scale);
    this.context.textBaseline = 'alphabetic';
  }

  /** Writes one line whose baseline is at `y`; gives its width back. `field` marks it as the value of that field. */
  text(value: string, x: number, y: number, style: TextStyle, field?: PrintedField): number {
    const { context } = this;
    // One font alone has Greek and Cyrillic letters.
    const face = /[\u0370-\u04ff]/.test(value) ? 'grotesque' : style.font;
    // Text is set in pixels: fonts of a few units would be hinted into nothing.
    let size = style.size * this.scale;
    context.font = font(face, size);
    context.letterSpacing = `${(style.spacing ?? 0) * this.scale}px`;
    let wide = context.measureText(value).width;
    const room = (style.width ?? Infinity) * this.scale;
    let squeeze = Math.min(style.squeeze ?? 1, room / wide);
    if (squeeze < 0.62) {
      size *= squeeze / 0.62;
      context.font = font(face, size);
      wide = context.measureText(value).width;
      squeeze = Math.min(style.squeeze ?? 1, room / wide);
    }
    const taken = (wide * squeeze) / this.scale;
    const left = style.align === 'right' ? x - taken : style.align === 'center' ? x - taken / 2 : x;
    context.save();
    context.scale(1 / this.scale, 1 / this.scale);
    context.translate(left * this.scale, y * this.scale);
    context.scale(squeeze, 1);
    context.fillStyle = style.color ?? '#111';
    context.fillText(value, 0, 0);
    context.restore();
    if (field) {
      this.#printed.add(field);
      this.#zone(left, y - style.size, taken, style.size * 1.3);
    }
    return taken;
  }

  /** Says that a field can be read on this side though it is not set as one piece of text. */
  holds(...fields: readonly PrintedField[]): void {
    for (const field of fields) this.#printed.add(field);
  }

  /** Lines of OCR-B at its pitch of 2.54 mm and 6 to 6.5 mm apart (ICAO Doc 9303 part 3 §4). */
  mrz(mrz: PrintedMrz, bottom: number, pitch = 2.54, gap = 6.3, color = '#16181c', face: Font = 'ocr-b'): void {
    const length = Math.max(...mrz.lines.map((line) => line.length));
    const left = (this.width - length * pitch) / 2;
    const { context } = this;
    context.save();
    context.scale(1 / this.scale, 1 / this.scale);
    context.fillStyle = color;
    context.letterSpacing = '0px';
    context.font = font(face, 100);
    const size = (pitch * this.scale * 100) / context.measureText('0').width;
    context.font = font(face, face === 'ocr-b' ? size : size * 0.95);
    context.textAlign = 'center';
    mrz.lines.forEach((line, row) => {
      const y = (bottom - (mrz.lines.length - 1 - row) * gap) * this.scale;
      for (const [at, sign] of [...line].entries()) context.fillText(sign, (left + (at + 0.5) * pitch) * this.scale, y);
    });
    context.restore();
    this.#mrz = mrz;
    const top = bottom - (mrz.lines.length - 1) * gap - 3;
    this.#zone(left, top, length * pitch, bottom - top + 1);
  }

  /** A picture into a frame; `portrait` says that it is the holder's face and not its small second print. */
  picture(pixels: Pixels, x: number, y: number, width: number, height: number, how: PictureStyle = {}): void {
    const { context } = this;
    context.save();
    context.globalAlpha = how.alpha ?? 1;
    context.globalCompositeOperation = how.multiply ? 'multiply' : 'source-over';
    context.imageSmoothingEnabled = how.smooth ?? true;
    context.imageSmoothingQuality = 'high';
    context.drawImage(canvasOf(pixels), x, y, width, height);
    context.restore();
    if (how.portrait) this.#portrait = this.#quad(x, y, width, height);
  }

  barcode(barcode: PrintedBarcode, picture: Pixels, x: number, y: number, width: number, height: number): void {
    this.picture(picture, x, y, width, height, { smooth: false });
    this.#barcode = barcode;
    this.#bar = (width * this.scale) / picture.width;
    this.#zone(x, y, width, height);
  }

  side(radius = 0): Side {
    return {
      pixels: pixelsOf(this.#canvas),
      printed: this.#printed,
      mrz: this.#mrz,
      barcode: this.#barcode,
      bar: this.#bar,
      portrait: this.#portrait,
      zones: this.#zones,
      radius: radius * this.scale,
    };
  }

  #zone(x: number, y: number, width: number, height: number): void {
    this.#zones.push(this.#quad(x, y, width, height));
  }

  #quad(x: number, y: number, width: number, height: number): Quad {
    return rectangle(x * this.scale, y * this.scale, width * this.scale, height * this.scale);
  }
}

export interface PictureStyle {
  readonly alpha?: number;
  readonly multiply?: boolean;
  readonly smooth?: boolean;
  readonly portrait?: boolean;
}

/** A canvas that shows the pixels. */
export function canvasOf({ width, height, data }: Pixels): Canvas {
  // A pixel in one write, little-endian as every machine that Node runs on, is three times as fast as four.
  const packed = new Uint32Array(width * height);
  for (let from = 0, to = 0; to < packed.length; from += 3, to++) {
    packed[to] = data[from]! | (data[from + 1]! << 8) | (data[from + 2]! << 16) | 0xff000000;
  }
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(packed.buffer), width, height), 0, 0);
  return canvas;
}

/** What a canvas shows, its transparency dropped. */
export function pixelsOf(canvas: Canvas): Pixels {
  const { width, height } = canvas;
  const bytes = canvas.data();
  const packed = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < data.length; from++, to += 3) {
    const pixel = packed[from]!;
    data[to] = pixel;
    data[to + 1] = pixel >> 8;
    data[to + 2] = pixel >> 16;
  }
  return { width, height, data };
}
