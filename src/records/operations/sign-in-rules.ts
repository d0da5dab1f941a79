import type { Actor } from '../../domain/actor.ts';
import type { AccountSignIn, GroupRole } from '../../domain/provider-person.ts';
import { TouchstoneError } from '../../errors.ts';
import { alone, ofAccount } from '../operation.ts';
import type { Sql } from '../sql.ts';
import type { Transaction } from '../transaction.ts';
import { mayByPassword } from './user-reads.ts';

interface SignInRow {
  readonly id: number;
  readonly signInGroups: string;
  readonly passwordSignIn: boolean;
}

const RULES = 'SELECT id, sign_in_groups, password_sign_in FROM accounts';

export const signInRuleWrites = {
  /**
   * Says how the people of an account sign in. Undefined where there is no such account. Throws `validation` for a
   * group that leads to another account: whoever is in it would belong to both.
   */
  'accounts.setSignIn': alone(
    ofAccount(
      async (
        tx: Transaction,
        id: number,
        changes: Partial<Pick<AccountSignIn, 'groups' | 'password'>>,
        actor: Actor,
      ): Promise<AccountSignIn | undefined> => {
        const before = await tx.one<SignInRow>(`${RULES} WHERE id = $1`, id);
        if (!before) return undefined;
        const { groups, password } = { ...rulesOf(before), ...changes };
        for (const { group } of changes.groups ?? []) await refuseTaken(tx, id, group);
        await tx.run('UPDATE accounts SET sign_in_groups = :groups, password_sign_in = :password WHERE id = :id', {
          id,
          groups: JSON.stringify(groups),
          password,
        });
        const details = { groups: groups.length, password };
        const entry = { at: tx.at, actor, action: 'account.sign-in-changed', subject: `account:${id}`, accountId: id };
        tx.audit({ ...entry, details });
        return { accountId: id, groups, password };
      },
    ),
  ),
};

export const signInRuleReads = {
  /** How the people of an account sign in; undefined where there is no such account. */
  'accounts.signIn': async (sql: Sql, id: number): Promise<AccountSignIn | undefined> => {
    const row = await sql.one<SignInRow>(`${RULES} WHERE id = $1`, id);
    return row && rulesOf(row);
  },
  /** Accounts that rest on the provider: how many owners of each get in by a password while it is away. */
  'accounts.byProvider': (sql: Sql): Promise<{ id: number; passwordSignIn: boolean; withPassword: number }[]> =>
    sql.all(
      `SELECT id, password_sign_in, (SELECT count(*) FROM users WHERE account_id = accounts.id AND removed_at IS NULL
         AND joined_at IS NOT NULL AND suspended_at IS NULL AND role = 'owner' AND password IS NOT NULL
         AND ${mayByPassword('$1')}) AS with_password
       FROM accounts WHERE password_sign_in <> $1 OR sign_in_groups <> '[]' ORDER BY id`,
      true,
    ),
};

/** Of an account that is there. */
export async function signInOf(sql: Sql, id: number): Promise<AccountSignIn> {
  return rulesOf((await sql.one<SignInRow>(`${RULES} WHERE id = $1`, id))!);
}

/** Of the accounts that people come to by a group. */
export async function signInsWithGroups(sql: Sql): Promise<AccountSignIn[]> {
  return (await sql.all<SignInRow>(`${RULES} WHERE sign_in_groups <> '[]' ORDER BY id`)).map(rulesOf);
}

function rulesOf({ id, signInGroups, passwordSignIn }: SignInRow): AccountSignIn {
  return { accountId: id, groups: JSON.parse(signInGroups) as GroupRole[], password: passwordSignIn };
}

async function refuseTaken(sql: Sql, id: number, group: string): Promise<void> {
  const others = (await signInsWithGroups(sql)).filter(({ accountId }) => accountId !== id);
  const taken = others.find(({ groups }) => groups.some((one) => one.group === group));
  if (!taken) return;
  const both = 'Whoever is in it would belong to both.';
  throw new TouchstoneError('validation', `The group "${group}" leads to account ${taken.accountId} already. ${both}`);
}
