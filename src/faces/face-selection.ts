import type { Sentence, SentenceCode } from '../sentences.ts';
import type { Face } from './face-reader.ts';

/** What choosing needs to know of a face. */
export type Candidate = Pick<
  Face,
  | 'box'
  | 'meshScore'
  | 'eyeDistance'
  | 'sharpness'
  | 'brightness'
  | 'contrast'
  | 'saturation'
  | 'yaw'
  | 'lidOpening'
  | 'shadeUnderEyes'
  | 'mouthRelief'
>;

export type FaceChoice<T> =
  | { readonly face: T; readonly refusal: null }
  | { readonly face: null; readonly refusal: Sentence };

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * A second person has at least this size and sharpness beside the first, and is seen nearly whole. A poster, somebody
 * far behind and a passer-by at the edge are none.
 */
const SECOND_SIZE = 0.6;
const SECOND_SHARPNESS = 0.5;
const SECOND_INSIDE = 0.85;
const SURE_MESH_SCORE = 0.9;
/** Below these the service would compare guesses (bench/faces prints how faces lie). */
const MIN_SELFIE_EYES = 28;
const MIN_SHARPNESS = 12;
const MIN_BRIGHTNESS = 30;
const MAX_BRIGHTNESS = 245;
const CLOSED_LIDS = 0.085;
const MAX_YAW = 1.3;
const DARK_GLASSES = 0.35;
/** Bare faces have 0.39 and more, most masks of one colour less than this; patterned ones and hands are not seen. */
const COVERED_MOUTH = 0.22;
/** A portrait with less between its eyes is compared, but not relied on. */
const SURE_PORTRAIT_EYES = 24;

/** The one person of a selfie, or what is wrong with it and what to do. */
export function selfieFace<T extends Candidate>(faces: readonly T[], picture: Size): FaceChoice<T> {
  const first = mainFace(faces, picture);
  if (!first) return refuse('face.missing');
  const others = faces.filter((face) => face !== first);
  if (others.some((other) => isSecondPerson(other, first, picture))) {
    return refuse('face.several');
  }
  if (first.eyeDistance < MIN_SELFIE_EYES) return refuse('face.small');
  if (first.brightness < MIN_BRIGHTNESS) return refuse('face.dark');
  if (first.brightness > MAX_BRIGHTNESS) return refuse('face.over-exposed');
  if (first.sharpness < MIN_SHARPNESS) {
    return refuse('face.blurred');
  }
  if (Math.abs(first.yaw) > MAX_YAW) return refuse('face.looks-away');
  if (isCovered(first)) {
    return refuse('face.covered');
  }
  if (first.lidOpening <= CLOSED_LIDS) return refuse('face.eyes-closed');
  return { face: first, refusal: null };
}

/** The face that a picture is of, whatever its quality and whoever else is there; undefined where there is none. */
export function mainFace<T extends Candidate>(faces: readonly T[], picture: Size): T | undefined {
  return [...faces].sort((a, b) => prominence(b, picture) - prominence(a, picture))[0];
}

/**
 * The portrait of a document, not its pale second picture. `sure` is false where it is too small to rely on. The turn
 * of the face says how the document lies.
 */
export function portrait<T extends Candidate>(faces: readonly T[]): FaceChoice<T> & { readonly sure: boolean } {
  const sure = faces.filter(({ meshScore }) => meshScore >= SURE_MESH_SCORE);
  const [first] = (sure.length > 0 ? sure : [...faces]).sort((a, b) => weight(b) - weight(a));
  if (!first) {
    return {
      ...refuse('face.no-portrait'),
      sure: false,
    };
  }
  return { face: first, refusal: null, sure: first.eyeDistance >= SURE_PORTRAIT_EYES };
}

function isCovered({ meshScore, shadeUnderEyes, mouthRelief }: Candidate): boolean {
  return meshScore < SURE_MESH_SCORE || shadeUnderEyes < DARK_GLASSES || mouthRelief < COVERED_MOUTH;
}

/** A ghost image is smaller, paler or of one colour: size counts most, then how much is to be seen in it. */
function weight({ eyeDistance, contrast, saturation }: Candidate): number {
  return eyeDistance * Math.sqrt(10 + contrast) * (60 + Math.min(60, saturation)) ** 0.5;
}

/** Large and near the middle: selfies are taken so. */
function prominence({ box, eyeDistance }: Candidate, { width, height }: Size): number {
  const x = (box.x + box.width / 2 - width / 2) / width;
  const y = (box.y + box.height / 2 - height / 2) / height;
  return eyeDistance * (1 - Math.min(0.9, Math.hypot(x, y)));
}

function isSecondPerson(other: Candidate, first: Candidate, picture: Size): boolean {
  return (
    other.eyeDistance >= SECOND_SIZE * first.eyeDistance &&
    other.sharpness >= SECOND_SHARPNESS * first.sharpness &&
    other.meshScore >= SURE_MESH_SCORE &&
    partInside(other, picture) >= SECOND_INSIDE
  );
}

function partInside({ box }: Candidate, { width, height }: Size): number {
  const across = Math.min(width, box.x + box.width) - Math.max(0, box.x);
  const down = Math.min(height, box.y + box.height) - Math.max(0, box.y);
  return (Math.max(0, across) * Math.max(0, down)) / (box.width * box.height);
}

function refuse(code: SentenceCode): { face: null; refusal: Sentence } {
  return { face: null, refusal: { code } };
}
