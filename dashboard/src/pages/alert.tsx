import { useRoute } from 'preact-iso/router';
import type { AlertRow } from '../../../src/http/dashboard/wire.ts';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Loading, Trouble } from '../ui/states.tsx';
import { useResource } from '../use.ts';
import { useDecisions } from './alert-decisions.ts';
import { AlertDetail } from './alert-detail.tsx';
import { KeysHelp, useShortcuts } from './alert-keys.tsx';

/** One alert by its id, for links from elsewhere. */
export function OneAlert() {
  const { params } = useRoute();
  const { data, error, reload } = useResource<AlertRow>(`/alerts/${encodeURIComponent(params.id ?? '')}`);
  return (
    <>
      <a class="back small" href="/alerts">
        {t('nav.alerts')}
      </a>
      <PageHeading title={t('alert.title', { id: params.id ?? '' })}>
        <KeysHelp />
      </PageHeading>
      {data ? <Alone row={data} /> : error ? <Trouble error={error} retry={reload} /> : <Loading lines={8} />}
    </>
  );
}

const nowhere = () => undefined;

function Alone({ row }: { row: AlertRow }) {
  const may = useMay('work');
  const { stateOf, keep: _, ...decisions } = useDecisions();
  const state = stateOf(row);
  const act = { ...decisions, decided: nowhere, undone: nowhere };
  const shortcuts = useShortcuts({ row, state, act, may, step: nowhere });
  return <AlertDetail row={row} state={state} act={act} shortcuts={shortcuts} />;
}
