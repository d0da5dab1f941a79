import type { JoinCounts } from '../domain/list-entry.ts';
import type { FailingAddress, PublishedSnapshot, SnapshotSource, SourceState } from '../domain/snapshot.ts';
import { say } from '../sentences.ts';
import { saysChangedLayout } from './formats/layout.ts';
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
  /** Since when no try has brought a list that can be used. */
  readonly failingSince: string | null;
  /** The address that gave the list in force. */
  readonly address: string | null;
  /** Addresses that give no good list, though another one may. */
  readonly failing: readonly FailingAddress[];
  /** What a person can do where no address gives the list, a sentence. */
  readonly advice: string | null;
}

export interface ListsStatus {
  readonly snapshot: string | null;
  /** How many groups of entries each reason joined; null without a snapshot and where an older program compiled it. */
  readonly joins: JoinCounts | null;
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
    joins: snapshot?.joins ?? null,
    sources: sources.filter(({ status, known }) => status.enabled || known).map(({ status }) => status),
  };
}

function statusOf(
  source: Source,
  list: SnapshotSource | undefined,
  state: SourceState | undefined,
  enabled: boolean,
): SourceStatus {
  const { id, name, category } = source;
  return {
    source: id,
    name,
    category,
    enabled,
    starter: list?.starter ?? false,
    entries: list?.entries ?? 0,
    names: list?.names ?? 0,
    published: list?.published ?? null,
    fetched: list?.fetched ?? null,
    checked: state?.checkedAt ?? null,
    lastError: state?.lastError ?? null,
    lastErrorAt: state?.lastErrorAt ?? null,
    failingSince: state?.failingSince ?? null,
    address: state?.address ?? null,
    failing: state?.failing ?? [],
    advice: state?.lastError ? adviceOn(source) : null,
  };
}

function adviceOn({ page, tokenParameter }: Source): string | null {
  if (page === undefined) return null;
  return say(tokenParameter ? 'list.by-hand-or-token' : 'list.by-hand', { page });
}

/**
 * `missing`: no entries, or none but the starter list's. `unknown`: nothing tells when the list was published. `stale`:
 * published more than seven days ago.
 */
export type ListState = 'missing' | 'unknown' | 'stale' | 'current';

/**
 * A list's age counts from its publication alone: an import or a download today does not make an old list a new one.
 */
export function stateOf(
  { starter, fetched, entries, published }: Pick<SourceStatus, 'starter' | 'fetched' | 'entries' | 'published'>,
  now: Date,
): ListState {
  if (starter || fetched === null || entries === 0) return 'missing';
  if (published === null || Number.isNaN(Date.parse(published))) return 'unknown';
  return now.getTime() - Date.parse(published) > STALE_DAYS * DAY_MS ? 'stale' : 'current';
}

/** How a list stands for whoever reads an answer. A `real` one without a publication date is of unknown age. */
export type Standing = 'real' | 'starter' | 'missing' | 'stale';

/** The standing of a list at an instant; what counts as stale is as in `stateOf`. */
export function standingOf(list: Parameters<typeof stateOf>[0], now: Date): Standing {
  if (list.starter) return 'starter';
  const state = stateOf(list, now);
  return state === 'missing' || state === 'stale' ? state : 'real';
}

/** A list that no sync has found to be the newest for so long may be an old one. With a failed one, for less long. */
const CHECKED_DAYS = 7;
const FAILING_DAYS = 2;

/**
 * Whether somebody has to look for a newer list. It is old or of unknown age, and nobody found it to be the newest for
 * seven days, or for two where a sync fails. `syncs`: whether the service asks the authorities; else an
 * import counts as a look.
 */
export function isOverdue(status: SourceStatus, now: Date, syncs: boolean): boolean {
  const state = stateOf(status, now);
  if (state === 'missing' || state === 'current') return false;
  const looked = Date.parse((syncs ? status.checked : later(status.checked, status.fetched)) ?? '');
  const days = status.lastError === null ? CHECKED_DAYS : FAILING_DAYS;
  return !(now.getTime() - looked < days * DAY_MS);
}

const later = (a: string | null, b: string | null): string | null => ((a ?? '') > (b ?? '') ? a : b);

/**
 * Sentences for whoever reads an all-clear. They name the sanctions sources without a real list, those older than seven
 * days, and those of unknown age. They also name those with a changed layout, of which no newer list can be read.
 */
export function staleSentences(status: Pick<ListsStatus, 'sources'>, now: Date): string[] {
  const sanctions = status.sources.filter(
    ({ category, enabled, fetched }) => category === 'sanctions' && (enabled || fetched),
  );
  const inState = (state: ListState) => sanctions.filter((source) => stateOf(source, now) === state);
  const missing = inState('missing').filter(({ enabled, starter }) => enabled || !starter);
  const changed = sanctions.filter(({ lastError }) => saysChangedLayout(lastError));
  return [
    ...missingSentence(missing),
    ...oldSentence(inState('stale')),
    ...inState('unknown').map(unknownSentence),
    ...changed.map(notRefreshed),
  ];
}

/** Says why a list could not be refreshed. */
export function notRefreshed({ name, lastError }: Pick<SourceStatus, 'name' | 'lastError'>): string {
  return say('list.not-refreshed', { list: name, problem: lastError ?? '' });
}

function missingSentence(missing: readonly SourceStatus[]): string[] {
  if (missing.length === 0) return [];
  const code = missing.some(({ starter }) => starter) ? 'list.missing-starter' : 'list.missing';
  return [say(code, { lists: missing.map(({ name }) => name).join(', ') })];
}

function oldSentence(old: readonly SourceStatus[]): string[] {
  if (old.length === 0) return [];
  const ages = old.map((source) => {
    const age = { list: source.name, published: day(source.published), checked: day(source.checked) };
    return say(isChecked(source) ? 'list.age-checked' : 'list.age', age);
  });
  return [say('list.old', { days: STALE_DAYS, ages: ages.join(', ') })];
}

function unknownSentence(source: SourceStatus): string {
  return isChecked(source)
    ? say('list.undated-checked', { list: source.name, day: day(source.checked) })
    : say('list.undated', { list: source.name, day: day(source.fetched) });
}

/** Whether a sync found the list in force to be the newest there is. */
const isChecked = ({ checked, fetched }: SourceStatus): boolean => (checked ?? '') >= (fetched ?? '');

const day = (time: string | null): string => new Date(time ?? 0).toISOString().slice(0, 10);
