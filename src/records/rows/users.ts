import type { Invitation, User } from '../../domain/user.ts';
import type { Flag } from './flag.ts';

export type UserRow = Omit<User, 'totp'> & { totp: Flag };

export type SecretRow = UserRow & { password: string; totpSecret: string | null };

export type OpenInvitation = Invitation & { userId: number | null };

export function userOf<U extends UserRow>({ totp, ...user }: U): Omit<U, 'totp'> & { totp: boolean } {
  return { ...user, totp: Boolean(totp) };
}
