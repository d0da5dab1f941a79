import { alertsOfEntity, type NewAlert, newAlert, OPEN_ALERT } from '../../alerts/alert-rules.ts';
import {
  type DecidedAlert,
  type FoundMatch,
  type Outgrown,
  outgrown,
  type RememberedDismissal,
  settles,
} from '../../alerts/decision-basis.ts';
import { fingerprint } from '../../alerts/entry-facts.ts';
import type { SubjectFacts } from '../../domain/customer.ts';
import type { EntryFacts } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { Sighting } from './sightings.ts';

/** What the database knows of the subject of a sighting. */
export interface Known {
  readonly alerts: readonly DecidedAlert[];
  /** The customer as it is now; null without one. */
  readonly who: SubjectFacts | null;
  /** Newest first. */
  readonly dismissals: readonly RememberedDismissal[];
  /** Facts of an alert when it was seen last. */
  factsOf(alertId: number): readonly EntryFacts[];
}

/** What becomes of one match. */
export interface Meeting {
  readonly sighting: Sighting;
  readonly place: number;
  readonly who: SubjectFacts | null;
  match(): EvidencedMatch;
  /** The alert that the entity had already. Others of the same entity are folded into it. */
  readonly again?: {
    readonly id: number;
    readonly folded: readonly number[];
    /** Before this sighting. */
    readonly peak: number;
    readonly opening: Outgrown | undefined;
    /** Its proposal falls. */
    readonly lapsed: Outgrown | undefined;
  };
  /** It had none: this one is opened. `dismissed`: the fingerprint of facts that were dismissed before. */
  readonly opened?: NewAlert & { readonly dismissed: string | null };
}

/** What a sighting does to the alerts of its subject: the worst match first, so that the newest alert is the best. */
export function planMeetings(sighting: Sighting, known: Known): Meeting[] {
  let parsed: EvidencedMatch[] | undefined;
  const matches = () => {
    // Evidence is large, and most sightings need none of it.
    parsed ??= JSON.parse(sighting.evidence) as EvidencedMatch[];
    return parsed;
  };
  const met = new Set<number>();
  const places = sighting.scores.map((_, index) => sighting.scores.length - 1 - index);
  return places.map((place) => {
    const one = { sighting, place, who: known.who, match: () => matches()[place]! };
    const found = { score: sighting.scores[place]!, subject: known.who, facts: () => one.match().facts };
    const free = known.alerts.filter(({ id }) => !met.has(id));
    const [alert, ...others] = alertsOfEntity(free, sighting.entries[place]!);
    if (!alert) return { ...one, opened: beginning(found, known) };
    for (const { id } of [alert, ...others]) met.add(id);
    const result = outgrown(alert, others, found, () => known.factsOf(alert.id));
    const again = {
      id: alert.id,
      folded: others.map(({ id }) => id),
      peak: Math.max(alert.peak, ...others.map(({ peak }) => peak)),
      opening: result?.kind === 'lapsed' ? undefined : result,
      lapsed: result?.kind === 'lapsed' ? result : undefined,
    };
    return { ...one, again };
  });
}

function beginning(found: FoundMatch, { dismissals, factsOf }: Known) {
  const holding = dismissals.filter((dismissal) => settles(dismissal, found));
  if (holding.length === 0) return { ...OPEN_ALERT, dismissed: null };
  const alert = newAlert(found.facts(), holding, factsOf);
  return { ...alert, dismissed: alert.state === 'dismissed' ? fingerprint(found.facts()) : null };
}
