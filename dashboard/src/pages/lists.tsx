import { useEffect, useState } from 'preact/hooks';
import type { ListVersion } from '../../../src/domain/snapshot.ts';
import type { ListsView } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { CalendarDate, Moment, Name, number } from '../format.tsx';
import { known, t } from '../language.ts';
import { Said } from '../said.tsx';
import { useMay, useMe } from '../session.tsx';
import { Icon } from '../ui/icon.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Empty, Loading, Notice, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { ImportDialog } from './list-import.tsx';
import { ListTag, ListWarnings } from './overview.tsx';
import { SandboxPanel } from './sandbox-list.tsx';
import { SettingsPage } from './settings.tsx';

const LOOK_AGAIN_MS = 2000;

export function Lists() {
  const { data, error, reload, set } = useResource<ListsView>('/lists');
  const { operator } = useMe();
  const mayBring = useMay('lists') && operator;
  const mayTry = useMay('work');
  const sync = useAction(async () => set(await send<ListsView>('POST', '/lists/sync')));
  const syncing = data?.syncing === true;
  useEffect(() => {
    if (!syncing) return;
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [syncing, reload]);
  return (
    <SettingsPage title="settings.lists">
      {!data ? (
        error ? (
          <Trouble error={error} retry={reload} />
        ) : (
          <Loading lines={8} />
        )
      ) : (
        <div class="stack">
          <ListWarnings lists={data} />
          <div class="row between">
            <p class="muted small">
              {data.snapshot && (
                <>
                  {t('screening.snapshot')} <code>{data.snapshot}</code>
                </>
              )}
            </p>
            {mayBring && !data.sandbox && (
              <button type="button" class="button" disabled={sync.busy || syncing} onClick={sync.run}>
                {t(syncing ? 'lists.syncing' : 'lists.sync')}
              </button>
            )}
          </div>
          {data.sandbox && mayTry && <SandboxPanel sandbox={data.sandbox} changed={reload} />}
          {sync.problem && <Notice tone="danger">{sync.problem}</Notice>}
          {data.sources.length === 0 ? (
            <Empty title={t('lists.none')} />
          ) : (
            <Sources sources={data.sources} {...(mayBring && { changed: reload })} />
          )}
        </div>
      )}
    </SettingsPage>
  );
}

interface SourcesProps extends Pick<ListsView, 'sources'> {
  /** There for whoever may bring a list. */
  changed?(): void;
}

function Sources({ sources, changed }: SourcesProps) {
  return (
    <Scroll label={t('settings.lists')}>
      <table class="table">
        <caption class="unseen">{t('settings.lists')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('alerts.list')}</th>
            <th scope="col">{t('alert.state')}</th>
            <th scope="col" class="numeric">
              {t('lists.size')}
            </th>
            <th scope="col">{t('lists.published')}</th>
            <th scope="col">{t('lists.fetched')}</th>
            <th scope="col">{t('lists.checked')}</th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <SourceRow key={source.source} source={source} {...(changed && { changed })} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function SourceRow({ source, changed }: { source: ListsView['sources'][number]; changed?(): void }) {
  const { name, authority, category, licence, lastError, state } = source;
  return (
    <tr>
      <th scope="row" class="list-name">
        <Name>{name}</Name>
        <div class="small muted">
          {known(`category.${category}`) ?? category} · <Name>{authority}</Name>
        </div>
        <div class="small">
          <code>{source.source}</code> ·{' '}
          <a href={source.file} rel="noreferrer" target="_blank">
            {t('lists.official')} <Icon name="external" />
          </a>
        </div>
        {lastError && (
          <Notice tone="danger">
            <Said text={lastError} />
            {source.advice && <Said text={source.advice} />}
          </Notice>
        )}
        {!lastError &&
          source.failing.map(({ address, since, error }) => (
            <Notice key={address} tone="warning">
              {t('lists.failing', { address })} <Moment at={since} />. <Said text={error} />
            </Notice>
          ))}
        {licence && (
          <details>
            <summary>{t('lists.terms')}</summary>
            <p class="small muted" lang="en">
              {licence}
            </p>
          </details>
        )}
        <Versions source={source.source} />
        {changed && <Import source={source} changed={changed} />}
      </th>
      <td>
        <ListTag state={state} starter={source.starter} failed={lastError !== null} />
      </td>
      <td class="numeric unbroken">
        {t('lists.entries', { count: source.entries })}
        <div class="small muted">{t('lists.names', { count: source.names })}</div>
      </td>
      <td>
        {source.published ? <CalendarDate date={source.published} /> : state === 'unknown' ? t('lists.notStated') : '–'}
      </td>
      <td>{source.fetched ? <Moment at={source.fetched} /> : '–'}</td>
      <td>{source.checked ? <Moment at={source.checked} /> : '–'}</td>
    </tr>
  );
}

function Import(props: { source: ListsView['sources'][number]; changed(): void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button quiet small" onClick={() => setOpen(true)}>
        {t('lists.import')}
      </button>
      {open && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What was in force before; asked for once somebody opens it. */
function Versions({ source }: { source: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('lists.versions')}</summary>
      {open && <VersionList source={source} />}
    </details>
  );
}

function VersionList({ source }: { source: string }) {
  const { data, error, reload } = useResource<readonly ListVersion[]>(`/lists/${source}/versions`);
  if (!data) return error ? <Trouble error={error} retry={reload} /> : <Loading lines={2} />;
  if (data.length === 0) return <p class="small muted">{t('lists.noVersions')}</p>;
  return (
    <ol class="small stack tight">
      {data.map(({ snapshot, since, entries, published, sha256, starter }, place) => (
        <li key={snapshot}>
          <Moment at={since} /> · {t('lists.entries', { count: entries })}
          {data[place + 1] && ` (${signed(entries - data[place + 1]!.entries)})`}
          {published && (
            <>
              {' · '}
              {t('lists.published')} <CalendarDate date={published} />
            </>
          )}
          {starter && <span class="tag">{t('lists.starter')}</span>}
          <div class="muted">
            SHA-256 <code class="wrap">{sha256}</code>
          </div>
        </li>
      ))}
    </ol>
  );
}

function signed(difference: number): string {
  return `${difference < 0 ? '−' : '+'}${number(Math.abs(difference))}`;
}
