import type { MonitoredCustomer } from '../domain/customer.ts';
import { entryKey } from '../domain/list-entry.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import type { ListChange } from '../domain/monitoring.ts';
import { sentence, TouchstoneError } from '../errors.ts';
import type { CustomerFound } from '../records/port.ts';
import { Engine } from '../screening/engine.ts';
import { FactsFile } from '../screening/facts.ts';
import { snapshotFiles } from '../screening/index/build.ts';
import { readIndexFile } from '../screening/index/format.ts';
import { IndexView } from '../screening/index/view.ts';
import { serveFromWorker } from '../threads/serve.ts';
import { stepBack } from '../threads/step-back.ts';
import { ChangedEntities } from './changed-entities.ts';
import { bestOfNames, queriesOf } from './customer-matches.ts';
import { entryNews, snapshotDifference, type WrittenEntities } from './difference.ts';

/** Where more than this share of the entities changed, an index of their own saves nothing. */
const MANY_CHANGED = 0.1;

/** What all threads compare with. */
export interface ComparedWith {
  readonly index: SharedArrayBuffer;
  readonly factsFile: string;
  /** Places of the entities that are new or changed; null: everybody is compared with every entity. */
  readonly changed: readonly number[] | null;
  /** The snapshot of before; null where there is none. */
  readonly before: { readonly index: SharedArrayBuffer; readonly factsFile: string } | null;
}

/** What a run has to know before it begins. */
export interface PreparedRun {
  readonly changed: readonly number[] | null;
  /** Keys of the entries that left their lists. */
  readonly gone: readonly string[];
  /** What changed on each list; empty without a snapshot of before. */
  readonly lists: readonly ListChange[];
}

/** What was found for a page of customers; `failed` could not be compared, by a defect. */
export interface PageFound {
  readonly found: readonly CustomerFound[];
  readonly failed: readonly { readonly customerId: number; readonly problem: string }[];
}

/** One thread's share of a run. */
interface ThreadShare {
  readonly engine: Engine;
  /** What the lists said before; null where nobody can say. */
  readonly before: FactsFile | null;
  /** Undefined: every entity counts. */
  readonly changed: { readonly few: ChangedEntities; readonly keys: ReadonlySet<string> } | undefined;
}

let wanted: ComparedWith | undefined;
let opened: ThreadShare | undefined;

export type MonitoringOperations = typeof operations;

const operations = {
  /**
   * What is different between two snapshots; without the earlier one, everything is. `watched`: keys of the entries of
   * which there are alerts. Those that the later snapshot lacks are gone, whatever the earlier one had: an alert may
   * come from a snapshot between the two.
   */
  prepare: async (
    directory: string,
    from: string | null,
    to: string,
    watched: readonly string[],
  ): Promise<PreparedRun> => {
    const now = await writtenEntities(directory, to);
    try {
      const gone = watched.filter((key) => !now.has(key));
      if (from === null) return { changed: null, gone, lists: [] };
      const before = await writtenEntities(directory, from);
      try {
        const { places, lists } = snapshotDifference(before, now);
        return { changed: places.length > MANY_CHANGED * now.count ? null : places, gone, lists };
      } finally {
        before.close();
      }
    } finally {
      now.close();
    }
  },

  /** The matches of each customer with what changed. */
  compare: (customers: readonly MonitoredCustomer[]): PageFound => {
    const found: CustomerFound[] = [];
    const failed: { customerId: number; problem: string }[] = [];
    for (const customer of customers) {
      try {
        const matches = matchesOf(customer);
        if (matches.length > 0) found.push({ customerId: customer.id, matches, ...newsOf(matches) });
      } catch (error) {
        if (error instanceof TouchstoneError && error.code === 'damaged') throw error;
        failed.push({ customerId: customer.id, problem: sentence(error) });
      }
    }
    return { found, failed };
  },
};

function matchesOf(customer: MonitoredCustomer) {
  const { engine, changed } = open();
  if (changed?.keys.size === 0) return [];
  const queries = queriesOf(customer, new Date()).filter((query) => !changed || changed.few.mayMatch(query));
  if (queries.length === 0) return [];
  const category = new Map(engine.sources.map((source) => [source.source, source.category]));
  const found = queries.map((query) => engine.search(query).matches);
  const best = bestOfNames(found, customer, (source) => category.get(source));
  return changed ? best.filter(({ entries }) => changed.keys.has(entryKey(entries[0]!))) : best;
}

/** What is new about the entities of matches, where there is a snapshot of before. */
function newsOf(matches: readonly EvidencedMatch[]): Pick<CustomerFound, 'news'> {
  const { before } = open();
  return before ? { news: matches.map(({ facts }) => entryNews(facts, (key) => before.entity(key))) } : {};
}

function open(): ThreadShare {
  if (opened) return opened;
  const { index, factsFile, changed, before: earlier } = wanted!;
  const engine = Engine.open(index, factsFile);
  const before = earlier && new FactsFile(earlier.factsFile, new IndexView(earlier.index));
  if (!changed) {
    opened = { engine, before, changed: undefined };
    return opened;
  }
  const facts = new FactsFile(factsFile, new IndexView(index));
  const entities = changed.map((place) => ({ entries: facts.read(place) }));
  facts.close();
  const keys = new Set(entities.map(({ entries }) => entryKey(entries[0]!)));
  opened = { engine, before, changed: { few: new ChangedEntities(engine, entities), keys } };
  return opened;
}

interface SnapshotAtHand extends WrittenEntities {
  /** Whether an entry of this key (`entryKey`) is in it. */
  has(key: string): boolean;
  close(): void;
}

async function writtenEntities(directory: string, id: string): Promise<SnapshotAtHand> {
  const files = snapshotFiles(directory, id);
  const view = new IndexView(await readIndexFile(files.index));
  const facts = new FactsFile(files.facts, view);
  return {
    count: view.entityTypes.length,
    bytes: (place) => facts.bytes(place),
    has: (key) => facts.entity(key) !== undefined,
    close: () => facts.close(),
  };
}

stepBack();
serveFromWorker(Promise.resolve(operations), {
  adopt: (state) => {
    wanted = state as ComparedWith;
    opened?.before?.close();
    opened = undefined;
  },
});
