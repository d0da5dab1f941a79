import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { AlertState, ScreeningRecord } from '../../../src/http/dashboard/wire.ts';
import { isAboutLists } from '../../../src/sentences.ts';
import { CalendarDate, Moment, Name, number, score } from '../format.tsx';
import { t } from '../language.ts';
import { Said } from '../said.tsx';
import { Changed, History, Proposed, StateTag } from '../ui/decisions.tsx';
import { Fact } from '../ui/fact.tsx';
import { MatchRows } from '../ui/match-rows.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty, Loading, Notice, Trouble } from '../ui/states.tsx';
import { useResource } from '../use.ts';
import { DecisionForm } from './decision.tsx';

export function Screening() {
  const { params } = useRoute();
  const { data, error, reload } = useResource<ScreeningRecord>(`/screenings/${encodeURIComponent(params.id ?? '')}`);
  if (!data) {
    return (
      <>
        <PageHeading title={t('screening.title', { id: params.id ?? '' })} />
        {error ? <Trouble error={error} retry={reload} /> : <Loading lines={8} />}
      </>
    );
  }
  return (
    <>
      <a class="back small" href="/screenings">
        {t('nav.screenings')}
      </a>
      <PageHeading title={data.name} key={data.id}>
        <a class="button" href={`/reports/screenings/${data.id}`}>
          {t('report.open')}
        </a>
      </PageHeading>
      <section class="panel" aria-label={t('record.facts')}>
        <dl class="facts">
          <Fact label={t('record.id')}>{String(data.id)}</Fact>
          <Fact label={t('match.type')}>{t(`type.${data.entityType}`)}</Fact>
          {data.dateOfBirth && (
            <Fact label={t('match.born')}>
              <CalendarDate date={data.dateOfBirth} />
            </Fact>
          )}
          <Fact label={t('screen.minScore')}>{score(data.minScore)}</Fact>
          <Fact label={t('record.made')}>
            <Moment at={data.createdAt} />
          </Fact>
          {data.madeBy && (
            <Fact label={t('record.madeBy')}>
              <Name>{data.madeBy}</Name>
            </Fact>
          )}
          {data.verificationId !== null && (
            <Fact label={t('screening.ofDocument')}>
              <a href={`/verifications/${data.verificationId}`}>
                {t('verification.title', { id: String(data.verificationId) })}
              </a>
            </Fact>
          )}
          <Fact label={t('screening.qualifying')}>{number(data.qualifying)}</Fact>
          <Fact label={t('screening.snapshot')}>
            <code class="wrap">{data.snapshot}</code>
          </Fact>
          <Fact label={t('screening.engine')}>
            <code>{data.engine}</code>
          </Fact>
        </dl>
      </section>
      <section class="stack spaced" aria-label={t('screening.matches')}>
        <h2>{t('screen.found', { count: data.matchCount })}</h2>
        <ScreeningMatches record={data} />
      </section>
    </>
  );
}

/** The record's notes and every match with what people decided about it. */
export function ScreeningMatches({ record }: { record: ScreeningRecord }) {
  return (
    <>
      <Notes record={record} />
      {record.matches.length === 0 && <AllClear record={record} />}
      {record.matches.length > 0 && <Found record={record} />}
    </>
  );
}

/** Matches with their alerts as they are since they were decided here. */
function Found({ record: { matches, name, dateOfBirth } }: { record: ScreeningRecord }) {
  const [changed, setChanged] = useState<ReadonlyMap<number, AlertState>>(new Map());
  const alertOf = (alert: AlertState) => changed.get(alert.id) ?? alert;
  return (
    <MatchRows
      matches={matches}
      query={name}
      born={dateOfBirth}
      state={({ alert }) => alert && <StateTag alert={alertOf(alert)} />}
      below={({ alert, name: entry }) =>
        alert && (
          <AlertOfMatch
            alert={alertOf(alert)}
            changed={(now) => setChanged((before) => new Map(before).set(now.id, now))}
            subject={name}
            entry={entry}
          />
        )
      }
    />
  );
}

/** What was said of the lists is one amber line, with the lists folded; what was said of the question stands open. */
function Notes({ record: { notes, matchCount } }: { record: ScreeningRecord }) {
  const aboutLists = notes.filter(isAboutLists);
  const others = notes.filter((note) => !isAboutLists(note));
  return (
    <>
      {aboutLists.length > 0 && (
        <Notice tone="warning">
          <p class="strong">{t(matchCount === 0 ? 'screen.clearOnOld' : 'screen.matchedOnOld')}</p>
          <details>
            <summary>{t('screen.whichLists')}</summary>
            <Sentences of={aboutLists} />
          </details>
        </Notice>
      )}
      {others.length > 0 && (
        <Notice tone="info">
          <Sentences of={others} />
        </Notice>
      )}
    </>
  );
}

function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul>
      {of.map((note) => (
        <li key={note}>
          <Said text={note} />
        </li>
      ))}
    </ul>
  );
}

/** An all-clear says for whom it holds, and which lists it rests on. */
function AllClear({ record: { name, dateOfBirth, minScore, lists } }: { record: ScreeningRecord }) {
  const searched = lists.filter(({ starter, entries }) => !starter && entries > 0);
  return (
    <Empty title={t('screen.clear')}>
      <p>
        <Name>{name}</Name>
        {dateOfBirth && (
          <>
            {', '}
            {t('alerts.born')} <CalendarDate date={dateOfBirth} />
          </>
        )}
        . {t('screen.clearFrom', { score: score(minScore) })}
      </p>
      {searched.length > 0 && (
        <details open>
          <summary>{t('screen.clearLists', { count: searched.length })}</summary>
          <ul class="small">
            {searched.map(({ source, name: list, published }) => (
              <li key={source}>
                <Name>{list}</Name>
                {published && (
                  <>
                    {' · '}
                    {t('lists.published')} <CalendarDate date={published} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Empty>
  );
}

interface AlertProps {
  readonly alert: AlertState;
  changed(alert: AlertState): void;
  readonly subject: string;
  readonly entry: string;
}

function AlertOfMatch({ alert, changed, subject, entry }: AlertProps) {
  return (
    <section class="decision stack tight" aria-label={t('alert.decision')}>
      <div class="row">
        <StateTag alert={alert} />
      </div>
      <Changed sentences={alert.changed} />
      <Proposed alert={alert} />
      <History events={alert.history} />
      <DecisionForm alert={alert} changed={changed} match={{ subject, entry }} />
    </section>
  );
}
