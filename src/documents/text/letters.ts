import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pixels } from '../../imaging/pixels.ts';
import { toGray } from '../../imaging/resample.ts';
import { Model } from '../../inference/model.ts';

/** A letter where it stands in a line. */
export interface Letter {
  readonly letter: string;
  /** Its edges in pixels of the crop; about a pixel's column pair wrong. */
  readonly from: number;
  readonly to: number;
  /** 0 to 1. */
  readonly chance: number;
}

/** The last class of the network: letters of other scripts. */
const OTHER = 'other';
/** Columns of a crop that share one answer. */
const STRIDE = 4;
/** A crop of nearly one tone is paper: its noise is not spread over the whole range. */
const LEAST_DEVIATION = 4;

const path = (name: string) => fileURLToPath(new URL(`./model/${name}`, import.meta.url));

/** The network that knows the letters of Europe's Latin alphabets with their marks; see model/MODEL.md. */
export class LetterNet {
  readonly #model: Model;
  readonly #classes: readonly string[];

  static async open(): Promise<LetterNet> {
    const classes = JSON.parse(readFileSync(path('letters.json'), 'utf8')) as string[];
    return new LetterNet(await Model.open(path('letters.onnx')), classes);
  }

  private constructor(model: Model, classes: readonly string[]) {
    this.#model = model;
    this.#classes = classes;
  }

  /** Letters, digits, stops and spaces of one line from left to right; `crop` is 48 pixels high. */
  async read(crop: Pixels): Promise<Letter[]> {
    const { width, height } = crop;
    const data = normalised(toGray(crop).data);
    const { chances } = await this.#model.run({ line: { data, dims: [1, 1, height, width] } });
    const classes = this.#classes.length;
    const letters: Letter[] = [];
    let before = 0;
    for (let frame = 0; frame < chances!.dims[1]!; frame++) {
      const row = chances!.data.subarray(frame * classes, (frame + 1) * classes);
      let best = 0;
      for (let at = 1; at < classes; at++) if (row[at]! > row[best]!) best = at;
      const [letter, to] = [this.#classes[best]!, (frame + 1) * STRIDE];
      if (best !== 0 && letter !== OTHER) {
        if (best !== before) letters.push({ letter, from: frame * STRIDE, to, chance: row[best]! });
        else {
          const last = letters.pop()!;
          letters.push({ ...last, to, chance: Math.max(last.chance, row[best]!) });
        }
      }
      before = best;
    }
    return letters.filter((letter, at) => !isSlope(letter, letters[at - 1]) && !isSlope(letter, letters[at + 1]));
  }
}

/** At the edges of a letter the network names others for a frame, half of Æ beside it for two: what touches a surer letter is none itself. */
function isSlope({ letter, from, to, chance }: Letter, beside: Letter | undefined): boolean {
  if (beside === undefined || beside.letter === ' ' || (beside.to !== from && beside.from !== to)) return false;
  const most = /[ÆŒæœ]/.test(beside.letter) && /[aeo]/i.test(letter) ? 2 : 1;
  return to - from <= most * STRIDE && beside.chance > chance;
}

/** Mean 0 and deviation 1, as in training. */
function normalised(gray: Uint8Array): Float32Array {
  let [sum, squares] = [0, 0];
  for (const value of gray) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / gray.length;
  const deviation = Math.max(LEAST_DEVIATION, Math.sqrt(Math.max(0, squares / gray.length - mean * mean)));
  return Float32Array.from(gray, (value) => (value - mean) / deviation);
}
