import { useEffect, useRef, useState } from 'preact/hooks';
import type { AlertRow, AlertState } from '../../../src/http/dashboard/wire.ts';
import { withQuery } from '../api.ts';
import { useFilter, useTyped } from '../filters.ts';
import { Name } from '../format.tsx';
import { t } from '../language.ts';
import { usePages } from '../paging.ts';
import { useMay } from '../session.tsx';
import { StateTag } from '../ui/decisions.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Score } from '../ui/score.tsx';
import { Empty, Loading, Trouble } from '../ui/states.tsx';
import { useDecisions } from './alert-decisions.ts';
import { AlertDetail } from './alert-detail.tsx';
import { KeysHelp, useShortcuts } from './alert-keys.tsx';

export function Alerts() {
  const [filter, change] = useFilter();
  const { state = 'open', kind, text, sort } = filter;
  const paged = usePages<AlertRow>(withQuery('/alerts', { state: state === 'all' ? '' : state, kind, text, sort }));
  return (
    <>
      <PageHeading title={t('nav.alerts')}>
        <KeysHelp />
      </PageHeading>
      <AlertFilter filter={filter} change={change} />
      {paged.pages ? (
        <Queue paged={paged} rows={paged.pages.flat()} open={state === 'open'} />
      ) : paged.error ? (
        <Trouble error={paged.error} retry={paged.reload} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  );
}

type FilterProps = {
  filter: Readonly<Record<string, string>>;
  change(changes: Readonly<Record<string, string>>): void;
};

function AlertFilter({ filter, change }: FilterProps) {
  const [text, setText] = useTyped(filter.text ?? '', (typed) => change({ text: typed }));
  return (
    <search class="filters">
      <TextField label={t('filter.text')} type="search" value={text} onText={setText} />
      <SelectField
        label={t('alert.state')}
        value={filter.state ?? 'open'}
        onChoose={(state) => change({ state: state === 'open' ? '' : state })}
        options={[
          ['open', t('alert.open')],
          ['confirmed', t('alert.confirmed')],
          ['dismissed', t('alert.dismissed')],
        ]}
      />
      <SelectField
        label={t('alert.kind')}
        value={filter.kind ?? ''}
        onChoose={(kind) => change({ kind })}
        options={[
          ['', t('filter.all')],
          ['match', t('kind.match')],
          ['review', t('kind.review')],
        ]}
      />
      <SelectField
        label={t('filter.sort')}
        value={filter.sort ?? ''}
        onChoose={(sort) => change({ sort })}
        options={[
          ['', t('filter.newest')],
          ['oldest', t('filter.oldest')],
          ['score', t('filter.byScore')],
        ]}
      />
    </search>
  );
}

interface QueueProps {
  readonly paged: ReturnType<typeof usePages<AlertRow>>;
  readonly rows: readonly AlertRow[];
  readonly open: boolean;
}

/** The list and, beside it, the alert in work. A decided alert stays in its place until the list is loaded again. */
function Queue({ paged, rows, open }: QueueProps) {
  const may = useMay('analyst');
  const [chosen, setChosen] = useState<number>();
  const { stateOf, ...decisions } = useDecisions();
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen),
  );
  const current = rows[at];
  const queue = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const go = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row) setChosen(row.id);
    if (index >= rows.length - 5) paged.more?.();
  };
  const goToOpen = () => {
    const next = rows.findIndex((row, index) => index > at && stateOf(row).state === 'open');
    go(next < 0 ? at : next);
  };
  useEffect(() => {
    if (chosen === undefined) return;
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    queue.current?.querySelector('.queue-detail h2')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const act = {
    ...decisions,
    decided: goToOpen,
    undone: (id: number) => setChosen(id),
  };
  const shortcuts = useShortcuts(
    current && { row: current, state: stateOf(current), act, may, step: (by) => go(at + by) },
  );
  if (!current) {
    return <Empty title={t(open ? 'alerts.none' : 'filter.nothing')}>{open && t('alerts.noneHint')}</Empty>;
  }
  return (
    <div class="queue" ref={queue}>
      <div class="queue-list panel">
        <ol ref={list} aria-label={t('nav.alerts')}>
          {rows.map((row) => (
            <li key={row.id}>
              <QueueItem row={row} state={stateOf(row)} current={row === current} choose={() => setChosen(row.id)} />
            </li>
          ))}
        </ol>
        {paged.more && (
          <button type="button" class="button quiet small" onClick={paged.more}>
            {t('action.more')}
          </button>
        )}
      </div>
      <AlertDetail key={current.id} row={current} state={stateOf(current)} act={act} shortcuts={shortcuts} />
    </div>
  );
}

interface ItemProps {
  readonly row: AlertRow;
  readonly state: AlertState;
  readonly current: boolean;
  choose(): void;
}

function QueueItem({ row, state, current, choose }: ItemProps) {
  return (
    <button type="button" class="queue-item" {...(current && { 'aria-current': 'true' })} onClick={choose}>
      <span class="row between">
        <span class="strong clip">{row.subject ? <Name>{row.subject}</Name> : t('verification.unreadable')}</span>
        {row.kind === 'match' ? <Score value={row.score} /> : <span class="tag review">{t('kind.review')}</span>}
      </span>
      <span class="row between small muted">
        <span class="clip">
          {row.match ? <Name>{row.match.name}</Name> : t('alert.reasons', { count: row.reasons.length })}
        </span>
        {state.state !== 'open' && <StateTag alert={state} />}
        {state.state === 'open' && state.changed.length > 0 && <span class="tag warning">{t('alert.changed')}</span>}
      </span>
    </button>
  );
}
