import {
  type Code,
  compileKernel,
  f32x4,
  f64x2,
  i8x16,
  i16x8,
  i32,
  i32x4,
  type Local,
  repeatWhile,
  v128,
  when,
} from '../webassembly/assembler.ts';

/** A place of a narrowed row: where its first and its last pixel begin in the row, and the weights of its pixels. */
export interface Place {
  readonly first: number;
  readonly last: number;
  /** Of the first pixel, of each in between, and of the last one where that is another. */
  readonly weights: readonly [number, number, number];
}

const PAGE = 65_536;
const VECTOR = 16;
const FOUR = 4 * VECTOR;
/** Bytes of a place: two whole numbers of 32 bits, three numbers of 64. */
const PLACE = 32;
const COLOURS = 3;
const FLOAT = 4;
/** The upper half of a vector, twice, and the lower halves of two. */
const UPPER = [...Array(8).keys(), ...Array(8).keys()].map((at) => at + 8);
const LOWER = [...Array(8).keys(), ...[...Array(8).keys()].map((at) => at + VECTOR)];

let ofThread: ScaleKernel | undefined;

/** That of this thread: it has memory of its own, which grows with the widest row. */
export function scaleKernel(): ScaleKernel {
  ofThread ??= new ScaleKernel();
  return ofThread;
}

/**
 * Narrows rows of colours, and adds them up by weights. Numbers are rounded where JavaScript rounds them, so that a
 * picture comes out the same whichever of the two scales it.
 */
class ScaleKernel {
  readonly #memory = new WebAssembly.Memory({ initial: 1 });
  readonly #narrow: (source: number, line: number, end: number, places: number) => number;
  readonly #add: (line: number, sum: number, end: number, weight: number) => number;
  readonly #cut: (sum: number, end: number, bytes: number) => number;
  /** Where things stand in memory, in bytes: the weight of a row is at 0. */
  #sourceAt = VECTOR;
  #placesAt = 0;
  #sumAt = 0;
  #linesAt = 0;
  #lineBytes = 0;
  #row = 0;
  /** Parts of the memory, until it grows. */
  #weight = new Float64Array();
  #source = new Uint8Array();
  #sum = new Float32Array();
  #bytes = new Uint8Array();

  constructor() {
    const memory = this.#memory;
    const options = { memory, parameters: 4, integers: 2, vectors: 3 };
    this.#narrow = compileKernel({ ...options, body: narrowing });
    this.#add = compileKernel({ ...options, body: adding });
    this.#cut = compileKernel({ ...options, parameters: 3, body: cutting });
  }

  /** Makes ready for pictures whose rows have so many bytes, with room for so many narrowed rows. */
  prepare(sourceBytes: number, places: readonly Place[], lines: number): void {
    this.#row = places.length * COLOURS;
    // What is read or written together reaches beyond the end of a row.
    const whole = (bytes: number) => Math.ceil(bytes / VECTOR) * VECTOR + FOUR;
    this.#lineBytes = whole(this.#row * FLOAT);
    this.#placesAt = this.#sourceAt + whole(sourceBytes);
    this.#sumAt = this.#placesAt + places.length * PLACE;
    const bytesAt = this.#sumAt + this.#lineBytes;
    this.#linesAt = bytesAt + whole(this.#row);
    const missing = this.#linesAt + lines * this.#lineBytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    const { buffer } = this.#memory;
    this.#weight = new Float64Array(buffer, 0, 1);
    this.#source = new Uint8Array(buffer, this.#sourceAt, sourceBytes);
    this.#sum = new Float32Array(buffer, this.#sumAt, this.#row);
    this.#bytes = new Uint8Array(buffer, bytesAt, this.#row);
    const view = new DataView(buffer);
    for (const [at, { first, last, weights }] of places.entries()) {
      const to = this.#placesAt + at * PLACE;
      view.setInt32(to, first * COLOURS, true);
      view.setInt32(to + 4, last * COLOURS, true);
      for (const [index, weight] of weights.entries()) view.setFloat64(to + 8 + index * 8, weight, true);
    }
  }

  /** Narrows a row to the given line. */
  narrow(source: Uint8Array, line: number): void {
    this.#source.set(source);
    const to = this.#linesAt + line * this.#lineBytes;
    this.#narrow(this.#sourceAt, to, to + this.#row * FLOAT, this.#placesAt);
  }

