import { useCallback } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { FoundEvent } from '../../../src/domain/adverse-media.ts';
import type { ApiAnswer } from '../api.ts';
import { useFilter, useTyped } from '../filters.ts';
import { CalendarDate, calendarDate, Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import { Fact } from '../ui/fact.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Why } from '../ui/match-why.tsx';
import { EventFacts, NewsTerms, offenceName } from '../ui/news.tsx';
import { monthOf, NewsTimeline } from '../ui/news-timeline.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Score } from '../ui/score.tsx';
import { Empty, Loading, Notice, Trouble } from '../ui/states.tsx';
import { useResource } from '../use.ts';

type Searched = ApiAnswer<'/api/AdverseMedia/{id}'>;

/** One name in the news: when, beside which offence, where it stands, and why each event was found. */
export function OneMediaSearch() {
  const { params } = useRoute();
  const path = `/api/AdverseMedia/${encodeURIComponent(params.id ?? '')}`;
  const { data, error, reload } = useResource<Searched>(path);
  return (
    <>
      <a class="back small" href="/media">
        {t('nav.media')}
      </a>
      <PageHeading title={data?.name ?? t('nav.media')} key={data?.id} />
      {data ? <Content search={data} /> : error ? <Trouble error={error} retry={reload} /> : <Loading lines={8} />}
    </>
  );
}

function Content({ search }: { search: Searched }) {
  const [filter, change] = useFilter();
  const { month = '', offence = '', text = '' } = filter;
  const { events, eventCount, message } = search;
  const shown = events.filter((event) => isShown(event, { month, offence, text }));
  return (
    <div class="stack wide-gap">
      {message && (
        <Notice tone="warning">
          <Said text={message} />
        </Notice>
      )}
      <Facts search={search} />
      {events.length === 0 ? (
        <Empty title={t('news.nothing')}>{t('news.nothingHint')}</Empty>
      ) : (
        <>
          <NewsTimeline events={events} chosen={{ month, offence }} choose={(choice) => change({ ...choice })} />
          <Filters events={events} filter={{ month, offence, text }} change={change} />
          <section class="stack" aria-labelledby="events">
            <h2 id="events">{t('news.shown', { count: shown.length })}</h2>
            {eventCount > events.length && (
              <p class="small muted">{t('news.more', { count: eventCount - events.length })}</p>
            )}
            {shown.length === 0 && <p class="muted">{t('filter.nothing')}</p>}
            {shown.map((event) => (
              <EventCard key={event.id} event={event} />
            ))}
          </section>
        </>
      )}
      <NewsTerms />
    </div>
  );
}

interface Wanted {
  readonly month: string;
  readonly offence: string;
  readonly text: string;
}

function isShown(event: FoundEvent, { month, offence, text }: Wanted): boolean {
  if (month !== '' && monthOf(event) !== month) return false;
  if (offence !== '' && !event.offences.includes(offence)) return false;
  const said = [...event.names, ...event.articles.flatMap(({ title = '', url }) => [title, url])];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = said.join('\n').toLowerCase();
  return words.every((word) => all.includes(word));
}

function Facts({ search }: { search: Searched }) {
  const { entityType, dateOfBirth, coverage, createdAt } = search;
  const { from, to, articles } = coverage;
  return (
    <section class="panel" aria-label={t('record.facts')}>
      <dl class="facts">
        <Fact label={t('match.type')}>{t(`type.${entityType}`)}</Fact>
        {dateOfBirth && (
          <Fact label={t('match.born')}>
            <CalendarDate date={dateOfBirth} />
          </Fact>
        )}
        <Fact label={t('news.coverage')}>
          {t('news.lookedThrough', { count: articles })}
          {from && to && (
            <>
              {', '}
              <CalendarDate date={from} /> – <CalendarDate date={to} />
            </>
          )}
        </Fact>
        <Fact label={t('record.made')}>
          <Moment at={createdAt} />
        </Fact>
      </dl>
    </section>
  );
}

interface FiltersProps {
  readonly events: readonly FoundEvent[];
  readonly filter: Wanted;
  change(changes: Readonly<Record<string, string>>): void;
}

function Filters({ events, filter, change }: FiltersProps) {
  const settle = useCallback((text: string) => change({ text }), [change]);
  const [text, setText] = useTyped(filter.text, settle);
  const months = [...new Set(events.map(monthOf))].sort().reverse();
  const offences = [...new Set(events.flatMap((event) => event.offences))].sort();
  return (
    <search class="filters">
      <TextField label={t('news.text')} type="search" value={text} onText={setText} />
      <SelectField
        label={t('news.offence')}
        value={filter.offence}
        onChoose={(offence) => change({ offence })}
        options={[['', t('filter.all')], ...offences.map((code) => [code, offenceName(code)] as const)]}
      />
      <SelectField
        label={t('news.month')}
        value={filter.month}
        onChoose={(month) => change({ month })}
        options={[['', t('filter.all')], ...months.map((month) => [month, calendarDate(month)] as const)]}
      />
    </search>
  );
}

function EventCard({ event }: { event: FoundEvent }) {
  const { score, explanation, offences, articleCount } = event;
  return (
    <article class="panel stack tight">
      <header class="match-head">
        <Score value={score} />
        <div class="grow">
          <h3>
            <Name>{explanation.matchedName}</Name>
          </h3>
          <ul class="row tight small">
            {offences.map((code) => (
              <li key={code} class="tag warning">
                {offenceName(code)}
              </li>
            ))}
            <li class="tag">{t('news.articles', { count: articleCount })}</li>
          </ul>
        </div>
      </header>
      <EventFacts event={event} />
      <details>
        <summary>{t('why.title')}</summary>
        <Why explanation={explanation} total={score} />
      </details>
    </article>
  );
}
