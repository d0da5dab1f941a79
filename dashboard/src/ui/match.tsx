import type { ComponentChildren } from 'preact';
import type { EvidencedMatch, TokenPair } from '../../../src/domain/match.ts';
import { CalendarDate, Name, score } from '../format.tsx';
import { known, t } from '../language.ts';
import { pairRule, Said } from '../said.tsx';
import { Score } from './score.tsx';

interface Props {
  readonly match: EvidencedMatch;
  readonly query: string;
  /** Decision and history, where there are any. */
  readonly children?: ComponentChildren;
  readonly heading?: 'h2' | 'h3';
}

/** One match: who it is, on which lists, and how its score came about. */
export function MatchCard({ match, query, children, heading: Heading = 'h3' }: Props) {
  const { name, score: reached, sources, dateOfBirth, nationality, facts } = match;
  return (
    <article class="panel match">
      <header class="match-head">
        <Score value={reached} />
        <div class="grow">
          <Heading>
            <Name>{name}</Name>
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
        {dateOfBirth && (
          <Fact label={t('match.born')}>
            <CalendarDate date={dateOfBirth} />
          </Fact>
        )}
        {nationality && (
          <Fact label={t('match.nationality')}>
            <Name>{nationality}</Name>
          </Fact>
        )}
        <Aliases match={match} />
        <Programmes facts={facts} />
      </dl>
      <Why match={match} query={query} />
      <Entries facts={facts} />
      {children}
    </article>
  );
}

export function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
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
function Why({ match: { explanation, score: reached }, query }: { match: EvidencedMatch; query: string }) {
  const { pairs, unmatchedQuery, unmatchedEntry, nameScore, adjustments, matchedName, matchedNameKind } = explanation;
  return (
    <section class="why" aria-label={t('why.title')}>
      <dl class="compared">
        <dt>{t('why.query')}</dt>
        <dd>
          <Name>{query}</Name>
        </dd>
        <dt>{t('why.entry')}</dt>
        <dd>
          <Name>{matchedName}</Name>{' '}
          <span class="muted small">({known(`nameKind.${matchedNameKind}`) ?? matchedNameKind})</span>
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
              <span class="strong">{sourceName}</span> <code>{id}</code>
              {listedOn && (
                <>
                  {' · '}
                  {t('match.listedOn')} <CalendarDate date={listedOn} />
                </>
              )}
              {birthDates.length > 0 && (
                <div class="small">
                  {t('match.born')}:{' '}
                  {birthDates
                    .map(({ date, to, circa }) => `${circa ? '~ ' : ''}${date}${to ? `–${to}` : ''}`)
                    .join(', ')}
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
