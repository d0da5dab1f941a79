import { useEffect, useRef } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { AlertRow, EvidenceReport } from '../../../src/http/dashboard/wire.ts';
import { CalendarDate, Moment, Name, number, OnPaper, score, utc } from '../format.tsx';
import { currentLanguage, known, t } from '../language.ts';
import { Changed, History, Proposed, StateTag } from '../ui/decisions.tsx';
import { Fact } from '../ui/fact.tsx';
import { MatchCard } from '../ui/match.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Loading, Trouble } from '../ui/states.tsx';
import { useResource } from '../use.ts';
import { ReasonList } from './verification.tsx';

export function AlertReport() {
  const id = useRoute().params.id ?? '';
  return <Report path={`/reports/alerts/${encodeURIComponent(id)}`} title={t('report.alert', { id })} />;
}

export function ScreeningReport() {
  const id = useRoute().params.id ?? '';
  return <Report path={`/reports/screenings/${encodeURIComponent(id)}`} title={t('report.screening', { id })} />;
}

/** A case: the customer with every alert. */
export function CustomerReport() {
  const reference = useRoute().params.reference ?? '';
  return (
    <Report path={`/reports/customers/${encodeURIComponent(reference)}`} title={t('report.customer', { reference })} />
  );
}

/** One alert, customer or screening on paper: everything open, in light colours, with nothing to click. */
function Report({ path, title }: { path: string; title: string }) {
  const { data, error, reload } = useResource<EvidenceReport>(path);
  const paper = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const folded of paper.current?.querySelectorAll('details') ?? []) folded.open = true;
  }, [data]);
  return (
    <div class="report">
      <div class="row between no-print">
        <button type="button" class="button quiet" onClick={() => history.back()}>
          {t('report.back')}
        </button>
        {data && (
          <span class="row">
            <button type="button" class="button" onClick={() => paper.current && save(paper.current, title)}>
              {t('report.download')}
            </button>
            <button type="button" class="button primary" onClick={() => print()}>
              {t('report.print')}
            </button>
          </span>
        )}
      </div>
      <article class="stack paper" ref={paper}>
        <div class="running-title" aria-hidden="true">
          <p>
            {t('report.title')} · {title}
            {data && (
              <>
                {' · '}
                <Name>{data.account}</Name> · {utc(data.madeAt)}
              </>
            )}
          </p>
        </div>
        <div class="stack">
          <PageHeading title={`${t('report.title')} · ${title}`} />
          {data ? (
            <OnPaper.Provider value={true}>
              <Content report={data} />
            </OnPaper.Provider>
          ) : error ? (
            <Trouble error={error} retry={reload} />
          ) : (
            <Loading lines={8} />
          )}
        </div>
      </article>
    </div>
  );
}

