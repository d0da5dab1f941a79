// npm run train:letters: writes what tells spaces and the tails of Q in print.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { TrueValues } from '../../bench/documents/compare.ts';
import { drawnPictures, type Picture, smallLicences } from '../../bench/documents/pictures.ts';
import { upright } from '../../src/documents/page/orientation.ts';
import { isCharacter, misreadSigns, shape } from '../../src/documents/text/misreadings.ts';
import { isBesideLetter, spaceSigns } from '../../src/documents/text/spacing.ts';
import { marked, type Sight, TextReader, tailDepths } from '../../src/documents/text/text-reader.ts';
import { inkIn } from '../../src/documents/text/word-gaps.ts';
import { decodePhoto } from '../../src/imaging/decode.ts';
import { estimateWeights } from '../matching/evidence/fit.ts';

const FILE = new URL('../../src/documents/text/learned-chances.json', import.meta.url);
/** Tests and benchmarks draw others. */
const [FIRST_LICENCE, FIRST_OTHER] = [240_000, 250_000];

/** A row of which more letters are misread may be another. */
const MISREAD = 1 / 5;
/** The highest chances of what is not there, which tell how such chances fall off. */
const HIGHEST = 1 / 20;
/** Of each case beside the ridge. With 1 the log loss of five parts kept out is 7.1, with 10 it is 2.9. */
const WEIGHT = 10;

const { values } = parseArgs({
  options: { licences: { type: 'string', default: '200' }, others: { type: 'string', default: '120' } },
});

/** One case with what was seen of it, and what it is. */
interface Case {
  readonly signs: readonly number[];
  readonly is: boolean;
}

/** Small licences and documents of every kind, in the layouts and fonts of development. */
async function* pictures(): AsyncGenerator<Picture> {
  yield* smallLicences(Number(values.licences), FIRST_LICENCE);
  yield* drawnPictures([], Number(values.others), FIRST_OTHER);
}

/** Values as they may stand in one row, the longest first. */
function rowsOf({ surname, given, address }: TrueValues): string[] {
  const names = [surname, given, `${surname}, ${given}`, `${given} ${surname}`];
  const rows = [...names, address, ...(address?.split(', ') ?? [])].filter((row) => row !== null);
  return rows.filter((row) => fold(row).length >= 4).sort((a, b) => b.length - a.length);
}

