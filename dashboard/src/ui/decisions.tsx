import type { AlertEvent } from '../../../src/domain/alert.ts';
import type { AlertState } from '../../../src/http/dashboard/wire.ts';
import { Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import { stateWords, stepWords } from './alert-words.ts';
import { Notice } from './states.tsx';

const TONES = {
  open: 'review',
  confirmed: 'danger',
  dismissed: 'good',
  escalated: 'warning',
  delisted: 'info',
} as const;

export function StateTag({ alert }: { alert: Pick<AlertState, 'kind' | 'state' | 'remembered'> }) {
  return (
    <span class={`tag ${TONES[alert.state]}`}>
      {alert.remembered && alert.state === 'dismissed' ? t('alert.remembered') : stateWords(alert)}
    </span>
  );
}

/** That a decision waits for a second person. */
export function SecondTag({ alert: { proposal } }: { alert: Pick<AlertState, 'proposal'> }) {
  return proposal ? <span class="tag warning">{t('alert.waitsForSecond')}</span> : null;
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

interface HistoryProps {
  readonly events: readonly AlertEvent[];
  /** What the alert is about. */
  readonly kind?: AlertState['kind'];
}

/** Who did what, when and why. */
export function History({ events, kind: about = 'match' }: HistoryProps) {
  if (events.length === 0) return null;
  return (
    <ol class="history" aria-label={t('alert.history')}>
      {events.map(({ at, by, kind, reason, comment }, index) => (
        <li key={`${index} ${kind}`}>
          <span class="strong">{stepWords(about, kind)}</span>{' '}
          <span class="muted small">
            <By actor={by} /> · <Moment at={at} />
          </span>
          {reason && <p>{t(`why.${reason}`)}</p>}
          {comment && !isSaid(by, kind) && (
            <p class="wrap">
              <Name>{comment}</Name>
            </p>
          )}
          {comment && isSaid(by, kind) && <Sentences text={comment} />}
        </li>
      ))}
    </ol>
  );
}

/** Whether the service put the comment into words. */
function isSaid(by: string, kind: AlertEvent['kind']): boolean {
  return by === 'service' || kind === 'renamed';
}

/** What the service said, a sentence a line. */
function Sentences({ text }: { text: string }) {
  return (
    <ul>
      {text.split('\n').map((sentence) => (
        <li key={sentence}>
          <Said text={sentence} />
        </li>
      ))}
    </ul>
  );
}

/** A decision that waits for a second person. */
export function Proposed({ alert: { kind, proposal } }: { alert: Pick<AlertState, 'kind' | 'proposal'> }) {
  if (!proposal) return null;
  const decision = stateWords({ kind, state: proposal.decision });
  return (
    <Notice tone="warning">
      <p>{t('alert.proposed', { by: byWords(proposal.by), decision })}</p>
      {proposal.comment && (
        <p class="wrap">
          <Name>{proposal.comment}</Name>
        </p>
      )}
    </Notice>
  );
}

function By({ actor }: { actor: string }) {
  return isPerson(actor) ? <Name>{actor}</Name> : byWords(actor);
}

export function isPerson(actor: string): boolean {
  return actor.includes('@');
}

/** `service`, `operator`, `key:…`, or the address of a person. */
export function byWords(actor: string): string {
  if (actor === 'service') return t('event.byService');
  if (actor === 'operator') return t('event.byOperator');
  return actor.startsWith('key:') ? t('event.byKey', { id: actor.slice('key:'.length) }) : actor;
}
