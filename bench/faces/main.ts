import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { confidence } from '../../src/faces/confidence.ts';
import { similarity } from '../../src/faces/embed.ts';
import { FaceReader } from '../../src/faces/face-reader.ts';
import { portrait } from '../../src/faces/face-selection.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import { benchData } from '../shared-lists.ts';
import { anchorsOf, histogram } from './anchors.ts';
import { conditions, EVERY, liveFrames, portraits } from './conditions.ts';
import {
  allSimilarities,
  halfOf,
  listedSimilarities,
  type Pair,
  type Reading,
  readSet,
  type Similarities,
  sharedPairs,
} from './pictures.ts';
import { asDocument } from './spoil.ts';

const percent = (part: number) => `${(100 * part).toFixed(2)} %`;

/** The equal error rate, and the share of genuine pairs accepted at given rates of false matches. */
function separation({ genuine, impostor }: Similarities): string {
  const [same, different] = [genuine, impostor].map((values) => [...values].sort((a, b) => b - a)) as [
    number[],
    number[],
  ];
  const accepted = (at: number) => same.filter((value) => value >= at).length / same.length;
  const at = (rate: number) => different[Math.floor(different.length * rate)]!;
  let equal = 1;
  for (let rank = 0; rank < different.length; rank++) {
    const [matched, missed] = [(rank + 1) / different.length, 1 - accepted(different[rank]!)];
    if (rank % Math.ceil(different.length / 20_000) === 0 && matched >= missed) {
      equal = (matched + missed) / 2;
      break;
    }
  }
  const rates = [1e-2, 1e-3, 1e-4].filter((rate) => different.length * rate >= 1);
  return `equal error ${percent(equal)}, ${rates.map((rate) => `accepted at false match rate ${rate}: ${percent(accepted(at(rate)))}`).join(', ')}`;
}

function errors({ genuine, impostor }: Similarities): string {
  return [60, 70, 80, 90]
    .map((score) => {
      const missed = genuine.filter((value) => confidence(value) < score).length / genuine.length;
      const wrong = impostor.filter((value) => confidence(value) >= score).length;
      const upper = (wrong + 1.92 + 1.96 * Math.sqrt(wrong + 0.96)) / impostor.length;
      return `  at ${score}: rejected ${percent(missed)}, false matches ${(wrong / impostor.length).toExponential(1)} (95 % ≤ ${upper.toExponential(1)})`;
    })
    .join('\n');
}

/** What the anchors fitted on one half of the people are worth on the other. */
function crossCheck(readings: Iterable<Reading>): void {
  const all = [...readings];
  for (const half of [0, 1]) {
    const fitted = allSimilarities(all, (a, b) => halfOf(a) === half && halfOf(b) === half);
    const other = allSimilarities(all, (a, b) => halfOf(a) !== half && halfOf(b) !== half);
    const rates = anchorsOf(histogram(fitted.impostor)).map(([at, score]) => {
      const wrong = other.impostor.filter((value) => value >= at).length / other.impostor.length;
      return `${score} at ${at}: ${wrong.toExponential(1)}`;
    });
    console.log(
      `  fitted on half ${half}, false matches of the other (${other.impostor.length} pairs): ${rates.join(', ')}`,
    );
  }
}

/** One picture of some genuine pairs on a simulated document, compared with the selfies of everybody. */
async function documents(
  reader: FaceReader,
  pairs: readonly Pair[],
  selfies: ReadonlyMap<string, Reading>,
): Promise<void> {
  const found: Similarities = { genuine: [], impostor: [] };
  const genuine = pairs.filter(({ same, a }) => same && selfies.get(a)?.box).filter((_, place) => place % EVERY === 0);
  const shown = new Set(genuine.map(({ a }) => a));
  let missing = 0;
  for (const file of shown) {
    const { pixels } = await decodePhoto(readFileSync(join(benchData(), 'images/faces', file)));
    const own = selfies.get(file)!;
    const page = await asDocument(pixels, file, own.box!);
    const { face } = portrait(await reader.find(page, { effort: 'small faces', anyTurn: true }));
    if (!face) missing++;
    const embedding = face && (await reader.describe(page, face));
    for (const selfie of selfies.values()) {
      if (!embedding || !selfie.embedding || selfie.file === file) continue;
      found[selfie.identity === own.identity ? 'genuine' : 'impostor'].push(similarity(embedding, selfie.embedding));
    }
  }
  console.log(`  simulated documents: portrait not found on ${missing} of ${shown.size}`);
  console.log(`  ${found.genuine.length} + ${found.impostor.length} pairs: ${separation(found)}\n${errors(found)}`);
}

async function main(): Promise<void> {
  const pairs = sharedPairs();
  if (!pairs) {
    console.log('No labelled faces here: name a folder with images/faces/pairs.tsv in TOUCHSTONE_BENCH_DATA.');
    return;
  }
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const reader = await FaceReader.open();
  const opened = (performance.now() - start).toFixed(0);
  console.log(
    `Models open in ${opened} ms and hold ${((process.memoryUsage().rss - before) / 2 ** 20).toFixed(0)} MiB.`,
  );
  for (const set of [...new Set(pairs.map((pair) => pair.set))]) {
    const own = pairs.filter((pair) => pair.set === set);
    const readings = await readSet(reader, own, set);
    const all = [...readings.values()];
    const times = all.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const missed = all.filter(({ embedding }) => !embedding).length;
    console.log(`\n${set}: ${all.length} pictures, no face in ${missed} (${percent(missed / all.length)})`);
    const refusals = Map.groupBy(
      all.flatMap(({ refusal }) => refusal ?? []),
      (refusal) => refusal,
    );
    for (const [refusal, { length }] of refusals) console.log(`  as a selfie ${length} are refused: ${refusal}`);
    console.log(`  a comparison: median ${(2 * times[times.length >> 1]!).toFixed(0)} ms of processor time`);
    const [every, listed] = [allSimilarities(all), listedSimilarities(own, readings)];
    console.log(
      `  all ${every.genuine.length} + ${every.impostor.length} pairs: ${separation(every)}\n${errors(every)}`,
    );
    console.log(
      `  listed ${listed.genuine.length} + ${listed.impostor.length} pairs: ${separation(listed)}\n${errors(listed)}`,
    );
    if (set === 'lfw-gray') crossCheck(all);
    await documents(reader, own, readings);
    await conditions(reader, own, readings);
  }
  await liveFrames(reader);
  await portraits(reader);
  console.log(`\nPeak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`);
  await reader.close();
}

await main();
