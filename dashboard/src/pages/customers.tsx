import { useCallback, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { CUSTOMER_STATES } from '../../../src/domain/customer.ts';
import type { ApiAnswer } from '../api.ts';
import { useFilter, useTyped } from '../filters.ts';
import { CalendarDate, Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { useApiPages } from '../paging.ts';
import { useMay } from '../session.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { PagedTable } from '../ui/table.tsx';
import { CustomerDialog } from './customer-form.tsx';

/** Characters that the API looks for at most. */
const MAX_TEXT = 200;

type CustomerRow = ApiAnswer<'/api/Customers'>['items'][number];

const TONES = { clear: 'good', open: 'review', confirmed: 'danger' } as const;

export function CustomerTag({ state }: Pick<CustomerRow, 'state'>) {
  return <span class={`tag ${TONES[state]}`}>{t(`customerState.${state}`)}</span>;
}

function pageOfCustomer(reference: string): string {
  return `/customers/${encodeURIComponent(reference)}`;
}

export function Customers() {
  const [filter, change] = useFilter();
  const { state, text } = filter;
  const settle = useCallback((typed: string) => change({ text: typed }), [change]);
  const [typed, setTyped] = useTyped(text ?? '', settle);
  const [making, setMaking] = useState(false);
  const { route } = useLocation();
  const paged = useApiPages('/api/Customers', { state, text: text?.trim().slice(0, MAX_TEXT) });
  const filtered = Boolean(state || text);
  return (
    <>
      <PageHeading title={t('nav.customers')}>
        {useMay('analyst') && (
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            {t('customers.make')}
          </button>
        )}
      </PageHeading>
      <search class="filters">
        <TextField label={t('customers.search')} type="search" value={typed} onText={setTyped} />
        <SelectField
          label={t('alert.state')}
          value={state ?? ''}
          onChoose={(chosen) => change({ state: chosen })}
          options={[['', t('filter.all')], ...CUSTOMER_STATES.map((one) => [one, t(`customerState.${one}`)] as const)]}
        />
      </search>
      <PagedTable
        caption={t('nav.customers')}
        paged={paged}
        keyOf={({ reference }) => reference}
        empty={
          <Empty title={t(filtered ? 'filter.nothing' : 'customers.none')}>
            {!filtered && t('customers.noneHint')}
          </Empty>
        }
        columns={[
          {
            label: t('screen.name'),
            cell: ({ name, reference }) => (
              <>
                <a href={pageOfCustomer(reference)} class="row-link">
                  <Name>{name}</Name>
                </a>
                <div class="small muted wrap">
                  <Name>{reference}</Name>
                </div>
              </>
            ),
          },
          { label: t('match.type'), spare: true, cell: ({ entityType }) => t(`type.${entityType}`) },
          {
            label: t('match.born'),
            spare: true,
            cell: ({ dateOfBirth }) =>
              dateOfBirth ? <CalendarDate date={dateOfBirth} /> : <span class="muted">–</span>,
          },
          { label: t('alert.state'), cell: ({ state: one }) => <CustomerTag state={one} /> },
          {
            label: t('customers.isMonitored'),
            spare: true,
            cell: ({ monitored }) => t(monitored ? 'users.on' : 'users.off'),
          },
          { label: t('customers.changed'), cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        ]}
      />
      {making && (
        <CustomerDialog onClose={() => setMaking(false)} saved={({ reference }) => route(pageOfCustomer(reference))} />
      )}
    </>
  );
}
