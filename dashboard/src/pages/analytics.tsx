import type { ListsView } from '../../../src/http/dashboard/wire.ts';
import type { ApiAnswer } from '../api.ts';
import { useFilter } from '../filters.ts';
import { Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { DaysChart } from '../ui/chart.tsx';
import { byWords } from '../ui/decisions.tsx';
import { SelectField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Loading, Trouble } from '../ui/states.tsx';
import { useApi, useResource } from '../use.ts';

type Analytics = ApiAnswer<'/api/Usage'>;

const DAY_MS = 86_400_000;
const PERIODS = ['7', '30', '90', '365'] as const;

/** Volumes, hit rate, share dismissed by list, hours to a decision, and who decided how much. */
export function AnalyticsPage() {
  const [filter, change] = useFilter();
  const days = filter.days ?? '30';
  // Days in UTC, today the last of them.
  const from = new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10);
  const { data, error, reload } = useApi('/api/Usage', { from });
  return (
    <>
      <PageHeading title={t('nav.analytics')} />
      <search class="filters narrow">
        <SelectField
          label={t('analytics.period')}
          value={days}
          onChoose={(chosen) => change({ days: chosen })}
          options={PERIODS.map((period) => [period, t('analytics.days', { count: Number(period) })] as const)}
        />
      </search>
      {data ? <Figures analytics={data} /> : error ? <Trouble error={error} retry={reload} /> : <Loading lines={8} />}
    </>
  );
}

function Figures({ analytics: { total, days, workload } }: { analytics: Analytics }) {
  const { clear, matched } = total.screenings;
  const { opened, confirmed, dismissed } = total.alerts;
  const chart = days.map(({ day, screenings, verifications }) => ({
    day,
    ...screenings,
    verified: verifications.verified,
    notVerified: verifications.notVerified,
    review: verifications.manualReview,
  }));
  return (
    <div class="stack wide-gap">
      <div class="cards">
        <Figure label={t('analytics.hitRate')} value={percent(matched, clear + matched)} />
        <Figure label={t('analytics.opened')} value={number(opened)} />
        <Figure label={t('analytics.decided')} value={number(confirmed + dismissed)} />
        <Figure label={t('analytics.dismissed')} value={percent(dismissed, confirmed + dismissed)} />
        <Figure
          label={t('analytics.hours')}
          value={total.medianHoursToDecision === null ? '–' : number(total.medianHoursToDecision)}
        />
      </div>
      <section class="panel stack" aria-labelledby="volumes">
        <h2 id="volumes">{t('analytics.volumes')}</h2>
        <DaysChart days={chart} />
      </section>
      <div class="halves">
        <ByList lists={total.dismissedByList} />
        <Workload people={workload} />
      </div>
    </div>
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : number(part / whole, { style: 'percent', maximumFractionDigits: 1 });
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div class="panel card">
      <span class="card-label">{label}</span>
      <span class="figure">{value}</span>
    </div>
  );
}

function ByList({ lists }: { lists: Analytics['total']['dismissedByList'] }) {
  const { data: known } = useResource<ListsView>('/lists');
  const names = new Map(known?.sources.map(({ source, name }) => [source, name]));
  return (
    <section class="panel stack tight" aria-labelledby="by-list">
      <h2 id="by-list">{t('analytics.byList')}</h2>
      {lists.length === 0 ? (
        <p class="muted">{t('analytics.none')}</p>
      ) : (
        <table class="table plain">
          <thead>
            <tr>
              <th scope="col">{t('alerts.list')}</th>
              <th scope="col" class="numeric">
                {t('analytics.decided')}
              </th>
              <th scope="col" class="numeric">
                {t('analytics.share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lists.map(({ source, decided, share }) => (
              <tr key={source}>
                <th scope="row" class="wrap">
                  {names.has(source) && (
                    <>
                      <Name>{names.get(source)!}</Name>{' '}
                    </>
                  )}
                  <code class="muted small">{source}</code>
                </th>
                <td class="numeric">{number(decided)}</td>
                <td class="numeric">{percent(share, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Workload({ people }: { people: Analytics['workload'] }) {
  return (
    <section class="panel stack tight" aria-labelledby="workload">
      <h2 id="workload">{t('analytics.workload')}</h2>
      {people.length === 0 ? (
        <p class="muted">{t('analytics.none')}</p>
      ) : (
        <table class="table plain">
          <thead>
            <tr>
              <th scope="col">{t('audit.who')}</th>
              <th scope="col" class="numeric">
                {t('alert.confirmed')}
              </th>
              <th scope="col" class="numeric">
                {t('alert.dismissed')}
              </th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ person, confirmed, dismissed }) => (
              <tr key={person}>
                <th scope="row" class="wrap">
                  <Name>{byWords(person)}</Name>
                </th>
                <td class="numeric">{number(confirmed)}</td>
                <td class="numeric">{number(dismissed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
