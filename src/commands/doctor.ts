import type { Finding, FindingState } from '../doctor/finding.ts';
import { TouchstoneError } from '../errors.ts';
import type { Command } from './command.ts';
import { positional } from './values.ts';

const MARKS: Readonly<Record<FindingState, string>> = { ok: 'ok', advice: 'look', must: 'MEND' };

export const command: Command = {
  name: 'doctor',
  summary: 'Looks at everything that goes wrong in operation, and says what to do',
  usage: `
touchstone doctor

Looks at settings, disk, permissions, clock, certificate, database, images, lists, keys, models and the running service,
and changes nothing. MEND is what must be done, and the exit code is then 1; look is advice.`,
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const { examine } = await import('../doctor/doctor.ts');
    const findings = await examine(config, new Date());
    print(findings, findings.map(line).join('\n'));
    const musts = findings.filter(({ state }) => state === 'must');
    if (musts.length === 0) return;
    const what = musts.length === 1 ? '1 thing' : `${musts.length} things`;
    throw new TouchstoneError(
      'damaged',
      `${what} must be mended: ${[...new Set(musts.map(({ check }) => check))].join(', ')}.`,
    );
  },
};

function line({ check, state, found, todo }: Finding): string {
  return `${MARKS[state].padEnd(5)} ${check.padEnd(12)} ${found}${todo === null ? '' : `\n${' '.repeat(19)}${todo}`}`;
}