  /** Begins a sum with the same value everywhere. */
  begin(value: number): void {
    this.#sum.fill(value);
  }

  /** Adds a line to the sum. */
  add(line: number, weight: number): void {
    this.#weight[0] = weight;
    this.#add(this.#linesAt + line * this.#lineBytes, this.#sumAt, this.#sumAt + this.#row * FLOAT, 0);
  }

  /** Writes the sum, without fractions. */
  finish(into: Uint8Array, at: number): void {
    this.#cut(this.#sumAt, this.#sumAt + this.#row * FLOAT, this.#bytes.byteOffset);
    into.set(this.#bytes, at);
  }
}

const step = (local: Local, by: number): Code => local.set(i32.add(local.get, i32.const(by)));
const upper = (vector: Code): Code => i8x16.shuffle(vector, vector, UPPER);
const floats = (low: Code, high: Code): Code => i8x16.shuffle(f32x4.ofDoubles(low), f32x4.ofDoubles(high), LOWER);

/** From source, line, end of the line, and places. */
function narrowing(
  [source, line, end, places]: readonly Local[],
  [pixel, last]: readonly Local[],
  [first, between, final]: readonly Local[],
): Code {
  const colours = (address: Code) => i32x4.ofBytes(v128.loadStart(address, 0));
  const weighed = (half: (vector: Code) => Code) => {
    const part = (vector: Local, offset: number) =>
      f64x2.mul(v128.loadTwice(places!.get, offset), f64x2.ofIntegers(half(vector.get)));
    return f64x2.add(f64x2.add(part(first!, 8), part(between!, 16)), part(final!, 24));
  };
  const sameRow = (offset: number) => i32.add(source!.get, i32.load(places!.get, offset));
  return [
    ...repeatWhile(
      [
        ...pixel!.set(sameRow(0)),
        ...last!.set(sameRow(4)),
        ...first!.set(colours(pixel!.get)),
        ...final!.set(colours(last!.get)),
        ...between!.set(v128.const(new Array<number>(VECTOR).fill(0))),
        ...step(pixel!, COLOURS),
        ...when(
          i32.lessThan(pixel!.get, last!.get),
          repeatWhile(
            [...between!.set(i32x4.add(between!.get, colours(pixel!.get))), ...step(pixel!, COLOURS)],
            i32.lessThan(pixel!.get, last!.get),
          ),
        ),
        ...v128.store(
          line!.get,
          0,
          floats(
            weighed((vector) => vector),
            weighed(upper),
          ),
        ),
        ...step(line!, COLOURS * FLOAT),
        ...step(places!, PLACE),
      ],
      i32.lessThan(line!.get, end!.get),
    ),
    ...i32.const(0),
  ];
}

/** From line, sum, end of the sum, and the place of the weight. */
function adding(
  [line, sum, end, weight]: readonly Local[],
  _: readonly Local[],
  [factor, added, before]: readonly Local[],
): Code {
  const half = (part: (vector: Code) => Code) =>
    f64x2.add(f64x2.ofFloats(part(before!.get)), f64x2.mul(f64x2.ofFloats(part(added!.get)), factor!.get));
  return [
    ...factor!.set(v128.loadTwice(weight!.get, 0)),
    ...repeatWhile(
      [
        ...added!.set(v128.load(line!.get, 0)),
        ...before!.set(v128.load(sum!.get, 0)),
        ...v128.store(
          sum!.get,
          0,
          floats(
            half((vector) => vector),
            half(upper),
          ),
        ),
        ...step(line!, VECTOR),
        ...step(sum!, VECTOR),
      ],
      i32.lessThan(sum!.get, end!.get),
    ),
    ...i32.const(0),
  ];
}

/** From sum, its end, and the place of the bytes: the values of four vectors in one. */
function cutting([sum, end, bytes]: readonly Local[]): Code {
  const four = (offset: number) => i32x4.ofFloats(v128.load(sum!.get, offset));
  const eight = (offset: number) => i16x8.ofNumbers(four(offset), four(offset + VECTOR));
  return [
    ...repeatWhile(
      [
        ...v128.store(bytes!.get, 0, i8x16.ofNumbers(eight(0), eight(2 * VECTOR))),
        ...step(sum!, FOUR),
        ...step(bytes!, VECTOR),
      ],
      i32.lessThan(sum!.get, end!.get),
    ),
    ...i32.const(0),
  ];
}
