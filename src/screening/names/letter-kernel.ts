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
  GAP_BITS,
  isFinalPair,
  type Letters,
  LONGEST,
  type Spelled,
  SYMBOLS,
  symbolOf,
  TRANSPOSITION,
} from './distance.ts';

/** Texts that are compared at once: a vector has so many numbers of 16 bits. */
const LANES = 8;

const OTHER = SYMBOLS.length;
const VECTOR = 16;
/** Vectors that hold what one symbol costs against each of 48. */
const PIECES = 3;
/**
 * Of a symbol's number the lower byte of 16 bits says which it is. With these bits above it, a look-up by bytes finds
 * nothing in the upper byte.
 */
const UPPER = 0xff00;
/** No symbol has this number. */
const NONE = 0x7fff;

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
const PAGE = 65_536;

let ofThread: LetterKernel | undefined;

/** That of this thread. Each has memory of its own, for which gigabytes of addresses are set aside. */
export function letterKernel(): LetterKernel {
  ofThread ??= new LetterKernel();
  return ofThread;
}

/** Compares a text with eight others at once, as `foldedDistance` does. */
class LetterKernel {
  readonly #numbers: Int16Array;
  readonly #run: (rows: number, columns: number) => number;
  #text: Spelled | undefined;
  #rows = 0;
  #columns = 0;
  readonly #widths = new Uint8Array(LANES);

  constructor() {
    const memory = new WebAssembly.Memory({ initial: 1 });
    if (DISTANCES_AT + 3 * DISTANCE_BYTES > PAGE) throw new Error('The kernel needs more memory.');
    this.#numbers = new Int16Array(memory.buffer);
    const costs = new Uint8Array(memory.buffer, COSTS);
    for (let one = 0; one <= OTHER; one++) {
      for (let other = 0; other <= OTHER; other++) {
        costs[one * PIECES * VECTOR + other] = exchangeCost(SYMBOLS.charCodeAt(one), SYMBOLS.charCodeAt(other));
      }
    }
    this.#numbers[ROWS / 2] = NONE;
    this.#run = compileKernel({ memory, parameters: 2, integers: 9, vectors: 14, body: comparison });
  }

  /** How far a text is from each of others, in hundredths of an edit. */
  distances(text: Spelled, others: Letters, ids: Uint32Array, count: number, into: Int16Array): void {
    this.#take(text);
    for (let start = 0; start < count; start += LANES) {
      const lanes = Math.min(LANES, count - start);
      this.#columns = 0;
      for (let lane = 0; lane < lanes; lane++) this.#put(lane, others, ids[start + lane]!);
      const last = this.#run(this.#rows, this.#columns) / 2;
      for (let lane = 0; lane < lanes; lane++) {
        into[start + lane] = this.#numbers[last + this.#widths[lane]! * LANES + lane]!;
      }
    }
  }

  #take(text: Spelled): void {
    if (this.#text === text) return;
    this.#text = text;
    this.#rows = text.codes.length;
    const numbers = this.#numbers;
    for (let row = 0; row < this.#rows; row++) {
      const at = (ROWS + (row + 1) * ROW_BYTES) / 2;
      numbers[at] = symbolOf(text.codes[row]!);
      numbers[at + 1] = text.gaps[row]!;
    }
  }

  #put(lane: number, { codes, symbols, starts }: Letters, id: number): void {
    const numbers = this.#numbers;
    const start = starts[id]!;
    const width = Math.min(starts[id + 1]! - start, LONGEST);
    if (width > this.#columns) this.#columns = width;
    for (let column = 0; column < width; column++) {
      numbers[SYMBOLS_AT / 2 + (column + 1) * LANES + lane] = symbols[start + column]!;
    }
    this.#putExtras(lane, width, codes[start]!, codes[start + width - 1]!);
    this.#widths[lane] = width;
  }

  /** What the first letters and the last ones cost more, where they differ so. */
  #putExtras(lane: number, width: number, firstLetter: number, lastLetter: number): void {
    const numbers = this.#numbers;
    const { codes } = this.#text!;
    const isOneRow = this.#rows === 1;
    const before = this.#widths[lane]! * LANES + lane;
    numbers[LAST_EXTRAS_AT / 2 + before] = 0;
    numbers[FIRST_EXTRAS_AT / 2 + before] = 0;
    const own = width * LANES + lane;
    const last = width > 0 && isFinalPair(codes[this.#rows - 1]!, lastLetter) ? FINAL_VOWEL : 0;
    numbers[LAST_EXTRAS_AT / 2 + own] = last;
    if (isOneRow) numbers[FIRST_EXTRAS_AT / 2 + own] = last;
    const first = width > 0 && codes[0] !== firstLetter ? FIRST_LETTER : 0;
    numbers[FIRST_EXTRAS_AT / 2 + LANES + lane] = first + (isOneRow && width === 1 ? last : 0);
  }
}

/**
 * The distances as Wagner and Fischer (1974) find them, row by row, for eight texts at once. With letters exchanged
 * that follow one another, as Lowrance and Wagner (1975) do. Returns the address of the last row.
 */
function comparison(parameters: readonly Local[], integers: readonly Local[], vectors: readonly Local[]): Code {
  const [rows, columns] = parameters as [Local, Local];
  const [row, rowAt, column, end, before, previous, current, costs, extras] = integers as Nine;
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
  return [
    ...previous.set(i32.const(DISTANCES_AT)),
    ...current.set(i32.const(DISTANCES_AT + DISTANCE_BYTES)),
    ...before.set(i32.const(DISTANCES_AT + 2 * DISTANCE_BYTES)),
    ...end.set(i32.mul(i32.add(columns.get, i32.const(1)), i32.const(VECTOR))),
    // The first row: all letters of the eight texts left out.
    ...left.set(nothing),
    ...v128.store(previous.get, 0, left.get),
    ...column.set(i32.const(VECTOR)),
    ...repeatWhile(
      [
        ...left.set(i16x8.add(left.get, i16x8.shiftRight(v128.load(column.get, SYMBOLS_AT), i32.const(GAP_BITS)))),
        ...v128.store(at(previous), 0, left.get),
        ...next(column, VECTOR),
      ],
      i32.lessThan(column.get, end.get),
    ),
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
            ...crossed.set(i16x8.add(v128.load(i32.add(at(before), i32.const(-2 * VECTOR)), 0), splat(TRANSPOSITION))),
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
    ...previous.get,
  ];
}

type Nine = [Local, Local, Local, Local, Local, Local, Local, Local, Local];
type Fourteen = [...Nine, Local, Local, Local, Local, Local];
