/** The fast Fourier transform (Cooley, Tukey 1965) of complex lines of one length, a power of two. */
export class FourierTransform {
  readonly #length: number;
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  /** Where every value goes before the passes: its place with the bits in reverse. */
  readonly #reversed: Uint32Array;

  constructor(length: number) {
    this.#length = length;
    this.#cos = Float64Array.from({ length: length / 2 }, (_, k) => Math.cos((-2 * Math.PI * k) / length));
    this.#sin = Float64Array.from({ length: length / 2 }, (_, k) => Math.sin((-2 * Math.PI * k) / length));
    this.#reversed = new Uint32Array(length);
    for (let at = 1; at < length; at++) {
      this.#reversed[at] = (this.#reversed[at >> 1]! >> 1) | (at & 1 ? length >> 1 : 0);
    }
  }

  /** Transforms in place; both parts have the length of the transform. */
  forward(re: Float64Array, im: Float64Array): void {
    for (let at = 0; at < this.#length; at++) {
      const other = this.#reversed[at]!;
      if (at >= other) continue;
      const real = re[at]!;
      const imaginary = im[at]!;
      re[at] = re[other]!;
      im[at] = im[other]!;
      re[other] = real;
      im[other] = imaginary;
    }
    for (let half = 1; half < this.#length; half *= 2) {
      for (let from = 0; from < this.#length; from += 2 * half) this.#butterflies(re, im, from, half);
    }
  }

  #butterflies(re: Float64Array, im: Float64Array, from: number, half: number): void {
    const turn = this.#length / (2 * half);
    for (let k = 0; k < half; k++) {
      const cos = this.#cos[k * turn]!;
      const sin = this.#sin[k * turn]!;
      const a = from + k;
      const b = a + half;
      const x = re[b]! * cos - im[b]! * sin;
      const y = re[b]! * sin + im[b]! * cos;
      re[b] = re[a]! - x;
      im[b] = im[a]! - y;
      re[a]! += x;
      im[a]! += y;
    }
  }
}
