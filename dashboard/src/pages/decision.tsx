import { useState } from 'preact/hooks';
import { type AlertKind, type AlertStep, type ReasonCode, reasonsOf } from '../../../src/domain/alert.ts';
import type { AlertState } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { t } from '../language.ts';
import { useMay, useMe } from '../session.tsx';
import { outcomeWords } from '../ui/alert-words.ts';
import { announce } from '../ui/announce.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CommentField, SelectField } from '../ui/field.tsx';
import { Problem } from '../ui/states.tsx';
import { type Action, useAction } from '../use.ts';
import { EscalateDialog, Escalated, useIsEscalator } from './escalate.tsx';
import { type ChosenReason, useReason } from './reason-first.tsx';

export interface Deed {
  readonly decision: Exclude<AlertStep, 'reopened'>;
  readonly reason: ChosenReason;
  readonly comment: string;
  readonly remember: boolean;
  /** Whom it is escalated to. */
  readonly to?: string;
}

/** Sends what the decision rests on, so that it is refused where somebody else was faster. */
export function decide(
  { id, revision }: AlertState,
  { decision, reason, comment, remember, to }: Deed,
): Promise<AlertState> {
  const why = { ...(reason && { reason }), ...(comment.trim() && { comment }) };
  const body = {
    decision,
    revision,
    ...why,
    ...(to && { to }),
    ...(remember && decision === 'dismissed' && { remember }),
  };
  return send('POST', `/alerts/${id}/decision`, body);
}

export function undo({ id, revision }: AlertState): Promise<AlertState> {
  return send('POST', `/alerts/${id}/undo`, { revision });
}

/** Names who works on it by their address, or nobody. Refused where somebody else has it by now. */
export function assign({ id, assignee }: AlertState, to: string | null): Promise<AlertState> {
  return send('POST', `/alerts/${id}/assignment`, { to: to ?? '', from: assignee ?? '' });
}

/** Accepts or refuses what somebody else proposed. */
export function answer({ id, proposal }: AlertState, accept: boolean, text: string): Promise<AlertState> {
  const seen = { ...(proposal && { at: proposal.at }), ...(text.trim() && { comment: text }) };
  return send('POST', `/alerts/${id}/proposal`, { accept, ...seen });
}

/** Whether the alert waits for a person. */
export function waits({ state }: Pick<AlertState, 'state'>): boolean {
  return state === 'open' || state === 'escalated';
}

/** Whether a decision can be taken, and not only answered. */
export function isDecidable(alert: AlertState): boolean {
  return waits(alert) && alert.proposal === null;
}

export function comment(id: number, text: string): Promise<AlertState> {
  return send('POST', `/alerts/${id}/comments`, { comment: text });
}

/** The reasons that alerts of these kinds share, with their words. */
export function reasonOptions(kinds: readonly AlertKind[]): (readonly [code: ReasonCode, words: string])[] {
  const [first = [], ...others] = kinds.map(reasonsOf);
  return first
    .filter((code) => others.every((codes) => codes.includes(code)))
    .map((code) => [code, t(`why.${code}`)] as const);
}

interface ReasonProps {
  readonly kind: AlertKind;
  readonly reason: ChosenReason;
  choose(reason: ChosenReason): void;
}

export function ReasonField({ kind, reason, choose }: ReasonProps) {
  return (
    <SelectField
      label={t('alert.reason')}
      value={reason}
      onChoose={(code) => choose(code as ChosenReason)}
      options={[['', t('alert.noReason')], ...reasonOptions([kind])]}
    />
  );
}

interface Props {
  readonly alert: AlertState;
  /** Who was screened, and the entry that matches. A review of a verification has none. */
  readonly match?: MatchedNames;
  changed(alert: AlertState): void;
}

interface MatchedNames {
  readonly subject: string;
  readonly entry: string;
}

