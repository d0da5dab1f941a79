import type { MonitoredCustomer } from '../domain/customer.ts';
import { bestFirst, bestOfEach, type EvidencedMatch } from '../domain/match.ts';
import { sentence, TouchstoneError } from '../errors.ts';
import { queriesOf } from '../monitoring/customer-matches.ts';
import type { PageFound } from '../monitoring/worker.ts';
import type { CustomerFound } from '../records/port.ts';
import type { SnapshotInUse } from '../screening/beside/overlay-source.ts';
import type { Overlay } from '../screening/beside/part.ts';
import { PartsBeside } from '../screening/beside/search-beside.ts';
import { Engine } from '../screening/engine.ts';
import { MAX_MATCHES } from '../screening/query.ts';
import { say } from '../sentences.ts';
import { serveFromWorker } from '../threads/serve.ts';
import { stepBack } from '../threads/step-back.ts';

export type OwnCompareOperations = typeof operations;

let wanted: SnapshotInUse | undefined;
let beside: PartsBeside | undefined;

const operations = {
  /** The matches of each customer with entries that changed after the version `since`. */
  compare: (customers: readonly MonitoredCustomer[], overlay: Overlay, since: number): PageFound => {
    const found: CustomerFound[] = [];
    const failed: { customerId: number; problem: string }[] = [];
    for (const customer of customers) {
      try {
        const matches = matchesOf(customer, overlay, since);
        const news = matches.map(({ facts }) => facts.map(({ sourceName: list }) => say('change.new-on', { list })));
        if (matches.length > 0) found.push({ customerId: customer.id, matches, news });
      } catch (error) {
        if (error instanceof TouchstoneError && error.code === 'damaged') throw error;
        failed.push({ customerId: customer.id, problem: sentence(error) });
      }
    }
    return { found, failed };
  },
};

function matchesOf(customer: MonitoredCustomer, overlay: Overlay, since: number): EvidencedMatch[] {
  const open = opened();
  const found = queriesOf(customer, new Date()).flatMap((query) => open.searchParts(query, overlay));
  const changed = bestOfEach(found).filter(({ facts }) => facts.some(({ version = 0 }) => version > since));
  return changed.sort(bestFirst).slice(0, MAX_MATCHES);
}

function opened(): PartsBeside {
  beside ??= new PartsBeside(Engine.open(wanted!.index, wanted!.factsFile));
  return beside;
}

stepBack();
serveFromWorker(Promise.resolve(operations), {
  adopt: (snapshot) => {
    wanted = snapshot as SnapshotInUse;
    beside = undefined;
  },
});
