import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { option, positional } from './values.ts';

export const command: Command = {
  name: 'audit verify',
  summary: 'Checks the hash chain of the audit log',
  usage: '  --head HASH  a hash that was logged earlier and must still be in the chain (a cut-off tail shows)',
  options: { head: { type: 'string' } },
  async run({ values, positionals, config, json, print }) {
    positional(positionals, this.name, []);
    const head = option(values, 'head');
    if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head)) {
      throw new TouchstoneError('validation', `--head must be the 64 hex digits of an entry's hash, not "${head}".`);
    }
    const { withRecords } = await import('../records/open.ts');
    const { entries, head: found, ok, broken } = await withRecords(config, ({ audit }) => audit.verify(head));
    if (ok)
      return print({ entries, head: found, ok }, `The chain of ${entries} entries holds. Head: ${found ?? 'none'}`);
    if (json) print({ entries, head: found, ok, broken }, '');
    throw new TouchstoneError('damaged', reason(entries, broken));
  },
};

function reason(entries: number, broken: number | null): string {
  if (broken !== null && broken <= entries)
    return `The audit log does not hold: entry ${broken} is the first broken one.`;
  return `The audit log does not hold: the given head is not among its ${entries} entries, so what followed entry ${entries} was cut off or replaced.`;
}
