// Which English word each word of another language stands for, by how often both stand in one organisation's names.
// IBM model 1 in both directions, trained to agree (Brown et al. 1993; Liang, Taskar, Klein 2006).
import { alike } from './similarity.ts';

export interface NamePair {
  /** Pairs of one organisation are kept together. */
  readonly group: number;
  readonly language: string;
  readonly foreign: readonly string[];
  /** English names of the same organisation, of which one may be what the foreign name says. */
  readonly english: readonly (readonly string[])[];
}

/** How often a foreign word was aligned with an English one, and with how many organisations. */
interface Aligned {
  count: number;
  /** Of them, those where neither word has a better partner in the same name. */
  mutual: number;
  readonly groups: Set<number>;
}

export interface Alignments {
  /** By foreign word and English word. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, Aligned>>;
  /** Names in which a foreign word stands. */
  readonly counts: ReadonlyMap<string, Aligned>;
}

type Table = Map<string, Map<string, number>>;

const ROUNDS = 12;
/** How likely a word stands for none of the other name. */
const NOTHING = 0.015;
/** How much more two words alike than two unlike ones are taken for one before anything is known. */
const COGNATE = 30;
/** Names in which a word has to stand until its own counts say as much as those of words that begin like it. */
const TRUST = 2;
const STEM = 6;
/** Counts kept for words that were not seen beside a word. */
const UNSEEN = 0.2;
/** A link is no worse than the best one from this share of it on: two words of one name may say the same. */
const NEARLY = 0.99;
/** From this count on a name is an example of what a word stands for. */
const EXAMPLE = 0.2;
/** How sharply the English name is chosen that explains most of a foreign one. Lesser shares are left out. */
const [CHOICE, LEAST_CHOICE, LEAST_COUNT] = [6, 0.02, 0.005];

const stemOf = (word: string): string => word.slice(0, STEM);

/** Learns from names; words may be symbols that both sides share. */
export function align(pairs: readonly NamePair[]): Alignments {
  let forward = start(pairs, (pair, english) => [pair.foreign, english]);
  let backward = start(pairs, (pair, english) => [english, pair.foreign]);
  let result = new Map<string, Map<string, Aligned>>();
  for (let round = 0; round < ROUNDS; round++) {
    result = new Map();
    for (const pair of pairs) expect(pair, forward, backward, result);
    forward = probabilities(result, false);
    backward = probabilities(result, true);
  }
  const counts = new Map<string, Aligned>();
  for (const { foreign, group } of pairs) {
    for (const word of foreign) addTo(counts, word, 1, group);
  }
  return { pairs: result, counts };
}

function start(
  pairs: readonly NamePair[],
  sides: (pair: NamePair, english: readonly string[]) => readonly [readonly string[], readonly string[]],
): Table {
  const table: Table = new Map();
  for (const pair of pairs) {
    for (const english of pair.english) addPriors(table, ...sides(pair, english));
  }
  for (const row of table.values()) normalise(row);
  return table;
}

function addPriors(table: Table, sources: readonly string[], targets: readonly string[]): void {
  for (const source of sources) {
    const row = table.get(source) ?? new Map<string, number>();
    table.set(source, row);
    for (const target of targets) if (!row.has(target)) row.set(target, priorOf(source, target));
  }
}

const priorOf = (one: string, other: string): number =>
  one === other ? COGNATE * 4 : 1 + COGNATE * alike(one, other) ** 4;

function normalise(row: Map<string, number>): void {
  const sum = total(row);
  for (const [key, value] of row) row.set(key, value / sum);
}

/** Adds what is expected of one pair: the share of each link on which both directions agree. */
function expect(pair: NamePair, forward: Table, backward: Table, into: Map<string, Map<string, Aligned>>): void {
  const linked = pair.english.map((english) => links(pair.foreign, english, forward, backward));
  const weights = linked.map(({ explained }) => explained ** CHOICE);
  const all = weights.reduce((sum, one) => sum + one, 0) || 1;
  for (const [place, english] of pair.english.entries()) {
    const share = weights[place]! / all;
    if (share >= LEAST_CHOICE)
      addLinks(
        into,
        pair,
        english,
        linked[place]!.posteriors.map((one) => one * share),
      );
  }
}

