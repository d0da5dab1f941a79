import type { AlertRow, AlertState } from '../../../src/http/dashboard/wire.ts';
import { ClippedName, number } from '../format.tsx';
import { t } from '../language.ts';
import { QueueItem } from './alert-item.tsx';
import type { Marks } from './alert-marks.ts';

interface Props {
  readonly rows: readonly AlertRow[];
  readonly byCase: boolean;
  /** Undefined where nobody can choose several. */
  readonly marks: Marks | undefined;
  readonly current: AlertRow;
  stateOf(row: AlertRow): AlertState;
  show(id: number): void;
}

/** The alerts of the queue, under their customers where they are sorted so. */
export function Rows({ rows, byCase, marks, current, stateOf, show }: Props) {
  return (
    <ol aria-label={t('nav.alerts')}>
      {rows.map((row, index) => (
        <li key={row.id}>
          {byCase && rows[index - 1]?.caseId !== row.caseId && <CaseHead row={row} rows={rows} marks={marks} />}
          <QueueItem
            row={row}
            state={stateOf(row)}
            current={row === current}
            chosen={marks?.has(row.id)}
            choose={() => show(row.id)}
            mark={(on, through) => marks?.mark(row, on, through)}
          />
        </li>
      ))}
    </ol>
  );
}

/** Who the next alerts are about, and how many of them are loaded. */
function CaseHead({ row, rows, marks }: { row: AlertRow } & Pick<Props, 'rows' | 'marks'>) {
  const ofCase = rows.filter(({ caseId }) => caseId === row.caseId);
  const name = row.subject ?? row.customer ?? t('verification.unreadable');
  return (
    <div class="case-head row between small">
      {marks && <MarkAll label={t('many.allOf', { name })} rows={ofCase} marks={marks} />}
      <span class="grow clip">
        <ClippedName strong>
          {row.customer ? <a href={`/customers/${encodeURIComponent(row.customer)}`}>{name}</a> : name}
        </ClippedName>
      </span>
      <span class="muted unbroken">{t('alerts.inCase', { count: ofCase.length })}</span>
    </div>
  );
}

interface HeadProps extends Pick<Props, 'rows' | 'marks'> {
  /** Of the current alert, from 1. */
  readonly at: number;
  /** Undefined until it is known. */
  readonly total: number | undefined;
}

/** Where one stands in the queue, and a box that chooses all alerts that are loaded. */
export function QueueHead({ rows, marks, at, total }: HeadProps) {
  const all = total === undefined ? '…' : number(Math.max(total, rows.length));
  return (
    <div class="queue-head row small muted">
      {marks && <MarkAll label={t('many.allLoaded', { count: rows.length })} rows={rows} marks={marks} />}
      <p aria-live="off">{t('alerts.position', { at, total: all })}</p>
    </div>
  );
}

function MarkAll({ label, rows, marks }: { label: string; rows: readonly AlertRow[]; marks: Marks }) {
  const count = rows.filter(({ id }) => marks.has(id)).length;
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={label}
      checked={count > 0 && count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      onChange={(event) => marks.markAll(rows, event.currentTarget.checked)}
    />
  );
}
