import { table } from '../printable.ts';
import type { AuditExpiry } from '../use-cases/audit-retention.ts';
import type { Expiry } from '../use-cases/retention.ts';
import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'retention',
  summary: 'Deletes the records that accounts no longer keep',
  usage: `
  --dry-run  say what would go, and delete nothing

"touchstone accounts set" says how long an account keeps its records. The service does this each day by itself. What an
alert, an open review or a customer's state rests on stays, and so do the records of a file of names. The images of a deleted verification go within two hours.
TOUCHSTONE_AUDIT_RETENTION_DAYS says how long the audit log is kept. "touchstone audit verify" still holds after a cut.`,
  options: { 'dry-run': { type: 'boolean' } },
  async run({ values, positionals, config, print }) {
    positional(positionals, this.name, []);
    const dryRun = values['dry-run'] === true;
    const [{ withRecords }, { expireRecords }, { cutAuditLog }, { auditRetention }] = await Promise.all([
      import('../open-records.ts'),
      import('../use-cases/retention.ts'),
      import('../use-cases/audit-retention.ts'),
      import('../audit-stream/audit-stream.ts'),
    ]);
    const retention = auditRetention(config);
    const done = await withRecords(config, async (records) => {
      const sweep = { now: new Date(), dryRun };
      const expiries = await expireRecords(records, sweep);
      return { expiries, audit: retention ? await cutAuditLog(records, retention, sweep) : null };
    });
    print({ dryRun, ...done }, [told(done.expiries, dryRun), toldAudit(done.audit, dryRun)].join('\n'));
  },
};

const PLURALS: Readonly<Record<Expiry['kind'], string>> = {
  screening: 'screenings',
  verification: 'verifications',
  batch: 'files of names',
  delivery: 'deliveries',
};

function told(expiries: readonly Expiry[], dryRun: boolean): string {
  if (expiries.length === 0) return 'Every account keeps all of its records. See: touchstone accounts set --help';
  const rows = expiries.map(({ accountId, kind, days, due, kept }) => [accountId, PLURALS[kind], days, due, kept]);
  return table(['account', 'records', 'days', dryRun ? 'would go' : 'deleted', 'stay'], rows);
}

function toldAudit(audit: AuditExpiry | null, dryRun: boolean): string {
  if (audit === null) return 'The audit log is kept whole.';
  const { days, before, due } = audit;
  const span = `of before ${before.slice(0, 10)} (kept ${days} days, by whole months)`;
  return `Audit log: ${due} entries ${span} ${dryRun ? 'would go' : 'were cut off its beginning'}.`;
}
