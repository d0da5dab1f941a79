import type { ComponentChildren } from 'preact';
import type { ListDate } from '../../../src/domain/list-entry.ts';
import type { EvidencedMatch, TokenPair } from '../../../src/domain/match.ts';
import { CalendarDate, listDateWords, Name, score } from '../format.tsx';
import { known, t } from '../language.ts';
import { pairRule, Said } from '../said.tsx';
import { Score } from './score.tsx';

interface Props {
  readonly match: EvidencedMatch;
  readonly query: string;
  /** The birth date of the query; null where none was given. */
  readonly born?: string | null;
  /** Decision and history, where there are any. */
  readonly children?: ComponentChildren;
  readonly heading?: 'h2' | 'h3';
}

/** One match: who it is, on which lists, and how its score came about. */
export function MatchCard({ match, query, born = null, children, heading: Heading = 'h3' }: Props) {
  const { name, score: reached, sources, nationality, facts } = match;
  return (
    <article class="panel match">
      <header class="match-head">
        <Score value={reached} />
        <div class="grow">
          <Heading>
            {facts[0] ? (
              <a href={pageOfEntity(facts[0])} class="row-link">
                <Name>{name}</Name>
              </a>
            ) : (
              <Name>{name}</Name>
            )}
          </Heading>
          <ul class="row small">
            {sources.map((source) => (
              <li key={source} class="tag info">
                {source}
              </li>
            ))}
          </ul>
        </div>
      </header>
      <dl class="facts">
        <Fact label={t('match.type')}>{t(`type.${match.entityType}`)}</Fact>
        <Born match={match} />
        {nationality && (
          <Fact label={t('match.nationality')}>
            <Name>{nationality}</Name>
          </Fact>
        )}
        <Aliases match={match} />
        <Programmes facts={facts} />
      </dl>
      <Why match={match} query={query} born={born} />
      <Entries facts={facts} />
      {children}
    </article>
  );
}

/** The page of the entity that has this entry. */
function pageOfEntity({ source, id }: { readonly source: string; readonly id: string }): string {
  return `/listed/${encodeURIComponent(source)}/${encodeURIComponent(id)}`;
}

export function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Every birth date that the lists give, each as exactly as they give it. */
function birthDatesOf({ facts, dateOfBirth }: EvidencedMatch): ListDate[] {
  const all = facts.flatMap(({ birthDates = [] }) => birthDates);
  const listed = [...new Map(all.map((date) => [listDateWords(date), date])).values()];
  return listed.length > 0 || !dateOfBirth ? listed : [{ date: dateOfBirth }];
}

function Born({ match }: { match: EvidencedMatch }) {
  const dates = birthDatesOf(match);
  return dates.length > 0 ? (
    <Fact label={t('match.born')}>
      <ul class="names">
        {dates.map((date) => (
          <li key={listDateWords(date)}>{listDateWords(date)}</li>
        ))}
      </ul>
    </Fact>
  ) : null;
}

const MAX_ALIASES = 6;

function Aliases({ match: { name, facts } }: { match: EvidencedMatch }) {
  const all = [...new Set(facts.flatMap(({ names }) => names.map(({ full }) => full)))].filter((one) => one !== name);
  if (all.length === 0) return null;
  const rest = all.slice(MAX_ALIASES);
  return (
    <Fact label={t('match.aliases')}>
      <NameList names={all.slice(0, MAX_ALIASES)} />
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
    <ul class="names">
      {names.map((one) => (
        <li key={one}>
          <Name>{one}</Name>
        </li>
      ))}
    </ul>
  );
}

function Programmes({ facts }: { facts: EvidencedMatch['facts'] }) {
  const all = [...new Set(facts.flatMap(({ programmes = [], positions = [] }) => [...programmes, ...positions]))];
  if (all.length === 0) return null;
  return (
    <Fact label={t('match.programmes')}>
      <NameList names={all.slice(0, MAX_ALIASES)} />
    </Fact>
  );
}

/** Query and entry token by token, then what raised and what lowered the score. */
function Why({ match, query, born }: { match: EvidencedMatch; query: string; born: string | null }) {
  const { explanation, score: reached } = match;
  const dates = birthDatesOf(match).map(listDateWords);
  const { pairs, unmatchedQuery, unmatchedEntry, nameScore, adjustments, matchedName, matchedNameKind } = explanation;
  return (
    <section class="why" aria-label={t('why.title')}>
      <dl class="compared">
        <dt>{t('why.query')}</dt>
        <dd>
          <Name>{query}</Name>
          {born && (
            <span class="muted small">
              {' '}
              · {t('match.born')} <CalendarDate date={born} />
            </span>
          )}
        </dd>
        <dt>{t('why.entry')}</dt>
        <dd>
          <Name>{matchedName}</Name>{' '}
          <span class="muted small">({known(`nameKind.${matchedNameKind}`) ?? matchedNameKind})</span>
          {born && dates.length > 0 && (
            <span class="muted small">
              {' '}
              · {t('match.born')} {dates.join('; ')}
            </span>
          )}
          {explanation.weakAlias && <span class="tag warning">{t('why.weakAlias')}</span>}
        </dd>
      </dl>
      <ol class="pairs" aria-label={t('why.pairs')}>
        {pairs.map((pair, index) => (
          <Pair key={`${index}-${pair.query}`} pair={pair} />
        ))}
        {unmatchedQuery.map((token, index) => (
          <Alone key={`q${index}-${token}`} token={token} side="query" />
        ))}
        {unmatchedEntry.map((token, index) => (
          <Alone key={`e${index}-${token}`} token={token} side="entry" />
        ))}
      </ol>
      <ul class="ledger">
        <li>
          <span>{t('why.nameScore')}</span>
          <span class="numeric">{score(nameScore)}</span>
        </li>
        {adjustments.map(({ reason, points }) => (
          <li key={reason} class={points > 0 ? 'raised' : 'lowered'}>
            <span>
              <Said text={reason} />
            </span>
            <span class="numeric">
              {points > 0 ? '+' : '−'}
              {score(Math.abs(points))}
            </span>
          </li>
        ))}
        <li class="total">
          <span>{t('match.score')}</span>
          <span class="numeric">{score(reached)}</span>
        </li>
      </ul>
    </section>
  );
}

function Pair({ pair }: { pair: TokenPair }) {
  const exact = pair.similarity >= 0.995;
  return (
    <li class={exact ? 'pair exact' : 'pair'} title={t('why.weight', { percent: Math.round(pair.weight * 100) })}>
      <Name>{pair.query}</Name>
      <span class="how">
        {t(`evidence.${pair.evidence}`)}
        {!exact && ` · ${Math.round(pair.similarity * 100)} %`}
        {pair.detail && <span class="detail">{pairRule(pair.detail)}</span>}
      </span>
      <Name>{pair.entry}</Name>
    </li>
  );
}

function Alone({ token, side }: { token: string; side: 'query' | 'entry' }) {
  return (
    <li class="pair unpaired">
      {side === 'query' ? <Name>{token}</Name> : <span class="gap">–</span>}
      <span class="how">{t(side === 'query' ? 'why.onlyQuery' : 'why.onlyEntry')}</span>
      {side === 'entry' ? <Name>{token}</Name> : <span class="gap">–</span>}
    </li>
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
                      .map(({ type, number, country }) => `${type} ${number}${country ? ` (${country})` : ''}`)
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
