import { useCallback, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { CUSTOMER_CATEGORIES, CUSTOMER_STATES } from '../../../src/domain/customer.ts';
import type { ListsView } from '../../../src/http/dashboard/wire.ts';
import { type ApiAnswer, download, withQuery } from '../api.ts';
import { useFilter, useTyped } from '../filters.ts';
import { CalendarDate, Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { useApiPages } from '../paging.ts';
import { useMay } from '../session.tsx';
import { entityTypes, SelectField, TextField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { PagedTable } from '../ui/table.tsx';
import { useResource } from '../use.ts';
import { CustomerDialog } from './customer-form.tsx';

/** Characters that the API looks for at most. */
const MAX_TEXT = 200;

type CustomerRow = ApiAnswer<'/api/Customers'>['items'][number];

const TONES = { clear: 'good', open: 'review', confirmed: 'danger' } as const;

/** Whether customers are compared with lists that are old, or lack some; undefined until it is known. */
export function useOldLists(): boolean | undefined {
  const { data } = useResource<ListsView>('/lists');
  return data && data.warnings.length > 0;
}

/** Without current lists nobody is simply clear. */
export function CustomerTag({ state, onOldLists }: Pick<CustomerRow, 'state'> & { onOldLists: boolean | undefined }) {
  if (state !== 'clear' || onOldLists === false) {
    return <span class={`tag ${TONES[state]}`}>{t(`customerState.${state}`)}</span>;
  }
  return onOldLists ? <span class="tag warning">{t('result.clearOnOld')}</span> : null;
}

function pageOfCustomer(reference: string): string {
  return `/customers/${encodeURIComponent(reference)}`;
}

const FILTERS = ['text', 'state', 'monitored', 'type', 'category'] as const;

type Filter = Readonly<Record<string, string>>;

function askedOf({ state, text, monitored, type, category, sort }: Filter) {
  return { state, monitored, type, category, sort, text: text?.trim().slice(0, MAX_TEXT) };
}

function Choices({ filter, change }: { filter: Filter; change(changes: Filter): void }) {
  const choice = (name: string, label: string, options: readonly (readonly [string, string])[], all?: string) => (
    <SelectField
      label={label}
      value={filter[name] ?? ''}
      onChoose={(value) => change({ [name]: value })}
      options={[['', all ?? t('filter.all')], ...options]}
    />
  );
  const states = CUSTOMER_STATES.map((one) => [one, t(`customerState.${one}`)] as const);
  const watched = [['true', t('customers.isMonitored')] as const, ['false', t('customers.notMonitored')] as const];
  const categories = CUSTOMER_CATEGORIES.map((one) => [one, t(`category.${one}`)] as const);
  const sorts = (['newest', 'changed', 'name'] as const).map((one) => [one, t(`customers.sort.${one}`)] as const);
  return (
    <>
      {choice('state', t('alert.state'), states)}
      {choice('monitored', t('nav.monitoring'), watched)}
      {choice('type', t('match.type'), entityTypes())}
      {choice('category', t('customers.lists'), categories)}
      {choice('sort', t('filter.sort'), sorts, t('filter.oldest'))}
    </>
  );
}

export function Customers() {
  const [filter, change] = useFilter();
  const { text } = filter;
  const asked = askedOf(filter);
  const settle = useCallback((typed: string) => change({ text: typed }), [change]);
  const [typed, setTyped] = useTyped(text ?? '', settle);
  const may = useMay('work');
  const [making, setMaking] = useState(false);
  const { route } = useLocation();
  const paged = useApiPages('/api/Customers', asked);
  const onOldLists = useOldLists();
  const filtered = FILTERS.some((name) => filter[name]);
  return (
    <>
      <PageHeading title={t('nav.customers')}>
        {may && (
          <button type="button" class="button primary" onClick={() => setMaking(true)}>
            {t('customers.make')}
          </button>
        )}
        {may && (
          <a class="button" href="/import">
            {t('import.open')}
          </a>
        )}
        <a class="button quiet" href={download(withQuery('/customers/export.csv', asked))} download>
          {t('export.csv')}
        </a>
      </PageHeading>
      <search class="filters">
        <TextField label={t('customers.search')} type="search" value={typed} onText={setTyped} />
        <Choices filter={filter} change={change} />
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
          { label: t('alert.state'), cell: ({ state: one }) => <CustomerTag state={one} onOldLists={onOldLists} /> },
          {
            label: t('customers.isMonitored'),
            cell: ({ monitored: watched }) =>
              watched ? t('users.on') : <span class="tag warning">{t('users.off')}</span>,
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
