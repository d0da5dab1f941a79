// Estimates what each kind of evidence weighs. README.md beside this file has more.
//
//   npm run train:evidence
//   npm run train:evidence -- person cyrillic
//   npm run train:evidence -- organisation country-missing
//   npm run train:evidence -- pairs
//
// The second estimates some columns, and the third some kinds of evidence. All others stay. The last one estimates
// nothing: it counts the pairs that each weight rests on. Each of them sets to 0 what too few pairs support.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergedEntities, readEntities } from '../../../bench/quality/index.ts';
import { SANCTIONS } from '../../../bench/quality/sets.ts';
import { benchData, SHARED_LISTS, sharedListPaths } from '../../../bench/shared-lists.ts';
import { AGAINST, FEATURES, FOR } from '../../../src/screening/scoring/evidence.ts';
import { EVIDENCE_MODELS, type EvidenceModel } from '../../../src/screening/scoring/parameters.ts';
import { readTable } from '../../../src/tables.ts';
import { Collector, type Kind, type LabelledCase, peopleOf } from './collect.ts';
import { type Cases, estimateWeights, type Fitted, type Kept, logOdds } from './fit.ts';
import { nativePeople, ordinaryOrganisations, ordinaryPeople, peopleInTwoScripts } from './population.ts';
import { Random } from './random.ts';
import { SearchedLists } from './searched.ts';
import { isSupported, type Support, supportOf, writeSupport } from './support.ts';
import { translatedNames } from './translations.ts';

const TABLE = new URL('../../../tables/matching/evidence.tsv', import.meta.url);
const CARD = new URL('README.md', import.meta.url);
/** Where the model card lists pairs, and the word that asks for nothing else. */
const [PAIRS, ONLY_PAIRS] = ['## Pairs', 'pairs'];
/** The rows of the table. */
const ROWS = ['base', ...FEATURES] as const;
/** A miss costs so many false alerts: the threshold of the product. */
const LEAST_LOG_ODDS = -Math.log(4);
const FOLDS = 3;
/** From the third on the weights choose the same forms, but for a few. */
const ROUNDS = 3;
/** An entity's own aliases are partly other names. */
const WEIGHTS: Readonly<Partial<Record<Kind, number>>> = { alias: 0.5, translation: 0.5 };
/** What Latin names teach a model of other scripts: orders, short forms and weak aliases, of which it has few. */
const WEIGHT_OF_LATIN = 0.2;
const LEARNS_FROM_LATIN: ReadonlySet<EvidenceModel> = new Set(['cyrillic', 'script']);
/** Tried on the cross-validation of the cases below; more change nothing. */
const [PEOPLE_OF_ALL, PEOPLE_OF_SANCTIONS, ORGANISATIONS, PEOPLE_OF_SCRIPTS, ASKED_OF_SCRIPTS] = [
  6000, 12_000, 5000, 1200, 800,
];

