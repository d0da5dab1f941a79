// Prints the points of another number of the same type and country (`OTHER_NUMBER` in
// src/screening/numbers/number-evidence.ts).
//   npm run train:identifiers
//
// Entries of two lists are joined by everything but their documents. Of pairs that both have numbers of a type and a
// country, a share has none in common. Two strangers have none in common for certain, so the logarithm of that share
// is the evidence. Points are never more than for twenty pairs of a hundred: lists copy numbers from each other, and
// people renew their documents.
import { readEntities } from '../../../bench/quality/index.ts';
import { sharedListPaths } from '../../../bench/shared-lists.ts';
import { type EntryFacts, entryKey } from '../../../src/domain/list-entry.ts';
import { knownNumbers } from '../../../src/screening/numbers/number-evidence.ts';
import { mergeEntries } from '../../../src/watchlists/merge/merge-entries.ts';

const LISTS = ['us-ofac-sdn', 'us-ofac-consolidated', 'un-sc', 'eu-fsf', 'uk-sanctions', 'ca-sema'];
const POINTS_PER_LOG_ODDS = 5;
const LEAST_SHARE = 0.2;

const read = await Promise.all(LISTS.map((list) => readEntities(list, sharedListPaths(list) ?? [])));
const entries = read.flat().flatMap((entity) => entity.entries);
const whole = new Map(entries.map((entry) => [entryKey(entry), entry]));
const counts = new Map<string, { pairs: number; other: number }>();
const joined = mergeEntries(
  entries.map(({ documents: _, ...entry }) => entry),
  LISTS,
);
for (const { entries: together } of joined.entities) {
  const originals = together.map((entry) => whole.get(entryKey(entry))!);
  for (const [place, one] of originals.entries()) {
    for (const two of originals.slice(place + 1)) if (one.source !== two.source) count(one, two);
  }
}
for (const [type, { pairs, other }] of [...counts].sort()) {
  const share = Math.max(LEAST_SHARE, other / pairs);
  const points = Math.round(POINTS_PER_LOG_ODDS * Math.log(share));
  process.stdout.write(`${type}\t${pairs} pairs\t${other} have none in common\t${points} points\n`);
}

function count(one: EntryFacts, two: EntryFacts): void {
  const [first, second] = [knownNumbers([one]), knownNumbers([two])];
  const kinds = Map.groupBy(first, ({ type, country }) => `${type} ${country}`);
  for (const [kind, mine] of kinds) {
    const theirs = second.filter(({ type, country }) => `${type} ${country}` === kind);
    if (theirs.length === 0 || mine[0]!.country === undefined) continue;
    const { type } = mine[0]!;
    const known = counts.get(type) ?? { pairs: 0, other: 0 };
    const isShared = mine.some(({ number }) => theirs.some((listed) => listed.number === number));
    counts.set(type, { pairs: known.pairs + 1, other: known.other + Number(!isShared) });
  }
}
