import type { VerificationRecord } from '../../../src/http/dashboard/wire.ts';
import { t } from '../language.ts';
import { inLanguage, Said } from '../said.tsx';

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
            .map(({ id, detail }) => (
              <li key={id}>
                <span class={`tag ${TONES[outcome]}`}>{t(`authenticity.${outcome}`)}</span>
                <span>
                  {t(`authenticity.${id}`)}
                  <Detail text={detail} />
                </span>
              </li>
            )),
        )}
      </ul>
      {left > 0 && <p class="muted small">{t('authenticity.left', { count: left })}</p>}
    </>
  );
}

/** What led to the outcome: one sentence, or one for each date that cannot be. */
function Detail({ text }: { text: string }) {
  const sentences = inLanguage(text) === undefined ? text.split(/(?<=\.) /) : [text];
  return sentences.map((sentence) => (
    <span key={sentence} class="muted small">
      <Said text={sentence} />
    </span>
  ));
}
