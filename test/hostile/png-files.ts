import { deflateSync } from 'node:zlib';
import { assemble, chunk, ihdr, png, rows, SIGNATURE, uint32 } from './png.ts';

const small = { width: 320, height: 240 };
const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const zeros = (count: number): Uint8Array => deflateSync(Buffer.alloc(count));

/** Damaged, extreme and odd PNG files by what is the matter with them. */
export function pngFiles(): Record<string, Uint8Array> {
  return { ...sizes(), ...kinds(), ...bombs(), ...damaged() };
}

function sizes(): Record<string, Uint8Array> {
  const empty = chunk('IDAT', zeros(1000));
  const of = (width: number, height: number) => assemble(ihdr({ width, height }), empty, chunk('IEND'));
  return {
    'png of 2³¹-1 pixels a side with 1 kB of data': of(0x7fffffff, 0x7fffffff),
    'png of 4294967295 pixels a side': of(0xffffffff, 0xffffffff),
    'png of 65500 pixels a side': of(65500, 65500),
    'png of 100000 × 600': of(100000, 600),
    'png of no width': of(0, 240),
    'png of no height': of(320, 0),
    'png of 1 × 1': png({ width: 1, height: 1 }),
    'png of 63 × 400': png({ width: 63, height: 400 }),
    'png strip of 1 × 65500': png({ width: 1, height: 65500, type: 0 }),
    'png strip of 20000 × 80': png({ width: 20000, height: 80, type: 0 }),
    'png whose data is far too short for its size': of(8000, 8000),
  };
}

function kinds(): Record<string, Uint8Array> {
  const palette = chunk('PLTE', Buffer.alloc(768, 0x90));
  return {
    'png of 1 bit': png({ ...small, depth: 1, type: 0 }),
    'png of 16 bit gray': png({ ...small, depth: 16, type: 0 }),
    'png of 16 bit colour with alpha': png({ ...small, depth: 16, type: 6 }),
    'png of gray with alpha': png({ ...small, type: 4 }),
    'png with a palette': png({ ...small, type: 3 }, [palette]),
    'png with a palette and transparency': png({ ...small, type: 3 }, [palette, chunk('tRNS', Buffer.alloc(256))]),
    'png with a palette of 1 colour and pixels beyond it': png({ ...small, type: 3 }, [
      chunk('PLTE', Uint8Array.from([1, 2, 3])),
    ]),
    'png with a palette type and no palette': png({ ...small, type: 3 }),
    'png with an impossible depth': png({ ...small, depth: 16, type: 3 }, [palette]),
    'png with a colour type that does not exist': assemble(
      chunk('IHDR', Buffer.concat([uint32(320), uint32(240), Uint8Array.from([8, 5, 0, 0, 0])])),
      chunk('IDAT', deflateSync(rows(small))),
      chunk('IEND'),
    ),
    'png of two frames': png(
      small,
      [chunk('acTL', Buffer.concat([uint32(2), uint32(0)])), frameControl(0)],
      [frameControl(1), chunk('fdAT', Buffer.concat([uint32(2), deflateSync(rows(small, 0x10))]))],
    ),
    'png that says it has 4294967295 frames': png(small, [
      chunk('acTL', Buffer.concat([uint32(0xffffffff), uint32(0xffffffff)])),
    ]),
    'png of one pixel data chunk for each byte': assemble(
      ihdr(small),
      ...[...deflateSync(rows(small))].map((byte) => chunk('IDAT', Uint8Array.from([byte]))),
      chunk('IEND'),
    ),
  };
}

function frameControl(sequence: number): Uint8Array {
  const sides = Buffer.concat([uint32(small.width), uint32(small.height), uint32(0), uint32(0)]);
  return chunk('fcTL', Buffer.concat([uint32(sequence), sides, Uint8Array.from([0, 1, 0, 10, 0, 0])]));
}

