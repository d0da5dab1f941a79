import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Actor } from '../domain/actor.ts';
import type { ListEntry } from '../domain/list-entry.ts';
import type { PublishedSnapshot } from '../domain/snapshot.ts';
import { TouchstoneError } from '../errors.ts';
import { withFileLock } from '../file-lock.ts';
import { complain } from '../printable.ts';
import { userAgentWith } from '../program-version.ts';
import type { Records } from '../records/port.ts';
import { ENGINE_VERSION } from '../screening/version.ts';
import { say } from '../sentences.ts';
import { type ListOutcome, stateBehind } from './list-outcome.ts';
import { type ListsStatus, listsStatus, staleSentences } from './list-status.ts';
import { enabledSources } from './registry.ts';
import { sandboxListsOf } from './sandbox/sandbox-lists.ts';
import type { StandIn } from './starter/starter-lists.ts';
import { type ListMetadata, ListStore } from './store/list-store.ts';
import { SharedLists } from './store/shared-lists.ts';
import { collectOldSnapshots, isUsable, type KeepIndex, publishSnapshot } from './sync/snapshot-publisher.ts';

/** How long an import waits for another one. */
const PATIENCE_MS = 60_000;

const toStandardError = (text: string) => complain(`touchstone: ${text}\n`);

/**
 * The lists of one data directory: which are in force, and how others take their place. `importList` and `syncLists`
 * bring new ones.
 */
export class Lists {
  readonly config: Config;
  readonly records: Records;
  readonly now: () => Date;
  /** Says one sentence to the operator, apart from the result. */
  readonly notice: (sentence: string) => void;
  readonly store: ListStore;
  readonly #snapshots: string;
  #shared: Promise<SharedLists | undefined> | undefined;

  /** Throws `usage` where settings name unknown sources. */
  constructor(config: Config, records: Records, now: () => Date = () => new Date(), notice = toStandardError) {
    this.config = config;
    this.records = records;
    this.now = now;
    this.notice = notice;
    this.#snapshots = join(config.dataDir, 'snapshots');
    this.store = new ListStore(join(config.dataDir, 'lists'));
    enabledSources(config);
  }

  async status(): Promise<ListsStatus> {
    const { snapshots } = this.records;
    const [own, newest, states] = await Promise.all([
      snapshots.current(ENGINE_VERSION),
      snapshots.current(),
      snapshots.states(),
    ]);
    return listsStatus(own ?? newest, states, enabledSources(this.config));
  }

  /** How a sync names itself to authorities, with whom they can ask. */
  get userAgent(): string {
    return userAgentWith(this.config.listsContact);
  }

  /** Sentences for whoever reads an all-clear, from the state of the lists. */
  about(status: ListsStatus): string[] {
    if (this.config.environment === 'sandbox') return [say('note.sandbox')];
    return staleSentences(status, this.now());
  }

