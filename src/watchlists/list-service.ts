import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Actor } from '../domain/actor.ts';
import type { ListEntry } from '../domain/list-entry.ts';
import type { PublishedSnapshot } from '../domain/snapshot.ts';
import { sentence, TouchstoneError } from '../errors.ts';
import { withFileLock } from '../file-lock.ts';
import { complain } from '../printable.ts';
import type { Records } from '../records/port.ts';
import { ENGINE_VERSION } from '../screening/version.ts';
import { say } from '../sentences.ts';
import { localFile } from './formats/list-file.ts';
import { type ListsStatus, listsStatus, staleSentences } from './list-status.ts';
import { enabledSources, sourceById } from './registry.ts';
import type { Source } from './source.ts';
import type { StandIn } from './starter/starter-lists.ts';
import { keptFile, listHash, readableFile, storedName, takeIn } from './store/intake.ts';
import { type Incoming, type ListMetadata, ListStore, type StoredFile } from './store/list-store.ts';
import { SharedLists } from './store/shared-lists.ts';
import { checkList, type ListInForce, olderThan } from './sync/checks.ts';
import { type Download, downloadAll } from './sync/download.ts';
import { type ParsedList, READER_VERSION, readList } from './sync/list-reader.ts';
import { dated, publicationDay } from './sync/publication-date.ts';
import { type ChosenList, collectOldSnapshots, isUsable, publishSnapshot } from './sync/snapshot-publisher.ts';
import type { SyncRun } from './sync/sync-run.ts';
import { restrictionsToShow } from './sync/terms-notice.ts';

export type { ListsStatus } from './list-status.ts';

export interface ImportResult {
  /** Id of the snapshot in force afterwards. */
  readonly snapshot: string;
  readonly sources: readonly SourceResult[];
}

interface SourceResult {
  readonly source: string;
  /** Of the list in force afterwards; 0 where the source has no real list. */
  readonly entries: number;
  readonly names: number;
  readonly skipped: number;
  readonly error: string | null;
}

interface ImportOptions {
  readonly force?: boolean;
  /** `YYYY-MM-DD`. */
  readonly published?: string;
  /** Whom the audit log names; the operator where nobody is given. */
  readonly actor?: Actor;
}

/** Says one sentence to the operator, apart from the result. */
export type Notice = (sentence: string) => void;

const DAY_MS = 86_400_000;
/** How long an import waits for another one. */
const PATIENCE_MS = 60_000;
/** A run that comes a little early must not leave a list for another whole interval. */
const NEARLY = 0.9;
const toStandardError: Notice = (text) => complain(`touchstone: ${text}\n`);

/** The lists of one data directory: imports, syncs, publishes. One importer at a time, also across processes. */
export class Lists {
  readonly #config: Config;
  readonly #records: Records;
  readonly #now: () => Date;
  readonly #notice: Notice;
  readonly #store: ListStore;
  readonly #root: string;
  readonly #snapshots: string;
  #shared: Promise<SharedLists | undefined> | undefined;

  constructor(config: Config, records: Records, now: () => Date = () => new Date(), notice: Notice = toStandardError) {
    this.#config = config;
    this.#records = records;
    this.#now = now;
    this.#notice = notice;
    this.#root = join(config.dataDir, 'lists');
    this.#snapshots = join(config.dataDir, 'snapshots');
    this.#store = new ListStore(this.#root);
    enabledSources(config);
  }

