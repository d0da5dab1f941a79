import sharp, { type Sharp } from 'sharp';

const EXIF = 0xe1;
const ICC = 0xe2;
const COMMENT = 0xfe;

/** Damaged, extreme and odd JPEG files by what is the matter with them. */
export async function jpegFiles(): Promise<Record<string, Uint8Array>> {
  const plain = await scene().jpeg({ quality: 85 }).toBuffer();
  const progressive = await scene().jpeg({ progressive: true }).toBuffer();
  return {
    ...(await kinds()),
    ...sizes(plain, progressive),
    ...damaged(plain),
    ...metadata(plain),
    'progressive jpeg': new Uint8Array(progressive),
    'progressive jpeg that ends early': new Uint8Array(progressive.subarray(0, progressive.length >> 1)),
    'progressive jpeg with 5000 scans': manyScans(progressive, 5000),
    'progressive jpeg of 42 megapixels with 90 scans': withSize(manyScans(progressive, 90), 6500, 6500),
  };
}

/** Something to compress: slanted bands with noise, 480 × 360. */
function scene(): Sharp {
  const data = new Uint8Array(480 * 360 * 3);
  let state = 12345;
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    data[at] = (((at / 1440) * 3 + (at % 1440) / 2) & 0x7f) + ((state >>> 24) & 0x3f);
  }
  return sharp(data, { raw: { width: 480, height: 360, channels: 3 } });
}

async function kinds(): Promise<Record<string, Uint8Array>> {
  const cmyk = await scene().toColourspace('cmyk').jpeg().toBuffer();
  const adobe = (transform: number) => Uint8Array.from([...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, transform]);
  return {
    'cmyk jpeg': new Uint8Array(cmyk),
    'cmyk jpeg that says it is ycck': withoutSegments(cmyk, 0xee, segment(0xee, adobe(2))),
    'cmyk jpeg without the mark of its writer': withoutSegments(cmyk, 0xee),
    'gray jpeg': new Uint8Array(await scene().grayscale().jpeg().toBuffer()),
    'jpeg of full chroma': new Uint8Array(await scene().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()),
    'jpeg of lowest quality': new Uint8Array(await scene().jpeg({ quality: 1 }).toBuffer()),
    'jpeg in a wide colour profile': new Uint8Array(await scene().withIccProfile('p3').jpeg().toBuffer()),
    'jpeg lying on its side and mirrored': new Uint8Array(
      await scene().withMetadata({ orientation: 7 }).jpeg().toBuffer(),
    ),
    'jpeg of 100 × 5000': new Uint8Array(await scene().resize(100, 5000, { fit: 'fill' }).jpeg().toBuffer()),
    'jpeg of 8 × 8': new Uint8Array(await scene().resize(8, 8).jpeg().toBuffer()),
  };
}

function sizes(plain: Uint8Array, progressive: Uint8Array): Record<string, Uint8Array> {
  return {
    'jpeg that says it is 65500 pixels a side': withSize(plain, 65500, 65500),
    'jpeg that says it is 8000 pixels a side': withSize(plain, 8000, 8000),
    'jpeg that says it is 16 times as high': withSize(plain, 480, 5760 - 960),
    'progressive jpeg that says it is 65500 pixels a side': withSize(progressive, 65500, 65500),
    'progressive jpeg that says it is 8000 pixels a side': withSize(progressive, 8000, 8000),
    'jpeg of no width': withSize(plain, 0, 360),
    'jpeg whose height is to follow later': withSize(plain, 480, 0),
    'jpeg strip of 1 × 65500': withSize(plain, 1, 65500),
    'jpeg strip of 65500 × 100': withSize(plain, 65500, 100),
  };
}

function damaged(plain: Uint8Array): Record<string, Uint8Array> {
  const scan = find(plain, 0xda);
  const changed = (at: number, ...bytes: number[]) => {
    const copy = Uint8Array.from(plain);
    copy.set(bytes, at);
    return copy;
  };
  return {
    'jpeg of three bytes': plain.slice(0, 3),
    'jpeg that ends in its head': plain.slice(0, 100),
    'jpeg that ends before its scan': plain.slice(0, scan),
    'jpeg that ends in its scan': plain.slice(0, scan + 4000),
    'jpeg without its last bytes': plain.slice(0, -200),
    'jpeg without its end marker': plain.slice(0, -2),
    'jpeg with zeros in its scan': changed(scan + 3000, ...new Array(2000).fill(0)),
    'jpeg with markers in its scan': changed(scan + 3000, 0xff, 0xc4, 0xff, 0xda, 0xff, 0xd8),
    'jpeg without tables of its code': withoutSegments(plain, 0xc4),
    'jpeg without quantisation': withoutSegments(plain, 0xdb),
    'jpeg that says it is arithmetically coded': changed(find(plain, 0xc0) + 1, 0xc9),
    'jpeg that says it is lossless': changed(find(plain, 0xc0) + 1, 0xc3),
    'jpeg of 12 bit': changed(find(plain, 0xc0) + 4, 12),
    'jpeg of 255 channels': changed(find(plain, 0xc0) + 9, 255),
    'jpeg of sampling factors beyond four': changed(find(plain, 0xc0) + 11, 0xff),
    'jpeg with two frames': inserted(plain, plain.slice(find(plain, 0xc0), find(plain, 0xc0) + 19)),
    'jpeg with stray bytes before its end': join(plain.slice(0, -2), [0, 0, 0], plain.slice(-2)),
    'jpeg with bytes after its end': join(plain, new Uint8Array(200_000).fill(0xda)),
    'jpeg with another jpeg after its end': join(plain, plain),
    'jpeg full of start markers': new Uint8Array(100_000).map((_, at) => (at % 2 === 0 ? 0xff : 0xd8)),
    'jpeg full of fill bytes': new Uint8Array(1_000_000).fill(0xff).map((byte, at) => (at === 1 ? 0xd8 : byte)),
  };
}

