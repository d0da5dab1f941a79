import type { ListDate } from '../../../src/domain/list-entry.ts';
import type { EvidencedMatch, Explanation, TokenPair } from '../../../src/domain/match.ts';
import { countryName } from '../countries.ts';
import { CalendarDate, listDateWords, Name, score } from '../format.tsx';
import { known, t } from '../language.ts';
import { pairRule, Said } from '../said.tsx';

interface Props {
  readonly match: EvidencedMatch;
  readonly query: string;
  readonly born: string | null;
}

/** Who was asked for and what the list says, side by side. */
export function Comparison({ match, query, born }: Props) {
  const { matchedName, matchedNameKind, weakAlias } = match.explanation;
  const dates = birthDatesOf(match).map(listDateWords);
  return (
    <table class="compared">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('why.query')}</th>
          <th scope="col">{t('why.entry')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('screen.name')}</th>
          <td>
            <Name>{query}</Name>
          </td>
          <td>
            <Name>{matchedName}</Name>{' '}
            <span class="muted small">({known(`nameKind.${matchedNameKind}`) ?? matchedNameKind})</span>{' '}
            {weakAlias && <span class="tag warning">{t('why.weakAlias')}</span>}
          </td>
        </tr>
        <tr>
          <th scope="row">{t('match.born')}</th>
          <td>{born ? <CalendarDate date={born} /> : <NotKnown />}</td>
          <td>{dates.length > 0 ? dates.map((date) => <div key={date}>{date}</div>) : <NotKnown />}</td>
        </tr>
        {match.nationality && (
          <tr>
            <th scope="row">{t('match.nationality')}</th>
            <td>
              <NotKnown />
            </td>
            <td>
              <Name>{countryName(match.nationality)}</Name>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function NotKnown() {
  return <span class="muted">{t('match.notKnown')}</span>;
}

/** Every birth date that the lists give, each as exactly as they give it. */
export function birthDatesOf({ facts, dateOfBirth }: EvidencedMatch): ListDate[] {
  const all = facts.flatMap(({ birthDates = [] }) => birthDates);
  const listed = [...new Map(all.map((date) => [listDateWords(date), date])).values()];
  return listed.length > 0 || !dateOfBirth ? listed : [{ date: dateOfBirth }];
}

/** Query and entry token by token, then what raised and what lowered the score. */
export function Why({ explanation, total }: { explanation: Explanation; total: number }) {
  const { pairs, unmatchedQuery, unmatchedEntry, nameScore, adjustments } = explanation;
  return (
    <section class="why" aria-label={t('why.title')}>
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
          <span class="numeric">{score(total)}</span>
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
