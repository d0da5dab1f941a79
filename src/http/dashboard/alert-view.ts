import type { Alert, QueuedAlert } from '../../domain/alert.ts';
import { SOURCES } from '../../watchlists/registry.ts';
import { type Addresses, addressed } from './addresses.ts';
import type { AlertRow, AlertState } from './wire.ts';

/** An alert as the dashboard sees it: its history names users by their addresses. */
export function alertView(alert: Alert, users: Addresses): AlertState {
  const { id, state, revision, remembered, changed, proposal, history, assignee } = alert;
  const named = <Step extends { readonly by: string }>(step: Step): Step => ({
    ...step,
    by: addressed(step.by, users),
  });
  return {
    id,
    state,
    revision,
    remembered,
    changed,
    assignee: assignee === null ? null : addressed(`user:${assignee}`, users),
    proposal: proposal && named(proposal),
    history: history.map(named),
  };
}

/** An alert with what a decision needs. */
export function alertRow(alert: QueuedAlert, users: Addresses): AlertRow {
  const sources = new Set(alert.match?.facts.map(({ source }) => source));
  const lists = SOURCES.filter(({ id }) => sources.has(id));
  return { ...alert, ...alertView(alert, users), categories: [...new Set(lists.map(({ category }) => category))] };
}
