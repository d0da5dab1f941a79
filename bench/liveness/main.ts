import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { FaceReader } from '../../src/faces/face-reader.ts';
import { acquaintanceWith, measureFace, refusalOf } from '../../src/faces/liveness/capture-quality.ts';
import type { FaceBox } from '../../src/faces/liveness/crops.ts';
import { LivenessReader } from '../../src/faces/liveness/liveness-reader.ts';
import { fitCalibration, fitted, scoreBy, untriedSurroundings, usable } from '../../training/liveness/fit.ts';
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

/** What the manifests call the models. */
const NAMES = { bundled: 'touchstone-liveness-5', surroundings: 'faceplugin-liveness', minifasnet: 'minifasnet' };

const { values: options } = parseArgs({
  options: { beside: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const print = (line: string) => process.stdout.write(`${line}\n`);

if (options.write && !options.beside) throw new Error('--write needs --beside, the manifest of the second model.');
const [crops, whole] = [sharedFrames('crops'), sharedFrames('frames')];
const frames = crops && whole && [...crops, ...whole];
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
  let count = 0;
  for (const damage of kept.keys()) {
    const earlier = kept.get(damage)!;
    const now: Seen[] = [];
    for (const [index, frame] of some.entries()) {
      // Damage was tried on the crops alone.
      if (damage !== 'none' && frame.set !== 'crops') continue;
      const { set, source, live } = frame;
      const { found, box } = places[index]!;
      const undamaged = await readFrame(frame);
      const pixels = await damaged(undamaged, damage);
      const own = scaled(box, pixels.width / undamaged.width, pixels.height / undamaged.height);
      const start = performance.now();
      const measures = measureFace(pixels, own);
      const said = new Map((await reader.opinions(pixels, own)).map(({ model, value }) => [model, value]));
      milliseconds += performance.now() - start;
      count += 1;
      now.push({
        set,
        source,
        live,
        acquaintance: acquaintanceWith(measures),
        refused: !found || refusalOf(measures) !== null,
        bundled: said.get(NAMES.bundled)!,
        surroundings: said.get(NAMES.surroundings) ?? Number.NaN,
        // What a model says that is not at hand was measured earlier.
        minifasnet: said.get(NAMES.minifasnet) ?? earlier[index]?.minifasnet ?? Number.NaN,
      });
    }
    kept.set(damage, now);
  }
  print(`${count} pictures, ${(milliseconds / count).toFixed(0)} ms each with the gate`);
  if (options.write) writeFileSync(VALUES, writtenValues(kept));
}

const plain = kept.get('none')!;
const judged = fitted(plain);
const untried = untriedSurroundings(judged);
const calibrations = Object.fromEntries(MODELS.map((model) => [model, fitCalibration(judged, model)]));
for (const set of ['crops', 'frames'] as const) {
  for (const [name, some] of [
    ['all', plain],
    ['judged ones', usable(plain)],
  ] as const) {
    const own = some.filter((one) => one.set === set);
    for (const model of MODELS) {
      const heard = own.filter((one) => !Number.isNaN(one[model]));
      printArea(`${model}, ${set}, ${name}`, heard, (one) => one[model]);
    }
    printArea(`score, ${set}, ${name}`, own, (one) => scoreBy(calibrations, one, untried));
  }
  for (const models of [['bundled'], ['bundled', 'surroundings'], MODELS] as const) {
    for (const line of leftOut(kept, set, models)) print(line);
  }
}

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
