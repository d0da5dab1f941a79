import type { Alert } from '../../records/alerts-port.ts';
import type { AlertState } from './wire.ts';

/** Addresses by the id of the user. */
export type Addresses = ReadonlyMap<number, string>;

/** An alert as the dashboard sees it: deeds with the addresses of those who did them. */
export function alertView({ id, state, revision, remembered, changed, history }: Alert, users: Addresses): AlertState {
  const events = history.map((event) => ({ ...event, by: address(event.by, users) }));
  return { id, state, revision, remembered, changed, history: events };
}

function address(actor: string, users: Addresses): string {
  const id = /^user:(\d+)$/.exec(actor)?.[1];
  return (id && users.get(Number(id))) ?? actor;
}