/** Each kind of case is drawn by numbers of its own, so that a change of one moves no other. */
const [ofPeople, ofOrganisations, ofScripts, ofEntities, ofNatives, ofLookalikes, ofTranslations] = [
  1, 2, 3, 4, 5, 6, 7,
].map((kind) => new Random(kind * 20_261_123)) as [Random, Random, Random, Random, Random, Random, Random];
const directory = mkdtempSync(join(tmpdir(), 'touchstone-evidence-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));

const merged = await mergedEntities(SHARED_LISTS);
const all = await SearchedLists.build('all', merged, directory);
const sanctions = await SearchedLists.build('sanctions', await mergedEntities(SANCTIONS), directory);
const politicians = await readEntities('everypolitician', sharedListPaths('everypolitician') ?? []);
const wanted: readonly string[] = process.argv.slice(2);
const inForce = new Map(
  readTable('matching/evidence.tsv', ['feature', ...EVIDENCE_MODELS]).map(([feature, ...cells]) => [feature, cells]),
);
const models = EVIDENCE_MODELS.filter((model) => wanted.includes(model));
const kinds = ROWS.filter((row) => wanted.includes(row));
const onlyPairs = wanted.includes(ONLY_PAIRS);
if (models.length + kinds.length + Number(onlyPairs) < wanted.length)
  throw new Error(`Not a column or row of the table: ${wanted}`);
const isWanted = (model: EvidenceModel) => models.length === 0 || models.includes(model);
const learnFromLatin = EVIDENCE_MODELS.some((model) => LEARNS_FROM_LATIN.has(model) && isWanted(model));
const collector = new Collector(
  ofEntities,
  ofLookalikes,
  (model) => isWanted(model) || (model === 'person' && learnFromLatin),
);

collector.strangers(all, ordinaryPeople(politicians, PEOPLE_OF_ALL, ofPeople), 'Individual');
collector.strangers(sanctions, ordinaryPeople(politicians, PEOPLE_OF_SANCTIONS, ofPeople), 'Individual');
const organisations = Array.from({ length: all.entities }, (_, entity) => all.facts(entity)[0]!)
  .filter(({ kind }) => kind === 'organization')
  .map(({ names }) => names[0]!.full);
for (const lists of [all, sanctions]) {
  collector.strangers(lists, ordinaryOrganisations(organisations, ORGANISATIONS / 2, ofOrganisations), 'Organization');
}
const folder = join(benchData(), 'names', 'transliteration');
for (const lists of [all, sanctions]) {
  const strangers = peopleInTwoScripts(folder, PEOPLE_OF_SCRIPTS / 2, ofScripts);
  collector.strangers(
    lists,
    strangers.map(({ other }) => other),
    'Individual',
  );
}
// Half of the lists gives the names, the other half is searched: an invented family name is then seldom a listed one.
const half = await SearchedLists.build(
  'half',
  merged.filter((_, place) => place % 2 === 0),
  directory,
);
const natives = nativePeople(
  merged.filter((_, place) => place % 2 === 1),
  ofNatives,
);
collector.strangers(half, natives, 'Individual');
const people = peopleInTwoScripts(folder, 2 * PEOPLE_OF_SCRIPTS, ofScripts);
const inScripts = await SearchedLists.build('scripts', peopleOf(people.map(({ latin }) => latin)), directory);
const askedOf = people.map(({ other }, place) => ({ name: other, entry: String(place) }));
collector.otherScripts(inScripts, ofScripts.shuffled(askedOf).slice(0, ASKED_OF_SCRIPTS * 6));
collector.entities(all);
const translated = isWanted('translated') ? await translatedCases() : [];

const fitted = new Map<EvidenceModel, Fitted>();
const counted = new Map<EvidenceModel, readonly Support[]>();
for (const model of EVIDENCE_MODELS.filter(isWanted)) {
  const { cases } = collector;
  const own = model === 'translated' ? translated : cases.filter((one) => one.model === model);
  const beside = LEARNS_FROM_LATIN.has(model) ? cases.filter((one) => one.model === 'person') : [];
  const kept = kinds.length > 0 || onlyPairs ? keptOf(model) : undefined;
  report(model, own, beside, kept);
  const weights = estimate(own, beside, kept);
  const supports = supportOf(casesOf(own, beside, weights));
  fitted.set(model, model === 'translated' ? orOfOrganisations(weights, supports) : weights);
  counted.set(model, supports);
}
writeFileSync(TABLE, table(fitted));
writeSupport(CARD, PAIRS, FEATURES, EVIDENCE_MODELS, counted);

/** Of the lists that name organisations: beside people alone the words of these are rarer than where they are. */
async function translatedCases(): Promise<LabelledCase[]> {
  const entries = merged.flatMap((entity) => entity.entries);
  const sources = new Set(entries.filter(({ kind }) => kind === 'organization').map(({ source }) => source));
  const entities = merged.filter((entity) => entity.entries.some(({ source }) => sources.has(source)));
  return [...translatedNames(await SearchedLists.build('organisations', entities, directory), ofTranslations)];
}

/** What too few pairs in two languages show is what organisations' names show in one. */
function orOfOrganisations({ base, weights }: Fitted, supports: readonly Support[]): Fitted {
  const others = (fitted.get('organisation') ?? columnOf('organisation')).weights;
  return { base, weights: weights.map((weight, place) => (isSupported(supports[place]!) ? weight : others[place]!)) };
}

/** The weights in force. */
function columnOf(model: EvidenceModel): Fitted {
  const weightOf = (feature: string) => Number(inForce.get(feature)![EVIDENCE_MODELS.indexOf(model)]);
  return { base: weightOf('base'), weights: Float64Array.from(FEATURES, weightOf) };
}

/** The weights in force, of which those of the wanted kinds may change. */
function keptOf(model: EvidenceModel): Kept {
  const weights = columnOf(model);
  return { weights, free: new Set(kinds.map((kind) => (kind === 'base' ? FEATURES.length : FEATURES.indexOf(kind)))) };
}

/**
 * Of each entity the form counts that is likeliest by the weights. So they are estimated again with what they chose,
 * and no weights of an earlier table play a part.
 */
function estimate(own: readonly LabelledCase[], beside: readonly LabelledCase[], kept: Kept | undefined): Fitted {
  let weights = kept?.weights;
  for (let round = 0; round < ROUNDS; round++) weights = estimateOnce(own, beside, weights, kept);
  return weights!;
}

function estimateOnce(
  own: readonly LabelledCase[],
  beside: readonly LabelledCase[],
  weights: Fitted | undefined,
  kept: Kept | undefined,
): Fitted {
  return estimateWeights(casesOf(own, beside, weights), [...FOR.map(() => 1), ...AGAINST.map(() => -1)], kept);
}

function casesOf(own: readonly LabelledCase[], beside: readonly LabelledCase[], weights: Fitted | undefined): Cases {
  const shares = [...own.map(() => 1), ...beside.map(() => WEIGHT_OF_LATIN)];
  const all = [...own, ...beside];
  return {
    width: FEATURES.length,
    features: all.map(({ forms }) => (weights ? likeliest(forms, weights) : forms[0]!)),
    isSame: all.map(({ isSame }) => isSame),
    weights: all.map(({ kind }, place) => shares[place]! * (WEIGHTS[kind] ?? 1)),
  };
}

function likeliest(forms: readonly Float64Array[], weights: Fitted): Float64Array {
  return forms.reduce((best, one) => (logOdds(weights, one) > logOdds(weights, best) ? one : best));
}

/** Prints what weights that were estimated without a third of the groups do with that third. */
function report(
  model: EvidenceModel,
  own: readonly LabelledCase[],
  beside: readonly LabelledCase[],
  kept: Kept | undefined,
): void {
  const alerts = new Map<string, { count: number; alerting: number }>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const isKept = ({ group }: LabelledCase) => group % FOLDS === fold;
    const weights = estimate(
      own.filter((one) => !isKept(one)),
      beside.filter((one) => !isKept(one)),
      kept,
    );
    for (const one of own.filter(isKept)) {
      const name = `${one.kind} ${one.isSame ? 'same' : 'other'}`;
      const figures = alerts.get(name) ?? { count: 0, alerting: 0 };
      alerts.set(name, figures);
      figures.count++;
      figures.alerting += Number(logOdds(weights, likeliest(one.forms, weights)) >= LEAST_LOG_ODDS);
    }
  }
  for (const [name, { count, alerting }] of [...alerts].sort()) {
    process.stdout.write(
      `${model.padEnd(14)} ${name.padEnd(22)} ${String(count).padStart(7)} cases, at 70 or more ${(alerting / count).toFixed(4)}\n`,
    );
  }
}

function table(models: ReadonlyMap<EvidenceModel, Fitted>): string {
  const rows = ROWS.map((feature, place) => [
    feature,
    ...EVIDENCE_MODELS.map((model, column) => {
      const estimated = models.get(model);
      if (!estimated) return inForce.get(feature)![column]!;
      const { base, weights } = estimated;
      return (place === 0 ? base : weights[place - 1]!).toFixed(4).replace(/^-0\.0+$/, '0.0000');
    }),
  ]);
  return `# What each kind of evidence weighs: log-odds that two names are one person's or organisation's, for one count of it.
# A step of agreement counts points, a step of surprise nats.
# Source: estimated from the official lists and name tokens of Wikidata (CC0 1.0) by training/matching/evidence: do not edit.
${[['feature', ...EVIDENCE_MODELS], ...rows].map((cells) => cells.join('\t')).join('\n')}
`;
}
