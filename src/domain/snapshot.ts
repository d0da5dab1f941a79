import type { EntryFacts } from './list-entry.ts';

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
}

/** The last thing that happened to a source, apart from what is in force. */
export interface SourceState {
  readonly source: string;
  /** When a sync last found the list in force to be the current one, or fetched a newer. */
  readonly checkedAt: string | null;
  readonly lastError: string | null;
  readonly lastErrorAt: string | null;
}

/** An instant in UTC with milliseconds; a list's own date may be a day alone, or none that can be read. */
export function inFull(time: string | null | undefined): string | null {
  const at = Date.parse(time ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
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
