import { EVERYBODY } from '../domain/own-list.ts';
import { table } from '../printable.ts';
import type { Command } from './command.ts';
import { positional } from './values.ts';

export const command: Command = {
  name: 'monitor status',
  summary: 'Whether every monitored customer was compared with the lists in force, own lists too',
  usage: 'touchstone monitor status',
  options: {},
  async run({ config, positionals, print }) {
    positional(positionals, this.name, []);
    const [{ withRecords }, { ENGINE_VERSION }] = await Promise.all([
      import('../open-records.ts'),
      import('../screening/version.ts'),
    ]);
    const [snapshot, run, states] = await withRecords(config, async ({ snapshots, monitoring, ownLists }) =>
      Promise.all([snapshots.current(), monitoring.latest(), ownLists.behind(ENGINE_VERSION)]),
    );
    const behind = states.map(({ owner, version, compared, changedAt }) => ({
      accountId: owner === EVERYBODY ? null : owner,
      version,
      compared,
      changedAt,
    }));
    const isCompared = snapshot !== undefined && run?.to === snapshot.id && run.endedAt !== null;
    const upToDate = isCompared && behind.length === 0;
    const { after: _, ...shown } = run ?? { after: 0 };
    const lines = [
      `snapshot in force: ${snapshot?.id ?? 'none'}`,
      isCompared ? 'Everybody was compared with it.' : 'Not everybody was compared with it. The service does so.',
      ...behind.map(({ accountId, changedAt }) => {
        const whose = accountId === null ? 'Own lists for everybody' : `Own lists of account ${accountId}`;
        return `${whose} changed at ${changedAt}, and not all customers were compared since.`;
      }),
    ];
    if (run) {
      const { id, reason, from, to, customers, compared, opened, reopened, delisted, startedAt, endedAt } = run;
      const header = ['run', 'reason', 'from', 'to', 'customers', 'compared', 'opened', 'reopened', 'delisted'];
      const counts = [customers, compared, opened, reopened, delisted].map(String);
      const row = [String(id), reason, from ?? 'everything', to, ...counts, startedAt, endedAt ?? 'under way'];
      lines.push('', table([...header, 'started', 'ended'], [row]));
    }
    const printed = { snapshot: snapshot?.id ?? null, upToDate, run: run ? shown : null, ownLists: { behind } };
    print(printed, lines.join('\n'));
  },
};
