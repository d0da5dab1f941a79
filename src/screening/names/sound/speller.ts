import {
  GROUP_LETTERS,
  LETTERS,
  letterPlace,
  MAX_GROUP,
  MAX_HEARD,
  MAX_SIGNS,
  MAX_WAYS,
  type SoundModel,
  textOfGroup,
} from './sound-model.ts';

/** How many of the best are kept, and none that is so many bits behind the best of all. */
const BEAM = 16;
const BEAM_BITS = 7;
/** Twice as many as are ever put into one beam. */
const BEAM_PLACES = 1024;
const SLOTS = 2 * BEAM_PLACES;

/** A Latin spelling that a word may have, and the evidence for it in bits. */
export interface Spelling {
  readonly text: string;
  readonly evidence: number;
}

/** Letters of a spelling. */
const MAX_SPELT = 32;
/** Groups in a row that no sign stands for. */
const MAX_SILENT = 2;
/** Each beginning that a beam keeps goes on with one sign, with two, or silently. */
const MAX_MADE = (MAX_HEARD + 1) * BEAM * MAX_WAYS * (MAX_SIGNS + MAX_SILENT) + 1;
/** The numbers that describe the beginning of a spelling. */
const [BEFORE, GROUP, HASH, LENGTH, SECOND, FIRST, SILENT] = [0, 1, 2, 3, 4, 5, 6];
const NUMBERS = 7;

/** Finds the likeliest Latin spellings of a word by a beam search. Its scratch memory is for one thread. */
export class Speller {
  /**
   * Of each beginning: the one that it goes on from, and its last group. A hash of all its letters, how many there are,
   * and the last two. How many of the last groups stand for no sign.
   */
  readonly #made = new Int32Array(MAX_MADE * NUMBERS);
  readonly #bits = new Float64Array(MAX_MADE);
  #count = 0;
  /** A sign leads to the next beam or the one after. */
  readonly #beams = Array.from({ length: MAX_SIGNS + 1 }, () => new Beam());

  /** The likeliest spellings of a word, given the numbers of its signs; the best first. */
  spellings(model: SoundModel, signs: Uint8Array, most: number): Spelling[] {
    this.#count = 1;
    this.#made.fill(0, 0, NUMBERS);
    this.#bits[0] = 0;
    for (const beam of this.#beams) beam.clear();
    this.#beams[0]!.put(this.#beams[0]!.placeOf(0, 0), 0, 0);
    for (let place = 0; place < signs.length; place++) {
      const beam = this.#beamAt(place);
      this.#addSilent(beam, model);
      const kept = beam.best();
      for (let count = 1; count <= MAX_SIGNS && place + count <= signs.length; count++) {
        const key = signs[place]! * model.side + (count === 1 ? 0 : signs[place + 1]!);
        for (const partial of kept) this.#goOn(partial, key, this.#beamAt(place + count), model, 0);
      }
      beam.clear();
    }
    const last = this.#beamAt(signs.length);
    this.#addSilent(last, model);
    return this.#ended(last, model, model.chance(signs), most);
  }

  #beamAt(place: number): Beam {
    return this.#beams[place % this.#beams.length]!;
  }

