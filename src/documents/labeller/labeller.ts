import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Model } from '../../inference/model.ts';
import type { PrintedText } from '../fields/printed-text.ts';
import { type LabelledFields, labelledFields } from './decode.ts';
import { featuresOf, tokensOf } from './tokens.ts';

const path = (name: string) => fileURLToPath(new URL(`./model/${name}`, import.meta.url));
/** Fewer words are no document. */
const LEAST = 3;

/** The network that says of each printed word what it is; see model/MODEL.md. */
export class Labeller {
  readonly #model: Model;
  readonly #classes: readonly string[];

  static async open(): Promise<Labeller> {
    const classes = JSON.parse(readFileSync(path('classes.json'), 'utf8')) as string[];
    return new Labeller(await Model.open(path('labeller.onnx'), { keepMemory: false }), classes);
  }

  private constructor(model: Model, classes: readonly string[]) {
    this.#model = model;
    this.#classes = classes;
  }

  /** The fields that the words of a document say, each with its chance. */
  async read(text: PrintedText): Promise<LabelledFields> {
    const tokens = tokensOf(text.pieces);
    if (tokens.length < LEAST) return {};
    const { count, grams, numbers, places } = featuresOf(tokens, text);
    const rows = (data: Float32Array) => ({ data, dims: [1, count, data.length / count] });
    const { chances } = await this.#model.run({ grams: rows(grams), numbers: rows(numbers), places: rows(places) });
    const classes = this.#classes.length;
    const ofTokens = Array.from({ length: count }, (_, at) => chances!.data.subarray(at * classes, (at + 1) * classes));
    const chance = (token: number, kind: string) => ofTokens[token]![this.#classes.indexOf(kind)]!;
    const isOf = (token: number, kinds: readonly string[]) => {
      const own = kinds.map((kind) => this.#classes.indexOf(kind));
      const together = own.reduce((sum, at) => sum + ofTokens[token]![at]!, 0);
      return ofTokens[token]!.every((one, at) => one <= together || own.includes(at));
    };
    return labelledFields({ tokens, chance, isOf }, text.layout);
  }
}
