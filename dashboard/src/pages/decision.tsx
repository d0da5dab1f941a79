import { useId, useState } from 'preact/hooks';
import type { AlertState, Decision } from '../../../src/http/dashboard/wire.ts';
import { Failure, send } from '../api.ts';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { Problem } from '../ui/states.tsx';
import { useAction } from '../use.ts';

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
  /** A review has no entry on a list to remember. */
  readonly kind: 'match' | 'review';
  changed(alert: AlertState): void;
}

/** Deciding about one alert on the page of its record. */
export function DecisionForm({ alert, changed, kind }: Props) {
  const may = useMay('analyst');
  const [text, setText] = useState('');
  const [remember, setRemember] = useState(false);
  const id = useId();
  const act = useAction(async (work: () => Promise<AlertState>) => {
    const state = await work();
    changed(state);
    setText('');
    announce(t(`alert.${state.state}`));
  });
  if (!may) return null;
  const decided = (decision: Decision) =>
    act.run(() => decide(alert, { decision, comment: text, remember: remember && decision === 'dismissed' }));
  return (
    <div class="stack tight">
      <Problem text={act.problem && (act.failure?.status === 409 ? t('alert.faster') : act.problem)} />
      <div class="row">
        {alert.state === 'open' ? (
          <>
            <button type="button" class="button danger" disabled={act.busy} onClick={() => decided('confirmed')}>
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
    </div>
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
