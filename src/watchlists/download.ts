import type { Source } from './source.ts';
import type { Incoming, ListMetadata, ListStore, StoredFile } from './store.ts';

/** The files of one source as a sync fetched them, or why it could not. */
export interface Download {
  readonly source: Source;
  readonly incoming: Incoming;
  readonly files: readonly StoredFile[];
  readonly error?: unknown;
}
export async function downloadAll(
  _sources: readonly Source[],
  _urls: Readonly<Record<string, string>>,
  _store: ListStore,
  _inForce: ReadonlyMap<string, ListMetadata>,
): Promise<Download[]> {
  return [];
}
