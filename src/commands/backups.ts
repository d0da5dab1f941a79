import { keyId } from '../accounts/api-keys.ts';
import type { Suspended } from '../domain/suspension.ts';
import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { oneOrAll, positional } from './values.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Copies a live service consistently',
  usage: '  DIR  a new or empty directory; the master key and the TLS key are not in the copy: keep them elsewhere',
  options: {},
  async run({ positionals, config, print }) {
    const [directory] = positional(positionals, this.name, ['DIR']);
    const { backup } = await import('../backup/backup.ts');
    const made = await backup(config, directory!);
    print(
      made,
      `Backup of ${made.files} files (${Math.ceil(made.bytes / 1024 ** 2)} MiB) in ${made.directory}.\nNot in it: ${made.notIncluded.join(', ')}. Without the master key stored images cannot be read, nor the audit log be checked: keep a copy of it apart from the backup.`,
    );
  },
};

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Puts a backup back into an empty data directory',
  usage: `
  DIR       what \`touchstone backup\` made; the data directory is the one of TOUCHSTONE_DATA_DIR
  --resume  lets every key, person and invitation of the backup go on at once. Without it they are suspended until
            \`touchstone keys resume\` and \`touchstone users resume\`: some may have been withdrawn since the backup`,
  options: { resume: { type: 'boolean' } },
  async run({ values, positionals, config, print }) {
    const [directory] = positional(positionals, this.name, ['DIR']);
    const { restore } = await import('../backup/restore.ts');
    const restored = await restore(config, directory!, values.resume === true);
    const { files, dataDir, hasRecords, auditEntries, auditUnchecked, resumed } = restored;
    const unchecked = auditUnchecked > 0 ? `; ${auditUnchecked} of them can be checked with the master key alone` : '';
    print(
      restored,
      [
        hasRecords
          ? `Restored ${files} files into ${dataDir}; the database is sound and the audit chain of ${auditEntries} entries holds${unchecked}.`
          : `Restored ${files} files into ${dataDir}. The records are in PostgreSQL: put them back with its own tools.`,
        'Put the master key back beside them now if you keep it in a file.',
        ...suspendedLines(restored, resumed),
      ].join('\n'),
    );
  },
};

export const keysResume: Command = {
  name: 'keys resume',
  summary: 'Ends the suspension of a key after a restore',
  usage: `
  KEYID  the id as in \`keys list\`
  --all  every suspended key of every account`,
  options: { all: { type: 'boolean' } },
  async run({ values, positionals, config, print }) {
    const given = oneOrAll(values, positionals, this.name, 'KEYID');
    const id = given && (keyId(given) ?? given);
    const { withRecords } = await import('../open-records.ts');
    const keys = await withRecords(config, ({ accounts }) => accounts.resumeKeys(id, 'operator'));
    if (id !== null && keys.length === 0) throw new TouchstoneError('not-found', `There is no suspended key ${id}.`);
    const lines = suspendedLines({ keys, people: [], invitations: [] }, true);
    print(id === null ? { keys } : keys[0], lines.join('\n') || 'No key is suspended.');
  },
};

export const usersResume: Command = {
  name: 'users resume',
  summary: 'Ends the suspension of people and invitations after a restore',
  usage: `
  EMAIL  lets this person sign in again, or accept the invitation that they have
  --all  everybody of every account`,
  options: { all: { type: 'boolean' } },
  async run({ values, positionals, config, print }) {
    const email = oneOrAll(values, positionals, this.name, 'EMAIL');
    const { withRecords } = await import('../open-records.ts');
    const resumed = await withRecords(config, ({ users }) => users.resume(email, 'operator'));
    const none = resumed.people.length + resumed.invitations.length === 0;
    if (email !== null && none)
      throw new TouchstoneError('not-found', `Nobody with the address ${email} is suspended.`);
    print(resumed, suspendedLines({ keys: [], ...resumed }, true).join('\n') || 'Nobody is suspended.');
  },
};

/** Whose access a restore suspended, or resumed, a line each. */
function suspendedLines({ keys, people, invitations }: Suspended, resumed: boolean): string[] {
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
