import { defocus } from '../../specimens/lens.ts';
import type { DocumentReader, DocumentReading } from '../../src/documents/document-reader.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import type { Pixels } from '../../src/imaging/pixels.ts';
import { crop, resize } from '../../src/imaging/resample.ts';
import { compare, valuesOf } from './compare.ts';
import type { Picture } from './pictures.ts';

/** A measure of the quality gate, what makes it worse step by step, and the bounds between the rows of its table. */
interface Sweep {
  readonly measure: 'textHeight' | 'textBlur' | 'cutOff';
  readonly unit: string;
  readonly steps: readonly number[];
  readonly spoil: (pixels: Pixels, step: number) => Pixels;
  readonly bounds: readonly number[];
}

const SWEEPS: readonly Sweep[] = [
  {
    measure: 'textHeight',
    unit: 'median height of text, px',
    steps: [1, 0.5, 0.35, 0.25, 0.2, 0.15, 0.1],
    spoil: ({ width, height, ...rest }, factor) =>
      resize({ width, height, ...rest }, Math.round(width * factor), Math.round(height * factor)),
    bounds: [3, 6, 8, 10, 14],
  },
  {
    measure: 'textBlur',
    unit: 'σ of the blur in heights of text',
    steps: [1, 2, 3, 4, 5, 6, 8],
    spoil: (pixels, sigma) => defocus(pixels, (sigma * pixels.width) / 1400),
    bounds: [0.04, 0.06, 0.08, 0.1, 0.13],
  },
  {
    measure: 'cutOff',
    unit: 'part of the texts that the frame cuts',
    steps: [0.1, 0.2, 0.3, 0.4, 0.5],
    spoil: (pixels, part) => {
      const left = Math.round(pixels.width * part);
      return crop(pixels, left, 0, pixels.width - left, pixels.height);
    },
    bounds: [0.01, 0.1, 0.2, 0.4],
  },
];

interface Row {
  pictures: number;
  /** Pictures whose number was read right, and whose number and name were. */
  number: number;
  both: number;
  refused: number;
}

/**
 * Spoils pictures step by step until nobody can read them. For each quality measure it prints how many were read and
 * how many refused, by the value of the measure.
 */
export async function printGate(
  pictures: Iterable<Picture> | AsyncIterable<Picture>,
  reader: DocumentReader,
): Promise<void> {
  const tables = SWEEPS.map(({ bounds }) => Array.from({ length: bounds.length + 1 }, empty));
  for await (const picture of pictures) {
    const photo = await decodePhoto(picture.bytes);
    for (const [index, { measure, steps, spoil, bounds }] of SWEEPS.entries()) {
      for (const step of steps) {
        const reading = await reader.read({ ...photo, pixels: spoil(photo.pixels, step) });
        const value = reading.quality[measure];
        if (value === null) continue;
        const at = bounds.findIndex((bound) => value < bound);
        count(tables[index]![at < 0 ? bounds.length : at]!, picture, reading);
      }
    }
  }
  SWEEPS.forEach((sweep, index) => {
    print(sweep, tables[index]!);
  });
}

function empty(): Row {
  return { pictures: 0, number: 0, both: 0, refused: 0 };
}

function count(row: Row, { truth }: Picture, reading: DocumentReading): void {
  const verdicts = compare(truth, valuesOf(reading.extractedData));
  row.pictures++;
  if (verdicts.number === 'right') row.number++;
  if (verdicts.number === 'right' && verdicts.fullName === 'right') row.both++;
  if (reading.refusal !== null) row.refused++;
}

function print({ unit, bounds }: Sweep, rows: readonly Row[]): void {
  process.stdout.write(
    `\n| ${unit} | pictures | number read | number and name read | refused |\n|---|---|---|---|---|\n`,
  );
  rows.forEach(({ pictures, number, both, refused }, at) => {
    const range =
      at === 0 ? `< ${bounds[0]}` : at === bounds.length ? `≥ ${bounds.at(-1)}` : `${bounds[at - 1]} to ${bounds[at]}`;
    process.stdout.write(`| ${range} | ${pictures} | ${number} | ${both} | ${refused} |\n`);
  });
}
