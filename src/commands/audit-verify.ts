import type { ChainCut, ChainVerdict } from '../domain/audit.ts';
import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { option, positional } from './values.ts';

export const command: Command = {
  name: 'audit verify',
  summary: 'Checks the hash chain of the audit log',
  usage: `
  --head HASH  a hash that was logged earlier and must still be in the chain (a cut-off tail shows)

The exit code is 1 where the log does not hold, and 3 where it could not be checked: no records, or no master key.`,
  options: { head: { type: 'string' } },
  async run({ values, positionals, config, json, print }) {
    positional(positionals, this.name, []);
    const head = option(values, 'head');
    if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head)) {
      throw new TouchstoneError('validation', `--head must be the 64 hex digits of an entry's hash, not "${head}".`);
    }
    const [{ hasRecords, withRecords }, { masterSecretsAtHand }] = await Promise.all([
      import('../open-records.ts'),
      import('../images/master-keys.ts'),
    ]);
    if (!(await hasRecords(config)))
      throw new TouchstoneError('unchecked', `not checked: no records in ${config.dataDir}.`);
    const verdict = await withRecords(config, ({ audit }) => audit.verify(head));
    const { broken, ...shown } = verdict;
    if (verdict.ok) return print(shown, guarantee(verdict).join('\n'));
    if (json) print(verdict, '');
    if (verdict.broken === null && (await masterSecretsAtHand(config)).length === 0) throw noKey(verdict);
    throw new TouchstoneError('damaged', broken === null ? unchecked(verdict) : reason(verdict, broken));
  },
};

/** What a chain that holds proves, and where a backup was put back. */
function guarantee({ head, entries, keyedFrom, restores, unchecked: lost, cut }: ChainVerdict): string[] {
  const lines = [`The chain of ${entries} entries holds. Head: ${head ?? 'none'}`];
  if (lost > 0) {
    const which = lost === 1 ? '1 entry was not checked: its' : `${lost} entries were not checked: their`;
    lines.push(`${which} master key is lost, as a later entry says.`);
  }
  if (cut !== null) lines.push(`It begins behind number ${cut.sequence}: ${wereCut(cut)}`);
  if (keyedFrom !== null) {
    lines.push(
      `From entry ${keyedFrom} on it is keyed: without the master key nobody can change or add an entry unnoticed.`,
    );
  }
  if (entries > 0 && keyedFrom !== (cut?.sequence ?? 0) + 1) {
    const which = keyedFrom === null ? 'It' : `Before entry ${keyedFrom} it`;
    lines.push(`${which} is not keyed: whoever could write the database then could have computed it anew.`);
  }
  for (const { sequence, keyed } of restores) {
    const unkeyed = keyed ? '' : ', without the master key as the plain entries behind it: make sure that this was you';
    lines.push(`Entry ${sequence} says that a backup was put back${unkeyed}.`);
  }
  return lines;
}

function noKey({ entries, unchecked: count }: ChainVerdict): TouchstoneError {
  const todo = 'set TOUCHSTONE_MASTER_KEY and TOUCHSTONE_DATA_DIR as for the service';
  const which = `${count} of ${entries} entries can be checked with the master key alone`;
  return new TouchstoneError('unchecked', `not checked: no key. ${which}: ${todo}.`);
}

function unchecked({ entries, unchecked: count }: ChainVerdict): string {
  return `${count} of ${entries} entries cannot be checked: their master key is not at hand. Add it to the keys as a former one; the other entries hold.`;
}

function reason({ entries, headFound, restores, cut }: ChainVerdict, broken: number): string {
  if (headFound) return `The audit log does not hold: entry ${broken} is the first broken one.`;
  const [restore] = restores.slice(-1);
  const perhaps = restore
    ? `, unless it was written after the backup that entry ${restore.sequence} says was put back`
    : '';
  return `The audit log does not hold: the given head is not among its ${entries} entries, so what followed was cut off or replaced${perhaps}${cut ? `, unless it is one of the first: ${wereCut(cut)}` : '.'}`;
}

/** What a later entry signs. */
function wereCut({ entries, at, by }: ChainCut): string {
  const which = entries === 1 ? '1 entry' : `${entries} entries`;
  return `${which} went under the retention of the log, as entry ${by} of ${at.slice(0, 10)} says.`;
}
