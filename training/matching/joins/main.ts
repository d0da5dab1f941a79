// Estimates what each kind of evidence for a join weighs. README.md beside this file has more.
//
//   npm run train:joins
import { writeFileSync } from 'node:fs';
import { entriesToJoin, Proven, withoutProof } from '../../../bench/quality/proven.ts';
import { EVIDENCE } from '../../../src/watchlists/merge/evidence/evidence.ts';
import { pairsByName, sharesNameAndDay } from '../../../src/watchlists/merge/evidence/pairs.ts';
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
const cases: Case[] = [];
let listedTwice = 0;
for (const pair of pairsByName(bare, (a, b) => proven.isSame(a, b) !== undefined)) {
  const isSame = proven.isSame(pair.a, pair.b)!;
  if (pair.contradicts) continue;
  // Authorities list some people twice: these two are no strangers to each other.
  if (!isSame && sharesNameAndDay(pair, entries[pair.a]!, entries[pair.b]!)) {
    listedTwice++;
    continue;
  }
  const [one, other] = [proven.groupOf(pair.a), proven.groupOf(pair.b)];
  const groups = `${Math.min(one, other)} ${Math.max(one, other)}`;
  cases.push({ evidence: pair.evidence, isSame, groups, fold: Math.min(one, other) % FOLDS });
}
process.stdout.write(`${cases.length} pairs; left out as listed twice: ${listedTwice}\n`);

const least = threshold();
const fitted = estimate(cases);
writeFileSync(TABLE, table());

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
 * The least log-odds from even ones on over which at most `MOST_WRONG` of the pairs are two persons. The weights are
 * estimated without a fifth of the people, and used on that fifth. Prints what the threshold does.
 */
function threshold(): number {
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
    process.stdout.write(
      `${isSame ? 'one person ' : 'two persons'} ${of.length} pairs, over the threshold ${joined}\n`,
    );
  }
  return found;
}

function table(): string {
  const cell = (value: number) => value.toFixed(4).replace(/^-0\.0+$/, '0.0000');
  const lines = [
    ['evidence', 'log-odds'],
    ['base', cell(fitted.base)],
    ['least', cell(least)],
    ...EVIDENCE.map(([kind], place) => [kind, cell(fitted.weights[place]!)]),
  ];
  return `# What each kind of evidence weighs: log-odds that two persons whose names agree are one, for one count of it.
# \`least\` is what a join needs. Words count tens of nats of rarity. \`src/watchlists/merge/evidence/evidence.ts\` says what each kind counts.
# Source: estimated by training/matching/joins from the pairs of official lists that references and documents prove: do not edit.
${lines.map((cells) => cells.join('\t')).join('\n')}
`;
}
