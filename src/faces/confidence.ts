import { readFileSync } from 'node:fs';
import { calibrated } from '../inference/manifest.ts';
import type { CalibrationPoint } from '../inference/manifest-schema.ts';
import { type Embedding, similarity, unit } from './embed.ts';

/**
 * Similarities at which two pictures of different people are confused once in 100, 1,000, 10,000 and 100,000
 * comparisons, and the confidence that each stands for. The first three are counted; the last is extrapolated from
 * them. `node bench/faces/calibrate.ts` prints them from the similarities in bench/faces/similarities.json.
 */
export const ANCHORS: readonly CalibrationPoint[] = [
  [0.2411, 60],
  [0.3294, 70],
  [0.4087, 80],
  [0.488, 90],
];

/** Half of all unrelated faces have a similarity of 0 or less; 1 is the same picture. */
const POINTS: readonly CalibrationPoint[] = [[0, 0], ...ANCHORS, [1, 100]];

/** How sure it is that two faces are one person's, 0-100 with two decimals; rises with `similarity`. */
export function confidence(similarity: number, points: readonly CalibrationPoint[] = POINTS): number {
  return Math.round(calibrated(similarity, points) * 100) / 100;
}

/** The mean of many faces drawn by several hands, 512 signed bytes. `npm run train:drawn` writes it. */
const FILE = new URL('drawn.json', import.meta.url);
const { mean } = JSON.parse(readFileSync(FILE, 'utf8')) as { mean: string };
const DRAWN = drawnMean(new Int8Array(Buffer.from(mean, 'base64')));

/** One in a hundred people is as like a stranger. Such a one goes to review, as drawings do. */
const AS_ONE_PERSON = 60;

/**
 * Whether a face looks drawn or rendered. To the bundled network all drawn faces are alike, as pictures of one person
 * are, whatever they show. So a face that matches their mean is one of them.
 */
export function looksDrawn(embedding: Embedding): boolean {
  return looksLike(embedding, DRAWN);
}

/** Whether a face matches a mean of drawn faces; training leaves a hand out of it. */
export function looksLike(embedding: Embedding, drawn: Embedding): boolean {
  return confidence(similarity(embedding, drawn)) >= AS_ONE_PERSON;
}

/** A mean as the file keeps it. */
export function drawnMean(bytes: Int8Array): Embedding {
  return [{ weight: 1, values: unit(Float32Array.from(bytes)) }];
}
