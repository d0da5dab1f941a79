import type { EntryKind, ListEntry } from '../../domain/list-entry.ts';
import type { ParseReport } from '../source.ts';
import { EntryDraft } from './entry-draft.ts';

/** How the rows of a list belong together. */
interface Grouping<R> {
  /** Where the row stands in its file, for the report. */
  readonly where: (row: R) => string;
  /** The entry that the row is about; a row without one is skipped. */
  readonly id: (row: R) => string | undefined;
  /** Why a row without an id is skipped. */
  readonly withoutId: string;
  /** The columns that hold an id and a name, for a list that has changed its layout. */
  readonly columns: readonly [id: string, name: string];
  /** Asked of the first row of each entry. */
  readonly kind: (row: R) => EntryKind;
  readonly add: (draft: EntryDraft, row: R) => void;
}

/**
 * The entries of a list that has several rows for one entry, in the order of their first rows. Skips entries without a
 * name.
 */
export async function* entriesOfRows<R>(
  rows: AsyncIterable<R>,
  report: ParseReport,
  { where, id: idOf, withoutId, columns, kind, add }: Grouping<R>,
): AsyncIterable<ListEntry> {
  const drafts = new Map<string, EntryDraft>();
  for await (const row of rows) {
    const id = idOf(row);
    if (!id) {
      report.skip(where(row), withoutId, columns[0]);
      continue;
    }
    const draft = drafts.get(id) ?? new EntryDraft(id, kind(row));
    drafts.set(id, draft);
    report.hold?.(drafts.size);
    add(draft, row);
  }
  for (const draft of drafts.values()) {
    const entry = draft.entry();
    if (entry) yield entry;
    else report.skip(draft.id, 'it has no name', columns[1]);
  }
}
