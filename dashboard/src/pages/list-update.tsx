import type { ApiAnswer } from '../api.ts';
import { Moment, Name } from '../format.tsx';
import { t } from '../language.ts';

export type Run = ApiAnswer<'/api/Monitoring/runs'>['items'][number];
type ListChange = NonNullable<Run['lists']>[number];
type Counts = Pick<ListChange, 'added' | 'removed' | 'changed'>;

/** What the newest list update among some runs brought, and what of it concerns the customers of the account. */
export function ListUpdate({ runs }: { runs: readonly Run[] }) {
  const run = runs.find(({ lists }) => lists && lists.length > 0);
  if (!run) return null;
  const lists = run.lists!;
  return (
    <section class="panel stack tight" aria-labelledby="list-update">
      <div class="row between">
        <h2 id="list-update">{t('lists.update')}</h2>
        <span class="muted small">
          <Moment at={run.startedAt} />
        </span>
      </div>
      <p class="row">
        <strong>{changeWords(totalOf(lists))}</strong>
        <Concerned run={run} />
        {!run.endedAt && <span class="tag warning">{t('monitoring.underWay')}</span>}
      </p>
      <ul class="stack tight small">
        {lists.map((list) => (
          <li key={list.source}>
            <Name>{list.name}</Name>
            {lists.length > 1 && `: ${changeWords(list)}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function totalOf(lists: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => lists.reduce((total, list) => total + list[of], 0);
  return { added: sum('added'), removed: sum('removed'), changed: sum('changed') };
}

/** How many entries changed, without the kinds of change that there were none of. */
export function changeWords({ added, removed, changed }: Counts): string {
  const words = [
    added > 0 && t('lists.added', { count: added }),
    removed > 0 && t('lists.removed', { count: removed }),
    changed > 0 && t('lists.changed', { count: changed }),
  ].filter((word) => word !== false);
  return words.length > 0 ? words.join(', ') : t('lists.unchanged');
}

/** The alerts of a run: opened, opened again or closed by it. Runs of before do not know theirs. */
export function Concerned({ run: { id, opened, reopened, delisted, lists } }: { run: Run }) {
  const count = opened + reopened + delisted;
  if (count === 0) return <span class="muted">{t('lists.noneConcerned')}</span>;
  const words = t('lists.concerned', { count });
  return lists ? <a href={`/alerts?state=all&run=${id}`}>{words}</a> : <span>{words}</span>;
}
