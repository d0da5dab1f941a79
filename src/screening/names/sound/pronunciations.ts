import { LETTERS, MAX_GROUP, MAX_HEARD, MAX_SIGNS, type SoundModel } from './sound-model.ts';

const ROW = MAX_SIGNS + 1;
/** What a letter against a sign, and a letter against nothing, is where training never saw it. */
const UNSEEN = 1e-5;
const BEFORE_A = 96;
/** Of a Latin text so many letters count. */
const MAX_LETTERS = 32;
/** Texts that begin alike share the work on their beginning. So many beginnings are remembered. */
const MAX_NODES = 4096;
const MAX_KEYS = 1 << 16;
const MOST_WIDTH = MAX_HEARD + 1 + MAX_SIGNS;
/** Rounding must not lose a text that is just likely enough. */
const TOLERANCE = 1 - 1e-9;

/**
 * Tells how likely a word of another script is a given Latin one. Sums over all ways to cut both into groups that stand
 * for each other. Its scratch memory is for one thread.
 */
export class Pronunciations {
  #model!: SoundModel;
  #signs: Uint8Array = new Uint8Array();
  #chance = 0;
  /** Probability that texts must reach to be told exactly. */
  #least = 0;
  /** By group of letters: its row below, -1 where it stands for no part of the word. Valid where it has this stamp. */
  readonly #rowOf = new Int32Array(LETTERS ** MAX_GROUP);
  readonly #stampOf = new Uint32Array(LETTERS ** MAX_GROUP);
  #stamp = 0;
  /** For each place of the word and number of signs: the probability that the group stands for them. */
  #rows = new Float64Array(1 << 14);
  #usedRows = 0;
  /** By key of signs: the last place where the word has them, and the one before each; 0 where there is none. */
  readonly #placeOf = new Uint8Array(MAX_KEYS);
  readonly #nextPlace = new Uint8Array(ROW * MOST_WIDTH);
  readonly #keys: number[] = [];
  /** The beginnings of texts: a tree, whose root is the empty one. */
  readonly #children = new Uint16Array(MAX_NODES * LETTERS);
  readonly #parents = new Uint16Array(MAX_NODES);
  /** The last letter of a beginning, and the last two as a group; 0 where it is shorter. */
  readonly #ones = new Uint8Array(MAX_NODES);
  readonly #twos = new Uint16Array(MAX_NODES);
  /** By number of letters still to come: whether this is known, and whether the least probability can be reached. */
  readonly #asked = new Int32Array(MAX_NODES);
  readonly #hopeful = new Int32Array(MAX_NODES);
  /** The same where no group goes over the end of the beginning. */
  readonly #alone = new Int32Array(MAX_NODES);
  /** Of each beginning: P(signs up to a place, letters up to here). */
  #cells = new Float64Array(1 << 14);
  #nodes = 0;
  /** By length of a group, place and number of signs: the highest probability of any such group. */
  readonly #highest = Array.from({ length: MAX_GROUP + 1 }, () => new Float64Array((MAX_HEARD + 1) * ROW));
  /** By letters to come and place: no text is likelier from there on. */
  readonly #any = new Float64Array((MAX_LETTERS + MAX_GROUP) * MOST_WIDTH);
  /** The same of texts that go on with a group of two letters or three, and of those with three. */
  readonly #two = new Float64Array((MAX_LETTERS + MAX_GROUP) * MOST_WIDTH);
  readonly #three = new Float64Array((MAX_LETTERS + MAX_GROUP) * MOST_WIDTH);
  #mostKnown = 0;

  /** Takes the word to compare from now on, given the numbers of its signs. */
  listen(model: SoundModel, signs: Uint8Array): void {
    this.#model = model;
    this.#signs = signs;
    this.#chance = model.chance(signs);
    this.#stamp++;
    this.#usedRows = ROW * MAX_SIGNS;
    this.#least = 0;
    this.#placeSigns();
    this.#boundBeginning();
    this.#forgetTexts();
  }

  #placeSigns(): void {
    for (const key of this.#keys) this.#placeOf[key] = 0;
    this.#keys.length = 0;
    const signs = this.#signs;
    for (let place = 0; place <= signs.length; place++) {
      for (let count = 0; count <= MAX_SIGNS && place + count <= signs.length; count++) {
        this.#place(this.#keyAt(place, count), place, count);
      }
    }
  }

