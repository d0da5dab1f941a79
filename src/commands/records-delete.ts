import { TouchstoneError } from '../errors.ts';
import type { CopiesKept } from '../records/port.ts';
import type { Command } from './command.ts';
import { positional, wholeNumber } from './values.ts';

export const command: Command = {
  name: 'records delete',
  summary: 'Deletes a screening or a verification on request',
  usage: `
  screening|verification  which kind of record
  ID                      its id; what was deleted cannot be brought back but from a backup

The copies that upgrades made beside the database lose the record too. Those over 30 days old are removed.`,
  options: {},
  async run({ positionals, config, print }) {
    const [kind, given] = positional(positionals, this.name, ['screening or verification', 'ID']);
    if (kind !== 'screening' && kind !== 'verification') {
      throw new TouchstoneError('usage', `Records are of the kind screening or verification, not "${kind}".`);
    }
    const id = wholeNumber(given!, 'ID');
    const [{ withRecords }, { ImageVault }, { deleteRecord }] = await Promise.all([
      import('../open-records.ts'),
      import('../images/vault.ts'),
      import('../use-cases/upkeep.ts'),
    ]);
    const copies = await withRecords(config, async (records) =>
      deleteRecord({ records, images: await ImageVault.open(config) }, kind, id, 'operator'),
    );
    const text = [`Deleted ${kind} ${id} with everything that belonged to it.`, ...aboutCopies(copies)].join('\n');
    print({ kind, id, deleted: true, copies }, text);
  },
};

function aboutCopies({ cleaned, expired, unusable }: CopiesKept): string[] {
  const made = 'that an upgrade made';
  return [
    ...cleaned.map((name) => `It is deleted from the copy ${made} too: ${name}.`),
    ...expired.map((name) => `Removed a copy ${made}, which was over 30 days old: ${name}.`),
    ...unusable.map((name) => `Removed a copy ${made}, which was not readable: ${name}.`),
  ];
}
