import type { WatchedCounts } from '../../../src/domain/customer.ts';
import type { ListsView } from '../../../src/http/dashboard/wire.ts';
import { Moment, number } from '../format.tsx';
import { t } from '../language.ts';
import { PageHeading } from '../ui/page.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Empty, Loading, Notice, Trouble } from '../ui/states.tsx';
import { useApi, useResource } from '../use.ts';
import { Concerned, changeWords, ListUpdate, type Run, totalOf } from './list-update.tsx';
import { ListWarnings } from './overview.tsx';

const SHOWN_RUNS = 50;

/** Whether everybody is compared with the lists in force, and what each run found. */
export function Monitoring() {
  const runs = useApi('/api/Monitoring/runs', { limit: SHOWN_RUNS });
  const lists = useResource<ListsView>('/lists');
  const error = runs.error ?? lists.error;
  const reload = () => {
    runs.reload();
    lists.reload();
  };
  return (
    <>
      <PageHeading title={t('nav.monitoring')} />
      <Watched />
      {runs.data && lists.data ? (
        <>
          <ListWarnings lists={lists.data} />
          <Runs runs={runs.data.items} lists={lists.data} />
        </>
      ) : error ? (
        <Trouble error={error} retry={reload} />
      ) : (
        <Loading lines={6} />
      )}
    </>
  );
}

/** How many customers are watched, and the way to those who are not. */
function Watched() {
  const { data } = useResource<WatchedCounts>('/customers');
  if (!data || data.customers === 0) return null;
  const { customers: count, monitored } = data;
  return (
    <p class="row spaced-below">
      <span class={monitored < count ? 'tag warning' : 'tag good'}>
        {t('monitoring.watched', { count, monitored: number(monitored) })}
      </span>
      {monitored < count && <a href="/customers?monitored=false">{t('monitoring.unwatched')}</a>}
    </p>
  );
}

function Runs({ runs, lists: { snapshot, warnings } }: { runs: readonly Run[]; lists: ListsView }) {
  const [last] = runs;
  if (!last) return <Empty title={t('monitoring.none')}>{t('monitoring.noneHint')}</Empty>;
  const isCurrent = last.endedAt !== null && last.to === snapshot;
  const currentTone = warnings.length > 0 ? 'info' : 'good';
  return (
    <div class="stack">
      <Notice tone={isCurrent ? currentTone : 'warning'}>
        {t(isCurrent ? 'monitoring.current' : 'monitoring.behind')} {snapshot && <code class="wrap">{snapshot}</code>}
      </Notice>
      <ListUpdate runs={runs} />
      <Scroll label={t('monitoring.runs')}>
        <table class="table wrapped">
          <caption class="unseen">{t('monitoring.runs')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('monitoring.started')}</th>
              <th scope="col">{t('monitoring.reason')}</th>
              <th scope="col">{t('monitoring.changes')}</th>
              <th scope="col" class="numeric">
                {t('monitoring.compared')}
              </th>
              <th scope="col" class="numeric">
                {t('monitoring.opened')}
              </th>
              <th scope="col" class="numeric">
                {t('monitoring.reopened')}
              </th>
              <th scope="col" class="numeric">
                {t('alert.delisted')}
              </th>
              <th scope="col">{t('monitoring.ended')}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id}>
                <th scope="row">
                  <Moment at={run.startedAt} />
                  <div class="tiny muted">
                    <code title={t('screening.snapshot')}>{run.to}</code>
                  </div>
                </th>
                <td>{t(`monitoring.${run.reason}`)}</td>
                <td class="changes">
                  <Changes run={run} />
                </td>
                <td class="numeric">
                  {number(run.compared)} / {number(run.customers)}
                </td>
                <td class="numeric">{number(run.opened)}</td>
                <td class="numeric">{number(run.reopened)}</td>
                <td class="numeric">{number(run.delisted)}</td>
                <td>
                  {run.endedAt ? (
                    <Moment at={run.endedAt} />
                  ) : (
                    <span class="tag warning">{t('monitoring.underWay')}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </div>
  );
}

/** What changed on the lists, and the alerts that it led to. */
function Changes({ run }: { run: Run }) {
  const { lists, from } = run;
  return (
    <>
      {from === null ? t('monitoring.everything') : lists ? changeWords(totalOf(lists)) : '–'}
      <br />
      <Concerned run={run} />
    </>
  );
}
