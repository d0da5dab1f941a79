import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { jpegFiles } from './jpeg-files.ts';
import { png } from './png.ts';
import { pngFiles } from './png-files.ts';

/** A file that somebody might upload to do harm, or by mistake. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Those that are a picture all the same, however unusual, so that the models look at them. */
export const USABLE: readonly string[] = [
  'cmyk jpeg',
  'gray jpeg',
  'progressive jpeg',
  'jpeg in a wide colour profile',
  'jpeg with a colour profile of nonsense',
  'jpeg with EXIF nonsense',
  'jpeg with stray bytes before its end',
  'jpeg without its end marker',
  'jpeg with bytes after its end',
  'png of 1 bit',
  'png of 16 bit gray',
  'png with a palette and transparency',
  'png of two frames',
  'png with a colour profile that inflates a thousandfold',
  'png of 64 megapixels from 60 kB',
];

/** Every kind of file that an upload has to survive. Made each time, always the same. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const files = { ...(await otherTypes()), ...(await polyglots()), ...pngFiles(), ...(await jpegFiles()) };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
}

function box(brand: string): Uint8Array {
  return Buffer.concat([Uint8Array.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`, 'latin1')]);
}

async function otherTypes(): Promise<Record<string, Uint8Array>> {
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#806040' } });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><image href="file:///etc/passwd"/></svg>';
  const entities = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;">]>';
  return {
    'empty file': new Uint8Array(),
    'one byte': Uint8Array.from([0xff]),
    'zeros of 1 MB': new Uint8Array(1 << 20),
    'file larger than 10 MB': new Uint8Array(10 * 1024 * 1024 + 1).fill(0xff),
    text: Buffer.from('This is not an image.'),
    'gif image': new Uint8Array(await picture.clone().gif().toBuffer()),
    'webp image': new Uint8Array(await picture.clone().webp().toBuffer()),
    'tiff image': new Uint8Array(await picture.clone().tiff().toBuffer()),
    'svg that reads a file': Buffer.from(svg),
    'svg of entities': Buffer.from(entities + svg),
    'heic head': box('heic'),
    'avif head': box('avif'),
    'jpeg 2000 head': Uint8Array.from([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a]),
    'jpeg xl head': Uint8Array.from([0xff, 0x0a, 0x00, 0x10]),
    'bmp image': Buffer.concat([Buffer.from('BM'), Buffer.alloc(2000)]),
    'ico image': Uint8Array.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]),
    'raw pixels of a portable pixmap': Buffer.from(`P6 400 300 255\n${'x'.repeat(360_000)}`),
    'pdf document': Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj'),
    'zip archive': Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(500)]),
    'gzip of 100 MB of zeros': new Uint8Array(gzipSync(Buffer.alloc(100 * 1024 * 1024))),
    'mp4 video': box('mp42'),
    'html page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'PostScript program': Buffer.from('%!PS-Adobe-3.0\n(/etc/passwd) (r) file'),
    'command script': Buffer.from('#!/bin/sh\nid\n'),
    'ImageMagick script': Buffer.from('push graphic-context\nviewbox 0 0 640 480\nfill "url(/etc/passwd)"'),
    'base64 of an image': Buffer.from(Buffer.from(png({ width: 320, height: 240 })).toString('base64')),
  };
}

/** Files that are an image to one program and something else to another. */
async function polyglots(): Promise<Record<string, Uint8Array>> {
  const picture = png({ width: 320, height: 240 });
  const photo = await sharp(picture).jpeg().toBuffer();
  const first = (head: string, file: Uint8Array) => new Uint8Array(Buffer.concat([Buffer.from(head, 'latin1'), file]));
  const comment = Buffer.from('/*<script>alert(1)</script>%PDF-1.4 PK\x03\x04 GIF89a*/', 'latin1');
  const marked = Buffer.concat([Uint8Array.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
  return {
    'gif with a jpeg behind': first('GIF89a\x01\0\x01\0', photo),
    'pdf with a jpeg behind': first('%PDF-1.4\n', photo),
    'html with a png behind': first('<html><!--', picture),
    'zip with a png behind': first('PK\x03\x04', picture),
    'line break before a png': first('\n', picture),
    'byte order mark before a jpeg': first('\xef\xbb\xbf', photo),
    'jpeg with script, pdf, zip and gif in a comment': new Uint8Array(
      Buffer.concat([photo.subarray(0, 2), marked, photo.subarray(2)]),
    ),
    'png with a zip behind': new Uint8Array(
      Buffer.concat([picture, Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]),
    ),
    'png with a jpeg behind': new Uint8Array(Buffer.concat([picture, photo])),
    'jpeg head on a png': new Uint8Array(Buffer.concat([Uint8Array.from([0xff, 0xd8, 0xff]), picture])),
    'png head on a jpeg': new Uint8Array(Buffer.concat([picture.subarray(0, 8), photo])),
  };
}
