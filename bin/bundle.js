// The bundle of the program (scripts/bundle.js), for as long as it is that of the sources.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** `dist/main.js` under `root`; undefined where it was not made of just these sources and packages. */
export function bundleOf(root) {
  try {
    const stamps = JSON.parse(readFileSync(join(root, 'dist/inputs.json'), 'utf8'));
    const isFresh = Object.entries(stamps).every(([file, stamp]) => stampOf(root, file) === stamp);
    return isFresh ? join(root, 'dist/main.js') : undefined;
  } catch {
    return undefined;
  }
}

/** What tells a file from another one at its place: its bytes, and the second it was last changed. */
export function stampOf(root, file) {
  const { size, mtimeMs } = statSync(join(root, file));
  return `${size} ${Math.floor(mtimeMs / 1000)}`;
}
