import type { DecidedAlert } from '../../domain/usage.ts';

const HOUR_MS = 3_600_000;

export const NOTHING = { clear: 0, matched: 0, verified: 0, notVerified: 0, manualReview: 0, opened: 0 };

export interface Decided {
  readonly at: string;
  readonly since: string;
  readonly sources: string;
}

export function decision({
  at,
  since,
  sources,
  decision,
  by,
}: Decided & Pick<DecidedAlert, 'decision' | 'by'>): DecidedAlert {
  const hours = Math.max(0, Date.parse(at) - Date.parse(since)) / HOUR_MS;
  return { day: at.slice(0, 10), decision, by, hours, sources: sources.split(' ').filter(Boolean) };
}
