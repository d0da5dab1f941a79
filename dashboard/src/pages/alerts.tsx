import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { AlertCount, AlertRow, AlertState, Claimed } from '../../../src/http/dashboard/wire.ts';
import { download, send } from '../api.ts';
import { useFilter } from '../filters.ts';
import { ClippedName, number } from '../format.tsx';
import { t } from '../language.ts';
import { usePages } from '../paging.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Loading, Notice, Problem, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { reopenedHere, useWork } from '../work.ts';
import { useDecisions } from './alert-decisions.ts';
import { AlertDetail } from './alert-detail.tsx';
import { AlertFilters, askedOf, isEverythingOpen } from './alert-filters.tsx';
import { QueueItem } from './alert-item.tsx';
import { KeysHelp, useShortcuts } from './alert-keys.tsx';
import { MAX_MANY, ManyBar } from './alert-many.tsx';
import { WaitingCustomers } from './customer-proposal.tsx';

export function Alerts() {
  const [filter, change] = useFilter();
  const asked = askedOf(filter);
  const paged = usePages<AlertRow>(`/alerts${asked}`);
  const { data: total } = useResource<AlertCount>(`/alerts/count${asked}`);
  const [claimed, setClaimed] = useState<AlertRow>();
  const claim = useAction(async () => {
    const { alert } = await send<Claimed>('POST', `/alerts/claim${asked}`);
    if (alert) setClaimed(alert);
    else announce(t('alerts.nothingToClaim'));
  });
  const listed = paged.pages?.flat();
  const rows = listed && (claimed && !listed.some(({ id }) => id === claimed.id) ? [claimed, ...listed] : listed);
  return (
    <>
      <PageHeading title={t('nav.alerts')}>
        {useMay('analyst') && (
          <button type="button" class="button primary" disabled={claim.busy} onClick={claim.run}>
            {t('alerts.claim')} <kbd>n</kbd>
          </button>
        )}
        <a class="button quiet" href={download(`/alerts/export.csv${asked}`)} download>
          {t('export.csv')}
        </a>
        <KeysHelp />
      </PageHeading>
      <AlertFilters filter={filter} change={change} />
      <Problem text={claim.problem} />
      <WaitingCustomers />
      <NewAlerts show={paged.reload} />
      {rows ? (
        <Queue
          paged={paged}
          rows={rows}
          claimed={claimed}
          claim={claim.run}
          byCase={filter.sort === 'case'}
          total={total?.count}
          nothingOpen={isEverythingOpen(filter)}
        />
      ) : paged.error ? (
        <Trouble error={paged.error} retry={paged.reload} />
      ) : (
        <Loading lines={8} />
      )}
    </>
  );
}

/** Alerts that were open at some moment, and how many this page had opened again until then. */
interface Known {
  readonly open: number;
  readonly again: number;
}

function expectedOf({ open, again }: Known): number {
  return open + reopenedHere() - again;
}

/** Says that alerts opened since the list was loaded, without moving what somebody is working on. */
function NewAlerts({ show }: { show(): void }) {
  const work = useWork();
  // What was known before the list was loaded says nothing of what the list has.
  const [before] = useState(work);
  const open = work === before ? undefined : work?.open;
  const [known, setKnown] = useState<Known>();
  // Fewer are open after each decision: what opens after that is new again.
  useEffect(() => {
    if (open === undefined) return;
    setKnown((last) => (last && open >= expectedOf(last) ? last : { open, again: reopenedHere() }));
  }, [open]);
  const count = open !== undefined && known ? Math.max(0, open - expectedOf(known)) : 0;
  return (
    <div role="status" class="new-alerts">
      {count > 0 && (
        <Notice tone="info">
          <span class="row between">
            {t('alerts.newOnes', { count })}
            <button
              type="button"
              class="button"
              onClick={() => {
                if (open !== undefined) setKnown({ open, again: reopenedHere() });
                show();
              }}
            >
              {t('alerts.showNew')}
            </button>
          </span>
        </Notice>
      )}
    </div>
  );
}

