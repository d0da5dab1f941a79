import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AlertRow, AlertState } from '../../../src/http/dashboard/wire.ts';
import { useDraft } from '../drafts.ts';
import { CalendarDate, Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { useMay, useMe } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { Changed, History, Proposed, SecondTag, StateTag } from '../ui/decisions.tsx';
import { CommentField } from '../ui/field.tsx';
import { MatchCard } from '../ui/match.tsx';
import { Problem } from '../ui/states.tsx';
import type { Act } from './alert-decisions.ts';
import { Assignee, Due } from './alert-item.tsx';
import type { Shortcuts } from './alert-keys.tsx';
import { AssignChoice } from './assign-choice.tsx';
import {
  AnswerButtons,
  ConfirmMatch,
  type Deed,
  isDecidable,
  ReasonField,
  RememberChoice,
  SecondHint,
  waits,
} from './decision.tsx';
import { EscalateDialog, Escalated, useIsEscalator } from './escalate.tsx';
import { type ChosenReason, useReason } from './reason-first.tsx';
import { ReviewCard } from './review-card.tsx';

interface Props {
  readonly row: AlertRow;
  readonly state: AlertState;
  readonly act: Act;
  readonly shortcuts: { current: Shortcuts | undefined };
}

/** One alert with all that a decision needs; the bar with the decision stays in sight while one reads. */
export function AlertDetail({ row, state, act, shortcuts }: Props) {
  const may = useMay('work');
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section class="queue-detail stack tight" aria-label={t('alert.current')}>
      <div class="panel stack tight">
        <div class="row between">
          <h2 ref={heading} class="wrap">
            {row.subject ? <Name>{row.subject}</Name> : t('verification.unreadable')}
          </h2>
          <span class="row tight">
            {state.assignee && <Assignee address={state.assignee} />}
            <StateTag alert={state} />
            <SecondTag alert={state} />
          </span>
        </div>
        <About row={row} />
        <Changed sentences={state.changed} />
        <Proposed alert={state} />
        <Escalated alert={state} />
      </div>
      {may && <Actions row={row} state={state} act={act} shortcuts={shortcuts} heading={heading} />}
      {row.match && <MatchCard match={row.match} query={row.subject ?? ''} born={row.dateOfBirth} />}
      {row.kind === 'review' && <ReviewCard row={row} />}
      {state.history.length > 0 && (
        <div class="panel stack tight">
          <h3>{t('alert.history')}</h3>
          <History events={state.history} kind={row.kind} />
        </div>
      )}
    </section>
  );
}

function pageOfRecord({ kind, record }: AlertRow): string {
  return kind === 'match' ? `/screenings/${record}` : `/verifications/${record}`;
}

function About({ row }: { row: AlertRow }) {
  return (
    <p class="row small muted">
      {row.entityType && <span>{t(`type.${row.entityType}`)}</span>}
      {row.dateOfBirth && (
        <span>
          {t('match.born')} <CalendarDate date={row.dateOfBirth} />
        </span>
      )}
      <Moment at={row.createdAt} />
      <Due at={row.dueAt} />
      {row.customer !== null && (
        <a href={`/customers/${encodeURIComponent(row.customer)}`} class="wrap">
          {t('alert.ofCustomer', { reference: row.customer })}
        </a>
      )}
      {row.record !== null && <a href={pageOfRecord(row)}>{t('screen.record', { id: String(row.record) })}</a>}
      <a href={`/alerts/${row.id}`}>{t('alert.title', { id: String(row.id) })}</a>
      <a href={`/reports/alerts/${row.id}`}>{t('report.open')}</a>
    </p>
  );
}

