/** How many of the best are kept, and none that is so many bits behind the best of all. */
export const BEAM = 16;
const BEAM_BITS = 7;
/** Twice as many as are ever put into one beam. */
const PLACES = 1024;
const SLOTS = 2 * PLACES;

/** The best beginnings of spellings up to one sign, by their numbers. */
export class Beam {
  /** In the order in which their letters came first. */
  readonly #partials = new Int32Array(PLACES);
  readonly #hashes = new Int32Array(PLACES);
  readonly #bits = new Float64Array(PLACES);
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
