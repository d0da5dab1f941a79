import type { AlertRow, AlertState } from '../../../src/http/dashboard/wire.ts';
import { ago, CalendarDate, ClippedName, Name } from '../format.tsx';
import { t } from '../language.ts';
import { useMe } from '../session.tsx';
import { SecondTag, StateTag } from '../ui/decisions.tsx';
import { Score } from '../ui/score.tsx';
import { documentWords, Expired } from './review-card.tsx';

interface Props {
  readonly row: AlertRow;
  readonly state: AlertState;
  readonly current: boolean;
  /** Undefined where nobody can choose several. */
  readonly chosen: boolean | undefined;
  choose(): void;
  /** `through`: with all rows since the one before. */
  mark(chosen: boolean, through: boolean): void;
}

/** One row of the queue: who, which entity on which lists, how long it waits, and who works on it. */
export function QueueItem({ row, state, current, chosen, choose, mark }: Props) {
  const name = row.subject ?? t('verification.unreadable');
  return (
    <div class={current ? 'queue-row current' : 'queue-row'}>
      {chosen !== undefined && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('many.choose', { name })}
          checked={chosen}
          onClick={(event) => mark(event.currentTarget.checked, event.shiftKey)}
        />
      )}
      <button type="button" class="queue-item" {...(current && { 'aria-current': 'true' })} onClick={choose}>
        <span class="row between">
          <ClippedName strong>{name}</ClippedName>
          {row.kind === 'match' ? <Score value={row.score} /> : <span class="tag review">{t('kind.review')}</span>}
        </span>
        <span class="row between small muted">
          <ClippedName>{row.document ? documentWords(row.document) : row.match?.name}</ClippedName>
          {row.document && <Expired document={row.document} />}
          {state.state !== 'open' && <StateTag alert={state} />}
          <SecondTag alert={state} />
          {state.state === 'open' && state.changed.length > 0 && <span class="tag warning">{t('alert.changed')}</span>}
        </span>
        <span class="row between tiny muted">
          <span class="clip">
            {row.dateOfBirth && (
              <>
                {t('alerts.born')} <CalendarDate date={row.dateOfBirth} /> ·{' '}
              </>
            )}
            {row.kind === 'match' ? listsOf(row) : t('alert.reasons', { count: row.reasons.length })}
          </span>
          <span class="unbroken">{ago(row.waitingSince)}</span>
        </span>
        {(state.assignee !== null || row.customer !== null || row.dueAt !== null) && (
          <span class="row between tiny muted">
            <span class="clip">{row.customer && <Name>{row.customer}</Name>}</span>
            <span class="unbroken">
              {state.assignee && <Assignee address={state.assignee} />} <Due at={row.dueAt} />
            </span>
          </span>
        )}
      </button>
    </div>
  );
}

/** When a decision is due, or that it is overdue. */
export function Due({ at }: { at: string | null }) {
  if (at === null) return null;
  const over = Date.parse(at) < Date.now();
  return (
    <span class={over ? 'tag danger' : 'tag'}>{over ? t('alert.overdue') : t('alert.due', { when: ago(at) })}</span>
  );
}

function listsOf({ match, categories }: AlertRow): string {
  const lists = [...new Set(match?.facts.map(({ source }) => source))].join(', ');
  return [...categories.map((category) => t(`category.${category}`)), ...(lists ? [lists] : [])].join(' · ');
}

export function Assignee({ address }: { address: string }) {
  const mine = useMe().email === address;
  return (
    <span class={mine ? 'tag info' : 'tag'}>
      {mine ? t('alert.mine') : <Name>{address.split('@')[0] ?? address}</Name>}
    </span>
  );
}
