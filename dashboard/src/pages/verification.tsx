import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import type { ScreenedHolder } from '../../../src/domain/screening.ts';
import type { Reason } from '../../../src/domain/verification.ts';
import type { AlertState, VerificationRecord } from '../../../src/http/dashboard/wire.ts';
import { send } from '../api.ts';
import { Moment, Name, score } from '../format.tsx';
import { known, t } from '../language.ts';
import { reasonText, Said } from '../said.tsx';
import { useMay } from '../session.tsx';
import { History, StateTag } from '../ui/decisions.tsx';
import { Fact } from '../ui/fact.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Scale } from '../ui/score.tsx';
import { Loading, Trouble } from '../ui/states.tsx';
import { useAction, useResource } from '../use.ts';
import { Authenticity } from './authenticity.tsx';
import { CameFromLink } from './captured.tsx';
import { DecisionForm } from './decision.tsx';
import { DocumentValue } from './document-value.tsx';
import { Pictures } from './pictures.tsx';
import { QuotaOrProblem } from './screen.tsx';
import { StatusTag } from './verifications.tsx';

export function Verification() {
  const { params } = useRoute();
  const { data, error, reload } = useResource<VerificationRecord>(
    `/verifications/${encodeURIComponent(params.id ?? '')}`,
  );
  if (!data) {
    return (
      <>
        <PageHeading title={t('verification.title', { id: params.id ?? '' })} />
        {error ? <Trouble error={error} retry={reload} /> : <Loading lines={8} />}
      </>
    );
  }
  return (
    <>
      <a class="back small" href="/verifications">
        {t('nav.verifications')}
      </a>
      <PageHeading
        title={data.extractedData.fullName ?? t('verification.title', { id: String(data.id) })}
        key={data.id}
      >
        <StatusTag status={data.status} />
        <ScreenHolder record={data} />
      </PageHeading>
      <div class="halves">
        <div class="stack">
          <Fields record={data} />
          <CheckDigits record={data} />
          <section class="panel stack tight" aria-labelledby="authenticity">
            <h2 id="authenticity">{t('verification.authenticity')}</h2>
            <Authenticity checks={data.authenticity} />
          </section>
        </div>
        <div class="stack">
          <Measures record={data} />
          <Reasons reasons={data.reasons} />
          <CameFromLink record={data} />
          {data.alert && <Review alert={data.alert} />}
          <About record={data} />
        </div>
      </div>
      <Pictures record={data} />
    </>
  );
}

/** Screens the name and the birth date that the document gave, in one click. */
function ScreenHolder({ record: { id, extractedData } }: { record: VerificationRecord }) {
  const may = useMay('work');
  const { route } = useLocation();
  const screen = useAction(async () => {
    route(`/screenings/${(await send<ScreenedHolder>('POST', `/verifications/${id}/screening`)).id}`);
  });
  if (!may || !extractedData.fullName) return null;
  return (
    <>
      <button type="button" class="button" disabled={screen.busy} onClick={screen.run}>
        {t('verification.screen')}
      </button>
      <QuotaOrProblem action={screen} />
    </>
  );
}

/** What the record keeps of the document (docs/verification-reference.md). Records of other versions may keep less. */
interface DocumentEvidence {
  readonly origins?: Readonly<Record<string, string>>;
  readonly mrz?: {
    /** Undefined for the sandbox's. */
    readonly format?: string;
    readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
  } | null;
  readonly conflicts?: readonly string[];
  readonly doubtful?: readonly string[];
}

function documentOf({ evidence }: VerificationRecord): DocumentEvidence {
  return (evidence.document ?? {}) as DocumentEvidence;
}

const FIELDS = [
  'documentType',
  'documentNumber',
  'fullName',
  'dateOfBirth',
  'expiryDate',
  'country',
  'region',
  'address',
  'nationality',
  'sex',
] as const;

/** A name's parts come from the document by themselves. */
function originsOf(field: string, origins: Readonly<Record<string, string>>): string[] {
  const parts = field === 'fullName' ? ['fullName', 'givenNames', 'surname'] : [field];
  return [...new Set(parts.flatMap((part) => origins[part] ?? []))];
}

