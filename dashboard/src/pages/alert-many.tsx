import { useState } from 'preact/hooks';
import type { ReasonCode } from '../../../src/domain/alert.ts';
import type { AlertRow, AlertState, DecidedMany } from '../../../src/http/dashboard/wire.ts';
import { send, withQuery } from '../api.ts';
import { Name } from '../format.tsx';
import { t } from '../language.ts';
import { useMe } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Score } from '../ui/score.tsx';
import { Notice, Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { noteReopened } from '../work.ts';
import { MAX_MARKED, type Marks } from './alert-marks.ts';
import { reasonOptions, waits } from './decision.tsx';
import { TargetField, useTargets } from './escalate.tsx';

/** The service takes so many in one request. */
const SENT_AT_ONCE = 100;

interface Props {
  readonly marks: Marks;
  /** The parameters of the queue, and how many alerts fulfil them. */
  readonly asked: string;
  readonly total: number | undefined;
  readonly current: AlertRow;
  stateOf(row: AlertRow): AlertState;
  keep(state: AlertState): void;
}

/** What is done with several alerts at once: looked at first, decided with one reason, undone with one click. */
export function ManyBar({ marks, asked, total, current, stateOf, keep }: Props) {
  const chosen = marks.rows.map((row) => ({ row, state: stateOf(row) }));
  const [asking, setAsking] = useState(false);
  const [done, setDone] = useState<DecidedMany['results']>();
  const undo = useAction(async () => {
    const decided = (done ?? []).flatMap(({ outcome, alert }) => (outcome === 'done' && alert ? [alert] : []));
    const results = await decideMany(decided, { decision: 'reopened' });
    for (const { alert } of results) if (alert) keep(alert);
    setDone(undefined);
    noteReopened(results.filter(({ outcome }) => outcome === 'done').length);
    announce(t('many.undone', { count: decided.length }));
  });
  return (
    <>
      {done && (
        <Notice tone="good">
          <p>{t('many.done', { count: countOf(done, 'done') })}</p>
          {countOf(done, 'proposed') > 0 && <p>{t('many.proposed', { count: countOf(done, 'proposed') })}</p>}
          {countOf(done, 'escalator') > 0 && <p>{t('many.escalator', { count: countOf(done, 'escalator') })}</p>}
          {notDecided(done) > 0 && <p>{t('many.notDecided', { count: notDecided(done) })}</p>}
          <div class="row">
            {countOf(done, 'done') > 0 && (
              <button type="button" class="button small" disabled={undo.busy} onClick={undo.run}>
                {t('many.undo')}
              </button>
            )}
            <button type="button" class="button quiet small" onClick={() => setDone(undefined)}>
              {t('action.close')}
            </button>
          </div>
          <Problem text={undo.problem} />
        </Notice>
      )}
      {chosen.length > 0 && (
        <section class="panel row between many" aria-label={t('many.title')}>
          <span class="strong">{t('many.chosen', { count: chosen.length })}</span>
          <span class="row">
            <Gather marks={marks} asked={asked} total={total} current={current} />
            <button type="button" class="button primary small" onClick={() => setAsking(true)}>
              {t('many.decide')} <kbd>b</kbd>
            </button>
            <button type="button" class="button quiet small" onClick={marks.clear}>
              {t('many.clear')}
            </button>
          </span>
          <Problem text={marks.gather.problem} />
        </section>
      )}
      {asking && (
        <ManyDialog
          chosen={chosen}
          onClose={() => setAsking(false)}
          told={(results) => {
            for (const { alert } of results) if (alert) keep(alert);
          }}
          decided={(results) => {
            setAsking(false);
            setDone(results);
            marks.clear();
            announce(t('many.done', { count: countOf(results, 'done') }));
          }}
        />
      )}
    </>
  );
}

/** More than what is loaded: all of the filter, and all of the customer or name that is shown. */
function Gather({ marks, asked, total, current }: Pick<Props, 'marks' | 'asked' | 'total' | 'current'>) {
  const { gather, rows } = marks;
  const ofCase = withQuery('', { ...Object.fromEntries(new URLSearchParams(asked)), case: current.caseId });
  const name = current.subject ?? current.customer ?? t('verification.unreadable');
  const count = Math.min(total ?? 0, MAX_MARKED);
  return (
    <>
      {count > rows.length && (
        <button type="button" class="button small" disabled={gather.busy} onClick={() => gather.run(asked)}>
          {t((total ?? 0) > MAX_MARKED ? 'many.firstOfFilter' : 'many.allOfFilter', { count })}
        </button>
      )}
      {count > 1 && (
        <button type="button" class="button small" disabled={gather.busy} onClick={() => gather.run(ofCase)}>
          <span class="clip">{t('many.allOf', { name })}</span>
        </button>
      )}
    </>
  );
}

interface Deed {
  readonly decision: 'confirmed' | 'dismissed' | 'escalated' | 'reopened';
  readonly reason?: ReasonCode;
  readonly comment?: string;
  readonly to?: string;
}

/** One part after another; `told` hears of each. What was decided stays, also where a later part fails. */
async function decideMany(
  alerts: readonly AlertState[],
  deed: Deed,
  told: (results: DecidedMany['results']) => void = () => undefined,
): Promise<DecidedMany['results']> {
  const named = alerts.map(({ id, revision }) => ({ id, revision }));
  const all: DecidedMany['results'][number][] = [];
  for (let start = 0; start < named.length; start += SENT_AT_ONCE) {
    const part = named.slice(start, start + SENT_AT_ONCE);
    const { results } = await send<DecidedMany>('POST', '/alerts/decisions', { ...deed, alerts: part });
    all.push(...results);
    told(results);
  }
  return all;
}

const countOf = (results: DecidedMany['results'], wanted: string) =>
  results.filter(({ outcome }) => outcome === wanted).length;

const notDecided = (results: DecidedMany['results']) =>
  results.length - ['done', 'proposed', 'escalator'].reduce((sum, kind) => sum + countOf(results, kind), 0);

interface DialogProps {
  readonly chosen: readonly { readonly row: AlertRow; readonly state: AlertState }[];
  /** Some were decided, and others are still to be. */
  told(results: DecidedMany['results']): void;
  decided(results: DecidedMany['results']): void;
  onClose(): void;
}

function ManyDialog({ chosen, told, decided, onClose }: DialogProps) {
  const [decision, setDecision] = useState<Deed['decision']>('dismissed');
  const [reason, setReason] = useState('');
  const [comment, setComment] = useState('');
  const targets = useTargets();
  const [chosenTarget, setTo] = useState<string>();
  const to = chosenTarget ?? targets[0] ?? '';
  const waiting = chosen.filter(({ state }) => waits(state));
  const act = useAction(async () => {
    const why = {
      reason: reason as ReasonCode,
      ...(comment.trim() && { comment }),
      ...(decision === 'escalated' && { to }),
    };
    const states = waiting.map(({ state }) => state);
    decided(await decideMany(states, { decision, ...why }, told));
  });
  const kinds = [...new Set(waiting.map(({ row }) => row.kind))];
  const reviews = kinds.length === 1 && kinds[0] === 'review';
  const { fourEyes } = useMe();
  const takesSecond = fourEyes && decision !== 'escalated';
  const needingSecond = takesSecond ? waiting.filter(({ state }) => state.strong).length : 0;
  return (
    <Dialog title={t('many.decide')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          act.run();
        }}
      >
        <SelectField
          label={t('alert.decision')}
          value={decision}
          onChoose={(chosenOne) => setDecision(chosenOne as Deed['decision'])}
          options={[
            ['dismissed', t(reviews ? 'decide.dismiss.review' : 'shortcut.dismiss')],
            ['escalated', t('decide.escalate')],
            ['confirmed', t(reviews ? 'decide.confirm.review' : 'shortcut.confirm')],
          ]}
        />
        {decision === 'escalated' && <TargetField to={to} choose={setTo} />}
        <SelectField
          label={t('alert.reason')}
          value={reason}
          onChoose={setReason}
          options={[['', t('many.reasonFirst')], ...reasonOptions(kinds)]}
        />
        <TextField label={t('alert.comment')} value={comment} onText={setComment} maxLength={4000} />
        <div class="stack tight">
          <p class="strong">{t('many.preview', { count: waiting.length })}</p>
          {needingSecond > 0 && <p>{t('many.needsSecond', { count: needingSecond })}</p>}
          <ul class="preview small">
            {waiting.map(({ row }) => (
              <li key={row.id} class="row between">
                <span class="wrap">
                  <Name>{row.subject ?? t('verification.unreadable')}</Name>
                  {row.match && (
                    <span class="muted">
                      {' → '}
                      <Name>{row.match.name}</Name>
                    </span>
                  )}
                </span>
                {row.kind === 'match' && <Score value={row.score} />}
              </li>
            ))}
          </ul>
        </div>
        <Problem text={act.problem} />
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button
            type="submit"
            class={decision === 'confirmed' ? 'button danger' : 'button primary'}
            disabled={act.busy || reason === '' || waiting.length === 0}
          >
            {t('many.action', { count: waiting.length })}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
