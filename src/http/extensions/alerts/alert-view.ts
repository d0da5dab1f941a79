import type { Actor } from '../../../domain/actor.ts';
import type { QueuedAlert } from '../../../domain/alert.ts';
import type { EntryFacts } from '../../../domain/list-entry.ts';
import type { EvidencedMatch } from '../../../domain/match.ts';
import { type Addresses, addressed } from '../../dashboard/addresses.ts';
import { etagOf } from '../etag.ts';

/** An alert of a match, as the API gives it. People stand with their addresses. */
export function alertView(alert: QueuedAlert, users: Addresses) {
  const { id, state, score, createdAt: openedAt, updatedAt, changed: changes } = alert;
  const match = alert.match as EvidencedMatch;
  const person = (by: Actor) => addressed(by, users);
  const opened = { at: openedAt, actor: 'service', action: 'opened', reason: null, comment: null };
  return {
    id,
    state,
    subject: {
      name: alert.subject!,
      entityType: alert.entityType!,
      dateOfBirth: alert.dateOfBirth,
      customer: alert.customer,
    },
    entity: { name: match.name, sources: match.sources, entries: match.facts.map(entryView) },
    score,
    openedAt,
    updatedAt,
    assignee: alert.assignee === null ? null : person(`user:${alert.assignee}`),
    explanation: match.explanation,
    changes,
    proposal: alert.proposal && withActor(alert.proposal, person),
    history: [opened, ...alert.history.map(({ kind, ...step }) => ({ action: kind, ...withActor(step, person) }))],
  };
}

/** Another one after everything that an alert shows. */
export function alertEtag({ revision, updatedAt, history }: QueuedAlert): string {
  return etagOf(`${revision}-${Date.parse(updatedAt)}-${history.length}`);
}

function withActor<Step extends { readonly by: Actor }>({ by, ...step }: Step, person: (by: Actor) => string) {
  return { ...step, actor: person(by) };
}

function entryView({ source, id, url, listedOn, programmes }: EntryFacts) {
  const programme = programmes?.join('; ') ?? null;
  return { source, id, url: url ?? null, listedOn: listedOn ?? null, programme };
}