function Fields({ record }: { record: VerificationRecord }) {
  const { origins = {}, conflicts = [], doubtful = [] } = documentOf(record);
  return (
    <section class="panel" aria-labelledby="fields">
      <h2 id="fields">{t('verification.fields')}</h2>
      <div class="table-frame fields">
        <table class="table plain">
          <thead>
            <tr>
              <th scope="col">{t('verification.field')}</th>
              <th scope="col">{t('verification.value')}</th>
              <th scope="col">{t('verification.origin')}</th>
            </tr>
          </thead>
          <tbody>
            {FIELDS.map((field) => {
              const value = record.extractedData[field];
              const parts = field === 'fullName' ? ['fullName', 'surname', 'givenNames'] : [field];
              return (
                <tr key={field}>
                  <th scope="row">{t(`data.${field}`)}</th>
                  <td class="wrap">
                    {value === null ? <span class="muted">–</span> : <DocumentValue field={field} value={value} />}
                  </td>
                  <td>
                    <span class="row tight">
                      {value !== null &&
                        originsOf(field, origins).map((origin) => (
                          <span key={origin} class="tag">
                            {known(`origin.${origin}`) ?? origin}
                          </span>
                        ))}
                      {parts.some((part) => conflicts.includes(part)) && (
                        <span class="tag review">{t('verification.conflict')}</span>
                      )}
                      {parts.some((part) => doubtful.includes(part)) && (
                        <span class="tag warning">{t('verification.doubtful')}</span>
                      )}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function CheckDigits({ record }: { record: VerificationRecord }) {
  const { mrz } = documentOf(record);
  return (
    <section class="panel stack tight" aria-labelledby="checks">
      <h2 id="checks">{t('verification.checks')}</h2>
      {mrz ? (
        <>
          {mrz.format && <p class="muted small">{t('verification.zone', { format: mrz.format })}</p>}
          <ul class="checks">
            {mrz.checks.map(({ name, ok }) => (
              <li key={name}>
                <span class={ok ? 'tag good' : 'tag danger'}>
                  {t(ok ? 'verification.holds' : 'verification.fails')}
                </span>
                {known(`check.${name}`) ?? name}
              </li>
            ))}
          </ul>
          {mrz.checks.length === 0 && <p>{t('verification.noChecks')}</p>}
        </>
      ) : (
        <p class="muted">{t('verification.noZone')}</p>
      )}
    </section>
  );
}

/** The models that judged liveness, each with its own score; empty for records of before they were kept. */
function opinionsOf({ evidence }: VerificationRecord): string {
  const { opinions = [] } = (evidence.liveness ?? {}) as {
    readonly opinions?: readonly { readonly model: string; readonly score: number }[];
  };
  return opinions.map((one) => `${one.model} ${score(one.score)}`).join(' · ');
}

function Measures({ record }: { record: VerificationRecord }) {
  const { matchConfidence, livenessScore, thresholds } = record;
  const models = opinionsOf(record);
  return (
    <section class="panel stack" aria-labelledby="measures">
      <h2 id="measures">{t('verification.measures')}</h2>
      <Scale label={t('verification.confidence')} value={matchConfidence} {...thresholds.match} />
      <Scale label={t('verification.liveness')} value={livenessScore} {...thresholds.liveness} />
      {models && <p class="muted small">{t('verification.opinions', { models })}</p>}
    </section>
  );
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <section class="panel stack tight">
      <h2>{t('verification.reasons')}</h2>
      {reasons.length === 0 ? <p class="muted">{t('verification.noReasons')}</p> : <ReasonList reasons={reasons} />}
    </section>
  );
}

export function ReasonList({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul class="stack tight">
      {reasons.map((reason) => (
        <li key={reason.code} class="reason">
          <span class={reason.effect === 'fail' ? 'tag danger' : 'tag review'}>{t(`effect.${reason.effect}`)}</span>
          <Said text={reason.text} words={reasonText(reason)} />
        </li>
      ))}
    </ul>
  );
}

function Review({ alert: given }: { alert: AlertState }) {
  const [alert, setAlert] = useState(given);
  return (
    <section class="panel stack tight" aria-labelledby="review">
      <div class="row between">
        <h2 id="review">{t('alert.decision')}</h2>
        <StateTag alert={alert} />
      </div>
      <History events={alert.history} kind="review" />
      <DecisionForm alert={alert} changed={setAlert} />
    </section>
  );
}

function About({ record: { id, createdAt, madeBy, screening } }: { record: VerificationRecord }) {
  return (
    <section class="panel" aria-label={t('record.facts')}>
      <dl class="facts">
        <Fact label={t('record.id')}>{String(id)}</Fact>
        <Fact label={t('record.made')}>
          <Moment at={createdAt} />
        </Fact>
        {madeBy && (
          <Fact label={t('record.madeBy')}>
            <Name>{madeBy}</Name>
          </Fact>
        )}
        <Fact label={t('verification.screening')}>
          {screening ? (
            <>
              <a href={`/screenings/${screening.id}`}>
                {t('screening.title', { id: String(screening.id) })}:{' '}
                {t('screen.found', { count: screening.matchCount })}
              </a>{' '}
              <span class="small muted">
                <Moment at={screening.createdAt} />
              </span>
            </>
          ) : (
            t('verification.notScreened')
          )}
        </Fact>
      </dl>
    </section>
  );
}
