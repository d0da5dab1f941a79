import { useEffect } from 'preact/hooks';
import type { ListsView } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { CalendarDate, Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import { useMay, useMe } from '../session.tsx';
import { Empty, Loading, Notice, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { ListTag, ListWarnings } from './overview.tsx';
import { SettingsPage } from './settings.tsx';

const LOOK_AGAIN_MS = 2000;

export function Lists() {
  const { data, error, reload, set } = useResource<ListsView>('/lists');
  const { operator } = useMe();
  const maySync = useMay('owner') && operator;
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
            {maySync && (
              <button type="button" class="button" disabled={sync.busy || syncing} onClick={sync.run}>
                {t(syncing ? 'lists.syncing' : 'lists.sync')}
              </button>
            )}
          </div>
          {sync.problem && <Notice tone="danger">{sync.problem}</Notice>}
          {data.sources.length === 0 ? <Empty title={t('lists.none')} /> : <Sources sources={data.sources} />}
        </div>
      )}
    </SettingsPage>
  );
}

function Sources({ sources }: Pick<ListsView, 'sources'>) {
  return (
    <ul class="stack">
      {sources.map((source) => (
        <li key={source.source} class="panel stack tight">
          <div class="row between">
            <h2>
              <Name>{source.name}</Name>
            </h2>
            <ListTag state={source.state} starter={source.starter} failed={source.lastError !== null} />
          </div>
          <dl class="facts">
            <Dated label={t('lists.published')} date={source.published} unknown={source.state === 'unknown'} />
            <Timed label={t('lists.fetched')} at={source.fetched} />
            <Timed label={t('lists.checked')} at={source.checked} />
            <div>
              <dt>{t('lists.size')}</dt>
              <dd>
                {t('lists.entries', { count: source.entries })}, {t('lists.names', { count: source.names })}
              </dd>
            </div>
            <div>
              <dt>{t('lists.id')}</dt>
              <dd>
                <code>{source.source}</code>
              </dd>
            </div>
          </dl>
          {source.lastError && (
            <Notice tone="danger">
              <Said text={source.lastError} />
            </Notice>
          )}
          {source.licence && (
            <p class="small muted" lang="en">
              {source.licence}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Dated({ label, date, unknown }: { label: string; date: string | null; unknown: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{date ? <CalendarDate date={date} /> : unknown ? t('lists.notStated') : '–'}</dd>
    </div>
  );
}

function Timed({ label, at }: { label: string; at: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{at ? <Moment at={at} /> : '–'}</dd>
    </div>
  );
}
