// The sets that are asked of all lists together, as the product publishes them.
import type { Match } from '../../src/domain/match.ts';
import { SHARED_LISTS } from '../shared-lists.ts';
import { alertsOf, type CustomerFigures, measureCustomers } from './customers.ts';
import { mergedEngine } from './index.ts';
import { asTyped, customers, type LabelledQuery, nearMisses, SANCTIONS } from './sets.ts';

/** Locales in the table of customers. */
const WORST = 10;
const THRESHOLDS = [60, 65, 70, 75, 80, 85, 90];

/** What to measure: beginnings of set names (all without one), every `sample`-th query, and misses to print. */
export interface Choice {
  readonly wanted: readonly string[];
  readonly sample: number;
  readonly shown: number;
}

/** Measures and prints `customers`, `as-typed`, `near-misses` and thresholds, those that are wanted and at hand. */
export async function measureAllLists(choice: Choice): Promise<void> {
  await measureAlertsOfCustomers(choice);
  await measureAsTyped(choice);
  await measureNearMisses(choice);
  await measureThresholds(choice);
}

/** Every `sample`-th of the rows. */
export function sampled<T>(rows: readonly T[], sample: number): T[] {
  return rows.filter((_, index) => index % sample === 0);
}

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const inWords = (match: Match | undefined): string =>
  match ? `${match.score} ${match.name} [${match.explanation.matchedName}] ${match.dateOfBirth ?? ''}` : '';

async function measureAlertsOfCustomers({ wanted, sample, shown }: Choice): Promise<void> {
  const asked = sampled(customers(wanted), sample);
  if (asked.length === 0) return;
  const engines = { all: await mergedEngine(SHARED_LISTS), sanctions: await mergedEngine(SANCTIONS) };
  const { total, locales, alerts } = measureCustomers(asked, engines);
  print(`\n${''.padEnd(20)} customers   all lists: dates  names alone   sanctions: dates  names alone`);
  for (const row of [total, ...locales.slice(0, WORST)]) print(customerLine(row));
  for (const { customer, match } of alerts.slice(0, shown)) {
    print(`    ${customer.id}  ${customer.name}  ${customer.dateOfBirth ?? ''}  · ${inWords(match)}`);
  }
}

function customerLine({ locale, customers: count, all, allNames, sanctions, sanctionsNames }: CustomerFigures): string {
  const columns = [percent(all).padStart(18), percent(allNames).padStart(12), percent(sanctions).padStart(18)];
  return `${locale.padEnd(20)} ${String(count).padStart(9)}${columns.join(' ')} ${percent(sanctionsNames).padStart(12)}`;
}

async function measureAsTyped({ wanted, sample, shown }: Choice): Promise<void> {
  const asked = sampled(asTyped(wanted), sample);
  if (asked.length === 0) return;
  print(`\n${'as-typed'.padEnd(20)}   queries    found    first`);
  for (const dated of [true, false]) {
    const places = await placesOfTruth(asked, dated);
    const found = places.filter(({ place }) => place >= 0).length / asked.length;
    const first = places.filter(({ place }) => place === 0).length / asked.length;
    const kind = dated ? 'with dates' : 'names alone';
    print(
      `${kind.padEnd(20)} ${String(asked.length).padStart(9)}   ${found.toFixed(3).padStart(6)}   ${first.toFixed(3)}`,
    );
    if (!dated) continue;
    for (const { query, best } of places.filter(({ place }) => place < 0).slice(0, shown)) {
      print(`    missed  ${query.id}  ${query.name}  · best: ${inWords(best)}`);
    }
  }
}

async function placesOfTruth(asked: readonly LabelledQuery[], dated: boolean) {
  const engine = await mergedEngine(SHARED_LISTS);
  return asked.map((query) => {
    const matches = alertsOf(query, engine, dated);
    return { query, place: matches.findIndex(isTrueOf(query)), best: matches[0] };
  });
}

const isTrueOf =
  ({ truth }: LabelledQuery) =>
  ({ entries }: Match): boolean =>
    entries.some(({ source, id }) => truth.has(`${source}:${id}`));

/** What a threshold costs and finds: customers that alert, and listed people and organisations as people type them. */
async function measureThresholds({ wanted, sample }: Choice): Promise<void> {
  const [strangers, listed] = [sampled(customers(wanted), sample), sampled(asTyped(wanted), sample)];
  if (strangers.length === 0 || listed.length === 0) return;
  const engine = await mergedEngine(SHARED_LISTS);
  print(`\n${'threshold'.padEnd(10)} customers that alert: dates  names alone   as typed, found: dates  names alone`);
  for (const least of THRESHOLDS) {
    const shares = [
      ...[true, false].map((dated) => share(strangers, (one) => alertsOf(one, engine, dated, least).length > 0)),
      ...[true, false].map((dated) => share(listed, (one) => alertsOf(one, engine, dated, least).some(isTrueOf(one)))),
    ];
    const [dated, alone, found, foundAlone] = shares.map(percent) as [string, string, string, string];
    const columns = [dated.padStart(27), alone.padStart(12), found.padStart(23), foundAlone.padStart(12)];
    print(`${String(least).padEnd(10)} ${columns.join(' ')}`);
  }
}

function share<T>(of: readonly T[], counts: (one: T) => boolean): number {
  return of.filter(counts).length / of.length;
}

async function measureNearMisses({ wanted, sample, shown }: Choice): Promise<void> {
  const asked = sampled(nearMisses(wanted), sample);
  if (asked.length === 0) return;
  const engine = await mergedEngine(SHARED_LISTS);
  print(`\n${'near-misses'.padEnd(20)}   queries   alerting`);
  for (const dated of [true, false]) {
    const alerting = asked
      .map((query) => ({ query, best: alertsOf(query, engine, dated)[0] }))
      .filter(({ best }) => best !== undefined);
    const kind = dated ? 'with dates' : 'names alone';
    print(
      `${kind.padEnd(20)} ${String(asked.length).padStart(9)}   ${percent(alerting.length / asked.length).padStart(8)}`,
    );
    if (dated) continue;
    for (const { query, best } of alerting.slice(0, shown)) print(`    ${query.id}  ${query.name}  · ${inWords(best)}`);
  }
}
