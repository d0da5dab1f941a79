import type { AlertEvent, AlertState } from '../../../src/http/dashboard/wire.ts';
import { Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import { Notice } from './states.tsx';

const TONES = { open: 'review', confirmed: 'danger', dismissed: 'good' } as const;

export function StateTag({ alert }: { alert: Pick<AlertState, 'state' | 'remembered'> }) {
  return (
    <span class={`tag ${TONES[alert.state]}`}>
      {t(alert.remembered && alert.state === 'dismissed' ? 'alert.remembered' : `alert.${alert.state}`)}
    </span>
  );
}

/** Why a match that was dismissed before is back. */
export function Changed({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone="warning">
      <p class="strong">{t('alert.cameBack')}</p>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <Said text={sentence} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Who did what, when and why. */
export function History({ events }: { events: readonly AlertEvent[] }) {
  if (events.length === 0) return null;
  return (
    <ol class="history" aria-label={t('alert.history')}>
      {events.map(({ at, by, kind, comment }) => (
        <li key={`${at} ${kind}`}>
          <span class="strong">{t(`event.${kind}`)}</span>{' '}
          <span class="muted small">
            {by === 'service' ? t('event.byService') : <Name>{by}</Name>} · <Moment at={at} />
          </span>
          {comment && (
            <p class="wrap">
              <Name>{comment}</Name>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
