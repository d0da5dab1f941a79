import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'audit rekey',
  summary: 'Lets the audit log go on where its master key is lost for good',
  usage: `
  Takes the key of TOUCHSTONE_MASTER_KEY or of master.key into use, or makes a new one where there is none. Entries under
  the lost key can never be checked again. An entry of the log says so. Where the key may still be found, put it back.`,
  options: {},
  async run({ positionals, config, print }) {
    positional(positionals, this.name, []);
    const [{ withRecords }, { ImageVault }, { replaceLostKey }] = await Promise.all([
      import('../open-records.ts'),
      import('../images/vault.ts'),
      import('../use-cases/upkeep.ts'),
    ]);
    const head = await withRecords(config, async (records) => {
      await replaceLostKey({ records, images: await ImageVault.open(config) });
      return records.audit.head();
    });
    const sequence = head?.sequence ?? null;
    print({ sequence }, `From entry ${sequence} on the audit log goes on under the master key at hand. Back it up.`);
  },
};