/** Deciding about one alert on the page of its record. */
export function DecisionForm({ alert, changed, match }: Props) {
  const { kind } = alert;
  const may = useMay('work');
  const [text, setText] = useState('');
  const why = useReason(kind);
  const [remember, setRemember] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [escalating, setEscalating] = useState(false);
  const isEscalator = useIsEscalator(alert);
  const act = useAction(async (work: () => Promise<AlertState>) => {
    const state = await work();
    changed(state);
    setText('');
    setEscalating(false);
    why.choose('');
    announce(outcomeWords(state));
  });
  if (!may) return null;
  const decided = (decision: Deed['decision'], reason: ChosenReason, to?: string) =>
    act.run(() => decide(alert, { decision, reason, comment: text, remember, ...(to && { to }) }));
  const confirm = (reason: ChosenReason) => (match ? setConfirming(true) : decided('confirmed', reason));
  return (
    <div class="stack tight">
      <Problem text={act.problem} />
      <SecondHint alert={alert} />
      <Escalated alert={alert} />
      {why.menu}
      <div class="row">
        {alert.proposal ? (
          <AnswerButtons
            by={alert.proposal.by}
            busy={act.busy}
            answered={(accept) => act.run(() => answer(alert, accept, text))}
          />
        ) : waits(alert) ? (
          <>
            <button type="button" class="button danger" disabled={act.busy} onClick={() => why.first(confirm)}>
              {t(`decide.confirm.${kind}`)}
            </button>
            {!isEscalator && (
              <button
                type="button"
                class="button"
                disabled={act.busy}
                onClick={() => why.first((reason) => decided('dismissed', reason))}
              >
                {t(`decide.dismiss.${kind}`)}
              </button>
            )}
            {alert.state === 'open' && (
              <button type="button" class="button" disabled={act.busy} onClick={() => setEscalating(true)}>
                {t('decide.escalate')}
              </button>
            )}
          </>
        ) : (
          <button type="button" class="button" disabled={act.busy} onClick={() => act.run(() => undo(alert))}>
            {t('alert.undo')}
          </button>
        )}
      </div>
      <details class="stack tight">
        <summary>{t(kind === 'match' && waits(alert) ? 'alert.more' : 'alert.comment')}</summary>
        <div class="stack tight">
          {isDecidable(alert) && <ReasonField kind={kind} reason={why.reason} choose={why.choose} />}
          <CommentField label={t('alert.comment')} value={text} rows={2} onText={setText} />
          {waits(alert) && kind === 'match' && <RememberChoice checked={remember} choose={setRemember} />}
          <button
            type="button"
            class="button quiet"
            disabled={act.busy || text.trim() === ''}
            onClick={() => act.run(() => comment(alert.id, text))}
          >
            {t('alert.addComment')}
          </button>
        </div>
      </details>
      {escalating && (
        <EscalateDialog
          alert={alert}
          chosen={why.reason}
          problem={act.problem}
          busy={act.busy}
          escalate={(to, reason) => decided('escalated', reason, to)}
          onClose={() => setEscalating(false)}
        />
      )}
      {confirming && match && (
        <ConfirmMatch
          {...match}
          alert={alert}
          action={{
            busy: act.busy,
            problem: act.problem,
            run: () => decided('confirmed', why.reason).then(() => setConfirming(false)),
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

/** Whether deciding on this alert only proposes it. */
function useNeedsSecond(alert: AlertState): boolean {
  return useMe().fourEyes && alert.strong && isDecidable(alert);
}

/** Says before a decision that it takes a second person. */
export function SecondHint({ alert }: { alert: AlertState }) {
  return useNeedsSecond(alert) ? <p class="small muted">{t('decide.needsSecond')}</p> : null;
}

interface AnswerProps {
  /** Who proposed: they cannot accept it, and may take it back. */
  readonly by: string;
  readonly busy: boolean;
  answered(accept: boolean): void;
}

/** What a person can do with a proposal. */
export function AnswerButtons({ by, busy, answered }: AnswerProps) {
  if (by === useMe().email) {
    return (
      <button type="button" class="button" disabled={busy} onClick={() => answered(false)}>
        {t('alert.withdraw')}
      </button>
    );
  }
  return (
    <>
      <button type="button" class="button danger" disabled={busy} onClick={() => answered(true)}>
        {t('alert.accept')}
      </button>
      <button type="button" class="button" disabled={busy} onClick={() => answered(false)}>
        {t('alert.refuse')}
      </button>
    </>
  );
}

interface Confirmation extends MatchedNames {
  readonly alert: AlertState;
  readonly action: Pick<Action<[]>, 'busy' | 'problem'> & { run(): void };
  onClose(): void;
}

/** The second step before a match is confirmed: it says who is taken for whom. */
export function ConfirmMatch({ subject, entry, alert, action, onClose }: Confirmation) {
  const needsSecond = useNeedsSecond(alert);
  return (
    <ConfirmDialog title={t('decide.confirmTitle')} action={t('decide.confirm.match')} deed={action} onClose={onClose}>
      {t('decide.confirmText', { subject, entry })} {needsSecond && t('decide.needsSecond')}
    </ConfirmDialog>
  );
}

export function RememberChoice({ checked, choose }: { checked: boolean; choose(checked: boolean): void }) {
  return (
    <label class="choice small">
      <input type="checkbox" checked={checked} onChange={(event) => choose(event.currentTarget.checked)} />
      <span>{t('alert.rememberLabel')}</span>
    </label>
  );
}
