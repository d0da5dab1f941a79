import { parseArgs } from 'node:util';
import { DocumentReader } from '../../src/documents/document-reader.ts';
import { printBarcodes } from './barcodes.ts';
import { FIELDS } from './compare.ts';
import { type Figures, measure } from './figures.ts';
import { printForgeries } from './forgeries.ts';
import { printGate } from './gate.ts';
import {
  DAMAGE_SETS,
  drawnPictures,
  OTHER_ZONES,
  otherZones,
  type Picture,
  sharedPictures,
  smallLicences,
  twoSides,
} from './pictures.ts';

/*
 * How well documents are read. `npm run bench:documents -- [--count N] [--seed N] [--set NAME]… [--mistakes N]`.
 * The sets: `shared` (the photos of the benchmark data), `clean`, one for each damage, `held-out` and
 * `held-out-damaged`. Readers are not developed on held-out layouts, fonts and languages.
 * `--gate` spoils drawn documents until nobody can read them, and prints the quality measures beside what was read.
 * `--forgeries` forges drawn documents, and prints which checks of authenticity find it and which are false alarms.
 * `--barcodes` looks only for the PDF417 on the backs of licences, N for each damage.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    seed: { type: 'string', default: '100000' },
    set: { type: 'string', multiple: true, default: [] },
    mistakes: { type: 'string', default: '0' },
    gate: { type: 'boolean', default: false },
    barcodes: { type: 'boolean', default: false },
    forgeries: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);

const sets: [string, () => Iterable<Picture> | AsyncIterable<Picture>][] = [['shared', sharedPictures]];
for (const damages of DAMAGE_SETS) {
  sets.push([damages.join('+') || 'clean', () => drawnPictures(damages, count, seed)]);
}
sets.push(['held-out', () => drawnPictures([], count * 2, seed, { heldOut: true })]);
sets.push(['held-out-damaged', () => drawnPictures(['perspective', 'jpeg40'], count, seed, { heldOut: true })]);

sets.push(['licences', () => smallLicences(count, seed)]);
sets.push(['two-sides', () => twoSides(count, seed)]);
for (const kind of OTHER_ZONES) sets.push([`zones-${kind}`, () => otherZones(kind, count, seed)]);
sets.push(['licences-held-out', () => smallLicences(count, seed, { heldOut: true })]);

if (values.barcodes) {
  await printBarcodes(count, seed);
  process.exit(0);
}
const reader = await DocumentReader.open();
if (values.gate) {
  await printGate(drawnPictures([], count, seed), reader);
  process.exit(0);
}
if (values.forgeries) {
  await printForgeries(count, seed, reader);
  process.exit(0);
}
const measured: Figures[] = [];
for (const [name, pictures] of sets) {
  if (values.set.length > 0 && !values.set.includes(name)) continue;
  const figures = await measure(name, pictures(), reader);
  if (figures.pictures === 0) {
    process.stdout.write(`${name}: the benchmark data is not at hand (TOUCHSTONE_BENCH_DATA).\n`);
    continue;
  }
  measured.push(figures);
  if (!values.json) process.stderr.write(`${name} …\n`);
}
if (values.json) {
  const plain = (_: string, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value);
  process.stdout.write(`${JSON.stringify(measured, plain)}\n`);
} else print(measured);
process.exit(0);

function print(all: readonly Figures[]): void {
  table(
    [
      'set',
      'pictures',
      'refused',
      'MRZ exact',
      'accepted',
      'of them wrong',
      'PDF417',
      'with MRZ: right',
      'wrong',
      'without: right',
      'wrong',
      'ms p50',
      'p95',
    ],
    all.map((one) => [
      one.set,
      String(one.pictures),
      String(one.refused.length),
      share(one.exact, one.zones),
      String(one.accepted),
      String(one.acceptedWrong.length),
      share(one.barcodesRead, one.barcodes),
      ...[one.withZone, one.withoutZone].flatMap((kind) => {
        const total = kind.right + kind.missing + kind.wrong;
        return [share(kind.right, total), share(kind.wrong, total)];
      }),
      quantile(one.milliseconds, 0.5),
      quantile(one.milliseconds, 0.95),
    ]),
  );
  process.stdout.write('\nFields: right / missing / wrong\n\n');
  table(
    ['set', ...FIELDS],
    all.map((one) => [one.set, ...FIELDS.map((field) => Object.values(one.fields.get(field)!).join(' / '))]),
  );
  process.stdout.write('\nWords of names: with marks, given with the very same; without any, given with some\n\n');
  table(
    ['set', 'with the same', 'falsely with some'],
    all.map(({ set, marks }) => [set, share(marks.exact, marks.marked), share(marks.falsely, marks.plain)]),
  );
  process.stdout.write('\nMilliseconds by stage, median\n\n');
  const stages = [...new Set(all.flatMap((one) => [...one.stages.keys()]))];
  table(
    ['set', ...stages],
    all.map((one) => [one.set, ...stages.map((stage) => quantile(one.stages.get(stage) ?? [], 0.5))]),
  );
  for (const one of all) {
    for (const line of one.refused) process.stdout.write(`\nrefused: ${line}`);
    for (const line of one.acceptedWrong) process.stdout.write(`\naccepted and wrong: ${line}`);
    for (const line of one.mistakes.slice(0, Number(values.mistakes))) process.stdout.write(`\n  ${line}`);
  }
  process.stdout.write('\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows];
  process.stdout.write(lines.map((cells) => `| ${cells.join(' | ')} |\n`).join(''));
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % of ${whole}`;
}

function quantile(values: readonly number[], at: number): string {
  if (values.length === 0) return '–';
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))]!.toFixed(0);
}
