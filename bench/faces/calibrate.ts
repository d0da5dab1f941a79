import { readFileSync, writeFileSync } from 'node:fs';
import { ANCHORS } from '../../src/faces/confidence.ts';
import { FaceReader } from '../../src/faces/face-reader.ts';
import { anchorsOf, type Histogram, histogram } from './anchors.ts';
import { allSimilarities, readSet, sharedPairs } from './pictures.ts';

/** Of all pairs of pictures of the people that the calibration is fitted on; numbers alone. */
export interface CommittedSimilarities {
  readonly pictures: string;
  readonly impostor: Histogram;
  readonly genuine: Histogram;
}

const FILE = new URL('./similarities.json', import.meta.url);

export function committedSimilarities(): CommittedSimilarities {
  return JSON.parse(readFileSync(FILE, 'utf8')) as CommittedSimilarities;
}

/** The table of src/faces/confidence.ts, a line an anchor. */
export function tableLines({ impostor }: CommittedSimilarities): string[] {
  return anchorsOf(impostor).map(([similarity, confidence]) => `[${similarity}, ${confidence}]`);
}

/** Reads the benchmark's pictures again and writes what similarities they have. */
async function measure(): Promise<void> {
  const pairs = sharedPairs();
  if (!pairs) throw new Error('There are no labelled faces: name their folder in TOUCHSTONE_BENCH_DATA.');
  const reader = await FaceReader.open();
  const readings = await readSet(reader, pairs, 'lfw-gray');
  await reader.close();
  const { genuine, impostor } = allSimilarities(readings.values());
  const measured: CommittedSimilarities = {
    pictures: 'half of the people of Labeled Faces in the Wild, in grayscale',
    impostor: histogram(impostor),
    genuine: histogram(genuine),
  };
  writeFileSync(FILE, `${JSON.stringify(measured)}\n`);
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  if (process.argv.includes('--measure')) await measure();
  const committed = committedSimilarities();
  const sum = ({ counts }: Histogram) => counts.reduce((total, count) => total + count, 0);
  console.log(`${sum(committed.impostor)} pairs of different people, ${sum(committed.genuine)} of the same:`);
  console.log(`${committed.pictures}. Similarity and confidence; the one at 90 is extrapolated.`);
  for (const line of tableLines(committed)) console.log(line);
  const inForce = ANCHORS.map(([similarity, confidence]) => `[${similarity}, ${confidence}]`);
  const same = inForce.join() === tableLines(committed).join();
  console.log(same ? 'This is the table in force.' : `In force is another table: ${inForce.join(' ')}`);
}
