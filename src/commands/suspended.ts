import type { Suspended } from '../domain/suspension.ts';

/** Whose access a restore suspended, or resumed, a line each. */
export function suspendedLines({ keys, people, invitations }: Suspended, resumed: boolean): string[] {
  const each = [
    ...keys.map(({ id, accountId, name }) => `  key ${id} (${name}) of account ${accountId}`),
    ...people.map(({ email, role, accountId }) => `  ${email}, ${role} of account ${accountId}`),
    ...invitations.map(({ email, role, accountId, expires }) => {
      const whom = email ?? 'the first set-up';
      return `  the invitation of ${whom} as ${role} of account ${accountId}, which lasts until ${expires}`;
    }),
  ];
  if (each.length === 0) return [];
  if (resumed) return ['These go on:', ...each];
  return [
    'Suspended, because some may have been withdrawn since the backup:',
    ...each,
    'Resume them with: touchstone keys resume KEYID|--all, touchstone users resume EMAIL|--all',
  ];
}
