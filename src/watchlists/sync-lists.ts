import { sentence, TouchstoneError } from '../errors.ts';
import type { Lists } from './lists.ts';
import { enabledSources, sourceById } from './registry.ts';
import type { Source } from './source.ts';
import { listHash } from './store/intake.ts';
import type { ListMetadata } from './store/list-store.ts';
import { checkList, olderThan } from './sync/checks.ts';
import { type Download, downloadAll } from './sync/download.ts';
import { type ImportResult, keepList, readList, refuseInSandbox, resultOf } from './sync/incoming-list.ts';
import { READER_VERSION } from './sync/list-parser.ts';
import type { SyncRun } from './sync/schedule.ts';
import { restrictionsToShow } from './sync/terms-notice.ts';

const DAY_MS = 86_400_000;
/** A run that comes a little early must not leave a list for another whole interval. */
const NEARLY = 0.9;

/**
 * Downloads the sources, or all that are enabled where none is named, and publishes what is new. That may be several
 * snapshots where some sources take much longer. A source that fails keeps its list.
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
    const { listsUrls: addresses } = lists.config;
    const downloads = downloadAll(sources, { addresses, store: lists.store, inForce: await lists.inForce() });
    const results: ImportResult['sources'][number][] = [];
    for await (const batch of downloads) {
      try {
        results.push(...(await lists.exclusively((held) => takeDownloads(lists, batch, held))));
      } finally {
        for (const { incoming } of batch) await incoming.discard();
      }
    }
    const order = sources.map(({ id }) => id);
    results.sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
    return { snapshot: (await lists.ensureSnapshot()).id, sources: results };
  });
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
    await lists.recordOutcome(id, 'The sync did not finish in time and was ended; the list in force stays.');
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

async function takeDownloads(
  lists: Lists,
  downloads: readonly Download[],
  held: () => Promise<void>,
): Promise<ImportResult['sources']> {
  const inForce = await lists.inForce();
  const taken: ListMetadata[] = [];
  const errors = new Map<string, string | null>();
  for (const download of downloads) {
    const { id } = download.source;
    try {
      const list = await takeDownload(lists, download, inForce.get(id));
      if (list) taken.push(list);
      errors.set(id, null);
    } catch (error) {
      errors.set(id, sentence(error));
    }
  }
  if (taken.length > 0) await lists.publish(taken, 'operator', held);
  const now = await lists.inForce();
  for (const [id, error] of errors) await lists.recordOutcome(id, error, error === null);
  return [...errors].map(([id, error]) => resultOf(id, now.get(id), error));
}

/** Undefined where the list in force is still the current one. */
async function takeDownload(
  lists: Lists,
  { source, incoming, files, error }: Download,
  inForce: ListMetadata | undefined,
): Promise<ListMetadata | undefined> {
  if (error) throw error;
  const isSame = inForce?.reader === READER_VERSION && listHash(files) === inForce.sha256;
  if (isSame && inForce.published) return undefined;
  const parsed = await readList({ source, incoming, files }, lists.now());
  // Of the same files nothing more is known than before.
  if (isSame && parsed.published === undefined) return undefined;
  await checkList(lists, { source, incoming, parsed }, inForce, false);
  const older = olderThan(parsed, inForce);
  if (older) throw new TouchstoneError('list-unusable', `${source.name}: ${older}; the list in force stays.`);
  return keepList(lists, { source, incoming, files }, parsed);
}
