import { crc32, deflateSync } from 'node:zlib';

/** What IHDR says; types are 0 gray, 2 colour, 3 palette, 4 gray with alpha, 6 colour with alpha. */
export interface PngHead {
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly type?: number;
  readonly interlaced?: boolean;
}

export const SIGNATURE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function chunk(name: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

export function ihdr({ width, height, depth = 8, type = 2, interlaced = false }: PngHead): Uint8Array {
  return chunk(
    'IHDR',
    Buffer.concat([uint32(width), uint32(height), Uint8Array.from([depth, type, 0, 0, +interlaced])]),
  );
}

/** Rows of one filter byte and the same gray everywhere, for a head that is not interlaced. */
export function rows({ width, height, depth = 8, type = 2 }: PngHead, value = 0x77): Uint8Array {
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[type]!;
  const stride = 1 + Math.ceil((width * channels * depth) / 8);
  const data = Buffer.alloc(stride * height, value);
  for (let row = 0; row < height; row++) data[row * stride] = 0;
  return data;
}

/** A whole file: head, then `before` the pixel data, then `after` it. */
export function png(head: PngHead, before: readonly Uint8Array[] = [], after: readonly Uint8Array[] = []): Uint8Array {
  return assemble(ihdr(head), ...before, chunk('IDAT', deflateSync(rows(head))), ...after, chunk('IEND'));
}

export function assemble(...chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([SIGNATURE, ...chunks]));
}

export function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}
