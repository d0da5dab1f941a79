import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { drawnPictures, type Picture, smallLicences } from '../../bench/documents/pictures.ts';
import { DocumentReader } from '../../src/documents/document-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';

/*
 * What the text reader reads of drawn pictures, for doubts.ts and evaluate.ts:
 * node training/labeller/pictures.ts --to FILE [--count N] [--seed N]. A hundred of each kind take some ten minutes.
 */

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    count: { type: 'string', default: '110' },
    seed: { type: 'string', default: '270000' },
  },
});
if (!values.to) throw new Error('Name the file to write: --to FILE');
const [count, seed] = [Number(values.count), Number(values.seed)];
/** Licences so small and so strongly compressed that some of their letters are misread. */
const HARD = { width: [300, 520], quality: [30, 75] } as const;

/** Pictures in layouts and fonts of development. */
async function* pictures(): AsyncGenerator<Picture> {
  yield* smallLicences(count, seed);
  yield* smallLicences(count, seed + 1000, HARD);
  yield* drawnPictures([], count, seed);
  yield* drawnPictures(['tilt', 'perspective', 'jpeg40'], count, seed);
}

const reader = await DocumentReader.open();
const read = [];
for await (const { name, truth, mrz, bytes } of pictures()) {
  const { pixels, lines } = await reader.page((await decodePhoto(bytes)).pixels);
  read.push({ name, truth, zone: mrz !== null, width: pixels.width, height: pixels.height, lines });
}
writeFileSync(values.to, JSON.stringify(read));
process.exit(0);
