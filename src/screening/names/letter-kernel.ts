import {
  type Code,
  compileKernel,
  i8x16,
  i16x8,
  i32,
  type Local,
  repeatWhile,
  v128,
} from '../../webassembly/assembler.ts';
import {
  exchangeCost,
  FINAL_VOWEL,
  FIRST_LETTER,
  finalPartner,
  GAP_BITS,
  type Letters,
  LONGEST,
  type SpellingLetters,
  SYMBOL_BITS,
  SYMBOLS,
  symbolOf,
  TRANSPOSITION,
} from './distance.ts';
import { SymbolPlaces } from './symbol-places.ts';

/** Texts that are compared at once: a vector has so many numbers of 16 bits. */
const LANES = 8;

const OTHER = SYMBOLS.length;
const VECTOR = 16;
const VECTOR_BITS = 4;
/** Vectors that hold what one symbol costs against each of 48. */
const PIECES = 3;
/**
 * Of a symbol's number the lower byte of 16 bits says which it is. With these bits above it, a look-up by bytes finds
 * nothing in the upper byte.
 */
const UPPER = 0xff00;
/** No symbol has this number. */
const NONE = 0x7fff;

/** Texts that can be compared in one call. */
const MAX_TEXTS = 4096;

/** Where things stand in memory, in bytes. */
const COLUMNS = LONGEST + 2;
const COSTS = 0;
const ROWS = COSTS + (OTHER + 1) * PIECES * VECTOR;
/** For each letter of the one text its symbol and what leaving it out costs. One letter more comes first. */
const ROW_BYTES = 4;
const SYMBOLS_AT = ROWS + Math.ceil(((LONGEST + 1) * ROW_BYTES) / VECTOR) * VECTOR;
/** What letters of each text cost more in the first row, in the last one, and in all others: nothing. */
const FIRST_EXTRAS_AT = SYMBOLS_AT + COLUMNS * VECTOR;
const LAST_EXTRAS_AT = FIRST_EXTRAS_AT + COLUMNS * VECTOR;
const NO_EXTRAS_AT = LAST_EXTRAS_AT + COLUMNS * VECTOR;
/** Three rows of distances, used in turn. */
const DISTANCES_AT = NO_EXTRAS_AT + COLUMNS * VECTOR;
const DISTANCE_BYTES = COLUMNS * VECTOR;
/** The lists of `Batch`, each with room for what fills the last eight. */
const ROOM = MAX_TEXTS + LANES;
const STARTS_AT = DISTANCES_AT + 3 * DISTANCE_BYTES;
const LENGTHS_AT = STARTS_AT + ROOM * 4;
const RESULTS_AT = LENGTHS_AT + ROOM * 2;
/** Symbols of few texts, and of many. */
const FEW_AT = RESULTS_AT + ROOM * 2;
const FEW_BYTES = 2 ** 16;
const MANY_AT = FEW_AT + FEW_BYTES;
/** Reading eight letters at a time reaches so far beyond the last text. */
const BEYOND = LONGEST * 2;
const PAGE = 65_536;

let ofThread: LetterKernel | undefined;

/** That of this thread. Each has memory of its own, for which gigabytes of addresses are set aside. */
export function letterKernel(): LetterKernel {
  ofThread ??= new LetterKernel();
  return ofThread;
}

/** Texts that are compared together, at most `MAX_TEXTS`: lists in the kernel's memory. */
export interface Batch {
  /** Where each text begins among the letters. */
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
  /** How far each is from the text that it was compared with, in hundredths of an edit. */
  readonly distances: Int16Array;
}

/** Compares a text with many others, eight at once, as `foldedDistance` does. */
class LetterKernel {
  readonly #memory = new WebAssembly.Memory({ initial: Math.ceil((MANY_AT + BEYOND) / PAGE) });
  #numbers = new Int16Array(this.#memory.buffer);
  #batch = batchIn(this.#memory);
  readonly #run: (rows: number, count: number, symbols: number, first: number, partner: number) => number;
  #text: SpellingLetters | undefined;
  /** The address of the symbols in use. */
  #symbols = FEW_AT;
  /** Whose symbols the memory has. */
  #few: Letters | undefined;
  readonly #many = new SymbolPlaces(MANY_AT);
  #last: Letters | undefined;

