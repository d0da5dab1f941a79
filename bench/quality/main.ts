import { parseArgs } from 'node:util';
import { measureAllLists, sampled } from './all-lists.ts';
import { measureAsBanksWrite } from './as-banks-write.ts';
import { type BirthDateFigures, measureBirthDates } from './birth-dates.ts';
import { MIN_EXACT, measureExact } from './exact.ts';
import { allEntities, engineOver, openEngine, readEntities } from './index.ts';
import { measureJoins } from './joins.ts';
import {
  BANDS,
  type Band,
  measurePairSet,
  measurePairs,
  measureRetrieval,
  type PairFigures,
  type RetrievalFigures,
} from './measure.ts';
import { missKinds } from './misses.ts';
import {
  FIXTURES,
  fixtureLists,
  fixtureSets,
  judgedPairs,
  negativeLists,
  PAIR_SETS,
  pairSet,
  type RetrievalSet,
  retrievalSets,
  sharedSetsAtHand,
} from './sets.ts';
import { measureSystems } from './systems.ts';

/** Whose lists give dates of birth. */
const SETS_WITH_DATES = ['uk-names', 'eu-names', 'sdn-aliases', 'un-mangled'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    misses: { type: 'string', default: '0' },
    kinds: { type: 'boolean', default: false },
    sample: { type: 'string', default: '1' },
  },
});
const shown = Number(values.misses);
/** Every so many-th query of a set is asked. */
const sample = Number(values.sample);

const shared = sharedSetsAtHand();
if (!shared) {
  process.stdout.write(
    'The shared benchmark is not at hand (TOUCHSTONE_BENCH_DATA): these are small fixtures of invented people.\n',
  );
}
const all = positionals.length === 0;
const sets = shared ? retrievalSets : fixtureSets;
if (all || positionals.includes('pairs')) {
  printPairs(measurePairs(judgedPairs(), await engineOver(shared ? negativeLists() : fixtureLists())));
}
for (const name of shared ? PAIR_SETS : []) {
  if (all || positionals.includes(name)) await printPairSet(name);
}
const NO_RETRIEVAL = ['pairs', 'dates', 'exact', 'banks', 'joins', 'systems', ...PAIR_SETS];
const wanted = positionals.filter((name) => !NO_RETRIEVAL.includes(name));
const chosen = all || wanted.length > 0 ? sets(wanted) : [];
if (chosen.length > 0) {
  process.stdout.write(
    `\n${'set'.padEnd(30)} queries   @1    @10  at 70  first/found  alerts  alerting at 70/85  pruned  ms/query\n`,
  );
  const bands: Band[][] = [];
  for (const set of chosen) bands.push([...(await measureSet({ ...set, queries: sampled(set.queries, sample) }))]);
  printBands(bands);
}
if (shared && (all || wanted.length > 0)) await measureAllLists({ wanted, sample, shown });
if (shared && (all || positionals.includes('joins'))) await measureJoins(shown);
if (shared && (all || positionals.includes('banks'))) await measureAsBanksWrite(shown);
if (shared && (all || positionals.includes('systems'))) await measureSystems({ sample, shown });
if (all || positionals.includes('dates')) {
  const dated = sets(shared ? SETS_WITH_DATES : ['fixture-']).filter(({ queries }) => queries[0]!.truth.size > 0);
  const measured = await Promise.all(dated.map(async (set) => ({ set, engine: await engineOver(set.lists) })));
  printBirthDates(measureBirthDates(measured));
}

if (all || positionals.includes('exact')) {
  const entities = shared ? await allEntities() : await readEntities(FIXTURES, fixtureLists()[0]!.paths);
  const { names, under } = measureExact(entities, await openEngine(entities, 'exact'));
  process.stdout.write(
    `\nprimary names of two or more words, one of all lists' entries each: ${names}; under ${MIN_EXACT}: ${under.length}\n`,
  );
  for (const name of under.slice(0, shown)) process.stdout.write(`    ${name}\n`);
}

