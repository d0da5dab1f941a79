import {
  ANY,
  ASKED,
  CELLS,
  EAR_BYTES,
  earKernel,
  LAST,
  LEAST,
  type Listener,
  MAX_LETTERS,
  NEXT,
  NO_ROW,
  NODES,
  PARENT,
  ROW_OF,
  ROWS,
  RUNS,
  STRIDE,
  TEXT,
  THREE,
  TWO,
  UNIT,
  WIDTH,
} from './ear-kernel.ts';
import { LETTERS, MAX_GROUP, MAX_HEARD, MAX_SIGNS, type SoundModel } from './sound-model.ts';

/** What a letter against a sign, and a letter against nothing, is where training never saw it. */
const UNSEEN = 1e-5;
const BEFORE_A = 96;
/** Of a way: the one before it, where it stands in a row, and its entry in the model. */
const WAY_NUMBERS = 3;
/** Of a number with a fraction. */
const BYTES = 8;
/** Rounding must not lose a text that is just likely enough. */
const TOLERANCE = 1 - 1e-9;

/**
 * Tells how likely a word of another script is a given Latin one. Sums over all ways to cut both into groups that stand
 * for each other. Texts that begin alike share the work on their beginning, in an ear of the thread's kernel.
 */
export class Pronunciations implements Listener {
  readonly #kernel = earKernel();
  #model!: SoundModel;
  #signs: Uint8Array = new Uint8Array();
  #chance = 0;
  /** Probability that texts must reach to be told exactly. */
  #least = 0;
  /** The address of its ear, in bytes. */
  #ear = 0;
  /** Numbers for each beginning: one for each place of the word and its end, and one more where they would be odd. */
  #width = 0;
  /** Bytes of a beginning in the ear. */
  #stride = 0;
  /** Where the next row of a group stands in the ear, in bytes. */
  #nextRow = 0;
  /** By group: the last of the ways in which it stands for signs of the word. Valid where a row is to be made. */
  readonly #lastWay = new Uint16Array(LETTERS ** MAX_GROUP);
  /** The first way is none. */
  #ways = new Uint16Array(WAY_NUMBERS * 2048);
  #usedWays = 0;
  /** By length of a group, place and number of signs: the highest probability of any such group. */
  readonly #highest = Array.from({ length: MAX_GROUP + 1 }, () => new Float64Array((MAX_HEARD + 2) * RUNS));
  /** For how many letters to come the bounds are known. */
  #mostKnown = 0;

  /** Takes the word to compare from now on, given the numbers of its signs. */
  listen(model: SoundModel, signs: Uint8Array): void {
    this.#model = model;
    this.#signs = signs;
    this.#chance = model.chance(signs);
    this.#least = 0;
    this.#begin();
  }

