import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { positional, wholeNumber } from './values.ts';

export const command: Command = {
  name: 'records delete',
  summary: 'Deletes a screening or a verification on request',
  usage: `
  screening|verification  which kind of record
  ID                      its id; what was deleted cannot be brought back but from a backup`,
  options: {},
  async run({ positionals, config, print }) {
    const [kind, given] = positional(positionals, this.name, ['screening or verification', 'ID']);
    if (kind !== 'screening' && kind !== 'verification') {
      throw new TouchstoneError('usage', `Records are of the kind screening or verification, not "${kind}".`);
    }
    const id = wholeNumber(given!, 'ID');
    const [{ withRecords }, { ImageVault }] = await Promise.all([
      import('../records/open.ts'),
      import('../images/vault.ts'),
    ]);
    const deleted = await withRecords(config, async ({ screenings, verifications }) => {
      if (kind === 'screening') return screenings.delete(id, 'operator');
      const found = await verifications.delete(id, 'operator');
      // The sweeper would find images that an interrupted deletion left.
      if (found) await new ImageVault(config).delete(id);
      return found;
    });
    if (!deleted) throw new TouchstoneError('not-found', `There is no ${kind} ${id}.`);
    print({ kind, id, deleted: true }, `Deleted ${kind} ${id} with everything that belonged to it.`);
  },
};
