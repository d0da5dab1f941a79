import { describe, expect, it } from 'vitest';
import type { EntryFacts, JoinReason } from '../domain/list-entry.ts';
import { reopening } from './alert-rules.ts';
import { findDismissal } from './dismissals.ts';
import { fingerprint } from './entry-facts.ts';

const FULL = 'Zorvan Quillovich Ilmatok';
const entry = (source: string, facts: Partial<EntryFacts> = {}): EntryFacts => ({
  source,
  sourceName: source,
  id: 'x',
  kind: 'person',
  names: [{ full: FULL, kind: 'primary' }],
  ...facts,
});
const joined = (reason: JoinReason) => ({ joined: { reason, to: 'us-ofac-sdn:x' } });
const ofac = entry('us-ofac-sdn');

describe('a dismissed match whose entry joined another', () => {
  const dismissed = { state: 'dismissed' as const, fingerprint: fingerprint([ofac]) };
  const reopened = (facts: EntryFacts[]) =>
    reopening(
      dismissed,
      () => facts,
      () => [ofac],
    );

  it('stays dismissed where evidence alone joined them', () => {
    const facts = [ofac, entry('ca-sema', joined('evidence'))];
    expect(reopened(facts)).toBeUndefined();
    expect(
      findDismissal([{ alertId: 7, entries: ['us-ofac-sdn:x'], fingerprint: fingerprint([ofac]) }], facts),
    ).toEqual({
      kind: 'remembered',
      alertId: 7,
    });
  });

  it('stays dismissed whichever of the two entries was decided on', () => {
    const canada = entry('ca-sema', joined('evidence'));
    const facts = [ofac, canada];
    const before = { state: 'dismissed' as const, fingerprint: fingerprint([entry('ca-sema')]) };
    expect(
      reopening(
        before,
        () => facts,
        () => [canada],
      ),
    ).toBeUndefined();
  });

  it('opens again where the facts that were decided on changed as well', () => {
    const facts = [entry('us-ofac-sdn', { birthDates: [{ date: '1961' }] }), entry('ca-sema', joined('evidence'))];
    expect(reopened(facts)?.changed).toContainEqual(expect.stringContaining('Birth date added'));
  });

  it('opens again where another list names the same person by a reference', () => {
    expect(reopened([ofac, entry('ca-sema', joined('reference'))])?.kind).toBe('changed');
  });
});