function metadata(plain: Uint8Array): Record<string, Uint8Array> {
  const exif = (...bytes: number[]) => segment(EXIF, Uint8Array.from([...Buffer.from('Exif\0\0'), ...bytes]));
  const head = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const nonsense = (count: number) => Uint8Array.from({ length: count }, (_, at) => (at * 131 + (at >> 3)) & 0xff);
  const profile = (number: number, of: number) =>
    segment(ICC, Uint8Array.from([...Buffer.from('ICC_PROFILE\0'), number, of, ...nonsense(5000)]));
  return {
    'jpeg with EXIF nonsense': inserted(plain, exif(...nonsense(60_000))),
    'jpeg with EXIF of one byte': inserted(plain, exif(0x4d)),
    'jpeg with an EXIF directory that follows itself': inserted(plain, exif(...head, 0, 0, 0, 0, 0, 8)),
    'jpeg with an EXIF directory inside itself': inserted(
      plain,
      exif(...head, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 8),
    ),
    'jpeg with an EXIF text of 4 GB': inserted(
      plain,
      exif(...head, 0, 1, 0x01, 0x0f, 0, 2, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 26, 0, 0, 0, 0),
    ),
    'jpeg with 65535 EXIF entries that are not there': inserted(plain, exif(...head, 0xff, 0xff)),
    'jpeg with an orientation of 42': inserted(
      plain,
      exif(...head, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 42, 0, 0, 0, 0, 0, 0),
    ),
    'jpeg with another jpeg as its EXIF thumbnail': inserted(
      plain,
      exif(...head, 0, 0, 0, 0, 0, 14, ...plain.subarray(0, 60_000)),
    ),
    'jpeg with 9 MB of EXIF': inserted(plain, join(...Array(140).fill(exif(...nonsense(64_000))))),
    'jpeg with a colour profile of nonsense': inserted(plain, profile(1, 1)),
    'jpeg with parts of a colour profile out of order': inserted(
      plain,
      join(profile(3, 2), profile(0, 0), profile(1, 255)),
    ),
    'jpeg with 80000 empty segments': inserted(plain, join(...Array(80_000).fill(segment(0xef, new Uint8Array())))),
    'jpeg with 3000 comments': inserted(plain, join(...Array(3000).fill(segment(COMMENT, nonsense(300))))),
    'jpeg with a segment of length 0': inserted(plain, [0xff, 0xef, 0, 0]),
    'jpeg with a segment of length 1': inserted(plain, [0xff, 0xef, 0, 1]),
    'jpeg with a segment longer than the file': join(plain.slice(0, 2), [0xff, 0xef, 0xff, 0xff], plain.slice(2, 500)),
    'jpeg with 1 MB of XMP that names 20000 tools': inserted(
      plain,
      join(
        ...Array(16).fill(
          segment(EXIF, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${'<a xmp:CreatorTool="x"/>'.repeat(2000)}`)),
        ),
      ),
    ),
  };
}

/** Repeats the scans of a progressive file until there are at least `count`. */
function manyScans(progressive: Uint8Array, count: number): Uint8Array {
  const last = Buffer.from(progressive).lastIndexOf(Uint8Array.from([0xff, 0xda]));
  const scan = progressive.subarray(last, progressive.length - 2);
  return join(progressive.subarray(0, -2), ...Array(count).fill(scan), progressive.subarray(-2));
}

function segment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2;
  return join([0xff, marker, length >> 8, length & 0xff], data);
}

/** Puts bytes right after the start marker. */
function inserted(file: Uint8Array, bytes: ArrayLike<number>): Uint8Array {
  return join(file.subarray(0, 2), bytes, file.subarray(2));
}

function withSize(file: Uint8Array, width: number, height: number): Uint8Array {
  const copy = Uint8Array.from(file);
  const frame = Math.max(find(file, 0xc0), find(file, 0xc2));
  copy.set([height >> 8, height & 0xff, width >> 8, width & 0xff], frame + 5);
  return copy;
}

/** Leaves out every segment of a kind before the first scan; `instead` comes first. */
function withoutSegments(file: Uint8Array, marker: number, instead: Uint8Array = new Uint8Array()): Uint8Array {
  const kept: Uint8Array[] = [file.subarray(0, 2), instead];
  let at = 2;
  while (file[at + 1] !== 0xda) {
    const end = at + 2 + file[at + 2]! * 256 + file[at + 3]!;
    if (file[at + 1] !== marker) kept.push(file.subarray(at, end));
    at = end;
  }
  return join(...kept, file.subarray(at));
}

/** Where the first segment of a kind starts; -1 where there is none before the scan. */
function find(file: Uint8Array, marker: number): number {
  for (let at = 2; at + 4 < file.length; at += 2 + file[at + 2]! * 256 + file[at + 3]!) {
    if (file[at + 1] === marker) return at;
    if (file[at + 1] === 0xda) break;
  }
  return -1;
}

function join(...parts: readonly ArrayLike<number>[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part)))),
  );
}