interface QueueProps {
  readonly paged: ReturnType<typeof usePages<AlertRow>>;
  readonly rows: readonly AlertRow[];
  /** What was given to this person last. */
  readonly claimed: AlertRow | undefined;
  claim(): void;
  readonly byCase: boolean;
  readonly total: number | undefined;
  /** Whether an empty queue means that nothing is open, and not that nothing fits the filters. */
  readonly nothingOpen: boolean;
}

/** The list and, beside it, the alert in work. A decided alert stays in its place until the list is loaded again. */
function Queue({ paged, rows, claimed, claim, byCase, total, nothingOpen }: QueueProps) {
  const may = useMay('analyst');
  const [shown, setShown] = useState<number>();
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
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
    setShown(claimed.id);
  }, [claimed, keep]);
  useBeginning(queue, shown);
  const go = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row) setShown(row.id);
    if (index >= rows.length - 5) paged.more?.();
  };
  const goToOpen = () => {
    const next = rows.findIndex((row, index) => index > at && stateOf(row).state === 'open');
    go(next < 0 ? at : next);
  };
  const mark = useCallback((id: number, on: boolean) => {
    setMarked((before) => {
      const next = new Set(before);
      if (!on) next.delete(id);
      else if (next.size < MAX_MANY) next.add(id);
      return next;
    });
  }, []);
  const act = { ...decisions, decided: goToOpen, undone: (id: number) => setShown(id) };
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
      mark: () => mark(current.id, !marked.has(current.id)),
    },
  );
  if (!current) {
    return (
      <Empty title={t(nothingOpen ? 'alerts.none' : 'filter.nothing')}>{nothingOpen && t('alerts.noneHint')}</Empty>
    );
  }
  const chosen = rows.filter(({ id }) => marked.has(id)).map((row) => ({ row, state: stateOf(row) }));
  return (
    <div class="stack tight" ref={queue}>
      {may && <ManyBar chosen={chosen} keep={keep} clear={() => setMarked(new Set())} />}
      <div class="queue">
        <div class="queue-list panel">
          <p class="queue-head small muted" aria-live="off">
            {t('alerts.position', {
              at: at + 1,
              total: total === undefined ? '…' : number(Math.max(total, rows.length)),
            })}
          </p>
          <Rows
            {...{ rows, byCase, marked, may, stateOf, mark }}
            current={current}
            show={(id: number) => setShown(id)}
          />
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

interface RowsProps {
  readonly rows: readonly AlertRow[];
  readonly byCase: boolean;
  readonly marked: ReadonlySet<number>;
  readonly may: boolean;
  readonly current: AlertRow;
  stateOf(row: AlertRow): AlertState;
  show(id: number): void;
  mark(id: number, on: boolean): void;
}

function Rows({ rows, byCase, marked, may, current, stateOf, show, mark }: RowsProps) {
  return (
    <ol aria-label={t('nav.alerts')}>
      {rows.map((row, index) => (
        <li key={row.id}>
          {byCase && rows[index - 1]?.caseId !== row.caseId && <CaseHead row={row} rows={rows} />}
          <QueueItem
            row={row}
            state={stateOf(row)}
            current={row === current}
            chosen={may ? marked.has(row.id) : undefined}
            choose={() => show(row.id)}
            mark={(on) => mark(row.id, on)}
          />
        </li>
      ))}
    </ol>
  );
}

/** Who the next alerts are about, and how many of them are loaded. */
function CaseHead({ row, rows }: { row: AlertRow; rows: readonly AlertRow[] }) {
  const count = rows.filter(({ caseId }) => caseId === row.caseId).length;
  return (
    <div class="case-head row between small">
      <ClippedName strong>
        {row.customer ? (
          <a href={`/customers/${encodeURIComponent(row.customer)}`}>{row.subject ?? row.customer}</a>
        ) : (
          (row.subject ?? t('verification.unreadable'))
        )}
      </ClippedName>
      <span class="muted unbroken">{t('alerts.inCase', { count })}</span>
    </div>
  );
}
