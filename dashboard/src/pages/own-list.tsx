import { useCallback, useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { OwnListStep } from '../../../src/http/dashboard/wire.ts';
import { type ApiAnswer, download, send, withQuery } from '../api.ts';
import { useFilter, useTyped } from '../filters.ts';
import { CalendarDate, Moment, Name, number } from '../format.tsx';
import { type Key, known, t } from '../language.ts';
import { usePages } from '../paging.ts';
import { useMay } from '../session.tsx';
import { byWords } from '../ui/decisions.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Loading, Notice, Trouble } from '../ui/states.tsx';
import { PagedTable } from '../ui/table.tsx';
import { useAction, useResource } from '../use.ts';
import { OwnEntryDialog } from './own-entry-form.tsx';
import { type OwnList, OwnListDialog, pageOfOwnList } from './own-lists.tsx';

export type OwnEntry = ApiAnswer<'/api/OwnLists/{list}/entries'>['items'][number];

/** One list: search, entries, import, export, and who changed what. */
export function OneOwnList() {
  const { list = '' } = useRoute().params;
  const path = `/api/OwnLists/${encodeURIComponent(list)}`;
  const own = useResource<OwnList>(path);
  return (
    <>
      <a class="back small" href="/own-lists">
        {t('nav.ownLists')}
      </a>
      {own.data ? (
        <Page key={list} own={own.data} reload={own.reload} set={own.set} />
      ) : own.error ? (
        <Trouble error={own.error} retry={own.reload} />
      ) : (
        <Loading lines={6} />
      )}
    </>
  );
}

interface PageProps {
  readonly own: OwnList;
  reload(): void;
  set(own: OwnList): void;
}

function Page({ own, reload, set }: PageProps) {
  const { list, title, description, enabled, entries } = own;
  const may = useMay('work');
  const [opened, setOpened] = useState<'list' | 'remove' | 'new' | OwnEntry>();
  const [round, setRound] = useState(0);
  const { route } = useLocation();
  const close = () => setOpened(undefined);
  const changed = () => {
    close();
    setRound((count) => count + 1);
    reload();
  };
  const remove = useAction(async () => {
    await send('DELETE', `/api/OwnLists/${encodeURIComponent(list)}`);
    route('/own-lists', true);
  });
  const exported = download(`/own-lists/${encodeURIComponent(list)}/export.csv`);
  return (
    <>
      <PageHeading title={title}>
        {may && (
          <button type="button" class="button primary" onClick={() => setOpened('new')}>
            {t('own.add')}
          </button>
        )}
        {may && (
          <a class="button" href={`${pageOfOwnList(list)}/import`}>
            {t('import.open')}
          </a>
        )}
        <a class="button quiet" href={exported} download>
          {t('export.csv')}
        </a>
        {may && (
          <button type="button" class="button quiet" onClick={() => setOpened('list')}>
            {t('own.change')}
          </button>
        )}
        {may && (
          <button type="button" class="button quiet" onClick={() => setOpened('remove')}>
            {t('own.delete')}
          </button>
        )}
      </PageHeading>
      {description && (
        <p class="wrap">
          <Name>{description}</Name>
        </p>
      )}
      {!enabled && <Notice tone="warning">{t('own.isOff')}</Notice>}
      <Entries key={round} own={own} open={may ? setOpened : undefined} />
      <History key={`history ${round}`} list={list} />
      {opened === 'list' && (
        <OwnListDialog
          own={own}
          onClose={close}
          saved={(now) => {
            set(now);
            changed();
          }}
        />
      )}
      {opened === 'remove' && (
        <ConfirmDialog title={t('own.delete')} action={t('own.delete')} deed={remove} onClose={close}>
          {t('own.deleteText', { count: entries })}
        </ConfirmDialog>
      )}
      {opened && typeof opened !== 'string' && (
        <OwnEntryDialog list={list} entry={opened} saved={changed} onClose={close} />
      )}
      {opened === 'new' && <OwnEntryDialog list={list} saved={changed} onClose={close} />}
    </>
  );
}

interface EntriesProps {
  readonly own: OwnList;
  readonly open: ((entry: OwnEntry) => void) | undefined;
}

function Entries({ own: { list, entries }, open }: EntriesProps) {
  const [filter, change] = useFilter();
  const { name = '' } = filter;
  const settle = useCallback((typed: string) => change({ name: typed }), [change]);
  const [typed, setTyped] = useTyped(name, settle);
  const path = `/api/OwnLists/${encodeURIComponent(list)}/entries`;
  const paged = usePages<OwnEntry>(withQuery(path, { name: name.trim().slice(0, 200) }));
  return (
    <>
      <search class="filters">
        <TextField label={t('own.search')} type="search" value={typed} onText={setTyped} />
        <p class="muted">{t('own.count', { count: entries, shown: number(entries) })}</p>
      </search>
      <PagedTable
        caption={t('own.entries')}
        paged={paged}
        keyOf={({ id }) => id}
        empty={<Empty title={t(name ? 'filter.nothing' : 'own.noEntries')}>{!name && t('own.noEntriesHint')}</Empty>}
        columns={[
          {
            label: t('screen.name'),
            cell: (entry) => (
              <>
                {open ? (
                  <button type="button" class="row-link" onClick={() => open(entry)}>
                    <Name>{entry.name}</Name>
                  </button>
                ) : (
                  <Name>{entry.name}</Name>
                )}
                <div class="small muted wrap">
                  <Name>{[entry.id, ...entry.otherNames].join(' · ')}</Name>
                </div>
              </>
            ),
          },
          { label: t('match.type'), spare: true, cell: ({ entityType }) => t(`type.${entityType}`) },
          { label: t('match.born'), spare: true, cell: ({ dateOfBirth }) => <Day date={dateOfBirth} /> },
          {
            label: t('own.reason'),
            spare: true,
            cell: ({ reason }) => (
              <span class="wrap">
                <Name>{reason ?? '–'}</Name>
              </span>
            ),
          },
          { label: t('own.until'), cell: ({ until }) => <Day date={until} /> },
          { label: t('customers.changed'), spare: true, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
        ]}
      />
    </>
  );
}

function Day({ date }: { date: string | null }) {
  return date ? <CalendarDate date={date} /> : <span class="muted">–</span>;
}

/** The newest changes, as the audit log has them. */
function History({ list }: { list: string }) {
  const { data } = useResource<OwnListStep[]>(`/own-lists/${encodeURIComponent(list)}/history`);
  if (!data || data.length === 0) return null;
  return (
    <section class="panel stack spaced">
      <h2>{t('own.history')}</h2>
      <ul class="stack tight">
        {data.map(({ sequence, at, actor, action, entry }) => (
          <li key={sequence} class="wrap">
            <Moment at={at} /> · <Name>{byWords(actor)}</Name> · {known(`action.${action}` as Key) ?? action}
            {entry !== null && (
              <>
                {' '}
                <Name>{entry}</Name>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
