import type { EntryFacts, JoinCounts } from './list-entry.ts';

/** One list inside a snapshot. */
export interface SnapshotSource {
  readonly source: string;
  readonly name: string;
  readonly category: string;
  /** It is the small list that comes with the program. */
  readonly starter: boolean;
  readonly entries: number;
  /** Names of all entries together. */
  readonly names: number;
  /** SHA-256 (hex) over the list's files. */
  readonly sha256: string;
  /** Date the list states, where it does. */
  readonly published?: string;
  /** ISO date-time of the download or import. */
  readonly fetched: string;
}

/** One person or organisation: one or several entries, merged. */
export interface SnapshotEntity {
  readonly entries: readonly EntryFacts[];
}

/** What a database keeps of a snapshot, for good. `engine`: the version that compiled it. */
export interface PublishedSnapshot {
  readonly id: string;
  readonly createdAt: string;
  readonly engine: string;
  readonly sources: readonly SnapshotSource[];
  /**
   * SHA-256 (hex) of what describes its files in the bucket that nodes share; undefined where its files are in the data
   * directory alone.
   */
  readonly content?: string;
  /** Undefined where an older program compiled it. */
  readonly joins?: JoinCounts;
}

/** The last thing that happened to a source, apart from what is in force. */
export interface SourceState {
  readonly source: string;
  /** When a sync last found the list in force to be the current one, or fetched a newer. */
  readonly checkedAt: string | null;
  readonly lastError: string | null;
  readonly lastErrorAt: string | null;
  /** Since when no try has brought a list that can be used; null where the last one did. */
  readonly failingSince: string | null;
  /** The address that gave the list in force, without its query; null where it was imported. */
  readonly address: string | null;
  /** Other addresses, which were asked before and gave none. */
  readonly failing: readonly FailingAddress[];
}

/** An official address that gives no list that can be used. */
export interface FailingAddress {
  readonly address: string;
  /** ISO 8601. */
  readonly since: string;
  /** A sentence. */
  readonly error: string;
}

/** An instant in UTC with milliseconds; a list's own date may be a day alone, or none that can be read. */
export function inFull(time: string | null | undefined): string | null {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** A list as it was in force from some moment on, until the next version. */
export interface ListVersion extends Omit<SnapshotSource, 'source' | 'category'> {
  /** The first snapshot that had it, and when it was made: ISO 8601 in UTC. */
  readonly snapshot: string;
  readonly since: string;
}

/**
 * The versions of one list among snapshots, both the newest first. A version is new where its files are other ones. The
 * oldest may have been in force before the oldest snapshot.
 */
export function versionsOf(id: string, snapshots: readonly PublishedSnapshot[]): ListVersion[] {
  const versions: ListVersion[] = [];
  for (const snapshot of snapshots) {
    const found = snapshot.sources.find(({ source }) => source === id);
    if (!found) continue;
    const { source: _, category: __, ...list } = found;
    const version = { ...list, snapshot: snapshot.id, since: snapshot.createdAt };
    const last = versions.at(-1);
    if (last?.sha256 === list.sha256 && last.starter === list.starter) versions[versions.length - 1] = version;
    else versions.push(version);
  }
  return versions;
}

/** Whether both were made of the same files. What the program brings along itself does not count. */
export function hasSameLists(one: PublishedSnapshot, other: PublishedSnapshot): boolean {
  return filesOf(one) === filesOf(other);
}

function filesOf({ sources }: PublishedSnapshot): string {
  return sources
    .filter(({ starter }) => !starter)
    .map(({ source, sha256 }) => `${source} ${sha256}`)
    .sort()
    .join();
}

/** The lists of a snapshot that the one before did not have, or had with other content. */
export function updatedLists(
  sources: readonly SnapshotSource[],
  before: readonly SnapshotSource[] = [],
): { readonly source: string; readonly entries: number; readonly published: string | null }[] {
  const hashes = new Map(before.map(({ source, sha256 }) => [source, sha256]));
  return sources
    .filter(({ source, sha256 }) => hashes.get(source) !== sha256)
    .map(({ source, entries, published }) => ({ source, entries, published: inFull(published) }));
}
