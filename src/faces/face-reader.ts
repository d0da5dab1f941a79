import type { Box, Pixels, Point } from '../imaging/pixels.ts';
import { readManifest } from '../inference/manifest.ts';
import type { CalibrationPoint } from '../inference/manifest-schema.ts';
import { confidence, looksDrawn } from './confidence.ts';
import { CustomEmbedding } from './custom-embedding.ts';
import { detect, distinct, type Effort, forDetection } from './detect.ts';
import { type Embedding, embed, similarity } from './embed.ts';
import { boxOf, type Measures, measure, mouthRelief, shadeUnderEyes } from './face-measures.ts';
import { landmarksOf, lidOpening, type Mesh, meshOf, rollOf, yawOf } from './mesh.ts';
import { type Networks, openNetworks } from './networks.ts';

/** A face in a picture, with what was measured on it. */
export interface Face extends Measures {
  /** The upright rectangle around the face from brow to chin, in pixels; it may reach beyond the picture. */
  readonly box: Box;
  /** How sure the detector and the mesh are, 0-1. */
  readonly score: number;
  readonly meshScore: number;
  /** Eyes, nose tip and corners of the mouth; those on the left of the upright face first. */
  readonly landmarks: readonly [Point, Point, Point, Point, Point];
  readonly mesh: Mesh;
  /** Degrees clockwise, −180 to 180; near ±90 or 180 the picture does not stand upright. */
  readonly roll: number;
  /** Turned to the side, −1 to 1; beyond ±0.6 one eye is hardly seen. */
  readonly yaw: number;
  /** Mean opening of the lids as a part of the eye's width; about 0.2 open, below 0.09 closed. */
  readonly lidOpening: number;
  /** Skin under the eyes beside the cheeks: about 1, near 0 behind dark glasses. */
  readonly shadeUnderEyes: number;
  /** Contrast around the mouth beside that around the eyes: 0.4 to 2, less where a mask covers the mouth. */
  readonly mouthRelief: number;
}

export interface FindOptions {
  /** Whether faces that are a small part of the picture matter, as on a document; this takes several times as long. */
  readonly effort?: Effort;
  /**
   * Whether the picture may stand sideways or upside down. Other turns are tried only where no face is surely upright.
   */
  readonly anyTurn?: boolean;
}

/** A mesh below this lies on something that is no face. */
const MIN_MESH_SCORE = 0.5;
/** A face has a few features only so large; what is smaller was not seen but guessed. */
const MIN_EYE_DISTANCE = 8;

export interface FaceReaderOptions {
  /** Path of a manifest of the operator's own embedding networks; without it the bundled ones are used. */
  readonly manifest?: string | undefined;
  /** Directory in which downloaded networks are kept. */
  readonly cache?: string;
}

/** An upright face scores about 0.94 with the detector, the same face lying or upside down 0.7-0.89. */
const SURE_SCORE = 0.91;

/** Finds and describes faces. It blocks its thread while it works. */
export class FaceReader {
  readonly #networks: Networks;
  readonly #custom: CustomEmbedding | undefined;
  readonly #calibration: readonly CalibrationPoint[] | undefined;

  private constructor(networks: Networks, custom?: CustomEmbedding, calibration?: readonly CalibrationPoint[]) {
    this.#networks = networks;
    this.#custom = custom;
    this.#calibration = calibration;
  }

  /** Throws `usage` with a sentence where the operator's own networks cannot be used. */
  static async open({ manifest, cache = '.' }: FaceReaderOptions = {}): Promise<FaceReader> {
    if (manifest === undefined) return new FaceReader(await openNetworks());
    const described = await readManifest(manifest, 'face-embedding');
    return new FaceReader(await openNetworks(), await CustomEmbedding.open(described, cache), described.calibration);
  }

  /** Faces, the largest first. */
  async find(pixels: Pixels, { effort = 'whole', anyTurn = false }: FindOptions = {}): Promise<Face[]> {
    const small = forDetection(pixels);
    let best = await this.#findTurned(pixels, small, effort, 0);
    if (!anyTurn || sureness(best, 0) >= SURE_SCORE) return best;
    let most = sureness(best, 0);
    for (const turns of [1, 3, 2]) {
      const faces = await this.#findTurned(pixels, small, effort, turns);
      if (sureness(faces, turns) <= most) continue;
      [best, most] = [faces, sureness(faces, turns)];
    }
    return best;
  }

  /** What the networks say of a face, to be compared with `similarity`. */
  describe(pixels: Pixels, face: Face): Promise<Embedding> {
    return this.#custom ? this.#custom.describe(pixels, face.mesh) : embed(this.#networks, pixels, face.mesh);
  }

  /**
   * The confidence that two faces are one person's, 0 to 100 with two decimals, by the calibration of the networks in
   * use.
   */
  confidence(a: Embedding, b: Embedding): number {
    return confidence(similarity(a, b), this.#calibration);
  }

  /** Whether a face looks drawn or rendered; never by an embedding of the operator's own networks. */
  looksDrawn(embedding: Embedding): boolean {
    return this.#custom === undefined && looksDrawn(embedding);
  }

  async close(): Promise<void> {
    await Promise.all([this.#custom?.close(), ...Object.values(this.#networks).map((model) => model.close())]);
  }

  async #findTurned(pixels: Pixels, small: Pixels, effort: Effort, turns: number): Promise<Face[]> {
    const { detector, mesh: meshNetwork, iris } = this.#networks;
    const faces: Face[] = [];
    for (const detection of await detect(detector, pixels, small, effort, turns)) {
      const mesh = await meshOf(meshNetwork, pixels, detection);
      const measures = measure(pixels, mesh);
      if (mesh.score < MIN_MESH_SCORE || measures.eyeDistance < MIN_EYE_DISTANCE) continue;
      faces.push({
        ...measures,
        box: boxOf(mesh),
        score: detection.score,
        meshScore: mesh.score,
        landmarks: landmarksOf(mesh),
        mesh,
        roll: (rollOf(mesh.points) * 180) / Math.PI,
        yaw: yawOf(mesh),
        lidOpening: await lidOpening(iris, pixels, mesh),
        shadeUnderEyes: shadeUnderEyes(pixels, mesh),
        mouthRelief: mouthRelief(pixels, mesh),
      });
    }
    return distinct(faces).sort((a, b) => b.eyeDistance - a.eyeDistance);
  }
}

/**
 * How sure it is that a picture stands upright after so many turns: the score of the surest face that is upright then.
 */
function sureness(faces: readonly Face[], turns: number): number {
  const upright = faces.filter(({ roll, meshScore }) => {
    const rest = (((roll + 90 * turns + 180) % 360) + 360) % 360;
    return Math.abs(rest - 180) < 50 && meshScore >= 0.9;
  });
  return Math.max(0, ...upright.map(({ score }) => score));
}
