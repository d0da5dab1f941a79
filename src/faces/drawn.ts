import { readFileSync } from 'node:fs';
import { confidence } from './confidence.ts';
import { type Embedding, similarity, unit } from './embed.ts';

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
