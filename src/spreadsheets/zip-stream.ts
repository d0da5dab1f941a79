import { crc32, createDeflateRaw } from 'node:zlib';

/** A part of an archive: its name, and its content as it comes. */
export interface ZipPart {
  readonly name: string;
  readonly content: AsyncIterable<string>;
}

/** Bits 3 and 11 (APPNOTE 4.4.4): sizes follow the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** 1 January 1980, the first day that an archive can name: the same content is the same file. */
const DAY = 0x21;
const MAX_BYTES = 2 ** 32 - 1;

/** What the directory at the end says of a part. */
interface Written {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * A ZIP archive (PKWARE APPNOTE 6.3) as a stream: what a part has is packed as it comes, and nothing is held. Throws a
 * RangeError where it would be larger than 4 GiB.
 */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, content } of parts) {
    const header = Buffer.concat([localHeader(name), Buffer.from(name)]);
    yield header;
    const counts = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of packed(content, counts)) yield chunk;
    yield sizesOf(counts);
    written.push({ name: Buffer.from(name), offset, ...counts });
    offset += header.length + counts.packed + SIZES_BYTES;
    if (offset > MAX_BYTES || counts.size > MAX_BYTES) throw new RangeError('The archive is larger than 4 GiB.');
  }
  const directory = Buffer.concat(written.flatMap((one) => [directoryEntry(one), one.name]));
  yield Buffer.concat([directory, endOf(written.length, directory.length, offset)]);
}

async function* packed(
  content: AsyncIterable<string>,
  counts: { crc: number; size: number; packed: number },
): AsyncGenerator<Uint8Array> {
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      counts.crc = crc32(bytes, counts.crc);
      counts.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw({ level: 6 });
  const fed = feed(counted(), deflate);
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      counts.packed += chunk.length;
      yield chunk;
    }
    await fed;
  } finally {
    deflate.destroy();
  }
}

/** What goes wrong with the content destroys the stream, and so reaches whoever reads it. */
async function feed(content: AsyncIterable<Uint8Array>, deflate: ReturnType<typeof createDeflateRaw>): Promise<void> {
  try {
    for await (const bytes of content) {
      if (deflate.destroyed) return;
      if (!deflate.write(bytes)) await new Promise<void>((resolve) => void drained(deflate, resolve));
    }
    deflate.end();
  } catch (error) {
    deflate.destroy(error as Error);
  }
}

function drained(deflate: ReturnType<typeof createDeflateRaw>, then: () => void): void {
  const once = () => {
    deflate.off('drain', once);
    deflate.off('close', once);
    then();
  };
  deflate.on('drain', once);
  deflate.on('close', once);
}

function localHeader(name: string): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt16LE(DAY, 12);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return header;
}

const SIZES_BYTES = 16;

function sizesOf({ crc, packed: packedSize, size }: { crc: number; packed: number; size: number }): Buffer {
  const sizes = Buffer.alloc(SIZES_BYTES);
  sizes.write('PK\x07\x08', 'latin1');
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packedSize, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
}

function directoryEntry({ name, crc, packed: packedSize, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(46);
  entry.write('PK\x01\x02', 'latin1');
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATE, 10);
  entry.writeUInt16LE(DAY, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packedSize, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return entry;
}

function endOf(parts: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts, 8);
  end.writeUInt16LE(parts, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
