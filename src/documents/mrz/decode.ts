import type { Sentence } from '../../sentences.ts';
import { ALPHABET, allowed, type Layout, layoutOf } from './formats.ts';
import { CODES } from './issuer-codes.ts';
import { type ParsedMrz, parseMrz } from './parse.ts';

/** One character that was unsure and that the check digits, or the list of states, settled. */
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
  /** Logarithms of the alphabet's probabilities, those that issuers avoid lowered. */
  readonly scores: Float32Array;
}

/** A character without a check digit is taken for sure from this margin on (measured on generated lines). */
const SURE = 1.1;
/** Check digits may settle a character only while the network itself is this unsure, all changes together. */
const MAX_REPAIR = 1.6;
/** And only where every other way to make them hold costs so much more. */
const CLEARLY = 0.8;
const MAX_SUSPECTS = 14;
/** A sign that was taken for one that looks alike is so all along its line; no character may be this sure. */
const MAX_ALIKE = 4;
/** A code of a state that none has becomes the nearest one that is as near as this. */
const MAX_CODE = 3;
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
  const seen = layout.masks.map((mask, line) => rows[line]!.map((letters, at) => choose(letters, mask[at]!, line, at)));
  const listed = listedCodes(layout, seen);
  const choices = seen.map((row) => row.map((choice) => listed.get(choice) ?? choice));
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
    corrections: [
      ...[...listed].filter(([was, is]) => was.best !== is.best).map(([was, is]) => correction(was, is.best)),
      ...changed.map((choice) => correction(choice, choice.second)),
    ],
    unsure: [
      ...all.filter(({ looksLike }) => looksLike !== null).map(misfit),
      ...open.filter(({ margin }) => margin < SURE).map(unsureOf),
      ...unsettled(shaky, changed).map(unsureOf),
    ],
    margin: Math.min(...open.map(({ margin }) => margin)),
  };
}

function correction({ line, position, best }: Choice, taken: string): MrzCorrection {
  return { line, position, read: best, taken };
}

/**
 * The characters of codes of states as the list of all codes has them, by what was chosen for each alone. A code that
 * is listed, or nearly so, is as sure as no other one is near it.
 */
function listedCodes({ spans }: Layout, rows: readonly (readonly Choice[])[]): Map<Choice, Choice> {
  const listed = new Map<Choice, Choice>();
  for (const span of [spans.issuer, spans.nationality]) {
    const own = span ? rows[span.line]!.slice(span.from, span.to) : [];
    if (own.length !== 3) continue;
    const [first, next] = CODES.map((code) => ({ code, cost: costOf(own, code) })).sort((a, b) => a.cost - b.cost);
    if (first!.cost > MAX_CODE || next!.cost - first!.cost < CLEARLY) continue;
    own.forEach((choice, at) => {
      const best = first!.code[at]!;
      listed.set(choice, { ...choice, best, looksLike: null, margin: Math.max(SURE, choice.margin) });
    });
  }
  return listed;
}

/** What it costs to read other signs than the likeliest ones, in logarithms. */
function costOf(choices: readonly Choice[], text: string): number {
  return choices.reduce((sum, { scores, best }, at) => sum + loss(scores, best, text[at]!), 0);
}

function loss(scores: Float32Array, best: string, other: string): number {
  return scores[ALPHABET.indexOf(best)]! - scores[ALPHABET.indexOf(other)]!;
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
  const scores = letters.map((score, at) => score - (RARE[sign]?.[ALPHABET[at]!] ?? 0));
  for (const character of allowed(sign)) {
    const score = scores[ALPHABET.indexOf(character)]!;
    if (score > most) [best, second, next, most] = [character, best, most, score];
    else if (score > next) [second, next] = [character, score];
  }
  const top = ALPHABET[letters.indexOf(Math.max(...letters))]!;
  const strange =
    letters[ALPHABET.indexOf(top)]! - letters[ALPHABET.indexOf(best)]! > OUT_OF_PLACE &&
    !ALIKE.some((group) => group.includes(top) && group.includes(best));
  return { line, position, best, second: second || best, margin: most - next, looksLike: strange ? top : null, scores };
}

/** Which characters of each line a check digit covers, the digits themselves included. */
export function coverage({ masks, checks }: Layout): boolean[][] {
  const covered = masks.map((mask) => new Array<boolean>(mask.length).fill(false));
  for (const { line, from, to } of checks.flatMap(({ at, over }) => [at, ...over])) covered[line]!.fill(true, from, to);
  return covered;
}

/**
 * The cheapest change that makes every check digit hold: of one or two unsure characters, or of one sign all along a
 * line. None where it is not clearly the cheapest.
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
  for (const changed of alikeAlongLines(layout, all, covered)) {
    const cost = changed.reduce((sum, { margin }) => sum + margin, 0) / changed.length;
    if (cost > MAX_REPAIR + CLEARLY) continue;
    if (parsedAs(layout, replaced(lines, changed))?.valid) ways.push({ cost, changed });
  }
  ways.sort((a, b) => a.cost - b.cost);
  const [best, next] = ways;
  if (!best || best.cost > MAX_REPAIR) return [];
  return next && next.cost - best.cost < CLEARLY ? [] : best.changed;
}

/** For each line every two characters or more that are one sign and may all be another one that looks alike. */
function alikeAlongLines({ masks }: Layout, all: readonly Choice[], covered: readonly boolean[][]): Choice[][] {
  const pairs = ALIKE.flatMap((group) => [...group].flatMap((from) => [...group].map((to) => [from, to] as const)));
  const under = all.filter(({ line, position }) => covered[line]![position]);
  return masks.flatMap((mask, row) =>
    pairs.flatMap(([from, to]) => {
      if (from === to) return [];
      const changed = under
        .filter(({ line, position, best }) => line === row && best === from && allowed(mask[position]!).includes(to))
        .map((one) => ({ ...one, second: to, margin: loss(one.scores, from, to) }));
      return changed.length > 1 && changed.every(({ margin }) => margin < MAX_ALIKE) ? [changed] : [];
    }),
  );
}

function replaced(lines: readonly string[], changed: readonly Choice[]): string[] {
  return lines.map((text, row) => {
    const signs = [...text];
    for (const { line, position, second } of changed) if (line === row) signs[position] = second;
    return signs.join('');
  });
}
