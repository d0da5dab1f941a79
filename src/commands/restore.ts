import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'restore',
  summary: 'Puts a backup back into an empty data directory',
  usage: '  DIR  what `touchstone backup` made; the data directory is the one of TOUCHSTONE_DATA_DIR',
  options: {},
  async run({ positionals, config, print }) {
    const [directory] = positional(positionals, this.name, ['DIR']);
    const { restore } = await import('../records/restore.ts');
    const restored = await restore(config, directory!);
    print(
      restored,
      `Restored ${restored.files} files into ${restored.dataDir}; the database is sound and the audit chain of ${restored.auditEntries} entries holds.\nPut the master key back beside them if you keep it in a file.`,
    );
  },
};
