// The bundle of the program (scripts/bundle.js), for as long as it is that of the sources.
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** `dist/main.js` under `root`; undefined where it was not made of just these sources and packages. */
export function bundleOf(root) {
  try {
    const inputs = JSON.parse(readFileSync(join(root, 'dist/inputs.json'), 'utf8'));
    const isFresh = Object.entries(inputs).every(([file, made]) => isSame(root, file, made));
    return isFresh ? join(root, 'dist/main.js') : undefined;
  } catch {
    return undefined;
  }
}

/** What tells a file from another one at its place: its size and the second it was last changed, or else its bytes. */
export function stampOf(root, file) {
  return { ...quickStamp(root, file), hash: hashOf(root, file) };
}

/** Copies and reproducible images change the times of files. Then the bytes say whether it is the same. */
function isSame(root, file, made) {
  const { size, second } = quickStamp(root, file);
  return size === made.size && (second === made.second || hashOf(root, file) === made.hash);
}

function quickStamp(root, file) {
  const { size, mtimeMs } = statSync(join(root, file));
  return { size, second: Math.floor(mtimeMs / 1000) };
}

/** Most starts hash nothing, so that they do not load what hashes. */
function hashOf(root, file) {
  const { createHash } = require('node:crypto');
  return createHash('sha256')
    .update(readFileSync(join(root, file)))
    .digest('base64');
}