function Actions({ row, state, act, shortcuts, heading }: Props & { heading: RefObject<HTMLElement | null> }) {
  const me = useMe();
  const [text, setText] = useDraft(`${me.email} ${row.id}`);
  const why = useReason(row.kind);
  const [remember, setRemember] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [escalating, setEscalating] = useState(false);
  const isEscalator = useIsEscalator(state);
  const area = useRef<HTMLTextAreaElement>(null);
  const open = waits(state);
  const decide = (decision: Deed['decision'], reason: ChosenReason, to?: string) =>
    act.decide(state, { decision, reason, comment: text, remember, ...(to && { to }) }, () => {
      setText('');
      setEscalating(false);
      act.decided();
    });
  const confirm = () => why.first((reason) => (row.match ? setConfirming(true) : decide('confirmed', reason)));
  const dismiss = () => {
    if (isEscalator) announce(t('escalate.notYou'));
    else why.first((reason) => decide('dismissed', reason));
  };
  const escalate = () => setEscalating(true);
  useCard(shortcuts, {
    id: row.id,
    confirm,
    dismiss,
    escalate,
    take: () => act.assign(state, state.assignee === me.email ? null : me.email),
    chooseReason: why.ask,
    inView: () => scrolledIntoView(heading.current),
    focusComment: () => area.current?.focus(),
    toggleRemember: () => setRemember(!remember),
  });
  return (
    <div class="panel stack tight decide-bar">
      <div class="why-fields">
        {isDecidable(state) && <ReasonField kind={row.kind} reason={why.reason} choose={why.choose} />}
        <CommentField label={t('alert.comment')} value={text} rows={1} onText={setText} areaRef={area} />
      </div>
      {why.menu}
      {open && row.kind === 'match' && <RememberChoice checked={remember} choose={setRemember} />}
      <Problem text={act.problemOf(row.id)} />
      <SecondHint alert={state} />
      <div class="row">
        {state.proposal ? (
          <AnswerButtons
            by={state.proposal.by}
            busy={act.busy}
            answered={(accept) =>
              act.answer(state, accept, text, () => {
                setText('');
                if (accept) act.decided();
              })
            }
          />
        ) : open ? (
          <>
            <button type="button" class="button danger" disabled={act.busy} onClick={confirm}>
              {t(`decide.confirm.${row.kind}`)} <kbd>c</kbd>
            </button>
            {!isEscalator && (
              <button type="button" class="button" disabled={act.busy} onClick={dismiss}>
                {t(`decide.dismiss.${row.kind}`)} <kbd>d</kbd>
              </button>
            )}
            {state.state === 'open' && (
              <button type="button" class="button" disabled={act.busy} onClick={escalate}>
                {t('decide.escalate')} <kbd>e</kbd>
              </button>
            )}
          </>
        ) : (
          <button type="button" class="button" disabled={act.busy} onClick={() => act.undo(state, act.undone)}>
            {t('alert.undo')} <kbd>u</kbd>
          </button>
        )}
        <AssignChoice state={state} busy={act.busy} assign={(to) => act.assign(state, to)} />
        <button
          type="button"
          class="button quiet"
          disabled={act.busy || text.trim() === ''}
          onClick={() => act.comment(row.id, text, () => setText(''))}
        >
          {t('alert.addComment')}
        </button>
      </div>
      {escalating && (
        <EscalateDialog
          alert={state}
          chosen={why.reason}
          problem={act.problemOf(row.id)}
          busy={act.busy}
          escalate={(to, reason) => decide('escalated', reason, to)}
          onClose={() => setEscalating(false)}
        />
      )}
      {confirming && row.match && (
        <ConfirmMatch
          subject={row.subject ?? ''}
          entry={row.match.name}
          alert={state}
          action={{ busy: act.busy, problem: act.problemOf(row.id), run: () => decide('confirmed', why.reason) }}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

/** Hands what the card offers to the keys, as long as the card is there. */
function useCard(shortcuts: Props['shortcuts'], card: Shortcuts): void {
  shortcuts.current = card;
  useEffect(
    () => () => {
      // The next card is drawn before this one is cleaned up: its keys must stay.
      if (shortcuts.current?.id === card.id) shortcuts.current = undefined;
    },
    [shortcuts, card.id],
  );
}

/** True where the element can be seen. Otherwise it scrolls into view. */
function scrolledIntoView(element: HTMLElement | null): boolean {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return true;
  element.scrollIntoView({ block: 'center' });
  return false;
}
