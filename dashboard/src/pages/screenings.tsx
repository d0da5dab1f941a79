import type { ScreeningRow } from '../../../src/http/dashboard/wire.ts';
import { download, withQuery } from '../api.ts';
import { instantOf, useFilter } from '../filters.ts';
import { CalendarDate, Moment, Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { usePages } from '../paging.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Score } from '../ui/score.tsx';
import { Empty } from '../ui/states.tsx';
import { PagedTable } from '../ui/table.tsx';

export function Screenings() {
  const [filter, change] = useFilter();
  const { from, to, result, text, sort, batch, customer } = filter;
  const asked = withQuery('', { from: instantOf(from), to: instantOf(to, true), result, text, sort, batch, customer });
  const paged = usePages<ScreeningRow>(`/screenings${asked}`);
  const filtered = Boolean(from || to || result || text || batch || customer);
  return (
    <>
      <PageHeading title={t('nav.screenings')}>
        <a class="button quiet" href={download(`/screenings/export.csv${asked}`)} download>
          {t('export.csv')}
        </a>
      </PageHeading>
      {(batch || customer) && (
        <p class="row small narrowed">
          <span>{batch ? t('screenings.ofFile') : t('screenings.ofCustomer', { reference: customer ?? '' })}</span>
          <button type="button" class="button small" onClick={() => change({ batch: '', customer: '' })}>
            {t('screenings.showAll')}
          </button>
        </p>
      )}
      <FilterBar
        filter={filter}
        change={change}
        results={[
          ['matched', t('result.matched')],
          ['clear', t('result.clear')],
        ]}
        sorts={[['score', t('filter.byScore')]]}
      />
      <PagedTable
        caption={t('nav.screenings')}
        paged={paged}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t(filtered ? 'filter.nothing' : 'screenings.none')}>
            {!filtered && <a href="/screen">{t('overview.screen')}</a>}
          </Empty>
        }
        columns={[
          {
            label: t('screen.name'),
            cell: ({ id, name }) => (
              <a href={`/screenings/${id}`} class="row-link">
                <Name>{name}</Name>
              </a>
            ),
          },
          { label: t('match.type'), spare: true, cell: ({ entityType }) => t(`type.${entityType}`) },
          {
            label: t('match.born'),
            spare: true,
            cell: ({ dateOfBirth }) =>
              dateOfBirth ? <CalendarDate date={dateOfBirth} /> : <span class="muted">–</span>,
          },
          { label: t('screenings.matches'), cell: (row) => <Outcome row={row} /> },
          {
            label: t('screenings.best'),
            numeric: true,
            cell: ({ matchCount, highestScore }) =>
              matchCount > 0 ? <Score value={highestScore} /> : <span class="muted">–</span>,
          },
          { label: t('record.made'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </>
  );
}

function Outcome({ row: { matchCount, open, onOldLists } }: { row: ScreeningRow }) {
  if (matchCount === 0) {
    return onOldLists ? (
      <span class="tag warning">{t('result.clearOnOld')}</span>
    ) : (
      <span class="tag good">{t('result.clear')}</span>
    );
  }
  return (
    <span class="row tight">
      <span>{number(matchCount)}</span>
      {open > 0 && <span class="tag review">{t('screenings.open', { count: open })}</span>}
    </span>
  );
}