  #place(key: number, place: number, count: number): void {
    this.#nextPlace[count * MOST_WIDTH + place + 1] = this.#placeOf[key]!;
    this.#placeOf[key] = place + 1;
    this.#keys.push(key);
  }

  /** Of texts with less evidence than this nothing is told from now on. In bits. */
  expect(least: number): void {
    this.#least = 2 ** (least + this.#chance) * TOLERANCE;
    this.#asked.fill(0, 0, this.#nodes);
  }

  /**
   * How much likelier the word is where it is this Latin one than where it is any: log2 P(word | latin) ∕ P(word), in
   * bits. Minus infinity where it is impossible or less than expected, or where there is more than letters `a`-`z`.
   */
  evidence(latin: Uint8Array, from = 0, to = latin.length): number {
    const length = Math.min(to - from, MAX_LETTERS);
    if (this.#nodes + length > MAX_NODES) this.#forgetTexts();
    const children = this.#children;
    let node = 0;
    if (!this.#mayReach(node, length)) return Number.NEGATIVE_INFINITY;
    for (let at = 0; at < length; at++) {
      const letter = latin[from + at]! - BEFORE_A;
      if (letter < 1 || letter >= LETTERS) return Number.NEGATIVE_INFINITY;
      const child = children[node * LETTERS + letter]!;
      node = child === 0 ? this.#addChild(node, letter) : child;
      const left = length - at - 1;
      if (!this.#mayReach(node, left)) return Number.NEGATIVE_INFINITY;
      if (!this.#reachesAlone(node, left) && !this.#goesOn(node, latin, from + at + 1, left))
        return Number.NEGATIVE_INFINITY;
    }
    const width = this.#signs.length + 1;
    return Math.log2(this.#cells[node * width + width - 1]!) - this.#chance;
  }

  #reachesAlone(node: number, left: number): boolean {
    return this.#least === 0 || (this.#alone[node]! & (1 << left)) !== 0;
  }

  /** Whether a group that stands for a part of the word begins in the beginning and ends in what is left. */
  #goesOn(node: number, latin: Uint8Array, from: number, left: number): boolean {
    if (left === 0) return false;
    const next = latin[from]! - BEFORE_A;
    if (next < 1 || next >= LETTERS) return false;
    const two = this.#ones[node]! * LETTERS + next;
    if (this.#rowOfGroup(two) >= 0) return true;
    if (this.#twos[node] !== 0 && this.#rowOfGroup(this.#twos[node]! * LETTERS + next) >= 0) return true;
    if (left === 1) return false;
    const last = latin[from + 1]! - BEFORE_A;
    return last >= 1 && last < LETTERS && this.#rowOfGroup(two * LETTERS + last) >= 0;
  }

  #rowOfGroup(group: number): number {
    return this.#stampOf[group] === this.#stamp ? this.#rowOf[group]! : this.#makeRow(group);
  }

  #forgetTexts(): void {
    this.#cells.fill(0, 0, this.#signs.length + 1);
    this.#cells[0] = 1;
    this.#asked[0] = 0;
    this.#children.fill(0, 0, LETTERS);
    this.#nodes = 1;
  }

  #addChild(parent: number, letter: number): number {
    const node = this.#nodes++;
    this.#children[parent * LETTERS + letter] = node;
    for (let at = node * LETTERS; at < (node + 1) * LETTERS; at++) this.#children[at] = 0;
    this.#parents[node] = parent;
    this.#asked[node] = 0;
    const one = this.#ones[parent]!;
    const two = this.#twos[parent]!;
    this.#ones[node] = letter;
    this.#twos[node] = one === 0 ? 0 : one * LETTERS + letter;
    const width = this.#signs.length + 1;
    if (this.#nodes * width > this.#cells.length) this.#cells = twice(this.#cells);
    for (let at = node * width; at < (node + 1) * width; at++) this.#cells[at] = 0;
    const before = this.#parents[parent]!;
    if (two !== 0) this.#advance(this.#parents[before]!, node, two * LETTERS + letter);
    if (one !== 0) this.#advance(before, node, one * LETTERS + letter);
    this.#advance(parent, node, letter);
    return node;
  }

  /** Adds to the cells of a beginning what leads there from a shorter one by a group. */
  #advance(from: number, to: number, group: number): void {
    const row = this.#rowOfGroup(group);
    if (row < 0) return;
    const [cells, rows] = [this.#cells, this.#rows];
    const width = this.#signs.length + 1;
    const source = from * width;
    const target = to * width;
    let [second, first] = [0, 0];
    for (let place = 0; place < width; place++) {
      const cell = cells[source + place]!;
      const at = row + place * ROW;
      cells[target + place] =
        cells[target + place]! + second * rows[at - 4]! + first * rows[at - 2]! + cell * rows[at]!;
      second = first;
      first = cell;
    }
  }

  #makeRow(group: number): number {
    const signs = this.#signs;
    const { side, groupStarts, groupSigns, groupProbabilities } = this.#model;
    this.#stampOf[group] = this.#stamp;
    if (group >= LETTERS && groupStarts[group] === groupStarts[group + 1]) {
      this.#rowOf[group] = -1;
      return -1;
    }
    const start = this.#usedRows;
    const end = start + (signs.length + 1) * ROW;
    if (end > this.#rows.length) this.#rows = twice(this.#rows);
    this.#rows.fill(0, start, end);
    let stands = group < LETTERS;
    if (stands) this.#fillUnseen(start);
    for (let entry = groupStarts[group]!; entry < groupStarts[group + 1]!; entry++) {
      const key = groupSigns[entry]!;
      const count = key === 0 ? 0 : key % side === 0 ? 1 : 2;
      for (let place = this.#placeOf[key]!; place !== 0; place = this.#nextPlace[count * MOST_WIDTH + place]!) {
        this.#rows[start + (place - 1) * ROW + count] = groupProbabilities[entry]!;
        stands = true;
      }
    }
    if (stands) this.#usedRows = end;
    this.#rowOf[group] = stands ? start : -1;
    return this.#rowOf[group]!;
  }

  /** A single letter may stand for any sign, or for none. */
  #fillUnseen(start: number): void {
    const length = this.#signs.length;
    for (let place = 0; place <= length; place++) {
      this.#rows[start + place * ROW] = UNSEEN;
      if (place < length) this.#rows[start + place * ROW + 1] = UNSEEN;
    }
  }

  /** Whether a text that begins so, and has so many letters more, may have what is expected. */
  #mayReach(node: number, left: number): boolean {
    if (this.#least === 0) return true;
    const bit = 1 << left;
    if ((this.#asked[node]! & bit) === 0) {
      this.#asked[node]! |= bit;
      this.#ask(node, left);
    }
    return (this.#hopeful[node]! & bit) !== 0;
  }

  /** Bounds the probability, with the best groups for what is to come. */
  #ask(node: number, left: number): void {
    while (this.#mostKnown < left + 2) this.#boundNext();
    const [cells, any, two, three] = [this.#cells, this.#any, this.#two, this.#three];
    const width = this.#signs.length + 1;
    const parent = this.#parents[node]!;
    const [own, before, early] = [node * width, parent * width, this.#parents[parent]! * width];
    const at = left * MOST_WIDTH;
    let most = 0;
    for (let place = 0; place < width; place++) most += cells[own + place]! * any[at + place]!;
    const bit = 1 << left;
    if (most >= this.#least) this.#alone[node]! |= bit;
    else this.#alone[node]! &= ~bit;
    for (let place = 0; place < width && most < this.#least; place++) {
      most += cells[before + place]! * two[at + MOST_WIDTH + place]!;
      if (this.#twos[node] !== 0) most += cells[early + place]! * three[at + 2 * MOST_WIDTH + place]!;
    }
    if (most >= this.#least) this.#hopeful[node]! |= bit;
    else this.#hopeful[node]! &= ~bit;
  }

  #boundBeginning(): void {
    const signs = this.#signs;
    for (let letters = 1; letters <= MAX_GROUP; letters++) {
      const highest = this.#highest[letters]!;
      highest.fill(0, 0, (signs.length + 1) * ROW);
      for (let place = 0; place <= signs.length; place++) {
        for (let count = 0; count <= MAX_SIGNS && place + count <= signs.length; count++) {
          const unseen = letters === 1 && count < 2 ? UNSEEN : 0;
          highest[place * ROW + count] = Math.max(unseen, this.#model.highest(letters, this.#keyAt(place, count)));
        }
      }
    }
    for (const most of [this.#any, this.#two, this.#three]) most.fill(0, 0, MOST_WIDTH);
    this.#any[signs.length] = 1;
    this.#mostKnown = 0;
  }

  /** The key of so many signs of the word. */
  #keyAt(place: number, count: number): number {
    if (count === 0) return 0;
    return this.#signs[place]! * this.#model.side + (count === 1 ? 0 : this.#signs[place + 1]!);
  }

  /** The bounds for one letter more to come. */
  #boundNext(): void {
    const left = ++this.#mostKnown;
    const [any, two, three] = [this.#any, this.#two, this.#three];
    const at = left * MOST_WIDTH;
    const end = at + this.#signs.length + 1;
    three.fill(0, at, end);
    if (left >= 3) this.#addMostAfter(3, left, three);
    two.set(three.subarray(at, end), at);
    if (left >= 2) this.#addMostAfter(2, left, two);
    any.set(two.subarray(at, end), at);
    this.#addMostAfter(1, left, any);
  }

  /** Adds to each place's bound what the best group of so many letters there leads to. */
  #addMostAfter(letters: number, left: number, into: Float64Array): void {
    const [highest, any] = [this.#highest[letters]!, this.#any];
    const after = (left - letters) * MOST_WIDTH;
    const own = left * MOST_WIDTH;
    for (let place = 0; place <= this.#signs.length; place++) {
      const [row, at] = [place * ROW, after + place];
      into[own + place]! +=
        highest[row]! * any[at]! + highest[row + 1]! * any[at + 1]! + highest[row + 2]! * any[at + 2]!;
    }
  }
}

function twice(numbers: Float64Array): Float64Array<ArrayBuffer> {
  const more = new Float64Array(numbers.length * 2);
  more.set(numbers);
  return more;
}
