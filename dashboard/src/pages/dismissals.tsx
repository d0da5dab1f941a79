import type { AlertRow } from '../../../src/http/dashboard/wire.ts';
import { CalendarDate, Moment, Name } from '../format.tsx';
import { t } from '../language.ts';
import { usePages } from '../paging.ts';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { byWords } from '../ui/decisions.tsx';
import { sourceWords } from '../ui/match.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Problem } from '../ui/states.tsx';
import { PagedTable } from '../ui/table.tsx';
import { useAction } from '../use.ts';
import { noteReopened } from '../work.ts';
import { undo } from './decision.tsx';

/** Dismissals that also close later alerts of the same name and birth date: whose, why, and until what changes. */
export function Dismissals() {
  const paged = usePages<AlertRow>('/dismissals');
  return (
    <>
      <a class="back small" href="/alerts">
        {t('nav.alerts')}
      </a>
      <PageHeading title={t('dismissals.title')} />
      <p class="spaced-below">{t('dismissals.hint')}</p>
      <PagedTable
        caption={t('dismissals.title')}
        paged={paged}
        keyOf={({ id }) => id}
        empty={<Empty title={t('dismissals.none')}>{t('dismissals.noneHint')}</Empty>}
        columns={[
          { label: t('dismissals.subject'), cell: (row) => <Subject row={row} /> },
          { label: t('why.entry'), cell: (row) => <Entry row={row} /> },
          { label: t('dismissals.why'), cell: (row) => <Decision row={row} /> },
          { label: t('action.actions'), cell: (row) => <TakeBack row={row} done={paged.reload} /> },
        ]}
      />
    </>
  );
}

function Subject({ row }: { row: AlertRow }) {
  return (
    <>
      <a href={`/alerts/${row.id}`} class="row-link">
        <Name>{row.subject ?? ''}</Name>
      </a>
      {row.dateOfBirth && (
        <div class="small muted">
          {t('alerts.born')} <CalendarDate date={row.dateOfBirth} />
        </div>
      )}
      {row.customer && (
        <div class="small wrap">
          <a href={`/customers/${encodeURIComponent(row.customer)}`}>
            {t('alert.ofCustomer', { reference: row.customer })}
          </a>
        </div>
      )}
    </>
  );
}

function Entry({ row: { match } }: { row: AlertRow }) {
  return (
    <>
      <span class="wrap">
        <Name>{match?.name ?? ''}</Name>
      </span>
      <div class="small muted wrap">{match?.sources.map(sourceWords).join(' · ')}</div>
    </>
  );
}

/** The last dismissal: who, when and why. A second person's acceptance comes with it. */
function Decision({ row: { history } }: { row: AlertRow }) {
  const step = history.findLast(({ kind }) => kind === 'dismissed');
  if (!step) return null;
  return (
    <>
      {step.reason ? t(`why.${step.reason}`) : t('alert.noReason')}
      {step.comment && (
        <div class="small wrap">
          <Name>{step.comment}</Name>
        </div>
      )}
      <div class="small muted wrap">
        {byWords(step.by)} · <Moment at={step.at} />
      </div>
    </>
  );
}

function TakeBack({ row, done }: { row: AlertRow; done(): void }) {
  const may = useMay('work');
  const back = useAction(async () => {
    await undo(row);
    noteReopened(1);
    announce(t('dismissals.takenBack'));
    done();
  });
  if (!may) return null;
  return (
    <>
      <button type="button" class="button small" disabled={back.busy} onClick={back.run}>
        {t('dismissals.takeBack')}
      </button>
      <Problem text={back.problem} />
    </>
  );
}
