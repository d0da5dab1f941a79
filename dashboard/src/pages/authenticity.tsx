import type { VerificationRecord } from '../../../src/http/dashboard/wire.ts';
import { t } from '../language.ts';

/** The worst first; what was not looked at is only counted. */
const ORDER = ['failed', 'doubtful', 'passed'] as const;
const TONES = { failed: 'danger', doubtful: 'warning', passed: 'good' } as const;

/** What was looked at to see whether a document can be what it claims. */
export function Authenticity({ checks }: { checks: VerificationRecord['authenticity'] }) {
  const left = checks.filter(({ outcome }) => outcome === 'not-applicable').length;
  return (
    <>
      <ul class="checks">
        {ORDER.flatMap((outcome) =>
          checks
            .filter((check) => check.outcome === outcome)
            .map(({ id }) => (
              <li key={id}>
                <span class={`tag ${TONES[outcome]}`}>{t(`authenticity.${outcome}`)}</span>
                {t(`authenticity.${id}`)}
              </li>
            )),
        )}
      </ul>
      {left > 0 && <p class="muted small">{t('authenticity.left', { count: left })}</p>}
    </>
  );
}
