const CHUNK_BYTES = 2 ** 22;
/** Places in one array: what grows by copying leaves garbage of the same size behind. */
const PLACES = 2 ** 16;
/** A length is one byte; this one says that four bytes with it follow. */
const IS_LONG = 255;
const LONG_BYTES = 5;

/**
 * Texts by their place, from 0. They are held as UTF-8, outside the heap: a million names take little more than their
 * letters do.
 */
export class SharedTexts {
  readonly #chunks: Buffer[] = [];
  /** Where the length of each text stands, before its bytes, the chunks being counted as one row of bytes. */
  readonly #places: Uint32Array[] = [];
  #count = 0;
  /** Of the last chunk. */
  #used = CHUNK_BYTES;

  get count(): number {
    return this.#count;
  }

  /** Bytes that the texts take. */
  get bytes(): number {
    return this.#chunks.length * CHUNK_BYTES;
  }

  /** Throws a RangeError for a text of about 4 MiB and more. */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    const isLong = length >= IS_LONG;
    const room = length + (isLong ? LONG_BYTES : 1);
    if (room > CHUNK_BYTES) throw new RangeError('a text is longer than 4 MiB');
    if (this.#used + room > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
      this.#used = 0;
    }
    const at = this.#count % PLACES;
    if (at === 0) this.#places.push(new Uint32Array(PLACES));
    this.#places.at(-1)![at] = (this.#chunks.length - 1) * CHUNK_BYTES + this.#used;
    const chunk = this.#chunks.at(-1)!;
    chunk.writeUInt8(isLong ? IS_LONG : length, this.#used);
    if (isLong) chunk.writeUInt32LE(length, this.#used + 1);
    chunk.write(text, this.#used + room - length);
    this.#used += room;
    this.#count += 1;
  }

  /** Undefined for a place that no text has. */
  at(place: number): string | undefined {
    if (!(place >= 0 && place < this.#count)) return undefined;
    const start = this.#places[Math.floor(place / PLACES)]?.[place % PLACES];
    const chunk = start === undefined ? undefined : this.#chunks[Math.floor(start / CHUNK_BYTES)];
    if (start === undefined || !chunk) return undefined;
    const at = start % CHUNK_BYTES;
    const isLong = chunk.readUInt8(at) === IS_LONG;
    const from = at + (isLong ? LONG_BYTES : 1);
    const length = isLong ? chunk.readUInt32LE(at + 1) : chunk.readUInt8(at);
    return chunk.toString('utf8', from, from + length);
  }
}
