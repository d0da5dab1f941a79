/** Who did something: `operator` (the command line), `service`, `user:<id>` or `key:<id>`. Never a person's name. */
export type Actor = string;

/** The person or the key that acts: the other of the two is null. */
export function actorOf({ userId, keyId }: { readonly userId: number | null; readonly keyId?: string | null }): Actor {
  return userId === null ? `key:${keyId}` : `user:${userId}`;
}

/** The id of the key that acts; null where none does. */
export function keyOf(actor: Actor): string | null {
  return actor.startsWith('key:') ? actor.slice('key:'.length) : null;
}

/** The id of the user who acts; null where no user does. */
export function userOf(actor: Actor): number | null {
  return actor.startsWith('user:') ? Number(actor.slice('user:'.length)) : null;
}
