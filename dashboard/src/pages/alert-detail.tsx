import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ReasonCode } from '../../../src/domain/alert.ts';
import type { AlertRow, AlertState } from '../../../src/http/dashboard/wire.ts';
import { CalendarDate, Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { useMay, useMe } from '../session.tsx';
import { Changed, History, Proposed, StateTag } from '../ui/decisions.tsx';
import { MatchCard } from '../ui/match.tsx';
import { Problem } from '../ui/states.tsx';
import type { Act } from './alert-decisions.ts';
import { Assignee } from './alert-item.tsx';
import type { Shortcuts } from './alert-keys.tsx';
import { AssignChoice } from './assign-choice.tsx';
import {
  AnswerButtons,
  ConfirmMatch,
  type Deed,
  isDecidable,
  ReasonField,
  RememberChoice,
  waits,
} from './decision.tsx';
import { ReasonList } from './verification.tsx';

interface Props {
  readonly row: AlertRow;
  readonly state: AlertState;
  readonly act: Act;
  readonly shortcuts: { current: Shortcuts | undefined };
}

/** One alert with all that a decision needs, and the decision. */
export function AlertDetail({ row, state, act, shortcuts }: Props) {
  const may = useMay('analyst');
  const heading = useRef<HTMLHeadingElement>(null);
  const path = row.kind === 'match' ? `/screenings/${row.record}` : `/verifications/${row.record}`;
  return (
    <section class="queue-detail stack" aria-label={t('alert.current')}>
      <div class="panel stack tight">
        <div class="row between">
          <h2 ref={heading}>{row.subject ? <Name>{row.subject}</Name> : t('verification.unreadable')}</h2>
          <span class="row tight">
            {state.assignee && <Assignee address={state.assignee} />}
            <StateTag alert={state} />
          </span>
        </div>
        <p class="row small muted">
          {row.entityType && <span>{t(`type.${row.entityType}`)}</span>}
          {row.dateOfBirth && (
            <span>
              {t('match.born')} <CalendarDate date={row.dateOfBirth} />
            </span>
          )}
          <Moment at={row.createdAt} />
          {row.customer !== null && (
            <a href={`/customers/${encodeURIComponent(row.customer)}`}>
              {t('alert.ofCustomer', { reference: row.customer })}
            </a>
          )}
          {row.record !== null && <a href={path}>{t('screen.record', { id: String(row.record) })}</a>}
          <a href={`/reports/alerts/${row.id}`}>{t('report.open')}</a>
        </p>
        <Changed sentences={state.changed} />
        <Proposed alert={state} />
        {may && <Actions row={row} state={state} act={act} shortcuts={shortcuts} heading={heading} />}
        <History events={state.history} />
      </div>
      {row.match && <MatchCard match={row.match} query={row.subject ?? ''} born={row.dateOfBirth} />}
      {row.kind === 'review' && (
        <div class="panel stack tight">
          <h3>{t('verification.reasons')}</h3>
          <ReasonList reasons={row.reasons} />
          <a href={path}>{t('alert.openRecord')}</a>
        </div>
      )}
    </section>
  );
}

function Actions({ row, state, act, shortcuts, heading }: Props & { heading: RefObject<HTMLElement | null> }) {
  const [text, setText] = useState('');
  const [reason, setReason] = useState<ReasonCode | ''>('');
  const [remember, setRemember] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const reasons = useRef<HTMLDivElement>(null);
  const me = useMe();
  const id = useId();
  const open = waits(state);
  const decide = (decision: Deed['decision']) =>
    act.decide(state, { decision, reason, comment: text, remember }, act.decided);
  const confirmNow = () => decide('confirmed');
  const confirm = () => (row.match ? setConfirming(true) : confirmNow());
  const dismiss = () => decide('dismissed');
  const escalate = () => decide('escalated');
  const take = () => act.assign(state, state.assignee === me.email ? null : me.email);
  shortcuts.current = {
    id: row.id,
    confirm,
    dismiss,
    escalate,
    take,
    focusReason: () => reasons.current?.querySelector('select')?.focus(),
    inView: () => scrolledIntoView(heading.current),
    focusComment: () => area.current?.focus(),
    toggleRemember: () => setRemember(!remember),
  };
  useEffect(
    () => () => {
      // The next card is drawn before this one is cleaned up: its keys must stay.
      if (shortcuts.current?.id === row.id) shortcuts.current = undefined;
    },
    [shortcuts, row.id],
  );
  return (
    <>
      <div class="why-fields" ref={reasons}>
        {isDecidable(state) && <ReasonField reason={reason} choose={setReason} />}
        <div class="field">
          <label for={id}>{t('alert.comment')}</label>
          <textarea
            id={id}
            ref={area}
            rows={2}
            dir="auto"
            maxLength={4000}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          />
        </div>
      </div>
      {open && row.kind === 'match' && <RememberChoice checked={remember} choose={setRemember} />}
      <Problem text={act.problem} />
      <div class="row">
        {state.proposal ? (
          <AnswerButtons
            busy={act.busy}
            answered={(accept) => act.answer(state, accept, text, accept ? act.decided : () => setText(''))}
          />
        ) : open ? (
          <>
            <button type="button" class="button danger" disabled={act.busy} onClick={confirm}>
              {t(`decide.confirm.${row.kind}`)} <kbd>c</kbd>
            </button>
            <button type="button" class="button" disabled={act.busy} onClick={dismiss}>
              {t(`decide.dismiss.${row.kind}`)} <kbd>d</kbd>
            </button>
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
      {confirming && row.match && (
        <ConfirmMatch
          subject={row.subject ?? ''}
          entry={row.match.name}
          action={{ busy: act.busy, problem: act.problem, run: confirmNow }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
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
