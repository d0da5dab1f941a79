// Writes how the published files of MiniFASNet become ONNX: `npm run train:minifasnet -- FOLDER`, with the checkpoints.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE } from '../../src/models/catalogue.ts';
import { miniFasNet } from './minifasnet.ts';
import { readStateDict } from './torch/state-dict.ts';

/** Fewer numbers may stand anywhere in the published file by chance. */
const LEAST_BYTES = 16;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder with the checkpoints.');
for (const { name, plan } of CATALOGUE.flatMap(({ files }) => files)) {
  const published = await readFile(join(folder, name));
  const tensors = readStateDict(published, name);
  await writeFile(plan, planOf(Buffer.from(miniFasNet(tensors, name)), published, tensors));
}

/** The lines of a plan (`src/models/model-store.ts`): what is in the model alone, and what is in the published file. */
function planOf(model: Buffer, published: Buffer, tensors: ReturnType<typeof readStateDict>): string {
  const pieces = [...tensors.values()].map(({ data }) => Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  const lines: string[] = [];
  let done = 0;
  const places = pieces
    .filter(({ length }) => length >= LEAST_BYTES)
    .flatMap((piece) => placesOf(model, piece).map((at) => ({ at, piece })));
  for (const { at, piece } of places.sort((a, b) => a.at - b.at)) {
    if (at < done) continue;
    lines.push(`${model.subarray(done, at).toString('base64')}\t${published.indexOf(piece)}\t${piece.length}`);
    done = at + piece.length;
  }
  return `${[...lines, `${model.subarray(done).toString('base64')}\t0\t0`].join('\n')}\n`;
}

function placesOf(whole: Buffer, piece: Buffer): number[] {
  const places: number[] = [];
  for (let at = whole.indexOf(piece); at >= 0; at = whole.indexOf(piece, at + 1)) places.push(at);
  return places;
}
