import type { User } from '../domain/user.ts';
import type { Records } from '../records/port.ts';

type Details = Readonly<Record<string, string | boolean>>;

/** Appends to the audit log what somebody did about their own sign-in. */
export async function noteOfPerson(
  { audit }: Pick<Records, 'audit'>,
  action: string,
  { id, accountId }: User,
  details: Details = {},
): Promise<void> {
  const actor = `user:${id}` as const;
  await audit.append({ actor, action, subject: actor, accountId, details });
}

/** Appends a sign-in that failed. Of nobody as well: an answer that waits for no write would come sooner. */
export async function noteFailure(
  records: Pick<Records, 'audit'>,
  user: User | undefined,
  details: Details = {},
): Promise<void> {
  if (user) return noteOfPerson(records, 'user.sign-in-failed', user, details);
  const entry = { actor: 'service', action: 'user.sign-in-failed', subject: 'user:unknown', accountId: null } as const;
  await records.audit.append({ ...entry, details });
}
