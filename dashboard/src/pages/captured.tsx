import type { VerificationRecord } from '../../../src/http/dashboard/wire.ts';
import { Moment, number } from '../format.tsx';
import { known, t } from '../language.ts';
import { Fact } from '../ui/fact.tsx';

/** How a verification came about, as its record keeps it. */
interface Captured {
  readonly startedAt: string | null;
  readonly consent: { readonly at: string; readonly language: string; readonly textHash: string };
  readonly movement: 'none' | 'passed' | 'cannot';
  readonly steps: readonly { readonly step: string; readonly ms: number | null }[];
  readonly attempts: number;
  readonly pictures: { readonly front: number; readonly back: number };
  readonly camera: { readonly width: number; readonly height: number } | null;
  readonly hints: readonly { readonly code: string; readonly count: number }[];
}

/** How a person took the pictures from a link; nothing where an app sent them. */
export function CameFromLink({ record }: { record: VerificationRecord }) {
  const { capture } = record.evidence as { readonly capture?: Captured };
  if (!capture) return null;
  const { startedAt, consent, movement, steps, attempts, pictures, camera, hints } = capture;
  return (
    <section class="panel stack tight" aria-labelledby="captured">
      <h2 id="captured">{t('captured.title')}</h2>
      <dl class="facts">
        {startedAt && (
          <Fact label={t('captured.opened')}>
            <Moment at={startedAt} />
          </Fact>
        )}
        <Fact label={t('captured.agreed')}>
          <Moment at={consent.at} /> · {consent.language}
        </Fact>
        <Fact label={t('captured.movement')}>{t(`captured.movement.${movement}`)}</Fact>
        {steps.length > 0 && (
          <Fact label={t('captured.steps')}>
            <ol>
              {steps.map(({ step, ms }) => (
                <li key={step}>
                  {known(`captured.step.${step}`) ?? step}
                  {ms !== null && <span class="muted"> {t('captured.after', { seconds: number(ms / 1000) })}</span>}
                </li>
              ))}
            </ol>
          </Fact>
        )}
        <Fact label={t('captured.attempts')}>{number(attempts)}</Fact>
        <Fact label={t('captured.pictures')}>
          {t('captured.sides', { front: number(pictures.front), back: number(pictures.back) })}
        </Fact>
        {camera && (
          <Fact label={t('captured.camera')}>
            {number(camera.width)} × {number(camera.height)}
          </Fact>
        )}
        {hints.length > 0 && (
          <Fact label={t('captured.hints')}>
            {hints.map(({ code, count }) => `${known(`captured.hint.${code}`) ?? code} (${number(count)})`).join(', ')}
          </Fact>
        )}
      </dl>
    </section>
  );
}