function addLinks(
  into: Map<string, Map<string, Aligned>>,
  { foreign, group }: NamePair,
  english: readonly string[],
  counts: Float64Array,
): void {
  const width = english.length;
  const best = (places: Iterable<number>) => Math.max(...Iterator.from(places).map((at) => counts[at]!));
  const ofForeign = foreign.map((_, row) => best(english.map((_, column) => row * width + column)));
  const ofEnglish = english.map((_, column) => best(foreign.map((_, row) => row * width + column)));
  for (const [at, count] of counts.entries()) {
    if (count < LEAST_COUNT) continue;
    const [f, e] = [Math.floor(at / width), at % width];
    const row = into.get(foreign[f]!) ?? new Map<string, Aligned>();
    into.set(foreign[f]!, row);
    const isBest = count >= ofForeign[f]! * NEARLY && count >= ofEnglish[e]! * NEARLY;
    addTo(row, english[e]!, count, group, isBest);
  }
}

function addTo(row: Map<string, Aligned>, word: string, count: number, group: number, isBest = false): void {
  const known = row.get(word) ?? { count: 0, mutual: 0, groups: new Set<number>() };
  known.count += count;
  if (isBest) known.mutual += count;
  if (count > EXAMPLE) known.groups.add(group);
  row.set(word, known);
}

function links(foreign: readonly string[], english: readonly string[], forward: Table, backward: Table) {
  const width = english.length;
  // Each English word is generated by a foreign one, and the other way round; by nothing with a share.
  const ofEnglish = english.map((word) => sharesOf(foreign.map((source) => forward.get(source)?.get(word) ?? 0)));
  const ofForeign = foreign.map((word) => sharesOf(english.map((source) => backward.get(source)?.get(word) ?? 0)));
  const posteriors = new Float64Array(foreign.length * width);
  let explained = 0;
  for (let at = 0; at < posteriors.length; at++) {
    const [f, e] = [Math.floor(at / width), at % width];
    posteriors[at] = Math.sqrt(ofEnglish[e]![f]! * ofForeign[f]![e]!);
    explained += posteriors[at]!;
  }
  return { posteriors, explained: explained / Math.max(1, foreign.length, width) };
}

function sharesOf(likelihoods: readonly number[]): number[] {
  const sum = likelihoods.reduce((total, one) => total + one, NOTHING);
  return likelihoods.map((one) => one / sum);
}

/** What a word stands for: its own counts and, while these are few, those of the words that begin like it. */
function probabilities(counts: ReadonlyMap<string, ReadonlyMap<string, Aligned>>, isBackward: boolean): Table {
  const own: Table = new Map();
  const byStem: Table = new Map();
  for (const [foreign, row] of counts) {
    for (const [english, { count }] of row) {
      if (isBackward) addCount(own, english, foreign, count);
      else {
        addCount(own, foreign, english, count);
        addCount(byStem, stemOf(foreign), english, count);
      }
    }
  }
  for (const [source, row] of own) smooth(row, byStem.get(stemOf(source)));
  return own;
}

function addCount(table: Table, source: string, target: string, count: number): void {
  const row = table.get(source) ?? new Map<string, number>();
  table.set(source, row);
  row.set(target, (row.get(target) ?? 0) + count);
}

/** Counts as probabilities; what few of them leave open, `stem` tells. */
function smooth(row: Map<string, number>, stem: ReadonlyMap<string, number> | undefined): void {
  let sum = total(row) + UNSEEN;
  if (stem) {
    const all = total(stem);
    for (const [target, value] of row) row.set(target, value + (TRUST * (stem.get(target) ?? 0)) / all);
    sum += TRUST;
  }
  for (const [target, value] of row) row.set(target, value / sum);
}

function total(row: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const value of row.values()) sum += value;
  return sum;
}
