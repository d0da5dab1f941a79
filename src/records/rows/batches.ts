import { type Batch, type BatchResult, batchStatus } from '../../domain/batch.ts';
import { type EvidencedMatch, type MatchView, matchView } from '../../domain/match.ts';
import { unpacked } from './packed.ts';

/** A row of `BATCH`; one that is incomplete is never shown. */
export type BatchRow = Omit<Batch, 'status'> & Parameters<typeof batchStatus>[0];

export interface StoredResult extends Omit<BatchResult, 'sent' | 'screening'> {
  readonly sent: string | null;
  readonly screening: string | null;
  /** The best ten, JSON. */
  readonly matches: string | null;
  /** Where there are more. */
  readonly evidence: Buffer | null;
}

export function batchOf({ state, used, quota, ...batch }: BatchRow): Batch {
  return { ...batch, status: batchStatus({ state, used, quota, done: batch.done }) };
}

export function matchesOf(best: string | null, evidence: Buffer | null): MatchView[] {
  if (!evidence) return JSON.parse(best!) as MatchView[];
  return (JSON.parse(unpacked(evidence)) as EvidencedMatch[]).map(matchView);
}
