import { type Damage, photograph } from '../../specimens/photograph.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { readBarcode } from '../../src/documents/barcode/barcode-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';

const LAYOUTS = ['licence-us-plain', 'licence-us-band', 'licence-us-words', 'licence-us-stacked'];
const DAMAGES: readonly (Damage | null)[] = [
  null,
  ...(['noise', 'defocus', 'motion', 'dark', 'glare', 'jpeg40', 'perspective', 'tilt', 'small'] as const),
];

interface Tally {
  pictures: number;
  read: number;
  /** Read, but not what is printed. */
  wrong: number;
  narrowest: number;
  readonly milliseconds: number[];
}

/**
 * Counts the drawn backs of licences whose PDF417 is read to the last byte. Every second one has its front above it.
 */
export async function printBarcodes(count: number, from: number): Promise<void> {
  const tallies = new Map<string, Tally>();
  for (let seed = from; seed < from + count; seed++) {
    const specimen = await drawSpecimen(seed, { layout: LAYOUTS[seed % LAYOUTS.length]! });
    for (const damage of DAMAGES) {
      const shot = photograph(specimen, seed, damage ? [damage] : [], { sides: seed % 2 === 0 ? 'back' : 'both' });
      const { pixels } = await decodePhoto(shot.jpeg);
      const start = performance.now();
      const barcode = await readBarcode(pixels);
      const tally = tallyOf(tallies, damage ?? 'clean');
      tally.milliseconds.push(performance.now() - start);
      tally.pictures++;
      tally.narrowest = Math.min(tally.narrowest, shot.truth.bar!);
      const isRight = barcode?.text === shot.truth.barcode!.text;
      tally.read += Number(isRight);
      tally.wrong += Number(barcode !== null && !isRight);
    }
  }
  printTallies(tallies);
}

function tallyOf(tallies: Map<string, Tally>, damage: string): Tally {
  const tally = tallies.get(damage) ?? { pictures: 0, read: 0, wrong: 0, narrowest: Infinity, milliseconds: [] };
  tallies.set(damage, tally);
  return tally;
}

function printTallies(tallies: ReadonlyMap<string, Tally>): void {
  process.stdout.write(
    '| damage | pictures | narrowest bar, px | read | wrong | ms p50 | most |\n|---|---|---|---|---|---|---|\n',
  );
  for (const [damage, { pictures, read, wrong, narrowest, milliseconds }] of tallies) {
    const sorted = milliseconds.sort((a, b) => a - b);
    const times = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!].map((time) => time.toFixed(0)).join(' | ');
    process.stdout.write(`| ${damage} | ${pictures} | ${narrowest.toFixed(1)} | ${read} | ${wrong} | ${times} |\n`);
  }
}
