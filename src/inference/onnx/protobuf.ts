/**
 * Writes the protocol buffer wire format (protobuf.dev/programming-guides/encoding), as far as an ONNX file needs it:
 * varints, 32 bit floats and length-delimited fields. Fields of a value that is absent are simply not written.
 */
export class ProtobufWriter {
  readonly #parts: Uint8Array[] = [];
  #length = 0;

  /** A whole number ≥ 0 that a double holds exactly. */
  integer(field: number, value: number): this {
    return this.#key(field, 0).#varint(value);
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    return this.#key(field, 5).#push(bytes);
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value));
  }

  bytes(field: number, value: Uint8Array): this {
    return this.#key(field, 2).#varint(value.length).#push(value);
  }

  message(field: number, value: ProtobufWriter): this {
    return this.#key(field, 2).#varint(value.#length).append(value);
  }

  /** All fields of another message behind those of this one. */
  append(other: ProtobufWriter): this {
    for (const part of other.#parts) this.#push(part);
    return this;
  }

  finish(): Uint8Array {
    const bytes = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }

  #key(field: number, wireType: number): this {
    return this.#varint(field * 8 + wireType);
  }

  #varint(value: number): this {
    const bytes: number[] = [];
    let rest = value;
    while (rest >= 128) {
      bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
    return this.#push(Uint8Array.from(bytes));
  }

  #push(bytes: Uint8Array): this {
    this.#parts.push(bytes);
    this.#length += bytes.length;
    return this;
  }
}

/** A field of a message: a varint as a number, everything else as its bytes. */
export interface ProtobufField {
  readonly field: number;
  readonly value: number | Uint8Array;
}

const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** Whole numbers that were packed into one field. */
export function* varintsOf(packed: Uint8Array): Generator<number> {
  const cursor = { at: 0 };
  while (cursor.at < packed.length) yield varintAt(packed, cursor);
}

/** The fields of a message in their order. Values share the message's memory. Throws where the bytes are no message. */
export function* fieldsOf(message: Uint8Array): Generator<ProtobufField> {
  const cursor = { at: 0 };
  while (cursor.at < message.length) {
    const key = varintAt(message, cursor);
    const [field, wireType] = [Math.floor(key / 8), key % 8];
    if (wireType === 0) {
      yield { field, value: varintAt(message, cursor) };
      continue;
    }
    const length = wireType === 2 ? varintAt(message, cursor) : FIXED_BYTES[wireType];
    const start = cursor.at;
    if (length === undefined || start + length > message.length) {
      throw new RangeError('A protocol buffer has a field that does not end.');
    }
    cursor.at += length;
    yield { field, value: message.subarray(start, cursor.at) };
  }
}

/** Numbers of more than 53 bits, which only negative ones have, come out inexact. */
function varintAt(bytes: Uint8Array, cursor: { at: number }): number {
  for (let value = 0, place = 1; cursor.at < bytes.length; place *= 128) {
    const byte = bytes[cursor.at++]!;
    value += (byte & 127) * place;
    if (byte < 128) return value;
  }
  throw new RangeError('A protocol buffer ends in the middle of a number.');
}
