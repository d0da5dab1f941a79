import { useId, useState } from 'preact/hooks';
import type { AlertState, Decision } from '../../../src/http/dashboard/wire.ts';
import { Failure, send } from '../api.ts';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/states.tsx';
import { type Action, useAction } from '../use.ts';

interface Deed {
  readonly decision: Decision;
  readonly comment: string;
  readonly remember: boolean;
}

/** Sends what the decision rests on, so that it is refused where somebody else was faster. */
export function decide({ id, revision }: AlertState, { decision, comment, remember }: Deed): Promise<AlertState> {
  const body = { decision, revision, ...(comment.trim() && { comment }), ...(remember && { remember }) };
  return send('POST', `/alerts/${id}/decision`, body);
}

export function undo({ id, revision }: AlertState): Promise<AlertState> {
  return send('POST', `/alerts/${id}/undo`, { revision });
}

export function comment(id: number, text: string): Promise<AlertState> {
  return send('POST', `/alerts/${id}/comments`, { comment: text });
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
  const kind = match ? 'match' : 'review';
  const may = useMay('analyst');
  const [text, setText] = useState('');
  const [remember, setRemember] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const id = useId();
  const act = useAction(async (work: () => Promise<AlertState>) => {
    const state = await work();
    changed(state);
    setText('');
    announce(t(`alert.${state.state}`));
  });
  if (!may) return null;
  const problem = act.problem && (wasFaster(act.failure) ? t('alert.faster') : act.problem);
  const decided = (decision: Decision) =>
    act.run(() => decide(alert, { decision, comment: text, remember: remember && decision === 'dismissed' }));
  return (
    <div class="stack tight">
      <Problem text={problem} />
      <div class="row">
        {alert.state === 'open' ? (
          <>
            <button
              type="button"
              class="button danger"
              disabled={act.busy}
              onClick={() => (match ? setConfirming(true) : decided('confirmed'))}
            >
              {t(`decide.confirm.${kind}`)}
            </button>
            <button type="button" class="button" disabled={act.busy} onClick={() => decided('dismissed')}>
              {t(`decide.dismiss.${kind}`)}
            </button>
          </>
        ) : (
          <button type="button" class="button" disabled={act.busy} onClick={() => act.run(() => undo(alert))}>
            {t('alert.undo')}
          </button>
        )}
      </div>
      <details class="stack tight">
        <summary>{t(kind === 'match' && alert.state === 'open' ? 'alert.more' : 'alert.comment')}</summary>
        <div class="stack tight">
          <div class="field">
            <label for={id}>{t('alert.comment')}</label>
            <textarea
              id={id}
              rows={2}
              dir="auto"
              maxLength={4000}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </div>
          {alert.state === 'open' && kind === 'match' && <RememberChoice checked={remember} choose={setRemember} />}
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
      {confirming && match && (
        <ConfirmMatch
          {...match}
          action={{ busy: act.busy, problem, run: () => decided('confirmed').then(() => setConfirming(false)) }}
          onClose={() => setConfirming(false)}
        />
      )}
    </div>
  );
}

interface Confirmation extends MatchedNames {
  readonly action: Pick<Action<[]>, 'busy' | 'problem'> & { run(): void };
  onClose(): void;
}

/** The second step before a match is confirmed: it says who is taken for whom. */
export function ConfirmMatch({ subject, entry, action, onClose }: Confirmation) {
  return (
    <ConfirmDialog title={t('decide.confirmTitle')} action={t('decide.confirm.match')} deed={action} onClose={onClose}>
      {t('decide.confirmText', { subject, entry })}
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

/** True where somebody else was faster: what is shown has to be asked for again. */
export function wasFaster(error: unknown): boolean {
  return error instanceof Failure && error.status === 409;
}
