import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { DEFAULT_THRESHOLDS } from '../../src/domain/thresholds.ts';
import { FaceReader } from '../../src/faces/face-reader.ts';
import type { FaceBox } from '../../src/faces/liveness/crops.ts';
import { LivenessReader } from '../../src/faces/liveness/liveness-reader.ts';
import * as figures from './figures.ts';
import { type Damage, damaged, type Frame, readFrame, sharedFrames } from './frames.ts';
import { heldUp } from './held-up.ts';
import { readValues, VALUES, writtenValues } from './values.ts';

/** Where the face is; where none is found, the service asks for another picture, and the whole frame is judged here. */
interface Place {
  readonly found: boolean;
  readonly box: FaceBox;
}

const { values: options } = parseArgs({
  options: {
    model: { type: 'string' },
    write: { type: 'boolean', default: false },
    calibrate: { type: 'boolean', default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const percent = (part: number) => (Number.isNaN(part) ? '    –' : `${(100 * part).toFixed(1).padStart(5)} %`);

if (options.calibrate) {
  print(`"calibration": ${JSON.stringify(figures.calibrationOf(fitted(readValues(readFileSync(VALUES, 'utf8')))))}`);
  process.exit(0);
}
const faces = await FaceReader.open();
const frames = sharedFrames();
const places = await findFaces(frames ?? []);
const seen = (frames ?? []).flatMap((frame, at) => (places[at]!.found ? [{ frame, box: places[at]!.box }] : []));
for (const line of await heldUp(faces, seen)) print(line);
if (!frames) {
  print('The labelled frames are not at hand (TOUCHSTONE_BENCH_DATA): liveness itself was not measured.');
  await faces.close();
  process.exit(0);
}
const reader = await LivenessReader.open({
  manifest: options.model,
  passes: DEFAULT_THRESHOLDS.liveness.sure,
  cache: tmpdir(),
});
const judged = new Map<Damage, figures.Judged[]>();
let milliseconds = 0;
for (const damage of ['none', 'blur', 'noise', 'half', 'dark'] as const)
  judged.set(damage, await judge(frames, places, damage));
const plain = judged.get('none')!;
print(
  `${reader.name}: ${frames.length} frames, ${(milliseconds / frames.length / 5).toFixed(0)} ms each with the gate`,
);
printArea('all frames', plain);
printArea(
  'gated',
  plain.filter(({ refused }) => !refused),
);
printApart(judged);
printDamage(judged);
if (options.write) writeFileSync(VALUES, writtenValues(judged));
await Promise.all([faces.close(), reader.close()]);

/** Faces are looked for once; damage moves none, only half the size halves the box. */
async function findFaces(some: readonly Frame[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const frame of some) {
    const pixels = await readFrame(frame);
    const [face] = await faces.find(pixels, { anyTurn: true });
    places.push({
      found: face !== undefined,
      box: face?.box ?? { x: 0, y: 0, width: pixels.width, height: pixels.height },
    });
  }
  return places;
}

async function judge(some: readonly Frame[], places: readonly Place[], damage: Damage): Promise<figures.Judged[]> {
  const found: figures.Judged[] = [];
  for (const [index, frame] of some.entries()) {
    const whole = await readFrame(frame);
    const pixels = await damaged(whole, damage);
    const { found: seen, box } = places[index]!;
    const own = scaled(box, pixels.width / whole.width, pixels.height / whole.height);
    const start = performance.now();
    const { refusal, value } = await reader.score(pixels, { box: own });
    milliseconds += performance.now() - start;
    const { source, live } = frame;
    const refused = !seen || refusal !== null;
    found.push({ source, live, refused, value: value ?? (await reader.value(pixels, own)) });
  }
  return found;
}

function scaled({ x, y, width, height }: FaceBox, across: number, down: number): FaceBox {
  return { x: x * across, y: y * down, width: width * across, height: height * down };
}

function fitted(all: ReadonlyMap<Damage, readonly figures.Judged[]>): figures.Judged[] {
  return all.get('none')!.filter(({ refused }) => !refused);
}

function printArea(name: string, some: readonly figures.Judged[]): void {
  const each = figures.sourcesOf(some).map((source) => {
    const area = figures.areaUnderCurve(some.filter((one) => one.source === source));
    return `${source} ${Number.isNaN(area) ? 'live only' : area.toFixed(3)}`;
  });
  const rejected = [0.05, 0.1, 0.2].map((passing) => percent(figures.liveRejected(some, passing)).trim());
  print(`${name} (${some.length}): AUC ${figures.areaUnderCurve(some).toFixed(3)}; ${each.join(', ')}`);
  print(`  live rejected where 5 / 10 / 20 % of attacks pass: ${rejected.join(' / ')}`);
}

/** Bands fitted on the other sources, tried on the one left out. */
function printApart(all: ReadonlyMap<Damage, readonly figures.Judged[]>): void {
  const gated = fitted(all);
  print('source left out    live < 70   attacks ≥ 80   to a person');
  for (const source of figures.sourcesOf(gated)) {
    const band = figures.bandOf(gated.filter((one) => one.source !== source));
    printBand(
      source,
      band,
      gated.filter((one) => one.source === source),
    );
  }
  printBand('none', figures.bandOf(gated), gated);
}

function printBand(name: string, { fail, sure }: figures.Band, some: readonly figures.Judged[]): void {
  const rejected = figures.share(figures.valuesOf(some, true), (value) => value < fail);
  const accepted = figures.share(figures.valuesOf(some, false), (value) => value >= sure);
  const between = figures.share(
    some.map(({ value }) => value),
    (value) => value >= fail && value < sure,
  );
  print(`${name.padEnd(16)}   ${percent(rejected)}      ${percent(accepted)}       ${percent(between)}`);
}

function printDamage(all: ReadonlyMap<Damage, readonly figures.Judged[]>): void {
  const { fail, sure } = figures.bandOf(fitted(all));
  const bar = figures.quantile(figures.valuesOf(all.get('none')!, false), 0.9);
  print('damage   live: refused by the gate   rejected after it (bar at 10 % of attacks)   < 70    attacks ≥ 80');
  for (const [damage, some] of all) {
    const live = some.filter((one) => one.live);
    const kept = figures.valuesOf(
      live.filter(({ refused }) => !refused),
      true,
    );
    const attacks = figures.valuesOf(
      some.filter(({ refused }) => !refused),
      false,
    );
    const parts = [
      live.filter(({ refused }) => refused).length / live.length,
      figures.share(kept, (value) => value <= bar),
      figures.share(kept, (value) => value < fail),
      figures.share(attacks, (value) => value >= sure),
    ].map(percent);
    print(`${damage.padEnd(7)}  ${parts.join('   ')}`);
  }
}
