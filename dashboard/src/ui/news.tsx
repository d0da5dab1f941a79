import type { ToldEvent } from '../../../src/domain/told-event.ts';
import { countryName } from '../countries.ts';
import { CalendarDate, Name, number } from '../format.tsx';
import { known, t } from '../language.ts';
import { useMe } from '../session.tsx';
import { Fact } from './fact.tsx';
import { Icon } from './icon.tsx';

/** What the news tells of an event: offences, days, places, whom else it names, and where it stands. */
export function EventFacts({ event }: { event: ToldEvent }) {
  const { offences, first, last, names, countries, articles, articleCount, tone } = event;
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  return (
    <div class="stack tight">
      <dl class="facts wide">
        <Fact label={t('news.offences')}>{offences.map(offenceName).join(', ')}</Fact>
        <Fact label={t('news.told')}>
          <CalendarDate date={from} />
          {to !== from && (
            <>
              {' – '}
              <CalendarDate date={to} />
            </>
          )}
        </Fact>
        {countries.length > 0 && (
          <Fact label={t('news.countries')}>
            {countries.map((country) => countryName(country.toUpperCase())).join(', ')}
          </Fact>
        )}
        <Fact label={t('news.tone')}>{number(tone, { maximumFractionDigits: 1 })}</Fact>
        <Fact label={t('news.names')}>
          <ul class="names in-line">
            {names.map((name) => (
              <li key={name}>
                <Name>{name}</Name>
              </li>
            ))}
          </ul>
        </Fact>
      </dl>
      <h4>{t('news.articles', { count: articleCount })}</h4>
      <ul class="stack tight small">
        {articles.map(({ url, site, date, title }) => (
          <li key={url} class="wrap">
            <a href={url} rel="noreferrer" target="_blank">
              <Name>{title ?? url}</Name> <Icon name="external" />
            </a>{' '}
            <span class="muted">
              <Name>{site}</Name> · <CalendarDate date={date.slice(0, 10)} />
            </span>
          </li>
        ))}
      </ul>
      {articleCount > articles.length && (
        <p class="small muted">{t('news.moreArticles', { count: articleCount - articles.length })}</p>
      )}
    </div>
  );
}

/** An offence in the language in use. */
export function offenceName(code: string): string {
  return known(`offence.${code}`) ?? code;
}

/** What a mention is worth, and whose the news is: GDELT asks to be named. */
export function NewsTerms() {
  const isGraph = useMe().media !== 'feeds';
  return (
    <p class="small muted">
      {t('news.accusation')}{' '}
      {isGraph && (
        <a href="https://www.gdeltproject.org/" rel="noreferrer" target="_blank">
          {t('news.graph')} <Icon name="external" />
        </a>
      )}
    </p>
  );
}
