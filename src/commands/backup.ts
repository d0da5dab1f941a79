import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
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
