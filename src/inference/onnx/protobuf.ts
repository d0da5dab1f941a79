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
    this.#key(field, 2).#varint(value.#length);
    for (const part of value.#parts) this.#push(part);
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
