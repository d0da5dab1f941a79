// Estimates what each kind of evidence for a join weighs. README.md beside this file has more.
//
//   npm run train:joins
import { writeFileSync } from 'node:fs';
import { entriesToJoin, Proven, withoutProof } from '../../../bench/quality/proven.ts';
import { EVIDENCE } from '../../../src/watchlists/merge/evidence/evidence.ts';
import { type EntryPair, pairsByName, sharesNameAndDay } from '../../../src/watchlists/merge/evidence/pairs.ts';
import { JOIN_KINDS, type JoinKind, tellingWords } from '../../../src/watchlists/merge/evidence/telling-words.ts';
import { estimateWeights, type Fitted, logOdds } from '../evidence/fit.ts';

const TABLE = new URL('../../../tables/matching/joins.tsv', import.meta.url);
const FOLDS = 5;
/**
 * The share of wrong pairs among those over the threshold, before rivals are looked at. Rivals keep nearly all of them
 * apart.
 */
const MOST_WRONG = 1 / 100;
const SIGNS = EVIDENCE.map(([, sign]) => sign);

interface Case {
  readonly evidence: Float64Array;
  readonly isSame: boolean;
  /** The two groups of proven entries: their pairs together count once. */
  readonly groups: string;
  /** People of one fold are judged by weights that were estimated without them. */
  readonly fold: number;
}

const entries = await entriesToJoin();
const proven = new Proven(entries);
const bare = entries.map(withoutProof);
const columns = JOIN_KINDS.map((kind) => {
  process.stdout.write(`${kind}: `);
  const cases = casesOf(kind);
  const least = threshold(cases);
  return { least, ...estimate(cases) };
});
writeFileSync(TABLE, table());

function casesOf(kind: JoinKind): Case[] {
  const cases: Case[] = [];
  let listedTwice = 0;
  for (const pair of pairsByName(bare, kind, mayBeCase)) {
    const isSame = proven.isSame(pair.a, pair.b)!;
    if (pair.contradicts) continue;
    if (!isSame && areListedTwice(pair, kind)) {
      listedTwice++;
      continue;
    }
    const [one, other] = [proven.groupOf(pair.a), proven.groupOf(pair.b)];
    const groups = `${Math.min(one, other)} ${Math.max(one, other)}`;
    cases.push({ evidence: pair.evidence, isSame, groups, fold: Math.min(one, other) % FOLDS });
  }
  process.stdout.write(`${cases.length} pairs; left out as listed twice: ${listedTwice}\n`);
  return cases;
}

/** Two entries of one list are never joined. */
function mayBeCase(a: number, b: number): boolean {
  return entries[a]!.source !== entries[b]!.source && proven.isSame(a, b) !== undefined;
}

/** An authority lists some people and organisations twice: two entries of one main name are no strangers then. */
function areListedTwice(pair: EntryPair, kind: JoinKind): boolean {
  const [a, b] = [entries[pair.a]!, entries[pair.b]!];
  if (kind === 'person') return sharesNameAndDay(pair, a, b);
  const [one, other] = [a, b].map(({ names }) => new Set(tellingWords(names[0]!.full, kind)));
  return one!.symmetricDifference(other!).size === 0;
}

function estimate(own: readonly Case[]): Fitted {
  const pairs = Map.groupBy(own, ({ groups }) => groups);
  return estimateWeights(
    {
      width: EVIDENCE.length,
      features: own.map(({ evidence }) => evidence),
      isSame: own.map(({ isSame }) => isSame),
      weights: own.map(({ groups }) => 1 / pairs.get(groups)!.length),
    },
    SIGNS,
  );
}

/**
 * The least log-odds from even ones on over which at most `MOST_WRONG` of the pairs are two. The weights are estimated
 * without a fifth of the people or organisations, and used on that fifth. Prints what the threshold does.
 */
function threshold(cases: readonly Case[]): number {
  const odds = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const weights = estimate(cases.filter((one) => one.fold !== fold));
    const kept = cases.filter((one) => one.fold === fold);
    return kept.map(({ isSame, evidence }) => ({ isSame, odds: logOdds(weights, evidence) }));
  });
  odds.sort((a, b) => b.odds - a.odds);
  let wrong = 0;
  let found = Number.POSITIVE_INFINITY;
  for (const [place, { isSame, odds: at }] of odds.entries()) {
    if (!isSame) wrong++;
    if (at >= 0 && wrong <= MOST_WRONG * (place + 1)) found = at;
  }
  for (const isSame of [true, false]) {
    const of = odds.filter((one) => one.isSame === isSame);
    const joined = of.filter((one) => one.odds >= found).length;
    process.stdout.write(`${isSame ? 'one' : 'two'}: ${of.length} pairs, over the threshold ${joined}\n`);
  }
  return found;
}

function table(): string {
  const cell = (value: number) => value.toFixed(4).replace(/^-0\.0+$/, '0.0000');
  const lines = [
    ['evidence', ...JOIN_KINDS],
    ['base', ...columns.map(({ base }) => cell(base))],
    ['least', ...columns.map(({ least }) => cell(least))],
    ...EVIDENCE.map(([kind], place) => [kind, ...columns.map(({ weights }) => cell(weights[place]!))]),
  ];
  return `# What each kind of evidence weighs: log-odds that two entries whose names agree are one, for one count of it.
# \`least\` is what a join needs. Words count tens of nats of rarity. \`src/watchlists/merge/evidence/evidence.ts\` says what each kind counts.
# Source: estimated by training/matching/joins from the pairs of official lists that references and documents prove: do not edit.
${lines.map((cells) => cells.join('\t')).join('\n')}
`;
}