  /**
   * Replaces the source's list by these files, which are the whole list together. `published` is their day of
   * publication, for lists that do not state it.
   * Throws `list-unusable` where they must not replace it, `usage` for missing files, and `busy` where another import
   * does not end. The list in force then stays.
   */
  async importFiles(sourceId: string, paths: readonly string[], options: ImportOptions = {}): Promise<ImportResult> {
    this.#refuseInSandbox();
    const source = sourceById(sourceId);
    if (paths.length === 0) throw new TouchstoneError('usage', 'Name the files of the list.');
    if (options.published !== undefined) publicationDay(options.published, this.#now());
    for (const path of paths) await readableFile(path);
    return this.#exclusively(async (held) => {
      const incoming = await this.#store.incoming(source.id);
      const taking = Promise.all(paths.map((path, index) => takeIn(path, incoming, storedName(index))));
      // Where the parser refuses a file, its sentence is the one to hear.
      taking.catch(() => {});
      try {
        const chosen = await this.#take(source, paths, incoming, taking, options);
        const snapshot = await this.#publish([chosen], options.actor ?? 'operator', held);
        await this.#clearError(source.id, false);
        return { snapshot: snapshot.id, sources: [resultOf(source.id, chosen.list, null)] };
      } finally {
        // Nothing may still write when the folder goes.
        await Promise.allSettled([taking]);
        await incoming.discard();
      }
    });
  }

  /**
   * Downloads the sources, or all that are enabled where none is named, and publishes what is new. That may be several
   * snapshots where some sources take much longer. A source that fails keeps its list.
   * `due`: only sources without a real list, or whose last check is about one sync interval ago.
   */
  async sync(sourceIds: readonly string[] = [], options: { due?: boolean } = {}): Promise<ImportResult> {
    this.#refuseInSandbox();
    const named = sourceIds.length > 0 ? sourceIds.map(sourceById) : enabledSources(this.#config);
    const patienceMs = this.#config.listsSyncLimitMs;
    const sentence = 'Another node refreshes the lists; try again when it has ended.';
    // The next one finds that nothing is due.
    return this.#records.alone('lists-sync', { sentence, patienceMs }, () => this.#sync(named, options));
  }

  async #sync(named: readonly Source[], options: { due?: boolean }): Promise<ImportResult> {
    const sources = options.due ? await this.#due(named) : named;
    await this.#showTerms(sources);
    const { listsUrls: addresses } = this.#config;
    const downloads = downloadAll(sources, { addresses, store: this.#store, inForce: await this.#inForce() });
    const results: SourceResult[] = [];
    for await (const batch of downloads) {
      try {
        results.push(...(await this.#exclusively((held) => this.#takeDownloads(batch, held))));
      } finally {
        for (const { incoming } of batch) await incoming.discard();
      }
    }
    const order = sources.map(({ id }) => id);
    results.sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
    return { snapshot: (await this.ensureSnapshot()).id, sources: results };
  }

  /** Notes at every list that a sync was to refresh, and did not get to, why it was ended. */
  async recordStuckSync({ startedAt, everyList }: Pick<SyncRun, 'startedAt' | 'everyList'>): Promise<void> {
    const enabled = enabledSources(this.#config);
    const [asked, states] = [everyList ? enabled : await this.#due(enabled), await this.#records.snapshots.states()];
    const since = startedAt.toISOString();
    for (const { id } of asked) {
      const state = states.find(({ source }) => source === id);
      if ((state?.checkedAt ?? '') >= since || (state?.lastErrorAt ?? '') >= since) continue;
      await this.#recordError(id, 'The sync did not finish in time and was ended; the list in force stays.');
    }
  }

  async status(): Promise<ListsStatus> {
    const { snapshots } = this.#records;
    const [own, newest, states] = await Promise.all([
      snapshots.current(ENGINE_VERSION),
      snapshots.current(),
      snapshots.states(),
    ]);
    return listsStatus(own ?? newest, states, enabledSources(this.#config));
  }

  /**
   * The snapshot in force. Builds it from the stored lists where there is none, or where its files are gone or of
   * another version.
   */
  async ensureSnapshot(): Promise<PublishedSnapshot> {
    const usable = await this.#usable();
    if (usable) return usable;
    return this.#exclusively(async (held) => (await this.#usable()) ?? this.#publish([], 'service', held));
  }

  /**
   * Brings the files of a snapshot that another node compiled. Removes older ones that nothing needs any more. Throws
   * `damaged` where they are not as they were published.
   */
  async fetchSnapshot(snapshot: PublishedSnapshot): Promise<void> {
    const shared = await this.#sharedLists();
    if (!shared) return;
    await shared.fetchSnapshot(snapshot, this.#snapshots);
    await collectOldSnapshots(this.#snapshots, snapshot.id, this.#records);
  }

  /** Sentences for whoever reads an all-clear, from the state of the lists. */
  about(status: ListsStatus): string[] {
    if (this.#config.environment === 'sandbox') return [say('note.sandbox')];
    return staleSentences(status, this.#now());
  }

  #standIn(): StandIn | undefined {
    if (this.#config.environment === 'sandbox') return 'sandbox';
    return this.#config.starterList ? 'starter' : undefined;
  }

  #refuseInSandbox(): void {
    if (this.#config.environment !== 'sandbox') return;
    throw new TouchstoneError(
      'usage',
      'The sandbox has a fixed list of invented entries; it takes and fetches no other.',
    );
  }

  async #due(sources: readonly Source[]): Promise<Source[]> {
    const { sources: statuses } = await this.status();
    const interval = (this.#config.listsSyncMs ?? DAY_MS) * NEARLY;
    return sources.filter(({ id }) => {
      const status = statuses.find((item) => item.source === id);
      const checked = status && !status.starter && status.fetched && status.checked;
      return !checked || this.#now().getTime() - Date.parse(checked) >= interval;
    });
  }

  async #usable(): Promise<PublishedSnapshot | undefined> {
    const current = await this.#records.snapshots.current();
    if (current?.engine !== ENGINE_VERSION || !(await this.#isAtHand(current))) return undefined;
    const usable = await isUsable(current, this.#snapshots, this.#standIn());
    return usable ? current : undefined;
  }

  /** Whether every node can have the files of a snapshot. Fetches those that this one does not have. */
  async #isAtHand(snapshot: PublishedSnapshot): Promise<boolean> {
    const shared = await this.#sharedLists();
    if (!shared) return true;
    if (snapshot.content === undefined) return false;
    try {
      await shared.fetchSnapshot(snapshot, this.#snapshots);
      return true;
    } catch (error) {
      if (error instanceof TouchstoneError && error.code === 'damaged') return false;
      throw error;
    }
  }

  #sharedLists(): Promise<SharedLists | undefined> {
    this.#shared ??= SharedLists.open(this.#config);
    return this.#shared;
  }

  /** By a lock of the data directory, and one of the database where other nodes share it. */
  #exclusively<T>(work: (held: () => Promise<void>) => Promise<T>): Promise<T> {
    const sentence = say('list-import.busy');
    const options = { sentence, patienceMs: PATIENCE_MS };
    return withFileLock(join(this.#root, 'importer.lock'), sentence, () =>
      this.#records.alone('lists-publish', options, work),
    );
  }

  async #take(
    source: Source,
    paths: readonly string[],
    incoming: Incoming,
    taking: Promise<StoredFile[]>,
    { force = false, published }: ImportOptions,
  ): Promise<ChosenList> {
    const inForce = (await this.#inForce()).get(source.id);
    const files = paths.map((path) => localFile(path));
    const read = await readList(source, files);
    const parsed = dated(read, files, this.#now(), published);
    await checkList(source, parsed, this.#comparable(inForce), force);
    await this.#showTerms([source]);
    if (published && parsed.published !== published) {
      this.#notice(`${source.name} says itself that it was published on ${parsed.published}; that date counts.`);
    }
    const older = olderThan(parsed, inForce);
    if (older) this.#notice(`${source.name}: ${older}; it is imported as you asked.`);
    return this.#keep(source, parsed, await taking, incoming);
  }

  #comparable(inForce: ListMetadata | undefined): ListInForce | undefined {
    if (!inForce) return undefined;
    const entries = () => this.#entriesOf(inForce);
    return {
      entries: inForce.entries,
      ids: async function* () {
        for await (const batch of entries()) yield batch.map(({ id }) => id);
      },
    };
  }

  /** The entries of a list in force, from the object store where only another node has read it. */
  async *#entriesOf(list: ListMetadata): AsyncIterable<readonly ListEntry[]> {
    try {
      const snapshot = await this.#records.snapshots.current();
      if (snapshot) await (await this.#sharedLists())?.fetchEntries(snapshot, list, this.#store);
      yield* this.#store.entries(list);
    } catch (error) {
      // A list that is lost must not keep another one from taking its place.
      if (!(error instanceof TouchstoneError) || error.code !== 'damaged') throw error;
    }
  }

  async #keep(
    source: Source,
    parsed: ParsedList,
    files: readonly StoredFile[],
    incoming: Incoming,
  ): Promise<ChosenList> {
    const { entries, names, kinds, skipped, skippedFirst, published } = parsed;
    const list: ListMetadata = {
      source: source.id,
      sha256: listHash(files),
      fetched: this.#now().toISOString(),
      reader: READER_VERSION,
      ...(published !== undefined && { published }),
      entries: entries.length,
      names,
      kinds,
      skipped,
      skippedFirst,
      files,
    };
    await this.#store.keep(incoming, list, entries);
    this.#tellSkipped(list);
    return { list, entries };
  }

  #tellSkipped(list: ListMetadata): void {
    const [example] = list.skippedFirst;
    if (!example) return;
    const what = list.skipped === 1 ? '1 line or entry was' : `${list.skipped} lines or entries were`;
    const file = this.#store.metadataFile(list);
    this.#notice(`${list.source}: ${what} skipped, such as ${example.where}: ${example.why}. Reasons: ${file}`);
  }

  async #takeDownloads(downloads: readonly Download[], held: () => Promise<void>): Promise<SourceResult[]> {
    const inForce = await this.#inForce();
    const taken: ChosenList[] = [];
    const outcomes = new Map<string, string | null>();
    for (const download of downloads) {
      const { source } = download;
      try {
        const list = await this.#takeDownload(download, inForce.get(source.id));
        if (list) taken.push(list);
        outcomes.set(source.id, null);
      } catch (error) {
        outcomes.set(source.id, sentence(error));
      }
    }
    if (taken.length > 0) await this.#publish(taken, 'operator', held);
    const now = await this.#inForce();
    const results: SourceResult[] = [];
    for (const [id, error] of outcomes) {
      if (error === null) await this.#clearError(id, true);
      else await this.#recordError(id, error);
      results.push(resultOf(id, now.get(id), error));
    }
    return results;
  }

  /** Undefined where the list in force is still the current one. */
  async #takeDownload(download: Download, inForce: ListMetadata | undefined): Promise<ChosenList | undefined> {
    const { source, incoming, files, error } = download;
    if (error) throw error;
    if (inForce?.reader === READER_VERSION && inForce.published && listHash(files) === inForce.sha256) return undefined;
    const read = await readList(
      source,
      files.map((file) => keptFile(incoming, file)),
    );
    const parsed = dated(read, files, this.#now());
    if (inForce && isSameList(inForce, parsed, files)) return undefined;
    await checkList(source, parsed, this.#comparable(inForce), false);
    const older = olderThan(parsed, inForce);
    if (older) throw new TouchstoneError('list-unusable', `${source.name}: ${older}; the list in force stays.`);
    return this.#keep(source, parsed, files, incoming);
  }

  /** Publishes the changed lists together with all others that are in force. */
  async #publish(changed: readonly ChosenList[], actor: Actor, held: () => Promise<void>): Promise<PublishedSnapshot> {
    const replaced = new Set(changed.map(({ list }) => list.source));
    const kept = [...(await this.#inForce()).values()].filter((list) => !replaced.has(list.source));
    return publishSnapshot([...changed, ...kept.map((list) => ({ list }))], {
      store: this.#store,
      records: this.#records,
      directory: this.#snapshots,
      standIn: this.#standIn(),
      now: this.#now,
      actor,
      held,
      shared: await this.#sharedLists(),
    });
  }

  /**
   * The real lists of the snapshot in force, by source. Reports a list whose files are gone, which then counts as
   * missing.
   */
  async #inForce(): Promise<Map<string, ListMetadata>> {
    const snapshot = await this.#records.snapshots.current();
    const lists = new Map<string, ListMetadata>();
    for (const source of snapshot?.sources ?? []) {
      if (source.starter) continue;
      const list = (await this.#store.find(source)) ?? (await this.#fromOthers(snapshot!, source.source));
      if (list) lists.set(source.source, list);
      else
        await this.#recordError(source.source, `The stored list of ${source.source} is gone; import or sync it again.`);
    }
    return lists;
  }

  /** What another node published; undefined also where the object store lost it, so that it is imported again. */
  async #fromOthers(snapshot: PublishedSnapshot, source: string): Promise<ListMetadata | undefined> {
    try {
      return await (await this.#sharedLists())?.find(snapshot, source);
    } catch (error) {
      if (error instanceof TouchstoneError && error.code === 'damaged') return undefined;
      throw error;
    }
  }

  async #clearError(source: string, checked: boolean): Promise<void> {
    const state = (await this.#records.snapshots.states()).find((item) => item.source === source);
    const checkedAt = checked ? this.#now().toISOString() : (state?.checkedAt ?? null);
    await this.#records.snapshots.recordState({ source, checkedAt, lastError: null, lastErrorAt: null });
  }

  async #recordError(source: string, lastError: string): Promise<void> {
    const state = (await this.#records.snapshots.states()).find((item) => item.source === source);
    const lastErrorAt = this.#now().toISOString();
    await this.#records.snapshots.recordState({ source, checkedAt: state?.checkedAt ?? null, lastError, lastErrorAt });
  }

  async #showTerms(sources: readonly Source[]): Promise<void> {
    for (const text of await restrictionsToShow(sources, this.#root)) this.#notice(text);
  }
}

/** The same files, read by the same version, of which nothing more is known than before. */
function isSameList(inForce: ListMetadata, { published }: ParsedList, files: readonly StoredFile[]): boolean {
  if (inForce.reader !== READER_VERSION || listHash(files) !== inForce.sha256) return false;
  return inForce.published !== undefined || published === undefined;
}

function resultOf(source: string, list: ListMetadata | undefined, error: string | null): SourceResult {
  return { source, entries: list?.entries ?? 0, names: list?.names ?? 0, skipped: list?.skipped ?? 0, error };
}
