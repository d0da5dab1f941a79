import type { DayCounts, DecidedAlerts } from '../../domain/usage.ts';

const NOTHING = { clear: 0, matched: 0, verified: 0, notVerified: 0, manualReview: 0, opened: 0 };

/** Decisions that are alike, as a database has them: the lists are divided by spaces. */
export interface Decided extends Pick<DecidedAlerts, 'day' | 'decision' | 'by' | 'hours'> {
  readonly sources: string;
}

export function decided({ sources, ...decisions }: Decided): DecidedAlerts {
  return { ...decisions, sources: sources.split(' ').filter(Boolean) };
}

/** Adds counts of one kind to what is known of their days. */
export function addCounts(days: Map<string, DayCounts>, counted: Partial<DayCounts> & { readonly day: string }): void {
  days.set(counted.day, { ...NOTHING, ...days.get(counted.day), ...counted });
}
