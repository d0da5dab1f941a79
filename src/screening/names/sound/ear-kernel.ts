import {
  type Code,
  callOut,
  compileKernel,
  f64,
  f64x2,
  i32,
  type Local,
  leave,
  repeatWhile,
  v128,
  when,
} from '../../../webassembly/assembler.ts';
import { LETTERS, MAX_GROUP, MAX_HEARD, MAX_SIGNS } from './sound-model.ts';

const PAGE = 65_536;
const NUMBER = 8;
const VECTOR = 16;
/** What stands in an ear is found by 16 bits, which count units of so many bytes. */
const UNIT_BITS = 4;
export const UNIT = 2 ** UNIT_BITS;
/** Of a Latin text so many letters count. */
export const MAX_LETTERS = 32;
/** Numbers for each place of the longest word, its end, and one more, so that they are pairs. */
const WIDEST = MAX_HEARD + 2;
/** A group stands for so many numbers of signs: none, one or two. */
export const RUNS = MAX_SIGNS + 1;
const roundedUp = (bytes: number): number => Math.ceil(bytes / UNIT) * UNIT;

/** Where things stand in an ear, in bytes. Where the next beginning will stand, as an address. */
export const NEXT = 0;
/** Bytes of a beginning, and of its cells, and where among its bytes the cell of the whole word stands. */
export const STRIDE = 4;
export const WIDTH = 8;
export const LAST = 12;
/** The probability that texts must reach. */
export const LEAST = 16;
/** The text's letters as 1 to 26. */
export const TEXT = 24;
/** By group of letters: where its row stands, in units. 0 where it is to be made, `NO_ROW` for no part of the word. */
export const ROW_OF = 64;
/** A row of zeros. */
export const NO_ROW = roundedUp(ROW_OF + LETTERS ** MAX_GROUP * 2);
/** By letters to come and place: no text is likelier from there on. */
export const ANY = NO_ROW + RUNS * WIDEST * NUMBER;
const BOUND_BYTES = (MAX_LETTERS + MAX_GROUP) * WIDEST * NUMBER;
/** The same of texts that go on with a group of two letters or three, and of those with three. */
export const TWO = ANY + BOUND_BYTES;
export const THREE = TWO + BOUND_BYTES;
/**
 * Rows of groups, with a run for each number of signs: the probability that the group stands for the signs before a
 * place.
 */
export const ROWS = THREE + BOUND_BYTES;
/** The beginnings of texts: a tree, whose root is the empty one. */
export const NODES = ROWS + 2 ** 18;
export const EAR_BYTES = 2 ** 16 * UNIT;

/** Where things stand in a beginning, in bytes. By number of letters still to come, as bits: whether it was asked. */
export const ASKED = 0;
/** Whether the least probability can be reached then. */
const HOPEFUL = 4;
/** The same where no group goes over the end of the beginning. */
const ALONE = 8;
/** The address of the beginning without its last letter; the root's own. */
export const PARENT = 12;
/** The last letter, and the last two as a group; 0 where the beginning is shorter. */
const ONE = 16;
const PAIR = 20;
/** By letter: where the beginning with it stands, in units; 0 where there is none. */
const CHILDREN = 24;
/** P(signs up to a place, letters up to here). Two zeros come before it, where no word begins. */
export const CELLS = roundedUp(CHILDREN + LETTERS * 2) + VECTOR;

/** Ears that a thread has at a time. Who listens to one more word takes the ear that was taken first. */
export const EARS = 8;

let ofThread: EarKernel | undefined;

/** That of this thread. Its memory has gigabytes of addresses set aside, so that all ears share it. */
export function earKernel(): EarKernel {
  ofThread ??= new EarKernel();
  return ofThread;
}

/** Who listens to a word, and makes the rows of groups of letters when they are first met. */
export interface Listener {
  /** Where the row stands, in units within the ear. It is noted there. */
  readonly makeRow: (group: number) => number;
}

