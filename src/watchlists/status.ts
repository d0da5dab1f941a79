import type { PublishedSnapshot, SourceState } from '../records/port.ts';
import type { SnapshotSource } from '../screening/types.ts';
import { SOURCES } from './registry.ts';
import type { Source } from './source.ts';

/** One source as it stands; times are ISO 8601. */
export interface SourceStatus {
  readonly source: string;
  readonly name: string;
  readonly category: string;
  /** Whether a sync reads it. */
  readonly enabled: boolean;
  /** True where only entries of the starter list are in force. */
  readonly starter: boolean;
  readonly entries: number;
  readonly names: number;
  readonly published: string | null;
  readonly fetched: string | null;
  /** When a sync last found the list in force to be the current one, or fetched it. */
  readonly checked: string | null;
  readonly lastError: string | null;
  readonly lastErrorAt: string | null;
}

export interface ListsStatus {
  readonly snapshot: string | null;
  readonly sources: readonly SourceStatus[];
}

const DAY_MS = 86_400_000;
const STALE_DAYS = 7;

/** Every source that is enabled, in force, or had an error. */
export function listsStatus(
  snapshot: PublishedSnapshot | undefined,
  states: readonly SourceState[],
  enabled: readonly Source[],
): ListsStatus {
  const sources = SOURCES.map((source) => {
    const list = snapshot?.sources.find((item) => item.source === source.id);
    const state = states.find((item) => item.source === source.id);
    return { status: statusOf(source, list, state, enabled.includes(source)), known: list ?? state };
  });
  return {
    snapshot: snapshot?.id ?? null,
    sources: sources.filter(({ status, known }) => status.enabled || known).map(({ status }) => status),
  };
}

function statusOf(
  { id, name, category }: Source,
  list: SnapshotSource | undefined,
  state: SourceState | undefined,
  enabled: boolean,
): SourceStatus {
  return {
    ...{ source: id, name, category, enabled, starter: list?.starter ?? false },
    ...{ entries: list?.entries ?? 0, names: list?.names ?? 0 },
    ...{ published: list?.published ?? null, fetched: list?.fetched ?? null },
    ...{ checked: state?.checkedAt ?? null, lastError: state?.lastError ?? null },
    lastErrorAt: state?.lastErrorAt ?? null,
  };
}

/**
 * When a real list was last known to be the current one: the last check, or, where a file came in after it, that file's
 * publication, or its import where it states no date. Undefined for a starter list or none.
 */
export function currentAsOf({ starter, fetched, checked, published }: SourceStatus): Date | undefined {
  if (starter || fetched === null) return undefined;
  const wasChecked = checked !== null && Date.parse(checked) >= Date.parse(fetched);
  return new Date(wasChecked ? checked : (published ?? fetched));
}

/** Whether a real list was last known to be the current one more than seven days ago. */
export function isStale(source: SourceStatus, now: Date): boolean {
  const asOf = currentAsOf(source);
  return asOf !== undefined && now.getTime() - asOf.getTime() > STALE_DAYS * DAY_MS;
}

/**
 * Sentences for a screening's `message`: the sanctions sources without a real list, and those whose list is older than
 * seven days. The age counts from the last sync that found it current; for an imported file from its publication date,
 * or from the import where the list states none.
 */
export function staleSentences(status: ListsStatus, now: Date): string[] {
  const sanctions = status.sources.filter(
    ({ category, enabled, fetched }) => category === 'sanctions' && (enabled || fetched),
  );
  const missing = sanctions.filter((source) => source.enabled && currentAsOf(source) === undefined);
  const old = sanctions.filter((source) => isStale(source, now));
  return [...missingSentence(missing), ...oldSentence(old)];
}

function missingSentence(missing: readonly SourceStatus[]): string[] {
  if (missing.length === 0) return [];
  const starter = missing.some((source) => source.starter);
  const instead = starter ? '; only the small starter list stands in' : '';
  return [`Not screened against the real list of ${named(missing)}${instead}.`];
}

function oldSentence(old: readonly SourceStatus[]): string[] {
  if (old.length === 0) return [];
  const dated = old.map((source) => `${source.name} (${currentAsOf(source)!.toISOString().slice(0, 10)})`);
  return [`Older than ${STALE_DAYS} days: ${dated.join(', ')}.`];
}

const named = (sources: readonly SourceStatus[]): string => sources.map(({ name }) => name).join(', ');
