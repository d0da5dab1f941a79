import { readTable } from '../../tables.ts';
import { fold } from './phrases.ts';

const PARTICLES = new Set(readTable('documents/name-particles.tsv', ['word']).map(([word]) => word));

/** Whether a word is written small in names, such as van. */
export function isParticle(word: string): boolean {
  return PARTICLES.has(fold(word));
}
