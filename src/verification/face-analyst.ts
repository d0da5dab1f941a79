import type { MovementEvidence } from '../capture/steps.ts';
import { patternOf } from '../documents/page/capture-signs.ts';
import { frameAround } from '../documents/page/page-outline.ts';
import { type Embedding, similarity } from '../faces/embed.ts';
import { type Face, FaceReader } from '../faces/face-reader.ts';
import { mainFace, portrait, selfieFace } from '../faces/face-selection.ts';
import type { FaceBox } from '../faces/liveness/crops.ts';
import type { Opinion } from '../faces/liveness/liveness-model.ts';
import { type LivenessDoubt, LivenessReader } from '../faces/liveness/liveness-reader.ts';
import type { Pixels } from '../imaging/pixels.ts';
import type { Sentence } from '../sentences.ts';
import { CAPTURE_LIMITS } from './authenticity.ts';

/** Which models look at faces. */
export interface FaceModels {
  readonly liveness: 'on' | 'off' | { readonly manifest: string };
  /** Path of the manifest of the model that stands beside the bundled one as soon as it is installed. */
  readonly installedModel: string;
  /** Path of a manifest of custom embedding networks. */
  readonly faceModel: string | undefined;
  /** Directory for models that are downloaded. */
  readonly cache: string;
}

/** Signs in the whole picture that a sheet or a screen was held before the camera. */
interface HeldUp {
  /** Its outline is seen around the face. */
  readonly framed: boolean;
  /** The regular grid of a screen is seen anywhere. */
  readonly grid: boolean;
}

/** The person of a selfie, or why it cannot be used. */
export type SelfieFinding =
  | { readonly refusal: Sentence }
  | (HeldUp & {
      readonly refusal: null;
      readonly box: FaceBox;
      readonly embedding: Embedding;
      /** Null where liveness is switched off. */
      readonly liveness: JudgedLiveness | null;
      readonly measures: FaceFacts;
    });

/** A liveness score and what it rests on. */
export interface JudgedLiveness {
  /** 0 to 100. */
  readonly score: number;
  /** The score where something that no model sees speaks against a living face; never higher. */
  readonly doubtedScore: number;
  readonly opinions: readonly Opinion[];
  readonly doubts: readonly LivenessDoubt[];
}

/** The portrait of a document, or why there is none. */
export type PortraitFinding =
  | { readonly refusal: Sentence }
  | {
      readonly refusal: null;
      readonly box: FaceBox;
      readonly embedding: Embedding;
      /** False where it has too few pixels to be relied on. */
      readonly sure: boolean;
      /** Confidence, 0 to 100, that a second, smaller portrait is of the same person; null where there is none. */
      readonly second: number | null;
      readonly measures: FaceFacts;
    };

/** Smaller faces are too coarse to be compared, in pixels. Larger ones, against the portrait, are no second print. */
const MIN_SECOND = 30;
const MAX_SECOND = 0.9;

/** What the record keeps of a face: measures, nothing that could be compared with another face. */
type FaceFacts = Pick<Face, 'eyeDistance' | 'sharpness' | 'brightness' | 'roll' | 'yaw' | 'lidOpening' | 'meshScore'>;

/** Everything that the service measures of faces, on the thread that holds their models. */
export class FaceAnalyst {
  readonly #faces: FaceReader;
  readonly #liveness: LivenessReader | undefined;

  private constructor(faces: FaceReader, liveness: LivenessReader | undefined) {
    this.#faces = faces;
    this.#liveness = liveness;
  }

  /** Throws `usage` with a sentence where a custom model cannot be used. */
  static async open({ liveness, installedModel, faceModel, cache }: FaceModels): Promise<FaceAnalyst> {
    const manifest = typeof liveness === 'object' ? liveness.manifest : undefined;
    const reader = liveness === 'off' ? undefined : await LivenessReader.open({ manifest, installedModel, cache });
    return new FaceAnalyst(await FaceReader.open({ manifest: faceModel, cache }), reader);
  }

  /**
   * The face of a selfie with its liveness; a refusal where it shows none or several, or is of no use. `movement` is
   * what the same person did before the camera.
   */
  async selfie(pixels: Pixels, movement?: MovementEvidence): Promise<SelfieFinding> {
    const faces = await this.#faces.find(pixels, { anyTurn: true });
    const { face, refusal } = selfieFace(faces, pixels);
    if (!face) return { refusal };
    const embedding = await this.#faces.describe(pixels, face);
    const signs = signsOf(pixels, face);
    const live = await this.#judge(pixels, face, embedding, signs, movement);
    if (live && 'refusal' in live) return live;
    return { refusal: null, box: face.box, embedding, liveness: live, ...signs, measures: facts(face) };
  }

