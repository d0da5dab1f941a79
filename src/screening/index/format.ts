import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { SnapshotSource } from '../../domain/snapshot.ts';
import { TouchstoneError } from '../../errors.ts';
import { ENGINE_VERSION } from '../version.ts';

/*
 * The file begins with a preamble of 32 bytes: magic, then length and CRC-32 of the header and of the body. The header
 * follows as JSON. The body is sections of little-endian numbers, each at a multiple of eight bytes.
 */
const MAGIC = 'TSTNINDX';
const PREAMBLE_BYTES = 32;
const ALIGNMENT = 8;
const READ_BYTES = 1 << 22;

const ELEMENTS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, i32: Int32Array, f64: Float64Array } as const;
type ElementType = keyof typeof ELEMENTS;
export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Everything about a snapshot that is no number array. */
export interface IndexHeader {
  readonly engine: string;
  readonly id: string;
  readonly createdAt: string;
  readonly sources: readonly SnapshotSource[];
  /** Classes of legal forms; a word refers to one by its place here, counted from 1. */
  readonly legalForms: readonly string[];
  /** Length of the facts file in bytes. */
  readonly factsBytes: number;
  /** CRC-32 of the whole facts file. */
  readonly factsCrc: number;
}

interface Section {
  readonly type: ElementType;
  /** From the body's beginning. */
  readonly offset: number;
  readonly length: number;
}

interface StoredHeader extends IndexHeader {
  readonly sections: Readonly<Record<string, Section>>;
}

export type Sections = Readonly<Record<string, NumberArray>>;

/** Lays out header and sections as one shared buffer, which is also the file's content. */
export function assemble(header: IndexHeader, sections: Sections): SharedArrayBuffer {
  const directory: Record<string, Section> = {};
  let bodyBytes = 0;
  for (const [name, array] of Object.entries(sections)) {
    directory[name] = { type: elementType(array), offset: bodyBytes, length: array.length };
    bodyBytes += align(array.byteLength);
  }
  const headerBytes = Buffer.from(JSON.stringify({ ...header, sections: directory } satisfies StoredHeader));
  const bodyOffset = align(PREAMBLE_BYTES + headerBytes.length);
  const buffer = new SharedArrayBuffer(bodyOffset + bodyBytes);
  const bytes = new Uint8Array(buffer);
  let bodyCrc = 0;
  for (const [name, array] of Object.entries(sections)) {
    const raw = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    bytes.set(raw, bodyOffset + directory[name]!.offset);
    bodyCrc = crc32(new Uint8Array(align(raw.length) - raw.length), crc32(raw, bodyCrc));
  }
  bytes.set(headerBytes, PREAMBLE_BYTES);
  bytes.set(Buffer.from(MAGIC, 'latin1'));
  const preamble = new DataView(buffer);
  preamble.setUint32(8, headerBytes.length, true);
  preamble.setUint32(12, crc32(headerBytes), true);
  preamble.setFloat64(16, bodyBytes, true);
  preamble.setUint32(24, bodyCrc, true);
  return buffer;
}

/** The header and typed views on the sections. Throws `damaged` where the layout is not what `assemble` wrote. */
export function disassemble(buffer: SharedArrayBuffer): { header: IndexHeader; sections: Record<string, NumberArray> } {
  const { header, bodyOffset } = readHead(new Uint8Array(buffer), buffer.byteLength);
  const sections: Record<string, NumberArray> = {};
  for (const [name, { type, offset, length }] of Object.entries(header.sections)) {
    sections[name] = new ELEMENTS[type](buffer as unknown as ArrayBuffer, bodyOffset + offset, length);
  }
  return { header, sections };
}

/** Reads an index file into a shared buffer, off the event loop, and checks every byte. Throws `damaged`. */
export async function readIndexFile(path: string): Promise<SharedArrayBuffer> {
  let bytes: Uint8Array<SharedArrayBuffer> | undefined;
  await readChecked(path, (size) => {
    bytes = new Uint8Array(new SharedArrayBuffer(size));
    // Straight into the place where it stays: a copy would cost the event loop as much as the check.
    return (position, length) => bytes!.subarray(position, position + length);
  });
  return bytes!.buffer;
}