/** The report as one page without scripts, with its styles inside. */
async function save(paper: HTMLElement, title: string): Promise<void> {
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  const styles = sheet ? await (await fetch(sheet.href)).text() : '';
  const head = `<meta charset="utf-8"><title>${title}</title><style>${styles}</style>`;
  const page = `<!doctype html><html lang="${currentLanguage()}" data-theme="light"><head>${head}</head><body><main class="report">${paper.outerHTML}</main></body></html>`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
  link.download = `${title.replace(/\W+/gu, '-').toLowerCase()}.html`;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Content({ report }: { report: EvidenceReport }) {
  const { customer, alerts, screening } = report;
  const alert = customer ? undefined : alerts[0];
  const subject = customer ?? alert ?? screening;
  const reference = customer?.reference ?? alert?.customer;
  return (
    <>
      <section class="panel">
        <dl class="facts">
          <Fact label={t('report.made')}>
            <Moment at={report.madeAt} />
          </Fact>
          <Fact label={t('report.by')}>
            <Name>{report.madeBy}</Name>
          </Fact>
          <Fact label={t('report.account')}>
            <Name>{report.account}</Name>
          </Fact>
          <Fact label={t('report.program')}>{report.program}</Fact>
        </dl>
      </section>
      <section class="panel stack tight">
        <h2>{t('report.subject')}</h2>
        <dl class="facts">
          <Fact label={t('screen.name')}>
            <Name>{(alert ? alert.subject : (customer ?? screening)?.name) ?? t('verification.unreadable')}</Name>
          </Fact>
          {subject?.entityType && <Fact label={t('match.type')}>{t(`type.${subject.entityType}`)}</Fact>}
          {subject?.dateOfBirth && (
            <Fact label={t('match.born')}>
              <CalendarDate date={subject.dateOfBirth} />
            </Fact>
          )}
          {reference && (
            <Fact label={t('customers.reference')}>
              <Name>{reference}</Name>
            </Fact>
          )}
          {customer && customer.otherNames.length > 0 && (
            <Fact label={t('customers.otherNames')}>
              <Name>{customer.otherNames.join(' · ')}</Name>
            </Fact>
          )}
          {report.origin && (
            <>
              <Fact label={t('report.run')}>{runWords(report.origin)}</Fact>
              <Fact label={t('screen.minScore')}>{score(report.origin.minScore)}</Fact>
              <Fact label={t('screening.engine')}>{report.origin.engine}</Fact>
            </>
          )}
          {screening && (
            <>
              <Fact label={t('record.id')}>{String(screening.id)}</Fact>
              <Fact label={t('record.made')}>
                <Moment at={screening.createdAt} />
              </Fact>
              <Fact label={t('screen.minScore')}>{score(screening.minScore)}</Fact>
              <Fact label={t('screening.qualifying')}>{number(screening.qualifying)}</Fact>
              <Fact label={t('screening.engine')}>{screening.engine}</Fact>
            </>
          )}
        </dl>
      </section>
      {alerts.map((one) => (
        <section key={one.id} class="stack">
          {customer && <h2>{t('report.alert', { id: String(one.id) })}</h2>}
          <Decisions alert={one} />
          {customer && <Subject alert={one} />}
          <FoundByAlert alert={one} />
        </section>
      ))}
      {alerts.length === 0 && <FoundByScreening report={report} />}
      <Lists report={report} />
      <Hashes report={report} />
    </>
  );
}

function Decisions({ alert }: { alert: AlertRow }) {
  return (
    <section class="panel stack tight">
      <div class="row between">
        <h2>{t('report.decisions')}</h2>
        <StateTag alert={alert} />
      </div>
      <Changed sentences={alert.changed} />
      <Proposed alert={alert} />
      {alert.history.length > 0 ? (
        <History events={alert.history} kind={alert.kind} />
      ) : (
        <p>{t('report.noDecisions')}</p>
      )}
    </section>
  );
}

function runWords({ run, reason }: NonNullable<AlertRow['origin']>): string {
  return t('report.runWords', { run: String(run), why: t(`monitoring.${reason}`) });
}

/** Whom an alert of a customer was decided for: the customer may be called otherwise by now. */
function Subject({ alert: { subject, dateOfBirth, origin } }: { alert: AlertRow }) {
  if (subject === null) return null;
  return (
    <p>
      {t('customers.decidedFor', { name: subject })}
      {dateOfBirth && (
        <>
          , {t('match.born')} <CalendarDate date={dateOfBirth} />
        </>
      )}
      {origin && (
        <>
          {' · '}
          {runWords(origin)}, {t('screening.snapshot')} <code class="wrap">{origin.snapshot}</code>
        </>
      )}
    </p>
  );
}

function FoundByAlert({ alert }: { alert: AlertRow }) {
  if (alert.kind === 'review') {
    return (
      <section class="panel stack tight">
        <h2>{t('verification.reasons')}</h2>
        <ReasonList reasons={alert.reasons} />
      </section>
    );
  }
  return <Matches matches={alert.match ? [alert.match] : []} query={alert.subject ?? ''} born={alert.dateOfBirth} />;
}

function FoundByScreening({ report: { screening } }: { report: EvidenceReport }) {
  if (!screening) return <Matches matches={[]} query="" born={null} />;
  return <Matches matches={screening.matches} query={screening.name} born={screening.dateOfBirth} />;
}

interface MatchesProps {
  readonly matches: readonly NonNullable<AlertRow['match']>[];
  readonly query: string;
  readonly born: string | null;
}

function Matches({ matches, ...query }: MatchesProps) {
  return (
    <section class="stack">
      <h2>{t('report.matches')}</h2>
      {matches.length === 0 && <p>{t('screen.clear')}</p>}
      {matches.map((match, index) => (
        <MatchCard key={index} match={match} {...query} />
      ))}
    </section>
  );
}

function Lists({ report: { lists, screening, origin } }: { report: EvidenceReport }) {
  if (lists.length === 0) return null;
  const snapshot = (origin ?? screening)?.snapshot;
  return (
    <section class="panel stack tight">
      <h2>{t('report.lists')}</h2>
      {snapshot && (
        <p class="small">
          {t('screening.snapshot')} <code class="wrap">{snapshot}</code>
        </p>
      )}
      <div class="table-frame">
        <table class="table plain small">
          <thead>
            <tr>
              <th scope="col">{t('alerts.list')}</th>
              <th scope="col">{t('lists.published')}</th>
              <th scope="col" class="numeric">
                {t('lists.size')}
              </th>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {lists.map(({ source, name, published, entries, sha256 }) => (
              <tr key={source}>
                <th scope="row">
                  <Name>{name}</Name>
                </th>
                <td>{published ? <CalendarDate date={published} /> : t('lists.notStated')}</td>
                <td class="numeric">{number(entries)}</td>
                <td class="wrap">
                  <code>{sha256}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Hashes({ report: { evidenceHash, audit } }: { report: EvidenceReport }) {
  return (
    <section class="panel stack tight">
      <h2>{t('report.hashes')}</h2>
      <p class="small wrap">
        {t('report.evidence')}: <code>{evidenceHash}</code>
      </p>
      <h3>{t('report.audit')}</h3>
      {audit.length === 0 && <p class="small">{t('report.noAudit')}</p>}
      <ol class="small stack tight">
        {audit.map(({ sequence, at, action, hash }) => (
          <li key={sequence} class="wrap">
            {number(sequence)} · <Moment at={at} /> · {known(`action.${action}`) ?? action}
            <br />
            <code>{hash}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}
