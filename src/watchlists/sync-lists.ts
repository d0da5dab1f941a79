import { sentence, TouchstoneError } from '../errors.ts';
import type { AddressFailure } from './list-outcome.ts';
import type { Lists } from './lists.ts';
import { enabledSources, sourceById } from './registry.ts';
import type { Source } from './source.ts';
import { addressesOf, shownAddress } from './sync/addresses.ts';
import { takeArrived } from './sync/arrived-lists.ts';
import { downloadAll } from './sync/download.ts';
import { type ImportResult, refuseInSandbox, resultOf } from './sync/incoming-list.ts';
import type { SyncRun } from './sync/schedule.ts';
import { restrictionsToShow } from './sync/terms-notice.ts';

const DAY_MS = 86_400_000;
/** A run that comes a little early must not leave a list for another whole interval. */
const NEARLY = 0.9;

/** A list that a sync has to refresh: the addresses that are left, and what became of the others. */
interface Refresh {
  readonly source: Source;
  readonly addresses: readonly string[];
  readonly failed: readonly AddressFailure[];
}

/**
 * Downloads the sources, or all that are enabled where none is named, and publishes what is new. That may be several
 * snapshots where some sources take much longer. A source that fails keeps its list.
 * Each source is asked for at its addresses in order, until one gives a list that can be used.
 * `due`: only sources without a real list, or whose last check is about one sync interval ago.
 */
export async function syncLists(
  lists: Lists,
  sourceIds: readonly string[] = [],
  { due = false }: { readonly due?: boolean } = {},
): Promise<ImportResult> {
  refuseInSandbox(lists.config);
  const named = sourceIds.length > 0 ? sourceIds.map(sourceById) : enabledSources(lists.config);
  const patienceMs = lists.config.listsSyncLimitMs;
  const busy = 'Another node refreshes the lists; try again when it has ended.';
  // The next one finds that nothing is due.
  return lists.records.alone('lists-sync', { sentence: busy, patienceMs }, async () => {
    const sources = due ? await dueSources(lists, named) : named;
    for (const text of await restrictionsToShow(sources, lists.store.root)) lists.notice(text);
    const outcomes = new Map<string, string | null>();
    let left = await planned(lists, sources, outcomes);
    while (left.length > 0) left = await refreshAll(lists, left, outcomes);
    const inForce = await lists.inForce();
    return {
      snapshot: (await lists.ensureSnapshot()).id,
      sources: sources.map(({ id }) => resultOf(id, inForce.get(id), outcomes.get(id) ?? null)),
    };
  });
}

/** Where each source is to be asked for. One that is published no more fails at once. */
async function planned(
  lists: Lists,
  sources: readonly Source[],
  outcomes: Map<string, string | null>,
): Promise<Refresh[]> {
  const plans: Refresh[] = [];
  for (const source of sources) {
    try {
      plans.push({ source, addresses: addressesOf(source, lists.config), failed: [] });
    } catch (error) {
      outcomes.set(source.id, sentence(error));
      await lists.recordOutcome(source.id, { error: sentence(error), unreachable: true });
    }
  }
  return plans;
}

/** Asks for each at its next address. Answers those that have to be asked for at another one. */
async function refreshAll(
  lists: Lists,
  plans: readonly Refresh[],
  outcomes: Map<string, string | null>,
): Promise<Refresh[]> {
  const again: Refresh[] = [];
  const attempts = plans.map(({ source, addresses }) => ({ source, address: addresses[0]! }));
  const options = { userAgent: lists.userAgent, store: lists.store, inForce: await lists.inForce() };
  for await (const batch of downloadAll(attempts, options)) {
    try {
      const errors = await lists.exclusively((held) => takeArrived(lists, batch, held));
      for (const { source, address } of batch) {
        const plan = plans.find((one) => one.source === source)!;
        again.push(...(await concluded(lists, plan, { address, error: errors.get(source.id) }, outcomes)));
      }
    } finally {
      for (const { incoming } of batch) await incoming.discard();
    }
  }
  return again;
}

function failureAt(address: string, error: unknown): AddressFailure {
  const unreachable = error instanceof TouchstoneError && error.code === 'list-download';
  return { address: shownAddress(address), error: sentence(error), unreachable };
}

/** What is still to be asked for behind a try. Where nothing is, notes what became of the source. */
async function concluded(
  lists: Lists,
  { source, addresses: [, ...addresses], failed: before }: Refresh,
  { address, error: cause }: { readonly address: string; readonly error: unknown },
  outcomes: Map<string, string | null>,
): Promise<Refresh[]> {
  const failed = cause ? [...before, failureAt(address, cause)] : before;
  if (cause && addresses.length > 0) return [{ source, addresses, failed }];
  const error = cause ? failed.map((one) => one.error).join(' ') : null;
  outcomes.set(source.id, error);
  await lists.recordOutcome(source.id, {
    error,
    checked: error === null,
    unreachable: failed.every(({ unreachable }) => unreachable),
    address: cause ? null : shownAddress(address),
    failed,
  });
  return [];
}

/** Notes at every list that a sync was to refresh, and did not get to, why it was ended. */
export async function recordStuckSync(
  lists: Lists,
  { startedAt, everyList }: Pick<SyncRun, 'startedAt' | 'everyList'>,
): Promise<void> {
  const enabled = enabledSources(lists.config);
  const asked = everyList ? enabled : await dueSources(lists, enabled);
  const states = await lists.records.snapshots.states();
  const since = startedAt.toISOString();
  for (const { id } of asked) {
    const state = states.find(({ source }) => source === id);
    if ((state?.checkedAt ?? '') >= since || (state?.lastErrorAt ?? '') >= since) continue;
    const error = 'The sync did not finish in time and was ended; the list in force stays.';
    await lists.recordOutcome(id, { error });
  }
}

async function dueSources(lists: Lists, sources: readonly Source[]): Promise<Source[]> {
  const { sources: statuses } = await lists.status();
  const interval = (lists.config.listsSyncMs ?? DAY_MS) * NEARLY;
  return sources.filter(({ id }) => {
    const status = statuses.find((item) => item.source === id);
    const checked = status && !status.starter && status.fetched && status.checked;
    return !checked || lists.now().getTime() - Date.parse(checked) >= interval;
  });
}
