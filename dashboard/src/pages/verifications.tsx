import type { VerificationRow } from '../../../src/http/dashboard/wire.ts';
import { download, withQuery } from '../api.ts';
import { documentCountry } from '../countries.ts';
import { instantOf, useFilter } from '../filters.ts';
import { Moment, Name, score } from '../format.tsx';
import { t } from '../language.ts';
import { usePages } from '../paging.ts';
import { StateTag } from '../ui/decisions.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { PagedTable } from '../ui/table.tsx';
import { typeWords } from './document-value.tsx';

const STATUSES = ['Verified', 'Not Verified', 'Manual Review Required'] as const;
const TONES = { Verified: 'good', 'Not Verified': 'danger', 'Manual Review Required': 'review' } as const;

export function StatusTag({ status }: { status: VerificationRow['status'] }) {
  return <span class={`tag ${TONES[status]}`}>{t(`status.${status}`)}</span>;
}

export function Verifications() {
  const [filter, change] = useFilter();
  const { from, to, result, text, sort } = filter;
  const asked = withQuery('', { from: instantOf(from), to: instantOf(to, true), result, text, sort });
  const paged = usePages<VerificationRow>(`/verifications${asked}`);
  const filtered = Boolean(from || to || result || text);
  return (
    <>
      <PageHeading title={t('nav.verifications')}>
        <a class="button primary" href="/verify">
          {t('verify.title')}
        </a>
        <a class="button quiet" href={download(`/verifications/export.csv${asked}`)} download>
          {t('export.csv')}
        </a>
      </PageHeading>
      <FilterBar
        filter={filter}
        change={change}
        results={STATUSES.map((status) => [status, t(`status.${status}`)])}
        sorts={[['confidence', t('filter.byConfidence')]]}
      />
      <PagedTable
        caption={t('nav.verifications')}
        paged={paged}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t(filtered ? 'filter.nothing' : 'verifications.none')}>
            {!filtered && (
              <>
                {t('verifications.noneHint')} <a href="/docs">{t('nav.docs')}</a>
              </>
            )}
          </Empty>
        }
        columns={[
          {
            label: t('verification.holder'),
            cell: ({ id, extractedData: { fullName } }) => (
              <a href={`/verifications/${id}`} class="row-link">
                {fullName ? <Name>{fullName}</Name> : t('verification.unreadable')}
              </a>
            ),
          },
          {
            label: t('verification.document'),
            spare: true,
            cell: ({ extractedData: { documentType, country } }) => (
              <Name>
                {[documentType && typeWords(documentType), country && documentCountry(country)]
                  .filter(Boolean)
                  .join(' · ') || '–'}
              </Name>
            ),
          },
          {
            label: t('verification.status'),
            cell: ({ status, review }) => (
              <span class="row tight">
                <StatusTag status={status} />
                {review && <StateTag alert={{ kind: 'review', state: review, remembered: false }} />}
              </span>
            ),
          },
          { label: t('verification.confidence'), numeric: true, cell: ({ matchConfidence }) => score(matchConfidence) },
          {
            label: t('verification.liveness'),
            numeric: true,
            spare: true,
            cell: ({ livenessScore }) => (livenessScore === null ? <span class="muted">–</span> : score(livenessScore)),
          },
          { label: t('record.made'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </>
  );
}
