import {
  alertsOfEntity,
  type KnownAlert,
  type NewAlert,
  newAlert,
  OPEN_ALERT,
  type Reopening,
  reopening,
} from '../../alerts/alert-rules.ts';
import type { Dismissal } from '../../alerts/dismissals.ts';
import { fingerprint } from '../../alerts/entry-facts.ts';
import type { EntryFacts } from '../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../domain/match.ts';
import type { Sighting } from '../rows/sightings.ts';

/** What the database knows of the subject of a sighting. */
export interface Known {
  readonly alerts: readonly KnownAlert[];
  /** Newest first. */
  readonly dismissals: readonly Dismissal[];
  /** Facts of an alert when it was seen last. */
  factsOf(alertId: number): readonly EntryFacts[];
}

/** What becomes of one match. */
export interface Meeting {
  readonly sighting: Sighting;
  readonly place: number;
  match(): EvidencedMatch;
  /** The alert that the entity had already. Others of the same entity are folded into it. */
  readonly again?: { readonly id: number; readonly folded: readonly number[]; readonly opening: Reopening | undefined };
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
    const one = { sighting, place, match: () => matches()[place]! };
    const facts = () => one.match().facts;
    const free = known.alerts.filter(({ id }) => !met.has(id));
    const [alert, ...others] = alertsOfEntity(free, sighting.entries[place]!);
    if (!alert) return { ...one, opened: beginning(facts, known) };
    for (const { id } of [alert, ...others]) met.add(id);
    const opening = reopening(alert, facts, () => known.factsOf(alert.id));
    return { ...one, again: { id: alert.id, folded: others.map(({ id }) => id), opening } };
  });
}

function beginning(facts: () => readonly EntryFacts[], { dismissals, factsOf }: Known) {
  if (dismissals.length === 0) return { ...OPEN_ALERT, dismissed: null };
  const alert = newAlert(facts(), dismissals, factsOf);
  return { ...alert, dismissed: alert.state === 'dismissed' ? fingerprint(facts()) : null };
}