  /** Of texts with less evidence than this nothing is told from now on. In bits. */
  expect(least: number): void {
    this.#least = 2 ** (least + this.#chance) * TOLERANCE;
    if (!this.#kernel.has(this.#ear, this)) return;
    const { integers, numbers } = this.#kernel;
    numbers[(this.#ear + LEAST) / BYTES] = this.#least;
    // What was asked of texts so far was for another probability.
    const end = integers[(this.#ear + NEXT) / 4]!;
    for (let node = this.#ear + NODES; node < end; node += this.#stride) {
      integers.fill(0, (node + ASKED) / 4, (node + ASKED) / 4 + 3);
    }
  }

  /**
   * How much likelier the word is where it is this Latin one than where it is any: log2 P(word | latin) ∕ P(word), in
   * bits. Minus infinity where it is impossible or less than expected, or where there is more than letters `a`-`z`.
   */
  evidence(latin: Uint8Array, from = 0, to = latin.length): number {
    const kernel = this.#kernel;
    if (!kernel.has(this.#ear, this)) this.#begin();
    const ear = this.#ear;
    const length = Math.min(to - from, MAX_LETTERS);
    const { bytes, integers, numbers } = kernel;
    for (let place = 0; place < length; place++) {
      const letter = latin[from + place]! - BEFORE_A;
      if (letter < 1 || letter >= LETTERS) return Number.NEGATIVE_INFINITY;
      bytes[ear + TEXT + place] = letter;
    }
    if (integers[(ear + NEXT) / 4]! + length * this.#stride > ear + EAR_BYTES) this.#forgetTexts();
    if (this.#nextRow + length * MAX_GROUP * this.#width * RUNS * BYTES > NODES) this.#findWays();
    while (this.#mostKnown < length + 2) this.#boundNext();
    const cell = kernel.follow(ear, length, this);
    return cell === 0 ? Number.NEGATIVE_INFINITY : Math.log2(numbers[cell / BYTES]!) - this.#chance;
  }

  /** Makes the row of a group that is met first. Where it stands in the ear, in units. */
  makeRow(group: number): number {
    const row = this.#fillRow(group) / UNIT;
    this.#kernel.units[(this.#ear + ROW_OF) / 2 + group] = row;
    return row;
  }

  #fillRow(group: number): number {
    const { numbers } = this.#kernel;
    const row = this.#nextRow;
    const start = (this.#ear + row) / BYTES;
    const end = start + RUNS * this.#width;
    for (let at = start; at < end; at++) numbers[at] = 0;
    if (group < LETTERS) this.#fillUnseen(start);
    const ways = this.#ways;
    const { keyProbabilities } = this.#model;
    for (let way = this.#lastWay[group]!; way !== 0; way = ways[way * WAY_NUMBERS]!) {
      numbers[start + ways[way * WAY_NUMBERS + 1]!] = keyProbabilities[ways[way * WAY_NUMBERS + 2]!]!;
    }
    this.#nextRow = row + RUNS * this.#width * BYTES;
    return row;
  }

  /** A single letter may stand for any sign, or for none. */
  #fillUnseen(start: number): void {
    const { numbers } = this.#kernel;
    const [width, places] = [this.#width, this.#signs.length + 1];
    for (let place = 0; place < places; place++) numbers[start + place] = UNSEEN;
    for (let place = 1; place < places; place++) numbers[start + width + place] = UNSEEN;
  }

  /** Makes an ear ready for the word. */
  #begin(): void {
    const kernel = this.#kernel;
    if (!kernel.has(this.#ear, this)) this.#ear = kernel.take(this);
    const places = this.#signs.length + 1;
    this.#width = places + (places % 2);
    this.#stride = CELLS + this.#width * BYTES;
    const { integers, numbers } = kernel;
    const at = this.#ear / 4;
    integers[at + STRIDE / 4] = this.#stride;
    integers[at + WIDTH / 4] = this.#width * BYTES;
    integers[at + LAST / 4] = CELLS + this.#signs.length * BYTES;
    numbers[(this.#ear + LEAST) / BYTES] = this.#least;
    this.#boundBeginning();
    this.#findWays();
    this.#forgetTexts();
  }

  /** Notes which groups stand for signs of the word, and where. Their rows are to be made. */
  #findWays(): void {
    const rows = (this.#ear + ROW_OF) / 2;
    this.#kernel.units.fill(NO_ROW / UNIT, rows, rows + LETTERS ** MAX_GROUP);
    this.#kernel.units.fill(0, rows, rows + LETTERS);
    this.#lastWay.fill(0, 0, LETTERS);
    this.#usedWays = 1;
    this.#nextRow = ROWS;
    const signs = this.#signs;
    for (let place = 0; place <= signs.length; place++) {
      for (let count = 0; count <= MAX_SIGNS && place + count <= signs.length; count++) {
        this.#addWays(this.#keyAt(place, count), count * this.#width + place + count);
      }
    }
  }

  /** Of the groups that stand for the signs of a key. `place`: where these stand in a row. */
  #addWays(key: number, place: number): void {
    const { keyStarts, keyGroups } = this.#model;
    const [first, end] = [keyStarts[key]!, keyStarts[key + 1]!];
    if ((this.#usedWays + end - first) * WAY_NUMBERS > this.#ways.length) this.#makeRoom(end - first);
    const { units } = this.#kernel;
    const [last, ways, rows] = [this.#lastWay, this.#ways, (this.#ear + ROW_OF) / 2];
    let way = this.#usedWays;
    for (let entry = first; entry < end; entry++) {
      const group = keyGroups[entry]!;
      const at = way * WAY_NUMBERS;
      ways[at] = units[rows + group] === 0 ? last[group]! : 0;
      ways[at + 1] = place;
      ways[at + 2] = entry;
      units[rows + group] = 0;
      last[group] = way++;
    }
    this.#usedWays = way;
  }

  #makeRoom(ways: number): void {
    const more = new Uint16Array((this.#ways.length + ways * WAY_NUMBERS) * 2);
    more.set(this.#ways);
    this.#ways = more;
  }

  #forgetTexts(): void {
    const { integers, numbers } = this.#kernel;
    const root = this.#ear + NODES;
    integers.fill(0, root / 4, (root + this.#stride) / 4);
    integers[(root + PARENT) / 4] = root;
    numbers[(root + CELLS) / BYTES] = 1;
    integers[(this.#ear + NEXT) / 4] = root + this.#stride;
  }

  #boundBeginning(): void {
    const signs = this.#signs;
    for (let letters = 1; letters <= MAX_GROUP; letters++) {
      const highest = this.#highest[letters]!;
      highest.fill(0, 0, this.#width * RUNS);
      for (let place = 0; place <= signs.length; place++) {
        for (let count = 0; count <= MAX_SIGNS && place + count <= signs.length; count++) {
          const unseen = letters === 1 && count < 2 ? UNSEEN : 0;
          highest[place * RUNS + count] = Math.max(unseen, this.#model.highest(letters, this.#keyAt(place, count)));
        }
      }
    }
    const { numbers } = this.#kernel;
    for (const most of [ANY, TWO, THREE]) numbers.fill(0, this.#bound(most, 0), this.#bound(most, 1));
    numbers[this.#bound(ANY, 0) + signs.length] = 1;
    this.#mostKnown = 0;
  }

  /** The key of so many signs of the word. */
  #keyAt(place: number, count: number): number {
    if (count === 0) return 0;
    return this.#signs[place]! * this.#model.side + (count === 1 ? 0 : this.#signs[place + 1]!);
  }

  /** Where the bounds of a kind begin among the numbers, for so many letters to come. */
  #bound(kind: number, left: number): number {
    return (this.#ear + kind) / BYTES + left * this.#width;
  }

  /** The bounds for one letter more to come. */
  #boundNext(): void {
    const left = ++this.#mostKnown;
    const { numbers } = this.#kernel;
    const [any, two, three] = [this.#bound(ANY, left), this.#bound(TWO, left), this.#bound(THREE, left)];
    for (let place = 0; place < this.#width; place++) {
      numbers[three + place] = left < 3 ? 0 : this.#mostAfter(3, left, place);
      numbers[two + place] = left < 2 ? 0 : numbers[three + place]! + this.#mostAfter(2, left, place);
      numbers[any + place] = numbers[two + place]! + this.#mostAfter(1, left, place);
    }
  }

  /** What the best group of so many letters at a place leads to. */
  #mostAfter(letters: number, left: number, place: number): number {
    const { numbers } = this.#kernel;
    const highest = this.#highest[letters]!;
    const [row, at] = [place * RUNS, this.#bound(ANY, left - letters) + place];
    return highest[row]! * numbers[at]! + highest[row + 1]! * numbers[at + 1]! + highest[row + 2]! * numbers[at + 2]!;
  }
}
