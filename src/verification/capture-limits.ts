import { readFileSync } from 'node:fs';

/**
 * What signs of capture and second portraits of genuine documents hardly ever pass; `npm run train:signs` writes it.
 * `colourless`: gray values. `grid`: times of what is beside. `otherPerson`: confidence, 0 to 100.
 */
export const CAPTURE_LIMITS = JSON.parse(readFileSync(new URL('capture-limits.json', import.meta.url), 'utf8')) as {
  readonly colourless: number;
  readonly grid: number;
  readonly otherPerson: number;
};
