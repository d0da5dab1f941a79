import type { SuspendedInvitation } from '../../domain/suspension.ts';

/** More ids of a kind than could have been given since the backup. */
export const ID_LEAP = 1_000_000;

export type Link = SuspendedInvitation & { userId: number | null };

export function invitation({ userId: _, ...link }: Link): SuspendedInvitation {
  return link;
}
