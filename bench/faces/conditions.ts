import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { confidence } from '../../src/faces/confidence.ts';
import { similarity } from '../../src/faces/embed.ts';
import type { FaceReader } from '../../src/faces/face-reader.ts';
import { mainFace, portrait, selfieFace } from '../../src/faces/face-selection.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import { inWords } from '../../src/sentences.ts';
import { benchData } from '../shared-lists.ts';
import type { Pair, Reading } from './pictures.ts';
import { CONDITIONS } from './spoil.ts';

/** One genuine pair of so many is enough to see what hurts. */
export const EVERY = 4;

/** What spoiling one picture of a genuine pair costs, condition by condition. */
export async function conditions(
  reader: FaceReader,
  pairs: readonly Pair[],
  clear: ReadonlyMap<string, Reading>,
): Promise<void> {
  const genuine = pairs.filter(({ same, a }) => same && clear.get(a)?.box).filter((_, index) => index % EVERY === 0);
  console.log(
    `  one picture of ${genuine.length} genuine pairs spoilt: no face, below 70, below 80, refused as a selfie`,
  );
  for (const [condition, spoil] of Object.entries(CONDITIONS)) {
    let [missing, below70, below80, refused] = [0, 0, 0, 0];
    for (const { a, b } of genuine) {
      const picture = await spoil(await pictureAt(`faces/${a}`), a, clear.get(a)!.box!);
      const faces = await reader.find(picture, { anyTurn: true });
      const face = mainFace(faces, picture);
      const other = clear.get(b)?.embedding;
      const sure = face && other ? confidence(similarity(await reader.describe(picture, face), other)) : 0;
      refused += Number(selfieFace(faces, picture).refusal !== null);
      missing += Number(face === undefined);
      below70 += Number(sure < 70);
      below80 += Number(sure < 80);
    }
    const parts = [missing, below70, below80, refused].map(
      (count) => `${((100 * count) / genuine.length).toFixed(1)} %`,
    );
    console.log(`    ${condition}: ${parts.join(', ')}`);
  }
}

/**
 * Live people's frames of the liveness set as selfies. Each one that is refused is either a false refusal or has a
 * visible cause.
 */
export async function liveFrames(reader: FaceReader): Promise<void> {
  const list = join(benchData(), 'images/faces/liveness.tsv');
  if (!existsSync(list)) return;
  const rows = readFileSync(list, 'utf8').trim().split('\n').slice(1);
  const live = rows.map((row) => row.split('\t')).filter(([, , alive]) => alive === '1');
  const refusals = new Map<string, number>();
  for (const [set, file] of live) {
    const picture = await pictureAt(`faces/${file}`);
    const { refusal } = selfieFace(await reader.find(picture, { anyTurn: true }), picture);
    if (!refusal) continue;
    const cause = `${set}: ${inWords(refusal)}`;
    refusals.set(cause, (refusals.get(cause) ?? 0) + 1);
  }
  console.log(`\n${live.length} frames of live people as selfies, refused:`);
  for (const [refusal, count] of refusals) console.log(`  ${count} of ${refusal}`);
}

/** Portraits of the documents at hand: how many are found, and how many are large enough to rely on. */
export async function portraits(reader: FaceReader): Promise<void> {
  const list = join(benchData(), 'images/documents/truth.tsv');
  if (!existsSync(list)) return;
  const files = readFileSync(list, 'utf8').trim().split('\n').slice(1);
  const without: string[] = [];
  const small: string[] = [];
  for (const file of files.map((row) => row.split('\t')[0]!)) {
    const picture = await pictureAt(`documents/${file}`);
    const { face, sure } = portrait(await reader.find(picture, { effort: 'small faces', anyTurn: true }));
    if (!face) without.push(file);
    else if (!sure) small.push(file);
  }
  console.log(`\n${files.length} documents: no portrait on ${without.length} (${without.join(', ')}),`);
  console.log(`  too small to rely on ${small.length} (${small.join(', ')})`);
}

async function pictureAt(path: string) {
  return (await decodePhoto(readFileSync(join(benchData(), 'images', path)))).pixels;
}
