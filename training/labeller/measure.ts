import { writeFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { FONT_PAIRS, font } from '../../specimens/fonts.ts';
import { Random } from '../../specimens/random.ts';
import { TextReader } from '../../src/documents/text/text-reader.ts';
import type { Pixels, Quad } from '../../src/imaging/pixels.ts';
import { readTable } from '../../src/tables.ts';

/*
 * Writes training/labeller/misreadings.json: which letters the text reader takes for others, and how many spaces it
 * loses, those behind the stop of an initial apart. Lines are drawn in three sizes with blur and grain.
 */

const SIZES = [10, 14, 20];
const LINES = 500;
/** A space behind a stop. */
const STOP = '. ';

/** Two of the words of documents: of a label, a name, a date, a number, or names with an initial between them. */
function phrase(random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('');
  const date = `${digits(2)}.${digits(2)}.${digits(4)}`;
  const number = `${random.pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'])}${digits(7)}`;
  const initial = `${random.pick(NAMES)} ${random.pick([...'ABCDEFGHIJKLMNOPRSTUVW'])}. ${random.pick(NAMES)}`;
  const word = () => random.pick([random.pick(LABELS), random.pick(NAMES), random.pick(NAMES), date, number, initial]);
  const text = `${word()} ${word()}`;
  return random.chance(0.5) ? text.toUpperCase() : text;
}

const LABELS = readTable('documents/labels.tsv', ['phrase']).map(([one]) => one);
const NAMES = readTable('documents/given-names.tsv', ['name']).map(([one]) => one);

/** Pairs of letters, printed and read, '' where there is none. */
function pairs(printed: string, read: string): [string, string][] {
  const cost = costsOf(printed, read);
  const out: [string, string][] = [];
  let [a, b] = [printed.length, read.length];
  while (a > 0 || b > 0) {
    const here = cost[a]![b]!;
    if (a > 0 && b > 0 && here === cost[a - 1]![b - 1]! + change(printed[a - 1], read[b - 1])) {
      out.push([printed[--a]!, read[--b]!]);
    } else if (a > 0 && here === cost[a - 1]![b]! + 1) out.push([printed[--a]!, '']);
    else out.push(['', read[--b]!]);
  }
  return out.reverse();
}

/** Least costs of making the beginning of one text from that of the other, by their lengths. */
function costsOf(printed: string, read: string): Float64Array[] {
  const cost = Array.from({ length: printed.length + 1 }, (_, a) => new Float64Array(read.length + 1).fill(a, 0, 1));
  for (let b = 1; b <= read.length; b++) cost[0]![b] = b;
  for (let a = 1; a <= printed.length; a++) {
    for (let b = 1; b <= read.length; b++) {
      const changed = cost[a - 1]![b - 1]! + change(printed[a - 1], read[b - 1]);
      cost[a]![b] = Math.min(cost[a - 1]![b]! + 1, cost[a]![b - 1]! + 1, changed);
    }
  }
  return cost;
}

/** What it costs to take one letter for another. */
function change(one: string | undefined, other: string | undefined): number {
  return one === other ? 0 : 0.9;
}

/** A line of print as a picture, with blur and grain. */
function drawn(text: string, size: number, random: Random): Pixels {
  const print = font(random.pick(FONT_PAIRS).value, size);
  const rule = createCanvas(1, 1).getContext('2d');
  rule.font = print;
  const [width, height] = [Math.ceil(rule.measureText(text).width) + 10, size + 8];
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = `hsl(${random.whole(0, 359)} 40% 85%)`;
  context.fillRect(0, 0, width, height);
  context.filter = `blur(${random.between(0, size / 14)}px)`;
  context.fillStyle = random.chance(0.8) ? '#222' : '#446';
  context.font = print;
  context.fillText(text, 5, 4 + size * 0.82);
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = new Uint8Array(width * height * 3);
  const grain = random.between(0, 20);
  for (let at = 0; at < pixels.length; at++) {
    const value = data[4 * Math.floor(at / 3) + (at % 3)]! + random.between(-grain, grain);
    pixels[at] = Math.max(0, Math.min(255, value));
  }
  return { width, height, data: pixels };
}

/** How often a letter or space was printed, and what was read in its place where that was not it. */
type Readings = Map<string, { all: number; others: string[] }>;

/** Adds up what was read of a text. */
function count(readings: Readings, text: string, line: string): void {
  let last = '';
  for (const [printed, read] of pairs(text, line)) {
    const key = last === '.' && printed === ' ' ? STOP : printed;
    last = printed || last;
    const one = readings.get(key) ?? { all: 0, others: [] };
    one.all += 1;
    if (read !== printed) one.others.push(read);
    readings.set(key, one);
  }
}

async function measured(reader: TextReader, size: number) {
  const random = new Random(size);
  const readings: Readings = new Map();
  for (let at = 0; at < LINES; at++) {
    const text = phrase(random);
    const pixels = drawn(text, size, random);
    const { width, height } = pixels;
    const quad: Quad = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ];
    const [line] = await reader.recognise(pixels, [{ quad, score: 1 }]);
    count(readings, text, line!.text);
  }
  const others: Record<string, { rate: number; as: string[] }> = {};
  for (const [letter, { all, others: some }] of [...readings].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (letter.trim() && letter !== STOP && some.length > 0 && all >= 5)
      others[letter] = { rate: Number((some.length / all).toFixed(4)), as: some.slice(0, 40) };
  const lost = (key: string) => {
    const { all, others: some } = readings.get(key)!;
    return Number((some.length / all).toFixed(4));
  };
  return { size, spaces: lost(' '), stops: lost(STOP), others };
}

const reader = await TextReader.open();
const found = [];
for (const size of SIZES) found.push(await measured(reader, size));
const path = new URL('./misreadings.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(found)}\n`);
for (const { size, spaces, stops, others } of found) {
  const mean = Object.values(others).reduce((sum, { rate }) => sum + rate, 0) / Object.keys(others).length;
  process.stdout.write(
    `${size} pixels: ${(100 * spaces).toFixed(1)} % of spaces lost, behind stops ${(100 * stops).toFixed(1)} %, letters ${(100 * mean).toFixed(1)} %\n`,
  );
}
process.exit(0);
