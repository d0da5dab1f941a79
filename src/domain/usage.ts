import type { Actor } from './actor.ts';
import type { Decision } from './alert.ts';

/** Records and alerts of some time. Counts are whole numbers. */
export interface Usage {
  readonly screenings: { readonly clear: number; readonly matched: number };
  readonly verifications: { readonly verified: number; readonly notVerified: number; readonly manualReview: number };
  /** `confirmed` and `dismissed`: decisions of people and keys; one alert may be decided more than once. */
  readonly alerts: { readonly opened: number; readonly confirmed: number; readonly dismissed: number };
  /** Of each list whose alerts were decided, by its id. `share`: dismissed ones among them, 0 to 1, two decimals. */
  readonly dismissedByList: readonly {
    readonly source: string;
    readonly decided: number;
    readonly dismissed: number;
    readonly share: number;
  }[];
  /** From the opening of an alert, or its last reopening, to its decision; two decimals. Null without a decision. */
  readonly medianHoursToDecision: number | null;
}

/** Records made and alerts opened on a day, `YYYY-MM-DD` in UTC. */
export interface DayCounts {
  readonly day: string;
  readonly clear: number;
  readonly matched: number;
  readonly verified: number;
  readonly notVerified: number;
  readonly manualReview: number;
  readonly opened: number;
}

/** Decisions of one day that one person or key took, the same for alerts of the same lists. */
export interface DecidedAlerts {
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  readonly decision: Decision;
  /** `user:<id>` or `key:<id>`. */
  readonly by: Actor;
  /** Of each decision the hours that its alert had been open; at least one. */
  readonly hours: readonly number[];
  /** Ids of the lists that have its entity; none for a verification. */
  readonly sources: readonly string[];
}

/** What the records say of a time. Days without anything may be missing. */
export interface UsageCounts {
  readonly days: readonly DayCounts[];
  readonly decisions: readonly DecidedAlerts[];
}

/** Sums up counts and decisions, of one day or of many. */
export function usageOf({ days, decisions }: UsageCounts): Usage {
  const sum = (count: keyof Omit<DayCounts, 'day'>) => days.reduce((total, day) => total + day[count], 0);
  const decided = (decision: Decision) => countOf(decisions.filter((one) => one.decision === decision));
  return {
    screenings: { clear: sum('clear'), matched: sum('matched') },
    verifications: { verified: sum('verified'), notVerified: sum('notVerified'), manualReview: sum('manualReview') },
    alerts: { opened: sum('opened'), confirmed: decided('confirmed'), dismissed: decided('dismissed') },
    dismissedByList: byList(decisions),
    medianHoursToDecision: median(decisions.flatMap(({ hours }) => hours)),
  };
}

const DAY_MS = 86_400_000;

/** The same of every day between two instants, milliseconds since 1970 at midnight in UTC; the oldest first. */
export function usageByDay({ days, decisions }: UsageCounts, from: number, to: number): (Usage & { day: string })[] {
  const counted = Object.groupBy(days, ({ day }) => day);
  const decided = Object.groupBy(decisions, ({ day }) => day);
  return Array.from({ length: (to - from) / DAY_MS }, (_, place) => {
    const day = new Date(from + place * DAY_MS).toISOString().slice(0, 10);
    return { day, ...usageOf({ days: counted[day] ?? [], decisions: decided[day] ?? [] }) };
  });
}

/** What somebody decided, a person or a key. */
interface Workload {
  readonly by: Actor;
  readonly confirmed: number;
  readonly dismissed: number;
}

/** Decisions by who took them, the most first. */
export function workloadOf(decisions: readonly DecidedAlerts[]): Workload[] {
  const work = Object.entries(Object.groupBy(decisions, ({ by }) => by)).map(([by, taken = []]): Workload => {
    const dismissed = countOf(taken.filter(({ decision }) => decision === 'dismissed'));
    return { by, confirmed: countOf(taken) - dismissed, dismissed };
  });
  return work.sort((a, b) => b.confirmed + b.dismissed - a.confirmed - a.dismissed || (a.by < b.by ? -1 : 1));
}

function countOf(decisions: readonly DecidedAlerts[]): number {
  return decisions.reduce((total, { hours }) => total + hours.length, 0);
}

function byList(decisions: readonly DecidedAlerts[]): Usage['dismissedByList'] {
  const lists = new Map<string, { decided: number; dismissed: number }>();
  for (const { decision, sources, hours } of decisions) {
    for (const source of sources) {
      const counts = lists.get(source) ?? { decided: 0, dismissed: 0 };
      lists.set(source, counts);
      counts.decided += hours.length;
      if (decision === 'dismissed') counts.dismissed += hours.length;
    }
  }
  return [...lists]
    .map(([source, counts]) => ({ source, ...counts, share: rounded(counts.dismissed / counts.decided) }))
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  return rounded((sorted[Math.ceil(middle - 1)]! + sorted[Math.floor(middle)]!) / 2);
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
