import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import type { Found } from '../../../src/http/dashboard/wire.ts';
import { withQuery } from '../api.ts';
import { CalendarDate, Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { StateTag } from '../ui/decisions.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Score } from '../ui/score.tsx';
import { Empty, Loading, Trouble } from '../ui/states.tsx';
import { useResource } from '../use.ts';
import { CustomerTag, useOldLists } from './customers.tsx';

/** What one text finds among customers, alerts, screenings and listed entries. */
export function Search() {
  const text = useLocation().query.text?.trim() ?? '';
  return (
    <>
      <PageHeading title={text ? t('search.results', { text }) : t('search.title')} />
      {text ? <Results text={text} /> : <Empty title={t('search.hint')} />}
    </>
  );
}

function Results({ text }: { text: string }) {
  const { data, error, reload } = useResource<Found>(withQuery('/search', { text }));
  const onOldLists = useOldLists();
  if (!data) return error ? <Trouble error={error} retry={reload} /> : <Loading lines={8} />;
  const { customers, alerts, screenings, entries } = data;
  if (customers.length + alerts.length + screenings.length + entries.length === 0) {
    return <Empty title={t('search.nothing')}>{t('search.nothingHint')}</Empty>;
  }
  return (
    <div class="halves">
      <Section title={t('nav.customers')} all={withQuery('/customers', { text })} count={customers.length}>
        {customers.map(({ reference, name, state, dateOfBirth }) => (
          <li key={reference} class="row between">
            <span class="grow">
              <a href={`/customers/${encodeURIComponent(reference)}`} class="wrap">
                <Name>{name}</Name>
              </a>{' '}
              <span class="small muted wrap">
                <Name>{reference}</Name>
                {dateOfBirth && (
                  <>
                    {' · '}
                    {t('alerts.born')} <CalendarDate date={dateOfBirth} />
                  </>
                )}
              </span>
            </span>
            <CustomerTag state={state} onOldLists={onOldLists} />
          </li>
        ))}
      </Section>
      <Section title={t('nav.alerts')} all={withQuery('/alerts', { text, state: 'all' })} count={alerts.length}>
        {alerts.map((alert) => (
          <li key={alert.id} class="row between">
            <span class="grow">
              <a href={`/alerts/${alert.id}`} class="wrap">
                <Name>{alert.subject ?? t('verification.unreadable')}</Name>
              </a>{' '}
              <span class="small muted wrap">{alert.match && <Name>{alert.match.name}</Name>}</span>
            </span>
            <StateTag alert={alert} />
          </li>
        ))}
      </Section>
      <Section title={t('nav.screenings')} all={withQuery('/screenings', { text })} count={screenings.length}>
        {screenings.map(({ id, name, createdAt, matchCount, highestScore }) => (
          <li key={id} class="row between">
            <span class="grow">
              <a href={`/screenings/${id}`} class="wrap">
                <Name>{name}</Name>
              </a>{' '}
              <span class="small muted">
                <Moment at={createdAt} />
              </span>
            </span>
            {matchCount > 0 && <Score value={highestScore} />}
          </li>
        ))}
      </Section>
      <Section title={t('search.entries')} count={entries.length}>
        {entries.map(({ source, id, name, lists }) => (
          <li key={`${source}:${id}`}>
            <a href={`/listed/${encodeURIComponent(source)}/${encodeURIComponent(id)}`} class="wrap">
              <Name>{name}</Name>
            </a>
            <div class="small muted wrap">{lists.join(' · ')}</div>
          </li>
        ))}
      </Section>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  /** Where all of them are. */
  readonly all?: string;
  readonly count: number;
  readonly children: ComponentChildren;
}

function Section({ title, all, count, children }: SectionProps) {
  return (
    <section class="panel stack tight" aria-label={title}>
      <div class="row between">
        <h2>{title}</h2>
        {all && count > 0 && <a href={all}>{t('search.all')}</a>}
      </div>
      {count === 0 ? <p class="muted">{t('search.none')}</p> : <ul class="records">{children}</ul>}
    </section>
  );
}
