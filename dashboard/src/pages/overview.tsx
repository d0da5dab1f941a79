import { useEffect } from 'preact/hooks';
import type { ListsView, Overview as View, Work } from '../../../src/http/dashboard/wire.ts';
import { withQuery } from '../api.ts';
import { ago, CalendarDate, Moment, Name, number, timeZone } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import { useMay, useMe } from '../session.tsx';
import { DaysChart } from '../ui/chart.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Loading, Notice, Trouble } from '../ui/states.tsx';
import { useApi, useResource } from '../use.ts';
import { useWork } from '../work.ts';
import { ListUpdate } from './list-update.tsx';
import { SetUp } from './set-up.tsx';
import { Users } from './users.tsx';

/** Runs among which the newest list update is looked for: some are of another engine. */
const UPDATE_RUNS = 5;

/** The first page; whoever reads no records begins with the people of the account. */
export function Overview() {
  return useMay('reading') ? <Records /> : <Users />;
}

function Records() {
  const { data, error, reload } = useResource<View>(withQuery('/overview', { zone: timeZone() }));
  const work = useWork();
  const open = work?.open;
  // Alerts that open or are decided while somebody looks.
  useEffect(() => {
    if (open !== undefined) reload();
  }, [open, reload]);
  return (
    <>
      <PageHeading title={t('nav.overview')}>
        <a class="button primary" href="/screen">
          {t('overview.screen')}
        </a>
      </PageHeading>
      {data ? (
        <Facts view={data} work={work} />
      ) : error ? (
        <Trouble error={error} retry={reload} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  );
}

function Facts({ view, work }: { view: View; work: Work | undefined }) {
  const { quota, days, open, lists, webhooksOff, newBrowsers } = view;
  const { fourEyes } = useMe();
  const { data: runs } = useApi('/api/Monitoring/runs', { limit: UPDATE_RUNS });
  const unused = days.every((day) => day.clear + day.matched + day.verified + day.notVerified + day.review === 0);
  return (
    <div class="stack wide-gap">
      <ListWarnings lists={lists} />
      <WebhooksOff webhooks={webhooksOff} />
      <NewBrowsers browsers={newBrowsers} />
      <div class="cards">
        <QuotaCard quota={quota} />
        <CountCard count={open.matches} label={t('overview.openMatches')} href="/alerts?kind=match" />
        <CountCard count={open.reviews} label={t('overview.openReviews')} href="/alerts?kind=review" />
        <CountCard
          count={work?.escalated ?? 0}
          label={t('alerts.escalatedToMe')}
          href="/alerts?state=escalated&escalated=me"
        />
        <WaitCard work={work} />
        {fourEyes && (
          <CountCard count={work?.toAccept ?? 0} label={t('alerts.toAccept')} href="/alerts?state=all&second=me" />
        )}
      </div>
      <section class="panel stack" aria-labelledby="requests">
        <h2 id="requests">{t(unused ? 'setUp.title' : 'overview.requests')}</h2>
        {unused ? <SetUp lists={lists} /> : <DaysChart days={days} />}
      </section>
      <section class="panel stack" aria-labelledby="lists">
        <div class="row between">
          <h2 id="lists">{t('overview.lists')}</h2>
          <a href="/settings/lists">{t('overview.allLists')}</a>
        </div>
        <Freshness lists={lists} />
      </section>
      <ListUpdate runs={runs?.items ?? []} />
    </div>
  );
}

/** What an analyst has to know before trusting a "clear": at the top, each in its own sentence. */
export function ListWarnings({ lists }: { lists: ListsView }) {
  if (lists.warnings.length === 0) return null;
  return (
    <Notice tone="warning">
      <ul class="stack tight">
        {lists.warnings.map((warning) => (
          <li key={warning}>
            <Said text={warning} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Events that nobody hears of any more. */
function WebhooksOff({ webhooks }: { webhooks: View['webhooksOff'] }) {
  if (webhooks.length === 0) return null;
  return (
    <Notice tone="warning">
      <ul class="stack tight">
        {webhooks.map(({ id, description }) => (
          <li key={id}>{t('overview.webhookOff', { webhook: description ? `${id} (${description})` : id })}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Sign-ins that an owner may want to ask about. */
function NewBrowsers({ browsers }: { browsers: View['newBrowsers'] }) {
  if (browsers.length === 0) return null;
  return (
    <section class="panel stack tight" aria-labelledby="new-browsers">
      <h2 id="new-browsers">{t('overview.newBrowsers')}</h2>
      <ul class="records small">
        {browsers.map(({ email, agent, at }) => (
          <li key={`${email} ${at}`}>
            <Name>{email}</Name> · {agent ? <Name>{agent}</Name> : t('sessions.unnamed')} · <Moment at={at} relative />
          </li>
        ))}
      </ul>
      <p class="hint">
        {t('overview.newBrowsersHint')} <a href="/settings/audit">{t('settings.audit')}</a>
      </p>
    </section>
  );
}

function QuotaCard({ quota }: { quota: View['quota'] }) {
  const leftOver = Math.max(0, quota.total - quota.used);
  return (
    <section class="panel card" aria-labelledby="quota">
      <h2 id="quota" class="card-label">
        {t('overview.quota')}
      </h2>
      <p class="figure">{number(leftOver)}</p>
      <progress max={quota.total} value={quota.used} aria-label={t('overview.quotaUsed')} />
      <p class="muted small">
        {t('overview.usedOf', { used: quota.used, total: quota.total })} · {t('overview.renews')}{' '}
        <Moment at={quota.renews} />
      </p>
    </section>
  );
}

function CountCard({ count, label, href }: { count: number; label: string; href: string }) {
  return (
    <a class="panel card link" href={href}>
      <span class="card-label">{label}</span>
      <span class={count > 0 ? 'figure attention' : 'figure'}>{number(count)}</span>
      <span class="muted small">{t(count > 0 ? 'overview.work' : 'overview.nothingOpen')}</span>
    </a>
  );
}

/** How long the oldest alert waits, and how many are overdue. */
function WaitCard({ work }: { work: Work | undefined }) {
  const { oldest = null, overdue = 0 } = work ?? {};
  const href = overdue > 0 ? '/alerts?state=all&due=over&sort=oldest' : '/alerts?sort=oldest';
  return (
    <a class="panel card link" href={href}>
      <span class="card-label">{t('alerts.oldest')}</span>
      <span class={overdue > 0 ? 'figure words attention' : 'figure words'}>{oldest === null ? '–' : ago(oldest)}</span>
      <span class="muted small">
        {overdue > 0 ? t('alerts.overdueCount', { count: overdue }) : t('alerts.noneOverdue')}
      </span>
    </a>
  );
}

/** How current each list is. */
function Freshness({ lists }: { lists: ListsView }) {
  if (lists.sources.length === 0) return <Empty title={t('lists.none')} />;
  return (
    <ul class="freshness">
      {lists.sources.map(({ source, name, entries, published, state, starter, lastError }) => (
        <li key={source}>
          <span class="grow">
            <Name>{name}</Name>
          </span>
          <span class="muted small">{t('lists.entries', { count: entries })}</span>
          <span class="muted small">{published ? <CalendarDate date={published} /> : '–'}</span>
          <ListTag state={state} starter={starter} failed={lastError !== null} />
        </li>
      ))}
    </ul>
  );
}

type Listed = ListsView['sources'][number];

export function ListTag({ state, starter, failed }: Pick<Listed, 'state' | 'starter'> & { failed: boolean }) {
  if (failed) return <span class="tag danger">{t('lists.failed')}</span>;
  if (starter) return <span class="tag warning">{t('lists.starter')}</span>;
  return <span class={`tag ${state === 'current' ? 'good' : 'warning'}`}>{t(`lists.state.${state}`)}</span>;
}
