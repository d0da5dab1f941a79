import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { FaceReader } from '../../src/faces/face-reader.ts';
import { acquaintanceWith, measureFace, refusalOf } from '../../src/faces/liveness/capture-quality.ts';
import type { FaceBox } from '../../src/faces/liveness/crops.ts';
import { LivenessReader } from '../../src/faces/liveness/liveness-reader.ts';
import { fitCalibration, scoreBy, usable } from '../../training/liveness/fit.ts';
import { drawnFaces } from './drawn.ts';
import * as figures from './figures.ts';
import { damaged, type Frame, readFrame, sharedFrames } from './frames.ts';
import { heldUp } from './held-up.ts';
import { leftOut, percent } from './left-out.ts';
import { MODELS, readValues, type Seen, VALUES, writtenValues } from './values.ts';

/** Where the face is; where none is found, the service asks for another picture, and the whole frame is judged here. */
interface Place {
  readonly found: boolean;
  readonly box: FaceBox;
  readonly roll: number;
}

const { values: options } = parseArgs({
  options: { beside: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

if (options.write && !options.beside) throw new Error('--write needs --beside, the manifest of the second model.');
const frames = sharedFrames();
const kept = readValues(readFileSync(VALUES, 'utf8'));
const faces = await FaceReader.open();
const places = await findFaces(frames ?? []);
const seen = (frames ?? []).flatMap((frame, at) => (places[at]!.found ? [{ frame, face: places[at]! }] : []));
for (const line of await heldUp(faces, seen)) print(line);
const reader = await LivenessReader.open({ manifest: options.beside, cache: tmpdir() });
for (const line of await drawnFaces(faces, reader)) print(line);
await faces.close();
if (frames) await measure(frames);
else print('The labelled frames are not at hand (TOUCHSTONE_BENCH_DATA): the committed values are judged.');
await reader.close();

async function measure(some: readonly Frame[]): Promise<void> {
  let milliseconds = 0;
  for (const damage of kept.keys()) {
    const earlier = kept.get(damage)!;
    const now: Seen[] = [];
    for (const [index, frame] of some.entries()) {
      const { source, live } = frame;
      const { found, box } = places[index]!;
      const whole = await readFrame(frame);
      const pixels = await damaged(whole, damage);
      const own = scaled(box, pixels.width / whole.width, pixels.height / whole.height);
      const start = performance.now();
      const measures = measureFace(pixels, own);
      const [bundled, second] = await reader.opinions(pixels, own);
      milliseconds += performance.now() - start;
      now.push({
        ...{ source, live, acquaintance: acquaintanceWith(measures) },
        refused: !found || refusalOf(measures) !== null,
        bundled: bundled!.value,
        // What a model says that is not at hand was measured earlier.
        minifasnet: second?.value ?? earlier[index]!.minifasnet,
      });
    }
    kept.set(damage, now);
  }
  print(`${some.length} frames, ${(milliseconds / some.length / kept.size).toFixed(0)} ms each with the gate`);
  if (options.write) writeFileSync(VALUES, writtenValues(kept));
}

const plain = kept.get('none')!;
for (const model of MODELS) {
  printArea(`${model}, all frames`, plain, (one) => one[model]);
  printArea(`${model}, judged ones`, usable(plain), (one) => one[model]);
}
const calibrations = Object.fromEntries(MODELS.map((model) => [model, fitCalibration(usable(plain), model)]));
printArea('score of both, all frames', plain, (one) => scoreBy(calibrations, one));
printArea('score of both, judged ones', usable(plain), (one) => scoreBy(calibrations, one));
for (const models of [['bundled'], MODELS] as const) for (const line of leftOut(kept, models)) print(line);

/** Faces are looked for once; damage moves none, only half the size halves the box. */
async function findFaces(some: readonly Frame[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const frame of some) {
    const pixels = await readFrame(frame);
    const [face] = await faces.find(pixels, { anyTurn: true });
    places.push({
      found: face !== undefined,
      box: face?.box ?? { x: 0, y: 0, width: pixels.width, height: pixels.height },
      roll: face?.roll ?? 0,
    });
  }
  return places;
}

function scaled({ x, y, width, height }: FaceBox, across: number, down: number): FaceBox {
  return { x: x * across, y: y * down, width: width * across, height: height * down };
}

function printArea(name: string, some: readonly Seen[], value: (one: Seen) => number): void {
  const judged = some.map((one) => ({ ...one, value: value(one) }));
  const each = figures.sourcesOf(judged).map((source) => {
    const area = figures.areaUnderCurve(judged.filter((one) => one.source === source));
    return `${source} ${Number.isNaN(area) ? 'live only' : area.toFixed(3)}`;
  });
  const rejected = [0.05, 0.1, 0.2].map((passing) => percent(figures.liveRejected(judged, passing)));
  print(`${name} (${judged.length}): AUC ${figures.areaUnderCurve(judged).toFixed(3)}; ${each.join(', ')}`);
  print(`  live rejected where 5 / 10 / 20 % of attacks pass: ${rejected.join(' / ')}`);
}