/** Prints what it measures, and gives the alerts by score. */
async function measureSet(set: RetrievalSet): Promise<readonly Band[]> {
  const engine = await engineOver(set.lists);
  const figures = measureRetrieval(set, engine);
  printRetrieval(figures);
  if (values.kinds && set.queries[0]!.truth.size > 0) {
    const { nothing, commonOnly, near, reaching, rest } = await missKinds(set, figures, engine);
    process.stdout.write(
      `    missed ${figures.misses.length}: nothing shared ${nothing}, only common words ${commonOnly}, near the threshold ${near}, reaching it alone ${reaching}, other ${rest}\n`,
    );
  }
  if (set.queries[0]?.truth.size === 0) {
    printRetrieval({ ...measureRetrieval(set, engine, true), set: `${set.name}, with dates` });
  }
  return figures.bands;
}

/** Of the alerts of all sets together: how many are true, by score. */
function printBands(sets: readonly (readonly Band[])[]): void {
  for (const [place, from] of BANDS.entries()) {
    const sum = (of: (band: Band) => number) => sets.reduce((total, bands) => total + of(bands[place]!), 0);
    const alerts = sum((band) => band.alerts);
    const right = sum((band) => band.right);
    process.stdout.write(
      `${place === 0 ? '\n' : ''}alerts from ${from}: ${alerts}, true ${((100 * right) / Math.max(1, alerts)).toFixed(1)} %\n`,
    );
  }
}

function printBirthDates(rows: readonly BirthDateFigures[]): void {
  process.stdout.write(
    `\n${'date of birth'.padEnd(22)}  cases  mean change  staying at 70   exact primary names: staying   any exact name: staying  lowered\n`,
  );
  for (const { kind, cases, change, staying, primary, stayingPrimary, exact, stayingExact, lowered } of rows) {
    process.stdout.write(
      `${kind.padEnd(22)} ${String(cases).padStart(6)} ${change.toFixed(2).padStart(12)} ${staying.toFixed(3).padStart(14)} ${String(primary).padStart(11)} ${stayingPrimary.toFixed(3).padStart(18)} ${String(exact).padStart(9)} ${stayingExact.toFixed(3).padStart(16)} ${String(lowered).padStart(8)}\n`,
    );
  }
}

function printRetrieval(figures: RetrievalFigures): void {
  const {
    set,
    queries,
    first,
    firstTen,
    found,
    alerts,
    alerting,
    alertingStrict,
    firstWhereFound,
    pruned,
    milliseconds,
  } = figures;
  const share = (value: number) => value.toFixed(3).padStart(6);
  process.stdout.write(
    `${set.padEnd(30)} ${String(queries).padStart(6)} ${share(first)} ${share(firstTen)} ${share(found)}  ${share(firstWhereFound)}     ${alerts.toFixed(2).padStart(6)}   ${alerting.toFixed(4)} ${alertingStrict.toFixed(4)}   ${String(pruned).padStart(6)}    ${milliseconds.toFixed(2)}\n`,
  );
  for (const { query, score, best } of figures.misses.slice(0, shown)) {
    process.stdout.write(`    ${score}  ${query.id}  ${query.name}  · best: ${best}\n`);
  }
}

async function printPairSet(name: (typeof PAIR_SETS)[number]): Promise<void> {
  const pairs = pairSet(name).filter((_, place) => place % sample === 0);
  const { scored, ...figures } = measurePairSet(pairs, await engineOver(negativeLists()));
  process.stdout.write(
    `${name}: ${figures.pairs} pairs, found ${figures.found.toFixed(3)}; ${figures.others} others, alerting ${figures.alerting.toFixed(4)}\n`,
  );
  const wrong = scored.filter(({ score, isMatch }) => score >= 70 !== isMatch);
  for (const { a, b, score, isMatch } of wrong.slice(0, shown)) {
    process.stdout.write(`    ${isMatch ? 'missed' : 'passed'} ${score}  ${a}  |  ${b}\n`);
  }
}

function printPairs({ precision, recall, f1, best, atHundred, swapsRefused, scored }: PairFigures): void {
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  process.stdout.write(
    `judged pairs: ${scored.length}, at 70 precision ${percent(precision)}, recall ${percent(recall)}, F1 ${f1.toFixed(3)}; best F1 ${best.f1.toFixed(3)} at ${best.threshold}; true pairs at 100: ${percent(atHundred)}; swaps under 70: ${percent(swapsRefused)}\n`,
  );
  const wrong = scored.filter(({ score, isMatch }) => score >= 70 !== isMatch);
  for (const { a, b, score, isMatch, notes } of wrong.slice(0, shown)) {
    process.stdout.write(`    ${isMatch ? 'missed' : 'passed'} ${score}  ${a}  |  ${b}  (${notes})\n`);
  }
}
