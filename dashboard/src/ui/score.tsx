import { score } from '../format.tsx';
import { t } from '../language.ts';

/** A match's score: the higher, the more it needs a look. */
export function Score({ value }: { value: number }) {
  const tone = value >= 90 ? 'danger' : value >= 80 ? 'warning' : 'info';
  return (
    <span class={`score ${tone}`}>
      <span class="unseen">{t('match.score')} </span>
      {score(value)}
    </span>
  );
}

interface ScaleProps {
  readonly label: string;
  readonly value: number | null;
  /** Below `review` fails, `sure` and above passes, between them is manual review. */
  readonly review: number;
  readonly sure: number;
}

/** A measure from 0 to 100 on a line with its two thresholds. */
export function Scale({ label, value, review, sure }: ScaleProps) {
  const verdict = value === null ? 'none' : value < review ? 'fails' : value < sure ? 'review' : 'passes';
  const marks = [...new Set([0, review, sure, 100])];
  return (
    <div class="scale">
      <div class="row between">
        <span class="strong">{label}</span>
        <span>
          <span class="scale-value">{value === null ? '–' : score(value)}</span>{' '}
          <span class={`tag ${{ none: '', fails: 'danger', review: 'review', passes: 'good' }[verdict]}`}>
            {t(`scale.${verdict}`)}
          </span>
        </span>
      </div>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect class="fails" x="0" y="2" width={review} height="5" />
        <rect class="review" x={review} y="2" width={sure - review} height="5" />
        <rect class="passes" x={sure} y="2" width={100 - sure} height="5" />
        {value !== null && (
          <rect class="needle" x={Math.min(99.2, Math.max(0, value - 0.4))} y="0" width="0.8" height="9" />
        )}
      </svg>
      <div class="scale-marks" aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} style={{ insetInlineStart: `${mark}%` }}>
            {mark}
          </span>
        ))}
      </div>
      <p class="unseen">{t('scale.thresholds', { review, sure })}</p>
    </div>
  );
}
