import { readFileSync } from 'node:fs';
import { confidence } from './confidence.ts';
import { type Embedding, similarity, unit } from './embed.ts';

/** The mean of many drawn faces, 512 signed bytes. `npm run train:drawn` writes it. */
const FILE = new URL('drawn.json', import.meta.url);
const { mean } = JSON.parse(readFileSync(FILE, 'utf8')) as { mean: string };
const values = unit(Float32Array.from(new Int8Array(Buffer.from(mean, 'base64'))));
const DRAWN: Embedding = [{ weight: 1, values }];

/** One in a hundred people is as like a stranger. Such a one goes to review, as drawings do. */
const AS_ONE_PERSON = 60;

/**
 * Whether a face looks drawn or rendered. To the bundled network all drawn faces are alike, as pictures of one person
 * are, whatever they show. So a face that matches their mean is one of them.
 */
export function looksDrawn(embedding: Embedding): boolean {
  return confidence(similarity(embedding, DRAWN)) >= AS_ONE_PERSON;
}