  constructor() {
    const costs = new Uint8Array(this.#memory.buffer, COSTS);
    for (let one = 0; one <= OTHER; one++) {
      for (let other = 0; other <= OTHER; other++) {
        costs[one * PIECES * VECTOR + other] = exchangeCost(SYMBOLS.charCodeAt(one), SYMBOLS.charCodeAt(other));
      }
    }
    this.#numbers[ROWS / 2] = NONE;
    const memory = this.#memory;
    this.#run = compileKernel({ memory, parameters: 5, integers: 10, vectors: 2 * LANES + 1, body: comparison });
  }

  /** The lists to fill with texts of `letters`. They are valid until other letters are asked for. */
  batchOf(letters: Letters): Batch {
    if (letters !== this.#last) this.#symbols = this.#placeOf(letters);
    this.#last = letters;
    return this.#batch;
  }

  /** Fills `distances` of the batch, of which so many texts count. */
  compare(text: SpellingLetters, count: number): void {
    this.#take(text);
    const { starts, lengths } = this.#batch;
    starts.fill(0, count, count + LANES);
    lengths.fill(0, count, count + LANES);
    const { codes } = text;
    const last = symbolOf(codes[codes.length - 1] ?? 0);
    this.#run(codes.length, count, this.#symbols, symbolOf(codes[0] ?? 0), finalPartner(last));
  }

  /** The address of the symbols of texts. Many are copied when they are met first, and few whenever others were. */
  #placeOf(texts: Letters): number {
    const { symbols } = texts;
    if (symbols.byteLength <= FEW_BYTES) {
      if (this.#few !== texts) this.#numbers.set(symbols, FEW_AT / 2);
      this.#few = texts;
      return FEW_AT;
    }
    const known = this.#many.of(texts);
    if (known !== undefined) return known;
    const at = this.#many.give(texts);
    const missing = this.#many.end + BEYOND - this.#memory.buffer.byteLength;
    if (missing > 0) this.#grow(missing);
    this.#numbers.set(symbols, at / 2);
    return at;
  }

  #grow(bytes: number): void {
    this.#memory.grow(Math.ceil(bytes / PAGE));
    this.#numbers = new Int16Array(this.#memory.buffer);
    this.#batch = batchIn(this.#memory);
  }

  #take(text: SpellingLetters): void {
    if (this.#text === text) return;
    this.#text = text;
    const numbers = this.#numbers;
    for (let row = 0; row < text.codes.length; row++) {
      const at = (ROWS + (row + 1) * ROW_BYTES) / 2;
      numbers[at] = symbolOf(text.codes[row]!);
      numbers[at + 1] = text.gaps[row]!;
    }
  }
}

const batchIn = ({ buffer }: WebAssembly.Memory): Batch => ({
  starts: new Uint32Array(buffer, STARTS_AT, ROOM),
  lengths: new Uint16Array(buffer, LENGTHS_AT, ROOM),
  distances: new Int16Array(buffer, RESULTS_AT, ROOM),
});

/** Places of the letters of two vectors in turn: of their first halves or, from 8, of their second ones. */
function interleaved(from: number): number[] {
  return Array.from({ length: VECTOR }, (_, byte) => {
    const letter = byte >> 1;
    return (letter % 2) * VECTOR + from + 2 * (letter >> 1) + (byte % 2);
  });
}

/**
 * Puts the symbols of the eight texts side by side: of each place in them one vector. Three times the vectors of the
 * first half and of the second one are interleaved letter by letter, which transposes them.
 */
function gather(
  [symbols, text, offset, column, end]: readonly [Local, Local, Local, Local, Local],
  vectors: readonly Local[],
): Code {
  const base = (lane: number) =>
    i32.add(symbols.get, i32.mul(i32.load(i32.mul(text.get, i32.const(4)), STARTS_AT + lane * 4), i32.const(2)));
  const half = vectors.slice(0, LANES);
  const other = vectors.slice(LANES, 2 * LANES);
  const step = (from: readonly Local[], to: readonly Local[]): Code =>
    Array.from({ length: LANES / 2 }, (_, pair) => [
      ...to[2 * pair]!.set(i8x16.shuffle(from[pair]!.get, from[pair + LANES / 2]!.get, interleaved(0))),
      ...to[2 * pair + 1]!.set(i8x16.shuffle(from[pair]!.get, from[pair + LANES / 2]!.get, interleaved(VECTOR / 2))),
    ]).flat();
  return [
    ...offset.set(i32.const(0)),
    ...column.set(i32.const(VECTOR)),
    ...repeatWhile(
      [
        ...half.flatMap((own, lane) => own.set(v128.load(i32.add(base(lane), offset.get), 0))),
        ...step(half, other),
        ...step(other, half),
        ...step(half, other),
        ...other.flatMap((own, place) => v128.store(column.get, SYMBOLS_AT + place * VECTOR, own.get)),
        ...offset.set(i32.add(offset.get, i32.const(VECTOR))),
        ...column.set(i32.add(column.get, i32.const(LANES * VECTOR))),
      ],
      i32.lessThan(column.get, end.get),
    ),
  ];
}

/**
 * The distances as Wagner and Fischer (1974) find them, row by row, for eight texts at once. With letters exchanged
 * that follow one another, as Lowrance and Wagner (1975) do. `text` is the first of the eight. `partner` is the symbol
 * that costs more as the last letter. Leaves how many texts were compared, to the next eight.
 */
function comparison(parameters: readonly Local[], integers: readonly Local[], vectors: readonly Local[]): Code {
  const [rows, count, symbols, firstSymbol, partner] = parameters as Five;
  const [text, row, rowAt, column, end, before, previous, current, costs, extras] = integers as Ten;
  const [
    left,
    diagonal,
    symbol,
    otherBefore,
    own,
    ownBefore,
    gapHere,
    first,
    second,
    third,
    cost,
    above,
    packed,
    crossed,
  ] = vectors as Fourteen;
  /** What `gather` leaves alone. */
  const widths = vectors[2 * LANES]!;
  const nothing = v128.const(new Array<number>(VECTOR).fill(0));
  const splat = (value: number) => i16x8.splat(i32.const(value));
  const bytes = (value: number) => i8x16.splat(i32.const(value));
  const next = (at: Local, step: number) => at.set(i32.add(at.get, i32.const(step)));
  const symbolOf = (address: Code, offset: number) =>
    i16x8.splat(i32.add(i32.load16(address, offset), i32.const(UPPER)));
  const at = (base: Local) => i32.add(base.get, column.get);
  const exchange = v128.or(
    v128.or(i8x16.swizzle(first.get, symbol.get), i8x16.swizzle(second.get, i8x16.sub(symbol.get, bytes(VECTOR)))),
    i8x16.swizzle(third.get, i8x16.sub(symbol.get, bytes(2 * VECTOR))),
  );
  const isCrossed = v128.and(i16x8.eq(symbol.get, ownBefore.get), i16x8.eq(otherBefore.get, own.get));
  const ofEight = i32.mul(text.get, i32.const(2));
  /** The number of each text's last column, in bytes: that of a column is where it stands. */
  const isLastColumn = i16x8.eq(widths.get, i16x8.splat(column.get));
  const isSymbol = (of: Code, parameter: Local) =>
    i16x8.eq(v128.and(of, splat(SYMBOL_BITS)), i16x8.splat(parameter.get));
  return [
    ...text.set(i32.const(0)),
    ...repeatWhile(
      [
        ...previous.set(i32.const(DISTANCES_AT)),
        ...current.set(i32.const(DISTANCES_AT + DISTANCE_BYTES)),
        ...before.set(i32.const(DISTANCES_AT + 2 * DISTANCE_BYTES)),
        ...cost.set(i16x8.min(v128.load(ofEight, LENGTHS_AT), splat(LONGEST))),
        ...cost.set(i16x8.shiftLeft(cost.get, i32.const(VECTOR_BITS))),
        ...widths.set(cost.get),
        ...end.set(i32.add(i16x8.first(highest(cost, above)), i32.const(VECTOR))),
        ...gather([symbols, text, row, column, end], vectors.slice(0, 2 * LANES)),
        // The first row: all letters of the eight texts left out.
        ...left.set(nothing),
        ...v128.store(previous.get, 0, left.get),
        ...own.set(i16x8.splat(i32.select(i32.const(FINAL_VOWEL), i32.const(0), i32.equal(rows.get, i32.const(1))))),
        ...column.set(i32.const(VECTOR)),
        ...repeatWhile(
          [
            ...packed.set(v128.load(column.get, SYMBOLS_AT)),
            ...left.set(i16x8.add(left.get, i16x8.shiftRight(packed.get, i32.const(GAP_BITS)))),
            ...v128.store(at(previous), 0, left.get),
            ...cost.set(v128.and(isLastColumn, isSymbol(packed.get, partner))),
            ...v128.store(column.get, LAST_EXTRAS_AT, v128.and(cost.get, splat(FINAL_VOWEL))),
            ...v128.store(column.get, FIRST_EXTRAS_AT, v128.and(cost.get, own.get)),
            ...next(column, VECTOR),
          ],
          i32.lessThan(column.get, end.get),
        ),
        ...column.set(i32.const(VECTOR)),
        ...cost.set(v128.andNot(splat(FIRST_LETTER), isSymbol(v128.load(column.get, SYMBOLS_AT), firstSymbol))),
        ...v128.store(column.get, FIRST_EXTRAS_AT, i16x8.add(cost.get, v128.load(column.get, FIRST_EXTRAS_AT))),
        ...row.set(i32.const(0)),
        ...rowAt.set(i32.const(ROWS)),
        ...repeatWhile(
          [
            ...next(row, 1),
            ...next(rowAt, ROW_BYTES),
            ...extras.set(
              i32.select(
                i32.const(FIRST_EXTRAS_AT),
                i32.select(i32.const(NO_EXTRAS_AT), i32.const(LAST_EXTRAS_AT), i32.lessThan(row.get, rows.get)),
                i32.equal(row.get, i32.const(1)),
              ),
            ),
            ...own.set(symbolOf(rowAt.get, 0)),
            ...ownBefore.set(symbolOf(i32.add(rowAt.get, i32.const(-ROW_BYTES)), 0)),
            ...gapHere.set(i16x8.splat(i32.load16(rowAt.get, 2))),
            ...costs.set(i32.mul(i32.load16(rowAt.get, 0), i32.const(PIECES * VECTOR))),
            ...first.set(v128.load(costs.get, COSTS)),
            ...second.set(v128.load(costs.get, COSTS + VECTOR)),
            ...third.set(v128.load(costs.get, COSTS + 2 * VECTOR)),
            ...diagonal.set(v128.load(previous.get, 0)),
            ...left.set(i16x8.add(diagonal.get, gapHere.get)),
            ...v128.store(current.get, 0, left.get),
            ...otherBefore.set(nothing),
            ...column.set(i32.const(VECTOR)),
            ...repeatWhile(
              [
                ...packed.set(v128.load(column.get, SYMBOLS_AT)),
                ...symbol.set(v128.or(packed.get, splat(UPPER))),
                ...above.set(v128.load(at(previous), 0)),
                ...cost.set(i16x8.add(i16x8.add(diagonal.get, exchange), v128.load(at(extras), 0))),
                ...crossed.set(
                  i16x8.add(v128.load(i32.add(at(before), i32.const(-2 * VECTOR)), 0), splat(TRANSPOSITION)),
                ),
                ...cost.set(i16x8.min(cost.get, v128.bitselect(crossed.get, cost.get, isCrossed))),
                ...left.set(
                  i16x8.min(
                    i16x8.add(above.get, gapHere.get),
                    i16x8.add(left.get, i16x8.shiftRight(packed.get, i32.const(GAP_BITS))),
                  ),
                ),
                ...left.set(i16x8.min(left.get, cost.get)),
                ...v128.store(at(current), 0, left.get),
                ...diagonal.set(above.get),
                ...otherBefore.set(symbol.get),
                ...next(column, VECTOR),
              ],
              i32.lessThan(column.get, end.get),
            ),
            ...costs.set(before.get),
            ...before.set(previous.get),
            ...previous.set(current.get),
            ...current.set(costs.get),
          ],
          i32.lessThan(row.get, rows.get),
        ),
        // Of each text what its last column has.
        ...column.set(i32.const(0)),
        ...repeatWhile(
          [...left.set(v128.bitselect(v128.load(at(previous), 0), left.get, isLastColumn)), ...next(column, VECTOR)],
          i32.lessThan(column.get, end.get),
        ),
        ...v128.store(ofEight, RESULTS_AT, left.get),
        ...next(text, LANES),
      ],
      i32.lessThan(text.get, count.get),
    ),
    ...text.get,
  ];
}

/** The highest of eight numbers, in every place. Both vectors are overwritten. */
function highest(numbers: Local, turned: Local): Code {
  const halves = [4, 2, 1].map((step) => {
    const places = Array.from({ length: VECTOR }, (_, byte) => (byte + 2 * step) % VECTOR);
    return [
      ...turned.set(i8x16.shuffle(numbers.get, numbers.get, places)),
      ...numbers.set(i16x8.max(numbers.get, turned.get)),
    ];
  });
  return [...halves.flat(), ...numbers.get];
}

type Five = [Local, Local, Local, Local, Local];
type Ten = [...Five, ...Five];
type Fourteen = [...Ten, Local, Local, Local, Local, ...Local[]];
