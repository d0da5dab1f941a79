import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { EvidencedMatch } from '../../../src/domain/match.ts';
import { countryName } from '../countries.ts';
import { ClippedName, listDateWords } from '../format.tsx';
import { t } from '../language.ts';
import { MatchCard } from './match.tsx';
import { birthDatesOf } from './match-why.tsx';
import { Score } from './score.tsx';

interface Props<Match> {
  readonly matches: readonly Match[];
  readonly query: string;
  readonly born: string | null;
  /** What stands at the end of a row, such as its state. */
  state(match: Match, index: number): ComponentChildren;
  /** What stands at the end of the match that is unfolded. */
  below(match: Match, index: number): ComponentChildren;
}

/** Matches as rows of one line; one of them is unfolded. */
export function MatchRows<Match extends EvidencedMatch>({ matches, query, born, state, below }: Props<Match>) {
  const [unfolded, setUnfolded] = useState(0);
  const id = useId();
  return (
    <ol class="match-rows">
      {matches.map((match, index) => (
        <li key={index}>
          <button
            type="button"
            class="match-row"
            aria-expanded={index === unfolded}
            aria-controls={`${id}-${index}`}
            onClick={() => setUnfolded(index === unfolded ? -1 : index)}
          >
            <Score value={match.score} />
            <ClippedName strong>{match.name}</ClippedName>
            <span class="clip small muted">{listsOf(match)}</span>
            <span class="clip small muted">{birthDatesOf(match).map(listDateWords).join('; ')}</span>
            <span class="clip small muted">{match.nationality && countryName(match.nationality)}</span>
            <span class="match-state">{state(match, index)}</span>
          </button>
          <div id={`${id}-${index}`}>
            {index === unfolded && (
              <MatchCard match={match} query={query} born={born}>
                {below(match, index)}
              </MatchCard>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function listsOf({ sources: [first = '', ...others] }: EvidencedMatch): string {
  return others.length > 0 ? t('match.andLists', { list: first, count: others.length }) : first;
}
