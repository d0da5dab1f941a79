import type { Command } from './command.ts';
import { suspendedLines } from './suspended.ts';
import { positional } from './values.ts';

export const command: Command = {
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
    const { files, dataDir, auditEntries, auditUnchecked, resumed } = restored;
    const unchecked = auditUnchecked > 0 ? `; ${auditUnchecked} of them can be checked with the master key alone` : '';
    print(
      restored,
      [
        `Restored ${files} files into ${dataDir}; the database is sound and the audit chain of ${auditEntries} entries holds${unchecked}.`,
        'Put the master key back beside them now if you keep it in a file.',
        ...suspendedLines(restored, resumed),
      ].join('\n'),
    );
  },
};
