import type { AlertDocument } from '../../../src/domain/alert.ts';
import type { AlertRow, VerificationRecord } from '../../../src/http/dashboard/wire.ts';
import { documentCountry } from '../countries.ts';
import { CalendarDate, Name } from '../format.tsx';
import { t } from '../language.ts';
import { Fact } from '../ui/fact.tsx';
import { Scale } from '../ui/score.tsx';
import { Loading, Trouble } from '../ui/states.tsx';
import { useResource } from '../use.ts';
import { Authenticity } from './authenticity.tsx';
import { typeWords } from './document-value.tsx';
import { ReasonList } from './verification.tsx';

/** What a decision about a verification needs: the document, the scores, the reasons and the checks. */
export function ReviewCard({ row: { record, reasons, document } }: { row: AlertRow }) {
  const { data, error, reload } = useResource<VerificationRecord>(`/verifications/${record}`);
  return (
    <div class="panel stack">
      {document && <DocumentFacts document={document} />}
      <section class="stack tight" aria-label={t('verification.reasons')}>
        <h3>{t('verification.reasons')}</h3>
        <ReasonList reasons={reasons} />
      </section>
      {data ? <Looked record={data} /> : error ? <Trouble error={error} retry={reload} /> : <Loading lines={4} />}
      <a href={`/verifications/${record}`}>{t('alert.openRecord')}</a>
    </div>
  );
}

function Looked({
  record: { matchConfidence, livenessScore, thresholds, authenticity },
}: {
  record: VerificationRecord;
}) {
  return (
    <>
      <Scale label={t('verification.confidence')} value={matchConfidence} {...thresholds.match} />
      <Scale label={t('verification.liveness')} value={livenessScore} {...thresholds.liveness} />
      <section class="stack tight" aria-label={t('verification.authenticity')}>
        <h3>{t('verification.authenticity')}</h3>
        <Authenticity checks={authenticity} />
      </section>
    </>
  );
}

function DocumentFacts({ document }: { document: AlertDocument }) {
  const { documentType, documentNumber, country, expiryDate } = document;
  return (
    <dl class="facts">
      <Fact label={t('data.documentType')}>{documentType === null ? '–' : typeWords(documentType)}</Fact>
      <Fact label={t('data.documentNumber')}>
        <Name>{documentNumber ?? '–'}</Name>
      </Fact>
      <Fact label={t('data.country')}>{country === null ? '–' : documentCountry(country)}</Fact>
      <Fact label={t('data.expiryDate')}>
        {expiryDate === null ? '–' : <CalendarDate date={expiryDate} />} <Expired document={document} />
      </Fact>
    </dl>
  );
}

/** Kind and number of a document in one line. */
export function documentWords({ documentType, documentNumber, country }: AlertDocument): string {
  const words = [documentType && typeWords(documentType), country && documentCountry(country), documentNumber];
  return words.filter(Boolean).join(' · ');
}

/** That a document is no longer valid, as of today. */
export function Expired({ document: { expiryDate } }: { document: AlertDocument }) {
  const today = new Date().toISOString().slice(0, 10);
  return expiryDate !== null && expiryDate < today ? <span class="tag danger">{t('verification.expired')}</span> : null;
}
