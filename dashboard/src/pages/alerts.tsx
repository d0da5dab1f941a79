import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { AlertCount, AlertRow, AlertState, Claimed } from '../../../src/http/dashboard/wire.ts';
import { download, send } from '../api.ts';
import { useFilter } from '../filters.ts';
import { t } from '../language.ts';
import { usePages } from '../paging.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Loading, Problem, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { useDecisions } from './alert-decisions.ts';
import { AlertDetail } from './alert-detail.tsx';
import { AlertFilters, askedOf, isEverythingOpen } from './alert-filters.tsx';
import { KeysHelp, useShortcuts } from './alert-keys.tsx';
import { ManyBar } from './alert-many.tsx';
import { useMarks } from './alert-marks.ts';
import { QueueHead, Rows } from './alert-rows.tsx';
import { WaitingCustomers } from './customer-proposal.tsx';
import { NewAlerts } from './new-alerts.tsx';
import { useBeyond, useShown } from './queue-place.ts';

export function Alerts() {
  const [filter, change] = useFilter();
  const asked = askedOf(filter);
  const paged = usePages<AlertRow>(`/alerts${asked}`);
  const { data: total } = useResource<AlertCount>(`/alerts/count${asked}`);
  const [shown, show] = useShown(filter.alert, change);
  const narrow = useCallback(
    (changes: Readonly<Record<string, string>>) => change({ alert: '', ...changes }),
    [change],
  );
  const [claimed, setClaimed] = useState<AlertRow>();
  const claim = useAction(async () => {
    const { alert } = await send<Claimed>('POST', `/alerts/claim${asked}`);
    if (alert) setClaimed(alert);
    else announce(t('alerts.nothingToClaim'));
  });
  const rows = withFirst(claimed, paged.pages?.flat());
  const beyond = useBeyond(shown, rows);
  return (
    <>
      <PageHeading title={t('nav.alerts')}>
        {useMay('work') && (
          <button type="button" class="button primary" disabled={claim.busy} onClick={claim.run}>
            {t('alerts.claim')} <kbd>n</kbd>
          </button>
        )}
        <a class="button quiet" href={download(`/alerts/export.csv${asked}`)} download>
          {t('export.csv')}
        </a>
        <a class="button quiet" href="/dismissals">
          {t('dismissals.open')}
        </a>
        <KeysHelp />
      </PageHeading>
      <AlertFilters filter={filter} change={narrow} />
      <Problem text={claim.problem} />
      <WaitingCustomers />
      <NewAlerts show={paged.reload} />
      {rows ? (
        <Queue
          paged={paged}
          rows={withFirst(beyond, rows)!}
          claimed={claimed}
          claim={claim.run}
          byCase={filter.sort === 'case'}
          asked={asked}
          total={total?.count}
          nothingOpen={isEverythingOpen(filter)}
          place={[shown, show]}
        />
      ) : paged.error ? (
        <Trouble error={paged.error} retry={paged.reload} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  );
}

/** The rows with one more before them, where it is not among them. */
function withFirst(
  first: AlertRow | undefined,
  rows: readonly AlertRow[] | undefined,
): readonly AlertRow[] | undefined {
  return rows && first && !rows.some(({ id }) => id === first.id) ? [first, ...rows] : rows;
}

interface QueueProps {
  readonly paged: ReturnType<typeof usePages<AlertRow>>;
  readonly rows: readonly AlertRow[];
  /** What was given to this person last. */
  readonly claimed: AlertRow | undefined;
  claim(): void;
  readonly byCase: boolean;
  /** The parameters by which the service was asked. */
  readonly asked: string;
  readonly total: number | undefined;
  /** Whether an empty queue means that nothing is open, and not that nothing fits the filters. */
  readonly nothingOpen: boolean;
  readonly place: ReturnType<typeof useShown>;
}

/** Whether whoever works through the queue has something to decide there. */
function isOpen({ state, proposal }: AlertState): boolean {
  return state === 'open' && proposal === null;
}

/** The list and, beside it, the alert in work. A decided alert stays in its place until the list is loaded again. */
function Queue({ paged, rows, claimed, claim, byCase, asked, total, nothingOpen, place: [shown, show] }: QueueProps) {
  const may = useMay('work');
  const marks = useMarks(rows);
  const { stateOf, keep, ...decisions } = useDecisions();
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === shown),
  );
  const current = rows[at];
  const queue = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!claimed) return;
    keep(claimed);
    show(claimed.id);
  }, [claimed, keep, show]);
  useBeginning(queue, shown);
  const go = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row) show(row.id);
    if (index >= rows.length - 5) paged.more?.();
  };
  const goOn = () => {
    // Whoever accepts a proposal goes on to the next one, too.
    const accepts = current !== undefined && stateOf(current).proposal !== null;
    const waits = (state: AlertState) => isOpen(state) || (accepts && state.proposal !== null);
    const next = rows.findIndex((row, index) => index > at && waits(stateOf(row)));
    go(next < 0 ? at : next);
  };
  const act = { ...decisions, decided: goOn, undone: show };
  const decideMarked = () => queue.current?.querySelector<HTMLButtonElement>('.many .primary')?.click();
  const shortcuts = useShortcuts(
    current && {
      row: current,
      state: stateOf(current),
      act,
      may,
      step: (by) => go(at + by),
      claim,
      decideMarked,
      mark: () => marks.mark(current, !marks.has(current.id)),
    },
  );
  if (!current) {
    return (
      <Empty title={t(nothingOpen ? 'alerts.none' : 'filter.nothing')}>{nothingOpen && t('alerts.noneHint')}</Empty>
    );
  }
  return (
    <div class="stack tight" ref={queue}>
      {may && <ManyBar {...{ marks, stateOf, keep, asked, total, current }} />}
      <div class="queue">
        <div class="queue-list panel">
          <QueueHead rows={rows} marks={may ? marks : undefined} at={at + 1} total={total} />
          <Rows {...{ rows, byCase, stateOf, show, current }} marks={may ? marks : undefined} />
          {paged.more && (
            <button type="button" class="button quiet small" onClick={paged.more}>
              {t('action.more')}
            </button>
          )}
        </div>
        <AlertDetail key={current.id} row={current} state={stateOf(current)} act={act} shortcuts={shortcuts} />
      </div>
    </div>
  );
}

/** The next alert begins at its beginning, however far the one before was scrolled. */
function useBeginning(queue: { readonly current: HTMLDivElement | null }, shown: number | undefined): void {
  useEffect(() => {
    if (shown === undefined) return;
    queue.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    const card = queue.current?.querySelector('.queue-detail');
    if (card && card.getBoundingClientRect().top < 0) card.scrollIntoView({ block: 'start' });
    card?.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
  }, [queue, shown]);
}
