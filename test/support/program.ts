import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The launcher is plain JavaScript, for a Node.js that is too old for types. */
const { bundleOf }: { bundleOf: (root: string) => string | undefined } = await import(
  new URL('../../bin/bundle.js', import.meta.url).href
);

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm run prepare` made of the program; undefined where it did not make it of just these sources. */
export const BUNDLE = bundleOf(ROOT);
/** Starts the program without its launcher: the bundle takes a third less processor time than the sources. */
export const MAIN = BUNDLE ?? join(ROOT, 'src/main.ts');