/** Letters and digits alone, those that print hardly distinguishes as one. */
function fold(text: string): string {
  return text
    .toUpperCase()
    .replace(/[0Q]/g, 'O')
    .replace(/[1L|]/g, 'I')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

interface Known {
  readonly letter: string;
  /** What stands before it in its row. */
  readonly before: string;
  /** Its place among the characters that were read. */
  readonly at: number;
}

/**
 * The letters of the first value that a row holds with hardly anything beside it. Of its letters a share of at most
 * `misread` may differ.
 */
function known(read: readonly { letter: string }[], truth: TrueValues, misread = 0): Known[] {
  const places = read.flatMap((one, at) => (isCharacter(one) ? [at] : []));
  const said = places.map((at) => fold(read[at]!.letter)).join('');
  if (said.length !== places.length) return [];
  for (const row of rowsOf(truth)) {
    const from = placeOf(fold(row), said, misread);
    if (from < 0 || said.length > fold(row).length + 8) continue;
    const letters = [...row.matchAll(/([^\p{L}\p{N}]*)([\p{L}\p{N}])/gu)];
    if (letters.length !== fold(row).length) continue;
    return letters.map(([, before, letter], at) => ({ letter: letter!, before: before!, at: places[from + at]! }));
  }
  return [];
}

/** Where a value begins in what was read, -1 where it stands nowhere with at most a share of its letters misread. */
function placeOf(value: string, said: string, misread: number): number {
  if (misread === 0) return said.indexOf(value);
  const others = (from: number) => [...value].filter((letter, at) => letter !== said[from + at]).length;
  const starts = Array.from({ length: Math.max(0, said.length - value.length + 1) }, (_, from) => from);
  const [best] = starts.sort((a, b) => others(a) - others(b));
  return best !== undefined && others(best) <= value.length * misread ? best : -1;
}

/** Whether a space stands between two letters that follow each other, by what tells it. */
function spacesOf(sight: Sight, truth: TrueValues): Case[] {
  const [read, seen] = marked(sight);
  const signs = seen && spaceSigns(read, seen);
  const letters = known(read, truth);
  return letters.slice(1).flatMap(({ at, before }, place): Case[] => {
    const follows = at === letters[place]!.at + 1 && /^\s*$/.test(before);
    return signs && follows && isBesideLetter(read, at) ? [{ signs: signs[at]!, is: before !== '' }] : [];
  });
}

/** The chances of a Q that the reader of lines gives to letters O. */
function tailsOf({ read }: Sight, truth: TrueValues): number[] {
  const letters = known(read, truth).filter(({ letter, at }) => /o/i.test(letter) && /[OQ]/.test(read[at]!.letter));
  return letters.map(({ at }) => read[at]!.tail);
}

/** How far letters O and Q hang under their line. */
function hangingOf({ crop, read }: Sight, truth: TrueValues): Case[] {
  const depths = tailDepths(inkIn(crop), read);
  return known(read, truth).flatMap(({ letter, at }): Case[] => {
    const depth = /[OQ]/.test(letter) ? depths[at]! : null;
    return depth === null ? [] : [{ signs: [depth], is: letter === 'Q' }];
  });
}

/** Whether letters were misread, by what both networks see of them. */
function misreadIn(sight: Sight, truth: TrueValues): Case[] {
  const { letters } = sight;
  if (!letters) return [];
  const [read] = marked(sight);
  return known(read, truth, MISREAD).map(({ letter, at }) => {
    const one = read[at]!;
    // A capital may stand for a small letter of the truth.
    const isRight = [letter, letter.toUpperCase()].some((printed) => shape(printed) === shape(one.letter));
    return { signs: misreadSigns(one, letters), is: !isRight };
  });
}

const reader = await TextReader.open();
const [spaces, tails, hanging, misread]: [Case[], number[], Case[], Case[]] = [[], [], [], []];
for await (const { bytes, truth } of pictures()) {
  const { pixels } = await decodePhoto(bytes);
  const view = await upright(pixels, await reader.detect(pixels), reader);
  for (const box of view.boxes) {
    const sight = await reader.look(view.pixels, box);
    spaces.push(...spacesOf(sight, truth));
    tails.push(...tailsOf(sight, truth));
    hanging.push(...hangingOf(sight, truth));
    misread.push(...misreadIn(sight, truth));
  }
}
const space = fitted(spaces, () => WEIGHT, [1, 1, 1]);
const tailed = hanging.filter(({ is }) => is).length;
// As if there were as many letters Q as O.
const hangs = fitted(hanging, (is) => (WEIGHT * hanging.length) / 2 / (is ? tailed : hanging.length - tailed), [1]);
const misreads = fitted(misread, () => WEIGHT, [-1, -1, 1]);
const limits = {
  rareTail: rare(tails, 1 / 200),
  strangeTail: rare(tails, 1 / 2000),
};
writeFileSync(FILE, `${JSON.stringify({ space, hanging: hangs, misread: misreads, ...limits }, null, 2)}\n`);
const counts = `${spaces.filter(({ is }) => is).length} spaces in ${spaces.length} gaps, ${tails.length} letters O`;
const others = `${tailed} letters Q in ${hanging.length} of both, ${misread.filter(({ is }) => is).length} misread of ${misread.length} letters`;
process.stdout.write(`${counts}, ${others}\n`);
process.exit(0);

/** A constant and a weight for each sign, each of the direction that is given (1 or -1). */
function fitted(cases: readonly Case[], weight: (is: boolean) => number, directions: readonly number[]): number[] {
  const { base, weights } = estimateWeights(
    {
      width: cases[0]!.signs.length,
      features: cases.map(({ signs }) => Float64Array.from(signs)),
      isSame: cases.map(({ is }) => is),
      weights: cases.map(({ is }) => weight(is)),
    },
    directions,
  );
  return [base, ...weights].map(rounded);
}

/** The chance that a share of all reaches, by a power law through the highest of them (Hill, 1975). */
function rare(chances: readonly number[], share: number): number {
  const most = chances.toSorted((a, b) => b - a).slice(0, Math.ceil(chances.length * HIGHEST));
  const least = most.at(-1)!;
  const slope = most.reduce((sum, chance) => sum + Math.log(chance / least), 0) / most.length;
  return rounded(least * (HIGHEST / share) ** slope);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
