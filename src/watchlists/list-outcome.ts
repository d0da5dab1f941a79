import type { SourceState } from '../domain/snapshot.ts';

/** Why an address gave no list that can be used. */
export interface AddressFailure {
  /** Without its query, which may hold a token. */
  readonly address: string;
  /** A sentence. */
  readonly error: string;
  /** Nothing came that could be read: it may come later. */
  readonly unreachable: boolean;
}

/** What became of an import, or of a sync, for one list. */
export interface ListOutcome {
  /** A sentence; null where it went well. */
  readonly error: string | null;
  /** A sync found the newest list, or that the one in force is. */
  readonly checked?: boolean;
  /** Nothing came. Hooks are told of that after a day, of anything else at once. */
  readonly unreachable?: boolean;
  /** Which address gave the list. */
  readonly address?: string | null;
  readonly failed?: readonly AddressFailure[];
}

/** The state of a source behind an outcome. An address that failed before keeps the time since when it fails. */
export function stateBehind(
  source: string,
  before: SourceState | undefined,
  { error, checked = false, unreachable = false, address = null, failed = [] }: ListOutcome,
  now: string,
): SourceState & { readonly unreachable: boolean } {
  const since = (of: string) => before?.failing.find((one) => one.address === of)?.since ?? now;
  return {
    source,
    checkedAt: checked ? now : (before?.checkedAt ?? null),
    lastError: error,
    lastErrorAt: error === null ? null : now,
    failingSince: error === null ? null : (before?.failingSince ?? now),
    address: error === null ? address : (before?.address ?? null),
    failing: failed.map((one) => ({ address: one.address, since: since(one.address), error: one.error })),
    unreachable,
  };
}
