// npm run train:signs: writes the limits of the checks that look at how a document was taken, and at its portraits.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { similarityAt } from '../../bench/faces/anchors.ts';
import { committedSimilarities } from '../../bench/faces/calibrate.ts';
import { copied, onScreen, tinted } from '../../specimens/forgery.ts';
import { type Damage, photograph, READABLE_DAMAGES } from '../../specimens/photograph.ts';
import { Random } from '../../specimens/random.ts';
import { canvasOf } from '../../specimens/sheet.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { type CaptureSigns, captureSigns } from '../../src/documents/page/capture-signs.ts';
import { TextReader } from '../../src/documents/text/text-reader.ts';
import { confidence } from '../../src/faces/confidence.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import { FaceAnalyst } from '../../src/verification/face-analyst.ts';

const FILE = new URL('../../src/verification/capture-limits.json', import.meta.url);
/** Tests and benchmarks draw others. */
const FIRST_SEED = 820_000;
/** A genuine document may be beyond one limit once in so many. Four checks look at pictures: 2 % together. */
const ALARMS = 1 / 200;
/** Forgeries that a limit may miss, where it lies between both. */
const MISSED = 1 / 10;

type Way = 'genuine' | 'copy' | 'screen';

const { values } = parseArgs({ options: { count: { type: 'string', default: '200' } } });
const count = Number(values.count);

/** The front of a drawn document, taken in any of the ways that must still be read, or copied. */
async function taken(seed: number, way: Way): Promise<Buffer> {
  const random = new Random(`signs ${seed} ${way}`);
  const damages: Damage[] = random.chance(0.4) ? [random.pick(READABLE_DAMAGES)] : [];
  const shown = { sides: 'front' as const, scan: damages.length === 0 && random.chance(0.5) };
  const width = random.chance(0.5) ? { width: random.whole(430, 1200) } : {};
  const specimen = await drawSpecimen(seed);
  const printed = way === 'copy' ? copied(specimen, random) : specimen;
  const { pixels } = photograph(printed, seed, damages, { ...shown, ...width });
  const seen = way === 'screen' ? onScreen(pixels, random) : pixels;
  return canvasOf(shown.scan ? seen : tinted(seen, random)).toBuffer('image/jpeg', random.whole(50, 94));
}

const faces = await FaceAnalyst.open({ liveness: 'off', installedModel: '', faceModel: undefined, cache: tmpdir() });
const texts = await TextReader.open();
const signs: Record<Way, CaptureSigns[]> = { genuine: [], copy: [], screen: [] };
const seconds: number[] = [];
for (let seed = FIRST_SEED; seed < FIRST_SEED + count; seed++) {
  const way: readonly Way[] = ['genuine', 'genuine', 'copy', 'screen'];
  const kind = way[seed % way.length]!;
  const { pixels } = await decodePhoto(await taken(seed, kind));
  const places = (await texts.detect(pixels)).map(({ quad }) => quad);
  signs[kind].push(captureSigns(pixels, places));
  if (kind !== 'genuine') continue;
  const portrait = await faces.portrait(pixels);
  if (portrait.refusal === null && portrait.second !== null) seconds.push(portrait.second);
}
await faces.close();

const colours = { genuine: signs.genuine.map(({ colour }) => colour), forged: signs.copy.map(({ colour }) => colour) };
const grids = { genuine: signs.genuine.map(({ pattern }) => pattern), forged: signs.screen.map((one) => one.pattern) };
// Drawn faces are too much alike: what strangers reach comes from the pairs on which the confidence is calibrated.
const limits = {
  colourless: Math.round(below(colours.genuine, colours.forged)),
  grid: Math.round(1 / below(inverse(grids.genuine), inverse(grids.forged))),
  otherPerson: Math.round(confidence(similarityAt(committedSimilarities().impostor, MISSED))),
};
writeFileSync(FILE, `${JSON.stringify(limits, null, 2)}\n`);
report('colour', colours.genuine, colours.forged, (value) => value < limits.colourless);
report('pattern', grids.genuine, grids.forged, (value) => value >= limits.grid);
report('second portrait', seconds, [], (value) => value < limits.otherPerson);
process.stdout.write(`${JSON.stringify(limits)}\n`);

/** A limit that hardly any genuine value is below: half way (by ratio) to the forged ones where they lie apart. */
function below(genuine: readonly number[], forged: readonly number[]): number {
  const [least, most] = [quantile(genuine, ALARMS), quantile(forged, 1 - MISSED)];
  return most < least ? Math.sqrt(Math.max(most, least / 100) * least) : least;
}

function inverse(values: readonly number[]): number[] {
  return values.map((value) => 1 / value);
}

function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))]!;
}

function report(
  what: string,
  genuine: readonly number[],
  forged: readonly number[],
  alarms: (value: number) => boolean,
): void {
  const line = (values: readonly number[]) =>
    values.length === 0
      ? '–'
      : `${[0, 0.1, 0.5, 0.9, 1].map((at) => quantile(values, at).toFixed(1)).join(' ')}, ${values.filter(alarms).length} of ${values.length}`;
  process.stdout.write(`${what}: genuine ${line(genuine)}; forged ${line(forged)}\n`);
}
