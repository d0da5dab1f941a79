import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Pixels } from '../../imaging/pixels.ts';
import { inDeviations, toGray } from '../../imaging/resample.ts';
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

/** Letters of two. */
export const DOUBLE = /[ÆŒæœ]/;
/** The last class of the network: letters of other scripts. */
const OTHER = 'other';
/** Columns of a crop that share one answer. */
const STRIDE = 4;

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
    const data = inDeviations(new Float32Array(toGray(crop).data));
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

/**
 * At the edges of a letter the network reads a part of it, such as half of Æ, as another letter. That letter does not
 * count. It touches a surer one, or a wider one that differs only by its diacritic.
 */
function isSlope({ letter, from, to, chance }: Letter, beside: Letter | undefined): boolean {
  if (beside === undefined || beside.letter === ' ' || (beside.to !== from && beside.from !== to)) return false;
  const most = DOUBLE.test(beside.letter) && /[aeo]/i.test(letter) ? 2 : 1;
  if (to - from > most * STRIDE) return false;
  return beside.chance > chance || (beside.to - beside.from > to - from && bare(beside.letter) === bare(letter));
}

/** Letters whose mark Unicode does not take apart. */
const STROKED: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Ħ: 'H', Ŧ: 'T' };

/** The letter without its mark, in capitals. */
export function bare(letter: string): string {
  const capital = letter.normalize('NFD')[0]!.toUpperCase();
  return STROKED[capital] ?? capital;
}

/** Where a letter stands, in pixels of the crop. */
export function middle({ from, to }: Letter): number {
  return (from + to) / 2;
}

/** The networks place a letter differently by this, in pixels of the crop. */
const REACH = 4;

/** What the network sees at a place of the crop. */
export function seenAt(x: number, letters: readonly Letter[]): Letter[] {
  return letters.filter(({ from, to }) => from - REACH <= x && x <= to + REACH);
}

/** So surely the network sees a space between words, and hardly one inside. */
export const SURE_SPACE = 0.95;

/** The chance of a space that was seen between two places of the crop, 0 where none was. */
export function chanceOfSpaceBetween(letters: readonly Letter[], from: number, to: number): number {
  const seen = letters.filter((one) => one.letter === ' ' && middle(one) > from && middle(one) < to);
  return Math.max(0, ...seen.map(({ chance }) => chance));
}

/** Whether a space was seen between two places of the crop. */
export function isSpaceBetween(letters: readonly Letter[], from: number, to: number): boolean {
  return chanceOfSpaceBetween(letters, from, to) > 0;
}
