import type { Sentence } from '../../sentences.ts';
import { ALPHABET, allowed, type Layout, layoutOf } from './formats.ts';
import { type ParsedMrz, parseMrz } from './parse.ts';

/** One character that the network was unsure of and that the check digits settled. */
export interface MrzCorrection {
  readonly line: number;
  readonly position: number;
  readonly read: string;
  readonly taken: string;
}

export interface DecodedLines {
  readonly parsed: ParsedMrz;
  readonly corrections: readonly MrzCorrection[];
  /** Characters that no check digit covers and that might be others. */
  readonly unsure: Sentence[];
  /**
   * The least distance between a character and its runner-up, in logarithms, among those that no check digit covers.
   */
  readonly margin: number;
}

interface Choice {
  /** What it looks like where anything may stand, if that is far from what may stand here. */
  readonly looksLike: string | null;
  readonly line: number;
  readonly position: number;
  readonly best: string;
  readonly second: string;
  readonly margin: number;
}

/** A character without a check digit is taken for sure from this margin on (measured on generated lines). */
const SURE = 1.1;
/** Check digits may settle a character only while the network itself is this unsure, all changes together. */
const MAX_REPAIR = 1.6;
/** And only where every other way to make them hold costs so much more. */
const CLEARLY = 0.8;
const MAX_SUSPECTS = 14;
/** With more unsure characters under check digits than this, the digits hold too easily. */
const MAX_UNSURE = 2;
/**
 * By how much a character that issuers avoid has to be clearer, in logarithms. In numbers they avoid letters that pass
 * for digits. Behind the kind of document many write O, and none a zero.
 */
const RARE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  X: { O: 3, I: 1.5, Q: 1 },
  K: { 0: 3 },
  E: { 0: 3 },
};

/** What does not belong where it stands is so much likelier than what does, in logarithms. */
const OUT_OF_PLACE = 3;
/** Signs that many fonts draw alike. */
const ALIKE = ['0ODQU', '1IL', '2Z', '5S', '8B', '6G'];

/** The text of a layout from each row's scores over the alphabet; null where it is not of that layout. */
export function decode(layout: Layout, rows: readonly (readonly Float32Array[])[]): DecodedLines | null {
  const choices = layout.masks.map((mask, line) =>
    rows[line]!.map((letters, at) => choose(letters, mask[at]!, line, at)),
  );
  const lines = choices.map((row) => row.map(({ best }) => best).join(''));
  const own = layoutOf(lines);
  // Its first line shows a card of one issuer, on which signs may stand that no other card has.
  if (own && own !== layout && own.format === layout.format) return decode(own, rows);
  const read = parsedAs(layout, lines);
  if (!read) return null;
  const covered = coverage(layout);
  const all = choices.flat();
  const shaky = all.filter(({ line, position, margin }) => covered[line]![position] && margin < SURE);
  const changed = read.valid || shaky.length > MAX_UNSURE + 2 ? [] : repair(layout, lines, all, covered);
  const parsed = changed.length ? parsedAs(layout, replaced(lines, changed))! : read;
  const open = all.filter(({ line, position }) => !covered[line]![position]);
  return {
    parsed,
    corrections: changed.map(({ line, position, best, second }) => ({ line, position, read: best, taken: second })),
    unsure: [
      ...all.filter(({ looksLike }) => looksLike !== null).map(misfit),
      ...open.filter(({ margin }) => margin < SURE).map(unsureOf),
      ...unsettled(shaky, changed).map(unsureOf),
    ],
    margin: Math.min(...open.map(({ margin }) => margin)),
  };
}

/** Unsure characters under check digits, where they are too many for the digits to vouch for them. */
function unsettled(shaky: readonly Choice[], changed: readonly Choice[]): Choice[] {
  const left = shaky.filter((choice) => !changed.includes(choice));
  return left.length > MAX_UNSURE - changed.length ? left : [];
}

function misfit({ line, position, looksLike }: Choice): Sentence {
  return { code: 'doubt.out-of-place', values: { position: position + 1, line: line + 1, sign: looksLike! } };
}

function unsureOf({ line, position, best, second }: Choice): Sentence {
  return { code: 'doubt.unsure', values: { position: position + 1, line: line + 1, read: best, other: second } };
}

function parsedAs(layout: Layout, lines: readonly string[]): ParsedMrz | null {
  const parsed = parseMrz(lines);
  return parsed?.format === layout.format ? parsed : null;
}

function choose(letters: Float32Array, sign: string, line: number, position: number): Choice {
  let [best, second] = ['', ''];
  let [most, next] = [-Infinity, -Infinity];
  for (const character of allowed(sign)) {
    const score = letters[ALPHABET.indexOf(character)]! - (RARE[sign]?.[character] ?? 0);
    if (score > most) [best, second, next, most] = [character, best, most, score];
    else if (score > next) [second, next] = [character, score];
  }
  const top = ALPHABET[letters.indexOf(Math.max(...letters))]!;
  const strange =
    letters[ALPHABET.indexOf(top)]! - letters[ALPHABET.indexOf(best)]! > OUT_OF_PLACE &&
    !ALIKE.some((group) => group.includes(top) && group.includes(best));
  return { line, position, best, second: second || best, margin: most - next, looksLike: strange ? top : null };
}

/** Which characters of each line a check digit covers, the digits themselves included. */
function coverage({ masks, checks }: Layout): boolean[][] {
  const covered = masks.map((mask) => new Array<boolean>(mask.length).fill(false));
  for (const { line, from, to } of checks.flatMap(({ at, over }) => [at, ...over])) covered[line]!.fill(true, from, to);
  return covered;
}

/**
 * The cheapest change of one or two unsure characters that makes every check digit hold; null where it is not clearly
 * the cheapest.
 */
function repair(
  layout: Layout,
  lines: readonly string[],
  all: readonly Choice[],
  covered: readonly boolean[][],
): Choice[] {
  const suspects = all
    .filter(({ line, position, margin }) => covered[line]![position] && margin <= MAX_REPAIR + CLEARLY)
    .sort((a, b) => a.margin - b.margin)
    .slice(0, MAX_SUSPECTS);
  const ways: { cost: number; changed: Choice[] }[] = [];
  suspects.forEach((one, index) => {
    for (const other of [null, ...suspects.slice(index + 1)]) {
      const changed = other ? [one, other] : [one];
      const cost = changed.reduce((sum, { margin }) => sum + margin, 0);
      if (cost > MAX_REPAIR + CLEARLY) continue;
      if (parsedAs(layout, replaced(lines, changed))?.valid) ways.push({ cost, changed });
    }
  });
  ways.sort((a, b) => a.cost - b.cost);
  const [best, next] = ways;
  if (!best || best.cost > MAX_REPAIR) return [];
  return next && next.cost - best.cost < CLEARLY ? [] : best.changed;
}

function replaced(lines: readonly string[], changed: readonly Choice[]): string[] {
  return lines.map((text, row) => {
    const signs = [...text];
    for (const { line, position, second } of changed) if (line === row) signs[position] = second;
    return signs.join('');
  });
}
