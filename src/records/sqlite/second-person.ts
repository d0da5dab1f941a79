import { type Acceptor, isSecondPerson, type ProposedBy } from '../../alerts/second-person.ts';
import type { StoredProposal } from '../rows/alerts.ts';
import type { Flag } from '../rows/flag.ts';
import type { Connection } from './connection.ts';

/** Whether a user of an account is a second person to a proposal. A key never is. */
export function secondPersonTest(db: Connection) {
  const acceptor = db.prepare<[number, number], Omit<Acceptor, 'gone'> & { gone: Flag }>(
    `SELECT id, email, coalesce(role_since, created_at) AS since,
       removed_at IS NOT NULL OR suspended_at IS NOT NULL AS gone FROM users WHERE id = ? AND account_id = ?`,
  );
  const proposer = db.prepare<[number | null, string | null], Pick<ProposedBy, 'email' | 'keyMaker'>>(
    `SELECT (SELECT email FROM users WHERE id = ?) AS email, (SELECT created_by FROM keys WHERE id = ?) AS keyMaker`,
  );
  return (
    { at, userId, keyId }: Pick<StoredProposal, 'at' | 'userId' | 'keyId'>,
    by: { readonly accountId: number; readonly userId: number | null },
  ): boolean => {
    if (by.userId === null || by.userId === userId) return false;
    const user = acceptor.get(by.userId, by.accountId);
    const proposal = { at, userId, ...proposer.get(userId, keyId)! };
    return !user || isSecondPerson(proposal, { ...user, gone: Boolean(user.gone) });
  };
}
