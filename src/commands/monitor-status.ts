import { table } from '../printable.ts';
import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'monitor status',
  summary: 'Whether every monitored customer was compared with the lists in force',
  usage: 'touchstone monitor status',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const { withRecords } = await import('../open-records.ts');
    const [snapshot, run] = await withRecords(config, async ({ snapshots, monitoring }) =>
      Promise.all([snapshots.current(), monitoring.latest()]),
    );
    const upToDate = snapshot !== undefined && run?.to === snapshot.id && run.endedAt !== null;
    const { after: _, ...shown } = run ?? { after: 0 };
    const lines = [
      `snapshot in force: ${snapshot?.id ?? 'none'}`,
      upToDate ? 'Everybody was compared with it.' : 'Not everybody was compared with it. The service does so.',
    ];
    if (run) {
      const { id, reason, from, to, customers, compared, opened, reopened, delisted, startedAt, endedAt } = run;
      const header = ['run', 'reason', 'from', 'to', 'customers', 'compared', 'opened', 'reopened', 'delisted'];
      const counts = [customers, compared, opened, reopened, delisted].map(String);
      const row = [String(id), reason, from ?? 'everything', to, ...counts, startedAt, endedAt ?? 'under way'];
      lines.push('', table([...header, 'started', 'ended'], [row]));
    }
    print({ snapshot: snapshot?.id ?? null, upToDate, run: run ? shown : null }, lines.join('\n'));
  },
};