function bombs(): Record<string, Uint8Array> {
  const size = 1024 * 1024 * 64;
  const inflated = zeros(size);
  const held = { width: 8000, height: 8000, depth: 16, type: 6, interlaced: true };
  return {
    'png with a zTXt chunk that inflates a thousandfold': png(small, [
      chunk('zTXt', Buffer.concat([latin('Comment\0\0'), inflated])),
    ]),
    'png with 300 such zTXt chunks': png(
      small,
      Array(300).fill(chunk('zTXt', Buffer.concat([latin('Comment\0\0'), zeros(size / 8)]))),
    ),
    'png with an iTXt chunk that inflates a thousandfold': png(small, [
      chunk('iTXt', Buffer.concat([latin('XML:com.adobe.xmp\0\x01\0\0\0'), inflated])),
    ]),
    'png with a colour profile that inflates a thousandfold': png(small, [
      chunk('iCCP', Buffer.concat([latin('profile\0\0'), inflated])),
    ]),
    'png of 64 megapixels from 60 kB': assemble(
      ihdr({ width: 8000, height: 8000, depth: 1, type: 0 }),
      chunk('IDAT', deflateSync(rows({ width: 8000, height: 8000, depth: 1, type: 0 }))),
      chunk('IEND'),
    ),
    'png of 64 interlaced megapixels of 8 bytes': assemble(ihdr(held), chunk('IDAT', inflated), chunk('IEND')),
    'png with 20000 text chunks': png(small, Array(20_000).fill(chunk('tEXt', latin('Comment\0x')))),
    'png with 5000 unknown chunks': png(small, Array(5000).fill(chunk('quIt', latin('x')))),
    'png with data after its picture is complete': assemble(
      ihdr(small),
      chunk('IDAT', deflateSync(Buffer.concat([rows(small), Buffer.alloc(size)]))),
      chunk('IEND'),
    ),
    'png with physical pixels of zero size': png(small, [chunk('pHYs', Buffer.alloc(9))]),
    'png with a gamma of zero': png(small, [chunk('gAMA', uint32(0))]),
    'png with 1 MB of colour profile nonsense': png(small, [
      chunk('iCCP', Buffer.concat([latin('nonsense\0\0'), deflateSync(Buffer.alloc(1 << 20, 'acsp'))])),
    ]),
    'png with EXIF nonsense': png(small, [chunk('eXIf', Buffer.alloc(4096, 0xff))]),
  };
}

function damaged(): Record<string, Uint8Array> {
  const whole = png(small);
  const broken = (at: number) => whole.map((byte, index) => (index === at ? byte ^ 0x55 : byte));
  const data = deflateSync(rows(small));
  return {
    'png signature alone': SIGNATURE,
    'png that ends in its head': whole.slice(0, 20),
    'png that ends after its head': whole.slice(0, 33),
    'png that ends in its data': whole.slice(0, 33 + ((whole.length - 33) >> 1)),
    'png without its end': whole.slice(0, -12),
    'png with a wrong checksum of its head': broken(30),
    'png with a wrong checksum of its data': broken(whole.length - 14),
    'png with a flipped bit in its data': broken(33 + 20),
    'png without data': assemble(ihdr(small), chunk('IEND')),
    'png whose data is not compressed data': assemble(ihdr(small), chunk('IDAT', Buffer.alloc(500, 7)), chunk('IEND')),
    'png whose data comes before its head': assemble(chunk('IDAT', data), ihdr(small), chunk('IEND')),
    'png with two heads': assemble(
      ihdr(small),
      ihdr({ width: 9000, height: 9000 }),
      chunk('IDAT', data),
      chunk('IEND'),
    ),
    'png with a chunk that says it is 4 GB long': assemble(ihdr(small), uint32(0xffffffff), latin('IDAT'), data),
    'png with a chunk that says it is longer than the file': assemble(ihdr(small), uint32(90_000), latin('IDAT'), data),
    'png with bytes after its end': new Uint8Array(Buffer.concat([whole, Buffer.alloc(100_000, 0xd8)])),
    'png with a filter type that does not exist': assemble(
      ihdr(small),
      chunk('IDAT', deflateSync(rows(small).map((byte, at) => (at % 961 === 0 ? 9 : byte)))),
      chunk('IEND'),
    ),
  };
}