  /** The portrait on a document; a refusal where there is none. */
  async portrait(pixels: Pixels): Promise<PortraitFinding> {
    const faces = await this.#faces.find(pixels, { effort: 'small faces', anyTurn: true });
    const { face, refusal, sure } = portrait(faces);
    if (!face) return { refusal };
    const embedding = await this.#faces.describe(pixels, face);
    const second = await this.#second(pixels, faces, face, embedding);
    return { refusal: null, box: face.box, embedding, sure, second, measures: facts(face) };
  }

  /** The smaller portrait that many documents print beside the first: the one that is most like it. */
  async #second(pixels: Pixels, faces: readonly Face[], first: Face, embedding: Embedding): Promise<number | null> {
    const others = faces.filter(({ box }) => box.width >= MIN_SECOND && box.width < MAX_SECOND * first.box.width);
    const alike: number[] = [];
    for (const other of others) {
      alike.push(this.#faces.confidence(embedding, await this.#faces.describe(pixels, other)));
    }
    return alike.length > 0 ? Math.max(...alike) : null;
  }

  /** Whatever can be said of every face in a picture, the most prominent one first, and why it would be no selfie. */
  async look(pixels: Pixels): Promise<{ faces: Face[]; refusal: Sentence | null }> {
    const faces = await this.#faces.find(pixels, { anyTurn: true });
    const found = faces.length > 0 ? faces : await this.#faces.find(pixels, { effort: 'small faces', anyTurn: true });
    const { refusal } = selfieFace(found, pixels);
    const first = mainFace(found, pixels);
    return { faces: first ? [first, ...found.filter((one) => one !== first)] : [], refusal };
  }

  /** The embedding of the most prominent face of any picture, also of one that would be refused as a selfie. */
  async embedding(pixels: Pixels): Promise<Embedding | { readonly refusal: Sentence }> {
    const { faces, refusal } = await this.look(pixels);
    return faces[0] ? this.#faces.describe(pixels, faces[0]) : { refusal: refusal! };
  }

  /** Liveness of the most prominent face, or why it cannot be told. */
  async liveness(pixels: Pixels): Promise<JudgedLiveness | { readonly refusal: Sentence }> {
    const { faces, refusal } = await this.look(pixels);
    if (!faces[0]) return { refusal: refusal! };
    if (!this.#liveness) return { refusal: { code: 'face.liveness-off' } };
    const embedding = await this.#faces.describe(pixels, faces[0]);
    return (await this.#judge(pixels, faces[0], embedding, signsOf(pixels, faces[0])))!;
  }

  /** Null where liveness is switched off. */
  async #judge(
    pixels: Pixels,
    { box }: Face,
    embedding: Embedding,
    { framed, grid }: HeldUp,
    movement?: MovementEvidence,
  ): Promise<JudgedLiveness | { readonly refusal: Sentence } | null> {
    if (!this.#liveness) return null;
    const drawn = this.#faces.looksDrawn(embedding);
    const { refusal, ...found } = await this.#liveness.score(pixels, { box, drawn, heldUp: framed || grid, movement });
    if (refusal) return { refusal };
    const { livenessScore, doubtedScore, opinions, doubts } = found;
    return { score: livenessScore!, doubtedScore: doubtedScore!, opinions, doubts };
  }

  /** `confidence`: 0 to 100 that both are of one person. */
  compare(a: Embedding, b: Embedding): { similarity: number; confidence: number } {
    return { similarity: similarity(a, b), confidence: this.#faces.confidence(a, b) };
  }

  /** Frees the models. Nothing may run on them then. */
  async close(): Promise<void> {
    await this.#faces.close();
    await this.#liveness?.close();
  }
}

/** What the whole picture around a face says. */
export function signsOf(pixels: Pixels, { box, roll }: Pick<Face, 'box' | 'roll'>): HeldUp {
  return { framed: frameAround(pixels, box, roll) !== null, grid: patternOf(pixels) >= CAPTURE_LIMITS.grid };
}

function facts({ eyeDistance, sharpness, brightness, roll, yaw, lidOpening, meshScore }: Face): FaceFacts {
  return { eyeDistance, sharpness, brightness, roll, yaw, lidOpening, meshScore };
}
