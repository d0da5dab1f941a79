import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { FileDetails } from '../../../src/http/dashboard/wire.ts';
import { type ApiAnswer, download, get, send, sendFile, withQuery } from '../api.ts';
import { Moment, Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { useApiPages } from '../paging.ts';
import { Said } from '../said.tsx';
import { useMay } from '../session.tsx';
import { announce } from '../ui/announce.tsx';
import { Code } from '../ui/copy.tsx';
import { byWords } from '../ui/decisions.tsx';
import { entityTypes, SelectField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Notice, Trouble } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { EXAMPLE_FILE } from './bulk-example.ts';
import { ChosenFile } from './chosen-file.tsx';
import type { NamesFile } from './names-file.ts';
import { QuotaOrProblem } from './screen.tsx';

type Batch = ApiAnswer<'/api/Screening/batch'>['items'][number];
type BulkJob = Batch & FileDetails;

const POLL_MS = 500;

/** A file of names: dropped, watched, its results taken away. The job's id stays in the address: a reload goes on. */
export function Bulk() {
  const may = useMay('work');
  return (
    <>
      <PageHeading title={t('bulk.title')}>
        <a class="button" href="/screen">
          {t('screen.one')}
        </a>
      </PageHeading>
      {may ? <File /> : <Empty title={t('screen.viewer')} />}
    </>
  );
}

function File() {
  const { query, route } = useLocation();
  const start = useAction(async ({ blob, name: title }: NamesFile) => {
    const job = await sendFile<BulkJob>(withQuery('/bulk', { type, title }), blob);
    route(`/bulk?job=${encodeURIComponent(job.id)}`, true);
  });
  const [type, setType] = useState('Individual');
  return (
    <div class="stack narrow">
      {query.job ? (
        <Job key={query.job} id={query.job} another={() => route('/bulk', true)} />
      ) : (
        <>
          <ChosenFile busy={start.busy} take={start.run} />
          <SelectField label={t('bulk.type')} value={type} onChoose={setType} options={entityTypes()} />
          <QuotaOrProblem action={start} />
          <EarlierJobs />
          <section class="panel stack">
            <h2>{t('bulk.columns')}</h2>
            <p>{t('bulk.columnsHint')}</p>
            <Code text={EXAMPLE_FILE} label={t('bulk.example')} />
            <p class="hint">{t('bulk.costs')}</p>
          </section>
        </>
      )}
    </div>
  );
}

/** Files of the account that the service still knows, to come back to. */
function EarlierJobs() {
  const { pages = [], more } = useApiPages('/api/Screening/batch');
  const batches = pages.flat();
  if (batches.length === 0) return null;
  return (
    <section class="panel stack tight" aria-labelledby="earlier">
      <h2 id="earlier">{t('bulk.earlier')}</h2>
      <ul>
        {batches.map(({ id, kind, title, actor, createdAt, status, done, total, matched, failed }) => (
          <li key={id}>
            <a class="wrap" href={`/bulk?job=${encodeURIComponent(id)}`}>
              <Name>{title ?? t(`bulk.kind.${kind}`)}</Name>
            </a>{' '}
            {failed > 0 && <span class="tag warning">{t('bulk.refused', { count: failed })}</span>}{' '}
            <span class="muted small">
              {stateWords({ status, failed })} · {byWords(actor)} · <Moment at={createdAt} /> ·{' '}
              {t('bulk.doneOf', { done, total })} · {t('bulk.matched', { count: matched })}
            </span>
          </li>
        ))}
      </ul>
      {more && (
        <button type="button" class="button quiet small" onClick={more}>
          {t('action.more')}
        </button>
      )}
    </section>
  );
}

function Job({ id, another }: { id: string; another(): void }) {
  const [job, setJob] = useState<BulkJob>();
  const [error, setError] = useState<unknown>();
  const path = `/bulk/${encodeURIComponent(id)}`;
  const goesOn = !job || job.endedAt === null;
  useEffect(() => {
    if (!goesOn) return;
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      get<BulkJob>(path, leaving.signal).then(
        (answer) => {
          setError(undefined);
          setJob(answer);
          timer = setTimeout(look, POLL_MS);
        },
        (caught: unknown) => {
          if (leaving.signal.aborted) return;
          setError(caught);
          timer = setTimeout(look, POLL_MS * 10);
        },
      );
    };
    look();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [path, goesOn]);
  const stop = useAction(async () => {
    await send('DELETE', path.replace('/bulk', '/api/Screening/batch'));
    setJob(await get<BulkJob>(path));
  });
  const said = useRef(false);
  useEffect(() => {
    if (job?.status !== 'done' || said.current) return;
    said.current = true;
    announce(t('bulk.done', { count: job.total }));
  }, [job]);
  if (!job) {
    return error ? (
      <>
        <Trouble error={error} />
        <button type="button" class="button" onClick={another}>
          {t('bulk.another')}
        </button>
      </>
    ) : null;
  }
  return (
    <section class="panel stack">
      <h2>{stateWords(job)}</h2>
      <p class="small muted wrap">
        <Name>{job.title ?? t(`bulk.kind.${job.kind}`)}</Name> · {byWords(job.actor)} · <Moment at={job.createdAt} />
      </p>
      {job.failed > 0 && <RefusedRows job={job} />}
      {error !== undefined && <Trouble error={error} />}
      <progress max={Math.max(1, job.total)} value={job.done} aria-label={t('bulk.progress')} />
      <p>
        {t('bulk.doneOf', { done: job.done, total: job.total })} · {t('bulk.matched', { count: job.matched })} ·{' '}
        {t('bulk.refused', { count: job.failed })}
      </p>
      {job.status === 'waiting-for-quota' && <Notice tone="warning">{t('bulk.waits')}</Notice>}
      {job.problem && (
        <Notice tone="danger">
          <Said text={job.problem} />
        </Notice>
      )}
      <div class="row">
        {job.done > 0 && (
          <>
            <a class={goesOn ? 'button' : 'button primary'} href={download(`${path}/results.csv`)} download>
              {t('bulk.download')}
            </a>
            <a class="button" href={download(`${path}/results.xlsx`)} download>
              {t('bulk.downloadWorkbook')}
            </a>
          </>
        )}
        {goesOn ? (
          <button type="button" class="button danger" disabled={stop.busy} onClick={stop.run}>
            {t('bulk.stop')}
          </button>
        ) : (
          <button type="button" class="button" onClick={another}>
            {t('bulk.another')}
          </button>
        )}
        <a href={`/screenings?result=matched&batch=${encodeURIComponent(id)}`}>{t('bulk.see')}</a>
        {job.kind === 'customers' && <a href="/customers?sort=changed">{t('nav.customers')}</a>}
      </div>
    </section>
  );
}

/** A file is not simply done where rows of it were not screened. */
function stateWords({ status, failed }: Pick<Batch, 'status' | 'failed'>): string {
  return t(status === 'done' && failed > 0 ? 'bulk.state.doneInPart' : `bulk.state.${status}`);
}

function RefusedRows({ job: { refused, failed } }: { job: BulkJob }) {
  return (
    <Notice tone="warning">
      <p class="strong">{t('bulk.refusedRows', { count: failed })}</p>
      <ul class="small">
        {refused.map(({ row, message }) => (
          <li key={row}>
            {t('bulk.row', { row: number(row) })} <Said text={message} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
