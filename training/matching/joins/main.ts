// Estimates what each kind of evidence for a join weighs. README.md beside this file has more.
//
//   npm run train:joins
import { writeFileSync } from 'node:fs';
import { entriesToJoin, Proven, withoutProof } from '../../../bench/quality/proven.ts';
import { fullDates, isPlaceholder } from '../../../src/watchlists/merge/birth-dates.ts';
import { birthsContradict } from '../../../src/watchlists/merge/evidence/contradictions.ts';
import { EVIDENCE, sharesDay } from '../../../src/watchlists/merge/evidence/evidence.ts';
import { evidenceLinks } from '../../../src/watchlists/merge/evidence/evidence-links.ts';
import { type EntryPair, pairsByName, sharesNameAndDay } from '../../../src/watchlists/merge/evidence/pairs.ts';
import { JOIN_KINDS, type JoinKind, tellingWords } from '../../../src/watchlists/merge/evidence/telling-words.ts';
import { isPolitician, Vocabulary } from '../../../src/watchlists/merge/evidence/vocabulary.ts';
import { Groups } from '../../../src/watchlists/merge/groups.ts';
import { estimateWeights, type Fitted, logOdds } from '../evidence/fit.ts';

const TABLE = new URL('../../../tables/matching/joins.tsv', import.meta.url);
const FOLDS = 5;
/** The share of joins of two among those over the threshold. */
const MOST_WRONG = 1 / 200;
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
  if (kind === 'person') cases.push(...casesOfPoliticians());
  printFolds(cases);
  const fitted = estimate(cases);
  return { least: threshold(kind, fitted), ...fitted };
});
writeFileSync(TABLE, table());

function casesOf(kind: JoinKind): Case[] {
  const cases: Case[] = [];
  let listedTwice = 0;
  for (const pair of pairsByName(new Vocabulary(bare, kind), mayBeCase)) {
    const isSame = proven.isSame(pair.a, pair.b)!;
    if (!isSame && areListedTwice(pair, kind)) {
      listedTwice++;
      continue;
    }
    cases.push(caseOf(pair, isSame));
  }
  process.stdout.write(`${cases.length} pairs; left out as listed twice: ${listedTwice}\n`);
  return cases;
}

/**
 * Politicians beside others of their names. No reference names them, but birth dates tell: the same day, or two that
 * contradict. So the dates are hidden from these cases.
 */
function casesOfPoliticians(): Case[] {
  const dateless = bare.map(({ birthDates: _, ...entry }) => entry);
  const dated = (place: number) => fullDates(entries[place]!.birthDates).some((date) => !isPlaceholder(date));
  const cases: Case[] = [];
  for (const pair of pairsByName(new Vocabulary(dateless, 'person'), (a, b) => dated(a) && dated(b))) {
    const [a, b] = [entries[pair.a]!, entries[pair.b]!];
    if (isPolitician(a) === isPolitician(b)) continue;
    if (sharesDay(a, b)) cases.push(caseOf(pair, true));
    else if (birthsContradict(a.birthDates, b.birthDates)) cases.push(caseOf(pair, false));
  }
  process.stdout.write(`politicians: ${cases.length} pairs, one ${cases.filter(({ isSame }) => isSame).length}\n`);
  return cases;
}

function caseOf({ a, b, evidence }: EntryPair, isSame: boolean): Case {
  const [one, other] = [proven.groupOf(a), proven.groupOf(b)];
  const groups = `${Math.min(one, other)} ${Math.max(one, other)}`;
  return { evidence, isSame, groups, fold: Math.min(one, other) % FOLDS };
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
 * The least log-odds from even ones on over which at most `MOST_WRONG` of the joins are of two. Entries without their
 * proofs are joined as in a merge, the likeliest first and none that has a rival. Prints what the threshold does.
 */
function threshold(kind: JoinKind, fitted: Fitted): number {
  const groups = new Groups(bare);
  let [right, wrong] = [0, 0];
  let found = { least: Number.POSITIVE_INFINITY, right, wrong };
  for (const link of evidenceLinks(bare, groups, kind, { ...fitted, least: 0 })) {
    if (!groups.join(link)) continue;
    const isSame = proven.isSame(link.a, link.b);
    if (isSame) right++;
    if (isSame === false) wrong++;
    if (wrong <= MOST_WRONG * (right + wrong)) found = { least: link.why!.logOdds, right, wrong };
  }
  process.stdout.write(`over ${found.least.toFixed(2)}: joins of one ${found.right}, of two ${found.wrong}\n`);
  return Math.max(0, found.least);
}

/** Prints how many pairs are over even odds by weights that were estimated without a fifth of the people. */
function printFolds(cases: readonly Case[]): void {
  const odds = Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const weights = estimate(cases.filter((one) => one.fold !== fold));
    const kept = cases.filter((one) => one.fold === fold);
    return kept.map(({ isSame, evidence }) => ({ isSame, odds: logOdds(weights, evidence) }));
  });
  for (const isSame of [true, false]) {
    const of = odds.filter((one) => one.isSame === isSame);
    const over = of.filter((one) => one.odds >= 0).length;
    process.stdout.write(`${isSame ? 'one' : 'two'}: ${of.length} pairs, over even odds ${over}\n`);
  }
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
