import { createHash } from 'node:crypto';
import type { UserRole } from '../../src/domain/role.ts';
import type { User } from '../../src/domain/user.ts';
import type { Records } from '../../src/records/port.ts';
import type { Store } from './contract.ts';

export interface Context {
  store(): Store;
  records(): Records;
}

export const LATER = '2099-01-01T00:00:00.000Z';
export const hash = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());

/** Somebody who accepted an invitation; signed in with a session of the same name. */
export async function joined(
  records: Records,
  accountId: number,
  email: string,
  role: UserRole,
  link = email,
): Promise<User> {
  await records.users.invite({ accountId, email, role, hash: hash(link), expiresAt: LATER }, 'operator');
  const accepted = { link: hash(link), email, password: 'phc', session: hash(link) };
  return userOf(await records.users.accept(accepted));
}

export function userOf(accepted: Awaited<ReturnType<Records['users']['accept']>>): User {
  if (typeof accepted === 'string') throw new Error(accepted);
  return accepted;
}