/** Checks every byte of an index file, off the event loop, and keeps nothing of it but the header. Throws `damaged`. */
export async function checkIndexFile(path: string): Promise<IndexHeader> {
  return readChecked(path, (size) => {
    const room = Buffer.allocUnsafe(Math.min(READ_BYTES, size));
    return (_, length) => (length > room.length ? Buffer.allocUnsafe(length) : room.subarray(0, length));
  });
}

/** Where the piece goes that begins at `position`, so many bytes long. */
type Room = (position: number, length: number) => Uint8Array;

/** Reads a whole index file and checks it. `roomOf` is told the size of the file, in bytes. */
async function readChecked(path: string, roomOf: (size: number) => Room): Promise<IndexHeader> {
  const file = await open(path).catch((cause) => {
    throw new TouchstoneError('damaged', 'The snapshot index cannot be opened.', { cause });
  });
  try {
    const { size } = await file.stat();
    const preamble = await readBytes(file, Buffer.alloc(PREAMBLE_BYTES), 0);
    const { headerLength, bodyCrc } = readPreamble(preamble, size);
    const start = await readBytes(file, Buffer.alloc(PREAMBLE_BYTES + headerLength), 0);
    const { header, bodyOffset } = readHead(start, size);
    const room = roomOf(size);
    room(0, start.length).set(start);
    let crc = 0;
    for (let position = bodyOffset; position < size; position += READ_BYTES) {
      crc = crc32(await readBytes(file, room(position, Math.min(READ_BYTES, size - position)), position), crc);
    }
    if (crc !== bodyCrc) throw damaged('its content is not what was written');
    return header;
  } finally {
    await file.close();
  }
}

/** Fills `into` from a place in the file, and answers it. */
async function readBytes<Into extends Uint8Array>(file: FileHandle, into: Into, position: number): Promise<Into> {
  for (let filled = 0; filled < into.length; ) {
    const { bytesRead } = await file.read(into, filled, into.length - filled, position + filled).catch(unreadable);
    if (bytesRead === 0) throw damaged('it is cut off');
    filled += bytesRead;
  }
  return into;
}

/** What stands before the body, from the first bytes of a file of `size` bytes. */
function readHead(start: Uint8Array, size: number): { header: StoredHeader; bodyOffset: number } {
  const { headerLength, headerCrc, bodyLength } = readPreamble(start, size);
  // A copy: text is not decoded from shared memory.
  const headerBytes = Buffer.from(start.subarray(PREAMBLE_BYTES, PREAMBLE_BYTES + headerLength));
  if (crc32(headerBytes) !== headerCrc) throw damaged('its header is not what was written');
  const header = JSON.parse(headerBytes.toString()) as StoredHeader;
  if (header.engine !== ENGINE_VERSION) {
    throw damaged(`it was compiled by engine ${header.engine}, this is ${ENGINE_VERSION}`);
  }
  const bodyOffset = align(PREAMBLE_BYTES + headerLength);
  if (bodyOffset + bodyLength !== size) throw damaged('it is cut off');
  return { header, bodyOffset };
}

function readPreamble(start: Uint8Array, size: number) {
  const magic = Buffer.from(start.subarray(0, MAGIC.length)).toString('latin1');
  if (magic !== MAGIC) throw damaged('it is no snapshot index');
  const view = new DataView(start.buffer, start.byteOffset);
  const headerLength = view.getUint32(8, true);
  if (PREAMBLE_BYTES + headerLength > size) throw damaged('it is cut off');
  return {
    headerLength,
    headerCrc: view.getUint32(12, true),
    bodyLength: view.getFloat64(16, true),
    bodyCrc: view.getUint32(24, true),
  };
}

function elementType(array: NumberArray): ElementType {
  const found = Object.entries(ELEMENTS).find(([, kind]) => array instanceof kind);
  return found![0] as ElementType;
}

/** A disk that cannot give back what was written has damaged it. */
function unreadable(cause: unknown): never {
  throw damaged('it cannot be read', cause);
}

function damaged(why: string, cause?: unknown): TouchstoneError {
  return new TouchstoneError('damaged', `The snapshot index is not usable: ${why}.`, { cause });
}

const align = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
