// Listed people and organisations as banks write them: each name of a sample in every way of the table below.
import { dayOf } from '../../src/domain/date-of-birth.ts';
import type { EntryFacts } from '../../src/domain/list-entry.ts';
import type { Engine } from '../../src/screening/engine.ts';
import { SHARED_LISTS, sharedListPaths } from '../shared-lists.ts';
import { BANK_WRITINGS, type BankWriting, type ListedName } from './bank-writings.ts';
import { mergedEngine, readEntities } from './index.ts';
import { THRESHOLD } from './measure.ts';

const SOURCE = 'us-ofac-sdn';
/** Names a kind. */
const SAMPLE = 200;
/** Many entities may share a name. */
const LIMIT = 200;
/** In Latin letters, two words or more, and no number of their own. */
const PLAIN = /^(?=.*\p{L}\s+\p{L})[\p{Script=Latin}\p{M}\s'’.,-]+$/u;

interface BankFigures {
  readonly kind: string;
  readonly names: number;
  /** Whose own entry is a match at 70. */
  readonly found: number;
  /** The queries whose own entry is none. */
  readonly missed: readonly string[];
}

/** Measures and prints every kind, with up to `shown` misses of each. */
export async function measureAsBanksWrite(shown: number): Promise<void> {
  const entities = await readEntities(SOURCE, sharedListPaths(SOURCE) ?? []);
  const entries = entities.map((entity) => entity.entries[0]!);
  const engine = await mergedEngine(SHARED_LISTS);
  process.stdout.write(`\n${'as banks write'.padEnd(40)} names  found\n`);
  for (const kind of BANK_WRITINGS) {
    const { names, found, missed } = measured(kind, entries, engine);
    process.stdout.write(`${kind.kind.padEnd(40)} ${String(names).padStart(5)}  ${(found / names).toFixed(3)}\n`);
    for (const query of missed.slice(0, shown)) process.stdout.write(`    missed  ${query}\n`);
  }
}

function measured(writing: BankWriting, entries: readonly EntryFacts[], engine: Engine): BankFigures {
  const entityType = writing.of === 'person' ? 'Individual' : 'Organization';
  const missed: string[] = [];
  const today = dayOf(new Date());
  let names = 0;
  for (const listed of drawn(writing.of, entries)) {
    const written = writing.write(listed, names);
    if (written === undefined) continue;
    names++;
    const { matches } = engine.search({ ...written, entityType, minScore: THRESHOLD, limit: LIMIT, today });
    const isFound = matches.some((match) =>
      match.entries.some(({ source, id }) => source === SOURCE && id === listed.id),
    );
    if (!isFound) missed.push(`${written.name} ${written.dateOfBirth ?? ''}`);
  }
  return { kind: writing.kind, names, found: names - missed.length, missed };
}

/** The same names for every kind, evenly drawn over the list. */
function drawn(kind: 'person' | 'organization', entries: readonly EntryFacts[]): ListedName[] {
  const listed = entries.filter((entry) => entry.kind === kind && PLAIN.test(entry.names[0]!.full));
  const step = listed.length / SAMPLE;
  return Array.from({ length: Math.min(SAMPLE, listed.length) }, (_, place) => {
    const { id, names, birthDates } = listed[Math.floor(place * step)]!;
    const born = birthDates?.find(({ date, to, circa }) => /^\d{4}-\d{2}-\d{2}$/.test(date) && !to && !circa)?.date;
    const { full, parts } = names[0]!;
    return { id, name: full, family: parts?.family, given: parts?.given, born };
  });
}