  #ended(beam: Beam, { letters }: SoundModel, chance: number, most: number): Spelling[] {
    const ended = beam.best().map((partial) => {
      const at = partial * NUMBERS;
      const end = letters[letterPlace(this.#made[at + SECOND]!, this.#made[at + FIRST]!, 0)]!;
      return { partial, evidence: this.#bits[partial]! + end - chance };
    });
    ended.sort((a, b) => b.evidence - a.evidence);
    return ended.slice(0, most).map(({ partial, evidence }) => ({ text: this.#textOf(partial), evidence }));
  }

  /** Letters that no sign stands for. */
  #addSilent(beam: Beam, model: SoundModel): void {
    for (let round = 0; round < MAX_SILENT; round++) {
      for (const partial of beam.best()) {
        if (this.#made[partial * NUMBERS + SILENT] === round) this.#goOn(partial, 0, beam, model, round + 1);
      }
    }
  }

  #goOn(partial: number, key: number, beam: Beam, { ways, letters }: SoundModel, silent: number): void {
    const made = this.#made;
    const at = partial * NUMBERS;
    if (made[at + LENGTH]! >= MAX_SPELT) return;
    const end = ways.starts[key + 1]!;
    for (let way = ways.starts[key]!; way < end; way++) {
      let bits = this.#bits[partial]! + ways.bits[way]!;
      const { floor } = beam;
      if (bits < floor) continue;
      const group = ways.groups[way]!;
      let second = made[at + SECOND]!;
      let first = made[at + FIRST]!;
      let hash = made[at + HASH]!;
      let length = made[at + LENGTH]!;
      const lettersAt = group * (MAX_GROUP + 1);
      const letterCount = GROUP_LETTERS[lettersAt + MAX_GROUP]!;
      for (let place = 0; place < letterCount; place++) {
        const code = GROUP_LETTERS[lettersAt + place]!;
        bits += letters[letterPlace(second, first, code)]!;
        hash = (Math.imul(hash, LETTERS) + code) | 0;
        length++;
        second = first;
        first = code;
        if (bits < floor) break;
      }
      const place = beam.placeOf(hash, bits);
      if (place < 0) continue;
      const own = this.#count * NUMBERS;
      made[own + BEFORE] = partial;
      made[own + GROUP] = group;
      made[own + HASH] = hash;
      made[own + LENGTH] = length;
      made[own + SECOND] = second;
      made[own + FIRST] = first;
      made[own + SILENT] = silent;
      this.#bits[this.#count] = bits;
      beam.put(place, this.#count++, bits);
    }
  }

  #textOf(partial: number): string {
    let text = '';
    for (let at = partial; at > 0; at = this.#made[at * NUMBERS + BEFORE]!) {
      text = textOfGroup(this.#made[at * NUMBERS + GROUP]!) + text;
    }
    return text;
  }
}

/** The best beginnings of spellings up to one sign, by their numbers. */
class Beam {
  /** In the order in which their letters came first. */
  readonly #partials = new Int32Array(BEAM_PLACES);
  readonly #hashes = new Int32Array(BEAM_PLACES);
  readonly #bits = new Float64Array(BEAM_PLACES);
  readonly #ranked = new Uint16Array(BEAM);
  #count = 0;
  #top = Number.NEGATIVE_INFINITY;
  /** By hash, one more than the place in the lists above; 0 where nothing is. */
  readonly #slots = new Uint16Array(SLOTS);

  clear(): void {
    this.#count = 0;
    this.#top = Number.NEGATIVE_INFINITY;
    this.#slots.fill(0);
  }

  /** What has fewer bits is not worth going on with. */
  get floor(): number {
    return this.#top - BEAM_BITS;
  }

  /** The place of a beginning with these letters; -1 where it is not worth keeping. */
  placeOf(hash: number, bits: number): number {
    if (bits < this.floor) return -1;
    let slot = (Math.imul(hash, 0x9e3779b1) >>> 16) % SLOTS;
    while (this.#slots[slot] !== 0 && this.#hashes[this.#slots[slot]! - 1] !== hash) slot = (slot + 1) % SLOTS;
    const known = this.#slots[slot]! - 1;
    if (known >= 0) return bits > this.#bits[known]! ? known : -1;
    this.#hashes[this.#count] = hash;
    this.#slots[slot] = this.#count + 1;
    return this.#count++;
  }

  put(place: number, partial: number, bits: number): void {
    this.#partials[place] = partial;
    this.#bits[place] = bits;
    if (bits > this.#top) this.#top = bits;
  }

  /** Best first; of equal ones that which was there first. */
  best(): readonly number[] {
    const { floor } = this;
    const [bitsOf, ranked] = [this.#bits, this.#ranked];
    let count = 0;
    for (let place = 0; place < this.#count; place++) {
      const bits = bitsOf[place]!;
      if (bits < floor || (count === BEAM && bits <= bitsOf[ranked[BEAM - 1]!]!)) continue;
      let at = count < BEAM ? count++ : BEAM - 1;
      for (; at > 0 && bitsOf[ranked[at - 1]!]! < bits; at--) ranked[at] = ranked[at - 1]!;
      ranked[at] = place;
    }
    const best: number[] = [];
    for (let rank = 0; rank < count; rank++) best.push(this.#partials[ranked[rank]!]!);
    return best;
  }
}
