import { HANDS, type Style } from '../../specimens/faces/styles.ts';
import { selfie } from '../../specimens/selfie.ts';
import type { FaceReader } from '../../src/faces/face-reader.ts';
import { selfieFace } from '../../src/faces/face-selection.ts';
import type { LivenessReader } from '../../src/faces/liveness/liveness-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';

const COUNT = 40;
/** The estimate of src/faces/drawn.json has others. */
const [FACES, PICTURES] = [700_000, 710_000];

/** A line for each style of drawn faces: how many are known as drawn, and their scores with and without that. */
export async function drawnFaces(faces: FaceReader, reader: LivenessReader): Promise<string[]> {
  const lines: string[] = [];
  for (const style of HANDS.flat()) lines.push(await styleLine(style, faces, reader));
  return lines;
}

async function styleLine(style: Style, faces: FaceReader, reader: LivenessReader): Promise<string> {
  const scores: { drawn: boolean; score: number; models: number }[] = [];
  for (let seed = 0; seed < COUNT; seed++) {
    const person = { face: FACES + seed, sex: seed % 2 ? 'F' : 'M' } as const;
    const { pixels } = await decodePhoto(selfie(person, PICTURES + seed, { style }));
    const { face } = selfieFace(await faces.find(pixels, { anyTurn: true }), pixels);
    if (!face) continue;
    const drawn = faces.looksDrawn(await faces.describe(pixels, face));
    const { livenessScore, doubtedScore } = await reader.score(pixels, { box: face.box });
    if (livenessScore === null) continue;
    scores.push({ drawn, models: livenessScore, score: drawn ? doubtedScore! : livenessScore });
  }
  const from = (least: number) =>
    `${scores.filter(({ score }) => score >= least).length} (${scores.filter(({ models }) => models >= least).length})`;
  const known = scores.filter(({ drawn }) => drawn).length;
  return `drawn, ${style.padEnd(21)} ${scores.length} of ${COUNT} judged, ${known} known; ≥ 80 (by models alone) ${from(80)}, ≥ 90 ${from(90)}`;
}
