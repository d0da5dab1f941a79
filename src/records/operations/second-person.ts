import { type Acceptor, isSecondPerson } from '../../alerts/second-person.ts';
import type { Decision, Proposal, ReasonCode } from '../../domain/alert.ts';
import type { Sql } from '../sql.ts';

/** A decision that waits for a second person. */
export interface StoredProposal extends Pick<Proposal, 'at'> {
  readonly userId: number | null;
  readonly keyId: string | null;
  readonly decision: Decision;
  readonly reason: ReasonCode | null;
  readonly comment: string | null;
  readonly remember: boolean;
}

/** Whether a user of an account is a second person to a proposal. A key never is. */
export async function isSecond(
  sql: Sql,
  { at, userId, keyId }: Pick<StoredProposal, 'at' | 'userId' | 'keyId'>,
  by: { readonly accountId: number; readonly userId: number | null },
): Promise<boolean> {
  if (by.userId === null || by.userId === userId) return false;
  const user = await sql.one<Acceptor>(
    `SELECT id, email, coalesce(role_since, created_at) AS since,
       (removed_at IS NOT NULL OR suspended_at IS NOT NULL)::boolean AS gone FROM users WHERE id = $1 AND account_id = $2`,
    by.userId,
    by.accountId,
  );
  const email = (await sql.value<string>('SELECT email FROM users WHERE id = $1', userId)) ?? null;
  const keyHolders = await sql.column<number>(
    `SELECT created_by FROM keys WHERE id = $1 AND created_by IS NOT NULL
     UNION SELECT user_id FROM key_rotations WHERE key_id = $1 AND user_id IS NOT NULL`,
    keyId,
  );
  return !user || isSecondPerson({ at, userId, email, keyHolders }, user);
}