  /**
   * The snapshot in force. Builds it from the stored lists where there is none, or where its files are gone or of
   * another version. `apart` may do so elsewhere before. `keep` gets the index that was read for that, if any.
   */
  async ensureSnapshot(
    apart: (current: PublishedSnapshot | undefined) => Promise<void> = async () => {},
    keep?: KeepIndex,
  ): Promise<PublishedSnapshot> {
    const usable = await this.#usable(keep);
    if (usable) return usable;
    await apart(await this.records.snapshots.current());
    return this.exclusively(async (held) => (await this.#usable()) ?? this.publish([], 'service', held));
  }

  /**
   * Brings the files of a snapshot that another node compiled. Removes older ones that nothing needs any more. Throws
   * `damaged` where they are not as they were published.
   */
  async fetchSnapshot(snapshot: PublishedSnapshot): Promise<void> {
    const shared = await this.#sharedLists();
    if (!shared) return;
    await shared.fetchSnapshot(snapshot, this.#snapshots);
    await collectOldSnapshots(this.#snapshots, snapshot.id, this.records);
  }

  /**
   * Runs what changes the lists. One process at a time does, by a lock of the data directory, and one of the database
   * where other nodes share it. Throws `busy` where another one does not end. `held` throws once the lock is lost.
   */
  exclusively<T>(work: (held: () => Promise<void>) => Promise<T>): Promise<T> {
    const sentence = say('list-import.busy');
    const options = { sentence, patienceMs: PATIENCE_MS };
    return withFileLock(join(this.store.root, 'importer.lock'), sentence, () =>
      this.records.alone('lists-publish', options, work),
    );
  }

  /** Publishes the changed lists together with all others that are in force. `standIn`: another one from now on. */
  async publish(
    changed: readonly ListMetadata[],
    actor: Actor,
    held: () => Promise<void>,
    standIn?: StandIn,
  ): Promise<PublishedSnapshot> {
    const replaced = new Set(changed.map(({ source }) => source));
    const kept = [...(await this.inForce()).values()].filter(({ source }) => !replaced.has(source));
    return publishSnapshot([...changed, ...kept], {
      store: this.store,
      records: this.records,
      directory: this.#snapshots,
      standIn: standIn ?? (await this.#standIn()),
      now: this.now,
      actor,
      held,
      shared: await this.#sharedLists(),
    });
  }

  /**
   * The real lists of the snapshot in force, by source. Reports a list whose files are gone, which then counts as
   * missing.
   */
  async inForce(): Promise<Map<string, ListMetadata>> {
    const snapshot = await this.records.snapshots.current();
    const lists = new Map<string, ListMetadata>();
    for (const listed of snapshot?.sources ?? []) {
      if (listed.starter) continue;
      const { source } = listed;
      const list = (await this.store.find(listed)) ?? (await this.#fromOthers(snapshot!, source));
      if (list) lists.set(source, list);
      else
        await this.recordOutcome(source, { error: `The stored list of ${source} is gone; import or sync it again.` });
    }
    return lists;
  }

  /** The entries of a list in force, from the object store where only another node has read it. None of a lost list. */
  async *entriesOf(list: ListMetadata): AsyncIterable<readonly ListEntry[]> {
    try {
      const snapshot = await this.records.snapshots.current();
      if (snapshot) await (await this.#sharedLists())?.fetchEntries(snapshot, list, this.store);
      yield* this.store.entries(list);
    } catch (error) {
      // A list that is lost must not keep another one from taking its place.
      unlessDamaged(error);
    }
  }

  /** Notes that a list could not be refreshed, or that it was. */
  async recordOutcome(source: string, outcome: ListOutcome): Promise<void> {
    const before = (await this.records.snapshots.states()).find((item) => item.source === source);
    const { unreachable, ...state } = stateBehind(source, before, outcome, this.now().toISOString());
    await this.records.snapshots.recordState(state, unreachable);
  }

  async #standIn(): Promise<StandIn | undefined> {
    if (this.config.environment === 'sandbox') return sandboxListsOf(await this.records.snapshots.current());
    return this.config.starterList ? 'starter' : undefined;
  }

  async #usable(keep?: KeepIndex): Promise<PublishedSnapshot | undefined> {
    const current = await this.records.snapshots.current();
    if (current?.engine !== ENGINE_VERSION || !(await this.#isAtHand(current))) return undefined;
    const usable = await isUsable(current, this.#snapshots, await this.#standIn(), keep);
    return usable ? current : undefined;
  }

  /** Whether every node can have the files of a snapshot. Fetches those that this one does not have. */
  async #isAtHand(snapshot: PublishedSnapshot): Promise<boolean> {
    const shared = await this.#sharedLists();
    if (!shared) return true;
    if (snapshot.content === undefined) return false;
    const isHere = await shared.fetchSnapshot(snapshot, this.#snapshots).then(() => true, unlessDamaged);
    return isHere === true;
  }

  #sharedLists(): Promise<SharedLists | undefined> {
    this.#shared ??= SharedLists.open(this.config);
    return this.#shared;
  }

  /** What another node published; undefined also where the object store lost it, so that it is imported again. */
  async #fromOthers(snapshot: PublishedSnapshot, source: string): Promise<ListMetadata | undefined> {
    return (await this.#sharedLists())?.find(snapshot, source).catch(unlessDamaged);
  }
}

function unlessDamaged(error: unknown): undefined {
  if (!(error instanceof TouchstoneError) || error.code !== 'damaged') throw error;
}
