import type { Actor } from '../domain/actor.ts';
import { MEDIA_CATEGORY, MEDIA_SOURCE } from '../domain/adverse-media.ts';
import type { Alert, QueuedAlert } from '../domain/alert.ts';
import type { EntryFacts } from '../domain/list-entry.ts';
import type { EvidencedMatch } from '../domain/match.ts';
import { isOwnSource, OWN_CATEGORY } from '../domain/own-list.ts';
import { SOURCES } from '../watchlists/registry.ts';
import type { AlertRow, AlertState } from './dashboard/wire.ts';
import { etagOf } from './extensions/etag.ts';

/** Addresses of people by their ids. */
export type Addresses = ReadonlyMap<number, string>;

/** `user:<id>` as the address of that person; anything else, and somebody unknown, as it stands. */
export function addressed(actor: Actor, users: Addresses): string {
  const id = /^user:(\d+)$/.exec(actor)?.[1];
  return (id && users.get(Number(id))) || actor;
}

/** How an alert stands: assignee, proposal and history name people by their addresses. */
export function alertState(alert: Alert, users: Addresses): AlertState {
  const { id, kind, state, revision, remembered, changed, proposal, strong, history, assignee, escalation } = alert;
  const named = <Step extends { readonly by: Actor }>(step: Step): Step => ({
    ...step,
    by: addressed(step.by, users),
  });
  return {
    id,
    kind,
    state,
    revision,
    remembered,
    changed,
    assignee: assignee === null ? null : addressed(`user:${assignee}`, users),
    proposal: proposal && named(proposal),
    escalation: escalation && { ...named(escalation), to: addressed(escalation.to as Actor, users) },
    strong,
    history: history.map(named),
  };
}

/** An alert of the dashboard's queue, with what a decision needs. */
export function alertRow(alert: QueuedAlert, users: Addresses): AlertRow {
  const sources = new Set(alert.match?.facts.map(({ source }) => source));
  const lists = SOURCES.filter(({ id }) => sources.has(id));
  const own = [...sources].some(isOwnSource) ? [OWN_CATEGORY] : [];
  const media = sources.has(MEDIA_SOURCE) ? [MEDIA_CATEGORY] : [];
  const categories = [...new Set([...lists.map(({ category }) => category), ...own, ...media])];
  return { ...alert, ...alertState(alert, users), categories };
}

/** An alert of a match, as the API gives it. */
export function alertView(alert: QueuedAlert, users: Addresses) {
  const { score, createdAt: openedAt, updatedAt, waitingSince, dueAt } = alert;
  const { id, state, assignee, changed: changes, proposal, escalation, history } = alertState(alert, users);
  const match = alert.match as EvidencedMatch;
  const opened = { at: openedAt, by: 'service', kind: 'opened', reason: null, comment: null } as const;
  const steps = history[0]?.kind === 'opened' ? history : [opened, ...history];
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
    assignee,
    explanation: match.explanation,
    changes,
    proposal: proposal && withActor(proposal),
    escalation: escalation && withActor(escalation),
    waitingSince,
    dueAt,
    history: steps.map(({ kind, ...step }) => ({ action: kind, ...withActor(step) })),
  };
}

/** Another one after everything that an alert shows. */
export function alertEtag({ revision, updatedAt, history }: QueuedAlert): string {
  return etagOf(`${revision}-${Date.parse(updatedAt)}-${history.length}`);
}

function withActor<Step extends { readonly by: Actor }>({ by: actor, ...step }: Step) {
  return { ...step, actor };
}

/** An entry of a list, as alerts and explanations name it. */
export function entryView({ source, id, url, listedOn, programmes, version }: EntryFacts) {
  const programme = programmes?.join('; ') ?? null;
  const entry = { source, id, url: url ?? null, listedOn: listedOn ?? null, programme };
  return version === undefined ? entry : { ...entry, version };
}
