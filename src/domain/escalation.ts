import type { Actor } from './actor.ts';
import { RIGHTS } from './role.ts';

/** Roles whose people decide, so that alerts can be escalated to them. */
export const DECIDING_ROLES = RIGHTS.work.roles;
type DecidingRole = (typeof DECIDING_ROLES)[number];

/** Whom an alert is escalated to: everybody of a role, or one person by their id. */
export type EscalationTarget = DecidingRole | `user:${number}`;

/** Where nobody is named. */
export const DEFAULT_TARGET: EscalationTarget = 'owner';

/** An escalation that is not decided. It binds who made it even once they took it back. */
export interface Escalation {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly by: Actor;
  readonly to: EscalationTarget;
}

/** Whether a text names such a role, and not a person. */
export function isDecidingRole(text: string): text is DecidingRole {
  return (DECIDING_ROLES as readonly string[]).includes(text);
}

/** The most days in which a decision can be due. */
export const MAX_DUE_DAYS = 365;
const DAY_MS = 86_400_000;

/** When a decision is due, ISO 8601 in UTC, for an alert that waits since a moment; null without due dates. */
export function dueAt(waitingSince: string, days: number | null): string | null {
  return days === null ? null : new Date(Date.parse(waitingSince) + days * DAY_MS).toISOString();
}
