import type { ComponentChildren } from 'preact';
import { MEDIA_SOURCE } from '../../../src/domain/adverse-media.ts';
import type { EvidencedMatch } from '../../../src/domain/match.ts';
import { countryName } from '../countries.ts';
import { CalendarDate, listDateWords, Name } from '../format.tsx';
import { t } from '../language.ts';
import { Fact } from './fact.tsx';
import { Comparison, Why } from './match-why.tsx';
import { EventFacts, NewsTerms } from './news.tsx';
import { Score } from './score.tsx';

interface Props {
  readonly match: EvidencedMatch;
  readonly query: string;
  /** The birth date of the query; null where none was given. */
  readonly born?: string | null;
  /** Decision and history, where there are any. */
  readonly children?: ComponentChildren;
}

/** One match: who it is, on which lists, what it has in common with the query, and how its score came about. */
export function MatchCard({ match, query, born = null, children }: Props) {
  const { name, score: reached, sources, facts, event, explanation } = match;
  return (
    <article class="panel match">
      <header class="match-head">
        <Score value={reached} />
        <div class="grow">
          <h3>
            {facts[0] && !event ? (
              <a href={pageOfEntity(facts[0])} class="row-link">
                <Name>{name}</Name>
              </a>
            ) : (
              <Name>{name}</Name>
            )}
          </h3>
          <ul class="row tight small">
            <li class="tag">{t(`type.${match.entityType}`)}</li>
            {sources.map((source) => (
              <li key={source} class="tag info">
                {sourceWords(source)}
              </li>
            ))}
          </ul>
        </div>
      </header>
      <Comparison match={match} query={query} born={born} />
      <Why explanation={explanation} total={reached} />
      {event ? (
        <>
          <EventFacts event={event} />
          <NewsTerms />
        </>
      ) : (
        <>
          <dl class="facts wide">
            <Aliases match={match} />
            <Programmes facts={facts} />
          </dl>
          <Entries facts={facts} />
        </>
      )}
      {children}
    </article>
  );
}

/** A list by its name; the news has none of a list. */
export function sourceWords(source: string): string {
  return source === MEDIA_SOURCE ? t('category.adverse-media') : source;
}

/** The page of the entity that has this entry. */
function pageOfEntity({ source, id }: { readonly source: string; readonly id: string }): string {
  return `/listed/${encodeURIComponent(source)}/${encodeURIComponent(id)}`;
}

const MAX_ALIASES = 6;
/** Lists say at length why they list somebody. */
const MAX_PROGRAMMES = 2;

function Aliases({ match: { name, facts } }: { match: EvidencedMatch }) {
  const all = [...new Set(facts.flatMap(({ names }) => names.map(({ full }) => full)))].filter((one) => one !== name);
  return <Some label={t('match.aliases')} all={all} most={MAX_ALIASES} />;
}

function Programmes({ facts }: { facts: EvidencedMatch['facts'] }) {
  const all = [...new Set(facts.flatMap(({ programmes = [], positions = [] }) => [...programmes, ...positions]))];
  return <Some label={t('match.programmes')} all={all} most={MAX_PROGRAMMES} />;
}

/** The first ones in a line, the others behind it. */
function Some({ label, all, most }: { label: string; all: readonly string[]; most: number }) {
  if (all.length === 0) return null;
  const rest = all.slice(most);
  return (
    <Fact label={label}>
      <NameList names={all.slice(0, most)} />
      {rest.length > 0 && (
        <details>
          <summary>{t('match.moreAliases', { count: rest.length })}</summary>
          <NameList names={rest} />
        </details>
      )}
    </Fact>
  );
}

function NameList({ names }: { names: readonly string[] }) {
  return (
    <ul class="names in-line">
      {names.map((one) => (
        <li key={one}>
          <Name>{one}</Name>
        </li>
      ))}
    </ul>
  );
}

function Entries({ facts }: { facts: EvidencedMatch['facts'] }) {
  return (
    <details class="entries">
      <summary>{t('match.entries', { count: facts.length })}</summary>
      <ul class="stack tight">
        {facts.map(
          ({ source, sourceName, id, listedOn, birthDates = [], birthPlaces = [], documents = [], remarks }) => (
            <li key={`${source} ${id}`}>
              <span class="strong">{sourceName}</span>{' '}
              <a href={pageOfEntity({ source, id })}>
                <code>{id}</code>
              </a>
              {listedOn && (
                <>
                  {' · '}
                  {t('match.listedOn')} <CalendarDate date={listedOn} />
                </>
              )}
              {birthDates.length > 0 && (
                <div class="small">
                  {t('match.born')}: {birthDates.map(listDateWords).join('; ')}
                  {birthPlaces.length > 0 && <bdi> · {birthPlaces.join('; ')}</bdi>}
                </div>
              )}
              {documents.length > 0 && (
                <div class="small wrap">
                  <bdi>
                    {documents
                      .map(
                        ({ type, number, country }) =>
                          `${type} ${number}${country ? ` (${countryName(country)})` : ''}`,
                      )
                      .join('; ')}
                  </bdi>
                </div>
              )}
              {remarks && (
                <p class="small muted wrap">
                  <bdi>{remarks}</bdi>
                </p>
              )}
            </li>
          ),
        )}
      </ul>
    </details>
  );
}