/** Follows texts along the tree of their beginnings, as {@link following} says. */
class EarKernel {
  readonly #memory = new WebAssembly.Memory({ initial: (EARS * EAR_BYTES) / PAGE });
  readonly numbers = new Float64Array(this.#memory.buffer);
  readonly integers = new Int32Array(this.#memory.buffer);
  readonly units = new Uint16Array(this.#memory.buffer);
  readonly bytes = new Uint8Array(this.#memory.buffer);
  readonly #listeners = new Array<Listener | undefined>(EARS);
  #next = 0;
  #listener!: Listener;
  readonly #run = compileKernel({
    memory: this.#memory,
    callee: (group) => this.#listener.makeRow(group),
    parameters: 2,
    integers: 14,
    vectors: 1,
    body: following,
  });

  /** Whether a listener still has the ear at this address. */
  has(ear: number, listener: Listener): boolean {
    return this.#listeners[ear / EAR_BYTES] === listener;
  }

  /** The address of an ear for a listener, in bytes. */
  take(listener: Listener): number {
    const place = this.#next++ % EARS;
    this.#listeners[place] = listener;
    return place * EAR_BYTES;
  }

  /** The address of the probability of the word and the text in the ear; 0 where it is less than the least one. */
  follow(ear: number, length: number, listener: Listener): number {
    this.#listener = listener;
    return this.#run(ear, length);
  }
}

/**
 * Goes down the tree of beginnings letter by letter, and adds those that are missing. Gives up where a beginning cannot
 * lead to the least probability any more. `left`: how many letters the text has.
 */
function following(parameters: readonly Local[], integers: readonly Local[], [sum]: readonly Local[]): Code {
  const [ear, left] = parameters as Two;
  const [node, at, bit, letter, one, two, child, parent, early, first, second, third, width, pair] =
    integers as Fourteen;
  const plus = (address: Local, bytes: number) => address.set(i32.add(address.get, i32.const(bytes)));
  const twice = (number: Code) => i32.add(number, number);
  const inEar = (units: Code) => i32.add(ear.get, i32.shiftLeft(units, i32.const(UNIT_BITS)));
  const unitsOf = (address: Code) => i32.shiftRight(i32.sub(address, ear.get), i32.const(UNIT_BITS));
  const marks = (place: number) => i32.and(i32.load(node.get, place), bit.get);
  const mark = (place: number) => i32.store(node.get, place, i32.or(i32.load(node.get, place), bit.get));
  const nothing = v128.const(new Array<number>(VECTOR).fill(0));
  const withLetter = (group: Local, last: Code) => i32.add(i32.mul(group.get, i32.const(LETTERS)), last);
  const rowOf = (group: Code) => i32.load16(i32.add(ear.get, twice(group)), ROW_OF);
  const noRow = i32.const(NO_ROW / UNIT);
  const isNoRow = (row: Local) => i32.equal(row.get, noRow);
  /** Goes over pairs of places: `pair` counts the bytes of those before. */
  const forPairs = (body: Code): Code => [
    ...pair.set(i32.const(0)),
    ...repeatWhile([...body, ...plus(pair, VECTOR)], i32.lessThan(pair.get, width.get)),
  ];
  const ofPair = (base: Local) => i32.add(base.get, pair.get);
  const addProduct = (numbers: Code, factors: Code): Code => sum!.set(f64x2.add(sum!.get, f64x2.mul(numbers, factors)));

  const addBound = (from: Local, bound: number, letters: Local) =>
    forPairs(addProduct(v128.load(ofPair(from), CELLS), v128.load(ofPair(letters), bound)));
  const isEnough = f64.atLeast(f64.add(f64x2.at(sum!.get, 0), f64x2.at(sum!.get, 1)), f64.load(ear.get, LEAST));
  /** Bounds the probability, with the best groups for what is to come. */
  const askBounds = [
    ...mark(ASKED),
    ...parent.set(i32.load(node.get, PARENT)),
    ...early.set(i32.load(parent.get, PARENT)),
    ...first.set(i32.add(ear.get, i32.mul(left.get, width.get))),
    ...second.set(i32.add(first.get, width.get)),
    ...third.set(i32.add(second.get, width.get)),
    ...sum!.set(nothing),
    ...addBound(node, ANY, first),
    ...when(
      isEnough,
      [...mark(HOPEFUL), ...mark(ALONE)],
      [
        ...addBound(parent, TWO, second),
        ...when(two.get, addBound(early, THREE, third)),
        ...when(isEnough, mark(HOPEFUL)),
      ],
    ),
  ];

  /** Gives up where no group that stands for a part of the word begins in the beginning and ends in what is left. */
  const goOnByGroup = [
    ...first.set(rowOf(withLetter(one, letter.get))),
    ...when(isNoRow(first), when(two.get, first.set(rowOf(withLetter(two, letter.get))))),
    ...when(i32.and(isNoRow(first), i32.lessThan(i32.const(1), left.get)), [
      ...second.set(withLetter(one, letter.get)),
      ...first.set(rowOf(withLetter(second, i32.load8(at.get, TEXT + 1)))),
    ]),
    ...when(isNoRow(first), leave(i32.const(0))),
  ];

  const findRow = (row: Local, group: Code): Code => [
    ...row.set(rowOf(group)),
    ...when(i32.isZero(row.get), row.set(callOut(group))),
    ...row.set(inEar(row.get)),
  ];
  const findRowAfter = (before: Local, row: Local): Code =>
    when(before.get, findRow(row, withLetter(before, letter.get)), row.set(inEar(noRow)));
  /** Adds what leads to the new cells from those of a shorter beginning by a group of letters, by number of signs. */
  const addGroup = (from: Local, row: Local): Code => [
    ...addProduct(v128.load(ofPair(from), CELLS - 2 * NUMBER), v128.load(i32.add(ofPair(row), twice(width.get)), 0)),
    ...addProduct(v128.load(ofPair(from), CELLS - NUMBER), v128.load(i32.add(ofPair(row), width.get), 0)),
    ...addProduct(v128.load(ofPair(from), CELLS), v128.load(ofPair(row), 0)),
  ];
  const childAt = i32.add(node.get, twice(letter.get));
  const addChild = [
    ...findRow(first, letter.get),
    ...findRowAfter(one, second),
    ...findRowAfter(two, third),
    ...parent.set(i32.load(node.get, PARENT)),
    ...early.set(i32.load(parent.get, PARENT)),
    ...child.set(i32.load(ear.get, NEXT)),
    ...i32.store(ear.get, NEXT, i32.add(child.get, i32.load(ear.get, STRIDE))),
    ...i32.store16(childAt, CHILDREN, unitsOf(child.get)),
    ...Array.from({ length: CELLS / VECTOR }, (_, place) => v128.store(child.get, place * VECTOR, nothing)).flat(),
    ...i32.store(child.get, PARENT, node.get),
    ...i32.store(child.get, ONE, letter.get),
    ...when(one.get, i32.store(child.get, PAIR, withLetter(one, letter.get))),
    ...forPairs([
      ...sum!.set(nothing),
      ...addGroup(early, third),
      ...addGroup(parent, second),
      ...addGroup(node, first),
      ...v128.store(ofPair(child), CELLS, sum!.get),
    ]),
    ...node.set(child.get),
  ];

  return [
    ...node.set(i32.add(ear.get, i32.const(NODES))),
    ...at.set(ear.get),
    ...width.set(i32.load(ear.get, WIDTH)),
    ...repeatWhile(
      [
        ...bit.set(i32.shiftLeft(i32.const(1), left.get)),
        ...one.set(i32.load(node.get, ONE)),
        ...two.set(i32.load(node.get, PAIR)),
        ...when(i32.isZero(marks(ASKED)), askBounds),
        ...when(i32.isZero(marks(HOPEFUL)), leave(i32.const(0))),
        ...when(left.get, [
          ...letter.set(i32.load8(at.get, TEXT)),
          ...when(i32.isZero(marks(ALONE)), goOnByGroup),
          ...child.set(i32.load16(childAt, CHILDREN)),
          ...when(child.get, node.set(inEar(child.get)), addChild),
          ...plus(at, 1),
        ]),
        ...plus(left, -1),
      ],
      i32.lessThan(i32.const(-1), left.get),
    ),
    ...i32.add(node.get, i32.load(ear.get, LAST)),
  ];
}

type Two = [Local, Local];
type Seven = [...Two, ...Two, ...Two, Local];
type Fourteen = [...Seven, ...Seven];
