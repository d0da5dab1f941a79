import { EXACT, hashText } from './index/keys.ts';

/** Memory is taken only as far as it is written. */
const ARENA = 2 ** 25;
/** Buckets, in each of which the places of so many texts are known at once. */
const BUCKETS = 2 ** 15;
const WAYS = 4;
/** Of each place: the hash of the text, and where its record begins, in units. */
const PLACE = 2;
/** The header holds a lock and how far the arena was given away, in units. */
const HEADER = 64;
const [LOCK, GIVEN] = [0, 1];
const TABLE = HEADER / 4;
/** Records begin at multiples of so many bytes. */
const UNIT = 64;
const UNITS = ARENA / UNIT;
const ARENA_AT = HEADER + BUCKETS * WAYS * PLACE * 4;
/**
 * Of a record: one more than the UTF-16 code units of the text, so that empty memory has no text. Then how many bytes
 * the value has, then both.
 */
const RECORD_HEADER = 8;
/** Larger records would push out too many others. */
const MAX_RECORD = ARENA / 32;

/**
 * Remembers bytes by text, for all threads that share its memory. What was remembered first is forgotten first. A text
 * is not remembered where another thread writes at the same moment.
 */
export class SharedMemory {
  /** What threads share, to be passed to each. */
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Int32Array;
  readonly #letters: Uint16Array;
  readonly #bytes: Uint8Array;
  /** Stands before the texts of whoever shares the memory with others. */
  readonly #owner: string;
  readonly #salt: number;

  constructor(buffer = new SharedArrayBuffer(ARENA_AT + ARENA), owner = '') {
    this.buffer = buffer;
    this.#owner = owner;
    this.#salt = owner === '' ? 0 : hashText(owner, EXACT);
    this.#numbers = new Int32Array(buffer);
    this.#letters = new Uint16Array(buffer);
    this.#bytes = new Uint8Array(buffer);
  }

  /** The same memory for texts that mean something else: those of a part that is searched beside the snapshot. */
  of(owner: string): SharedMemory {
    return new SharedMemory(this.buffer, owner);
  }

  /** A copy of what was remembered for the text. `hash`: 32 bits of any hash of it, always the same. */
  get(text: string, hash: number): ArrayBuffer | undefined {
    return this.#get(this.#owner + text, hash ^ this.#salt);
  }

  #get(text: string, hash: number): ArrayBuffer | undefined {
    const place = this.#placeOf(hash);
    if (Atomics.load(this.#numbers, place) !== (hash | 0)) return undefined;
    const start = Atomics.load(this.#numbers, place + 1) >>> 0;
    const at = addressOf(start);
    const length = this.#numbers[at / 4]! - 1;
    const size = this.#numbers[at / 4 + 1]!;
    if (length !== text.length || size < 0 || size > MAX_RECORD || !this.#hasText(at, text)) return undefined;
    const value = new ArrayBuffer(size);
    const from = at + valueAt(length);
    new Uint8Array(value).set(this.#bytes.subarray(from, from + size));
    // Nobody has begun to write over the record while it was read. A change, if only by 0, waits for what was read.
    return ageOf(start, Atomics.add(this.#numbers, GIVEN, 0)) <= UNITS ? value : undefined;
  }

  /** Remembers a copy of the value, unless both take more than a mebibyte. */
  set(text: string, hash: number, value: ArrayBuffer): void {
    this.#set(this.#owner + text, hash ^ this.#salt, value);
  }

  #set(text: string, hash: number, value: ArrayBuffer): void {
    const size = valueAt(text.length) + value.byteLength;
    if (size > MAX_RECORD || Atomics.compareExchange(this.#numbers, LOCK, 0, 1) !== 0) return;
    this.#write(text, hash, value, Math.ceil(size / UNIT));
    Atomics.store(this.#numbers, LOCK, 0);
  }

  /** That of the hash, or else the one whose record is the oldest. */
  #placeOf(hash: number): number {
    const first = TABLE + (hash & (BUCKETS - 1)) * WAYS * PLACE;
    const given = Atomics.load(this.#numbers, GIVEN);
    let oldest = first;
    let age = -1;
    for (let place = first; place < first + WAYS * PLACE; place += PLACE) {
      if (this.#numbers[place] === (hash | 0)) return place;
      const own = ageOf(this.#numbers[place + 1]!, given);
      if (own <= age) continue;
      oldest = place;
      age = own;
    }
    return oldest;
  }

  #write(text: string, hash: number, value: ArrayBuffer, units: number): void {
    const numbers = this.#numbers;
    let start = numbers[GIVEN]! >>> 0;
    const left = UNITS - (start % UNITS);
    if (left < units) start += left;
    Atomics.store(numbers, GIVEN, (start + units) | 0);
    const at = addressOf(start);
    numbers[at / 4] = text.length + 1;
    numbers[at / 4 + 1] = value.byteLength;
    for (let place = 0; place < text.length; place++) {
      this.#letters[(at + RECORD_HEADER) / 2 + place] = text.charCodeAt(place);
    }
    this.#bytes.set(new Uint8Array(value), at + valueAt(text.length));
    const place = this.#placeOf(hash);
    Atomics.store(numbers, place + 1, start | 0);
    Atomics.store(numbers, place, hash | 0);
  }

  #hasText(at: number, text: string): boolean {
    const from = (at + RECORD_HEADER) / 2;
    for (let place = 0; place < text.length; place++) {
      if (this.#letters[from + place] !== text.charCodeAt(place)) return false;
    }
    return true;
  }
}

/** So many units were given away since a record began. */
const ageOf = (start: number, given: number): number => (given - start) >>> 0;
const addressOf = (unit: number): number => ARENA_AT + (unit % UNITS) * UNIT;
/** Where the value begins in a record. */
const valueAt = (length: number): number => RECORD_HEADER + 2 * length;
