import type { Alert } from '../../domain/alert.ts';
import { type Addresses, addressed } from './addresses.ts';
import type { AlertState } from './wire.ts';

/** An alert as the dashboard sees it: its history names users by their addresses. */
export function alertView({ id, state, revision, remembered, changed, history }: Alert, users: Addresses): AlertState {
  const events = history.map((event) => ({ ...event, by: addressed(event.by, users) }));
  return { id, state, revision, remembered, changed, history: events };
}
