import { open } from 'node:fs/promises';
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
  const { headerLength, headerCrc, bodyLength } = readPreamble(buffer);
  const headerBytes = Buffer.from(new Uint8Array(buffer, PREAMBLE_BYTES, headerLength));
  if (crc32(headerBytes) !== headerCrc) throw damaged('its header is not what was written');
  const header = JSON.parse(headerBytes.toString()) as StoredHeader;
  if (header.engine !== ENGINE_VERSION) {
    throw damaged(`it was compiled by engine ${header.engine}, this is ${ENGINE_VERSION}`);
  }
  const bodyOffset = align(PREAMBLE_BYTES + headerLength);
  if (bodyOffset + bodyLength !== buffer.byteLength) throw damaged('it is cut off');
  const sections: Record<string, NumberArray> = {};
  for (const [name, { type, offset, length }] of Object.entries(header.sections)) {
    sections[name] = new ELEMENTS[type](buffer as unknown as ArrayBuffer, bodyOffset + offset, length);
  }
  return { header, sections };
}

/** Reads an index file into a shared buffer, off the event loop, and checks every byte. Throws `damaged`. */
export async function readIndexFile(path: string): Promise<SharedArrayBuffer> {
  const file = await open(path).catch((cause) => {
    throw new TouchstoneError('damaged', 'The snapshot index cannot be opened.', { cause });
  });
  try {
    const { size } = await file.stat();
    if (size < PREAMBLE_BYTES) throw damaged('it is cut off');
    const buffer = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    const chunk = Buffer.allocUnsafe(Math.min(READ_BYTES, size));
    let position = 0;
    let bodyCrc = 0;
    let bodyOffset = 0;
    while (position < size) {
      const { bytesRead } = await file
        .read(chunk, 0, Math.min(chunk.length, size - position), position)
        .catch(unreadable);
      if (bytesRead === 0) throw damaged('it is cut off');
      bytes.set(chunk.subarray(0, bytesRead), position);
      if (position === 0) bodyOffset = align(PREAMBLE_BYTES + readPreamble(buffer).headerLength);
      const from = Math.max(0, bodyOffset - position);
      if (from < bytesRead) bodyCrc = crc32(chunk.subarray(from, bytesRead), bodyCrc);
      position += bytesRead;
    }
    if (bodyCrc !== readPreamble(buffer).bodyCrc) throw damaged('its content is not what was written');
    disassemble(buffer);
    return buffer;
  } finally {
    await file.close();
  }
}

function readPreamble(buffer: SharedArrayBuffer) {
  const magic = Buffer.from(new Uint8Array(buffer, 0, MAGIC.length)).toString('latin1');
  if (magic !== MAGIC) throw damaged('it is no snapshot index');
  const view = new DataView(buffer);
  const headerLength = view.getUint32(8, true);
  if (PREAMBLE_BYTES + headerLength > buffer.byteLength) throw damaged('it is cut off');
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
