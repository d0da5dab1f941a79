import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso/router';
import type { AlertRow, EntityPage, ListedFacts } from '../../../src/http/dashboard/wire.ts';
import { withQuery } from '../api.ts';
import { countryName } from '../countries.ts';
import { CalendarDate, calendarDate, listDateWords, Name } from '../format.tsx';
import { type Key, known, t } from '../language.ts';
import { Said } from '../said.tsx';
import { StateTag } from '../ui/decisions.tsx';
import { Fact } from '../ui/fact.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Score } from '../ui/score.tsx';
import { Loading, Notice, Trouble } from '../ui/states.tsx';
import { useResource } from '../use.ts';

/** One listed person or organisation: every fact of every list, and whom of ours it concerns. */
export function Entity() {
  const { params } = useRoute();
  const [source, id] = [params.source ?? '', params.id ?? ''];
  const path = `/entities/${encodeURIComponent(`${source}:${id}`)}`;
  const { data, error, reload } = useResource<EntityPage>(path);
  return (
    <>
      <a class="back small" href="/alerts">
        {t('nav.alerts')}
      </a>
      <PageHeading title={data?.name ?? `${source}:${id}`} key={data?.key} />
      {data ? <Facts entity={data} /> : error ? <Trouble error={error} retry={reload} /> : <Loading lines={8} />}
    </>
  );
}

function Facts({ entity }: { entity: EntityPage }) {
  const lists = new Map(entity.entries.map(({ source, sourceName }) => [source, sourceName]));
  return (
    <div class="stack wide-gap">
      {!entity.isListed && <Notice tone="warning">{t('entity.gone')}</Notice>}
      {entity.changes.length > 0 && (
        <Notice tone="warning">
          <p class="strong">{t('entity.changes')}</p>
          <ul>
            {entity.changes.map((change) => (
              <li key={change}>
                <Said text={change} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {entity.entries.map((entry) => (
        <Entry key={`${entry.source}:${entry.id}`} entry={entry} lists={lists} />
      ))}
      <Alerts entity={entity} />
    </div>
  );
}

/** What one list says, in its own words. */
function Entry({ entry, lists }: { entry: ListedFacts; lists: ReadonlyMap<string, string> }) {
  const { names, birthDates = [], documents = [], references = [] } = entry;
  return (
    <section class="panel stack" aria-label={entry.sourceName}>
      <div class="row between">
        <h2>
          <Name>{entry.sourceName}</Name>
        </h2>
        <span class="row tight">
          {entry.category && <span class="tag info">{t(`category.${entry.category}`)}</span>}
          <code>{entry.id}</code>
        </span>
      </div>
      <dl class="facts">
        <Many label={t('entity.names')}>
          {names.map(({ full, kind, weak }) => (
            <li key={`${full} ${kind}`}>
              <Name>{full}</Name>{' '}
              <span class="muted small">
                ({known(`nameKind.${kind}`) ?? kind}
                {weak && `, ${t('weak')}`})
              </span>
            </li>
          ))}
        </Many>
        <Texts label={t('entity.births')} texts={birthDates.map(listDateWords)} />
        <Texts label={t('entity.place')} texts={entry.birthPlaces} />
        <Texts label={t('entity.died')} texts={entry.deathDate ? [calendarDate(entry.deathDate)] : []} />
        <Texts label={t('entity.gender')} texts={entry.gender ? [genderWord(entry.gender)] : []} />
        <Texts label={t('match.nationality')} texts={entry.nationalities?.map(countryName)} />
        <Texts label={t('entity.addresses')} texts={entry.addresses} />
        <Texts
          label={t('entity.documents')}
          texts={documents.map(
            ({ type, number, country }) => `${type} ${number}${country ? ` (${countryName(country)})` : ''}`,
          )}
        />
        <Texts label={t('entity.positions')} texts={entry.positions} />
        <Texts label={t('entity.programmes')} texts={entry.programmes} />
        <Texts label={t('entity.references')} texts={references.map(({ to, id }) => `${lists.get(to) ?? to}: ${id}`)} />
        {entry.listedOn && (
          <Fact label={t('fact.listedOn')}>
            <CalendarDate date={entry.listedOn} />
          </Fact>
        )}
      </dl>
      {entry.remarks && (
        <p class="small wrap">
          <span class="muted">{t('entity.remarks')}: </span>
          <bdi>{entry.remarks}</bdi>
        </p>
      )}
      <p class="row small">
        {entry.url?.startsWith('https:') && <Outside href={entry.url}>{t('entity.authority')}</Outside>}
        {entry.file && <Outside href={entry.file}>{t('entity.file')}</Outside>}
      </p>
    </section>
  );
}

/** Lists write it as a word or a letter, in English. */
const SEXES: Readonly<Record<string, Key>> = { m: 'sex.M', male: 'sex.M', f: 'sex.F', female: 'sex.F' };

function genderWord(gender: string): string {
  const key = SEXES[gender.toLowerCase()];
  return key ? t(key) : gender;
}

function Outside({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a href={href} rel="noreferrer" target="_blank">
      {children} <Icon name="external" />
    </a>
  );
}

function Many({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <Fact label={label}>
      <ul class="names">{children}</ul>
    </Fact>
  );
}

function Texts({ label, texts = [] }: { label: string; texts?: readonly string[] | undefined }) {
  if (texts.length === 0) return null;
  return (
    <Many label={label}>
      {[...new Set(texts)].map((text) => (
        <li key={text}>
          <Name>{text}</Name>
        </li>
      ))}
    </Many>
  );
}

function Alerts({ entity: { key, alerts } }: { entity: EntityPage }) {
  return (
    <section class="panel stack tight" aria-labelledby="alerts">
      <div class="row between">
        <h2 id="alerts">{t('entity.alerts')}</h2>
        {alerts.length > 0 && <a href={withQuery('/alerts', { entry: key, state: 'all' })}>{t('entity.all')}</a>}
      </div>
      {alerts.length === 0 && <p class="muted">{t('entity.noAlerts')}</p>}
      <ul class="records">
        {alerts.map((alert) => (
          <Matching key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
}

function Matching({ alert }: { alert: AlertRow }) {
  return (
    <li class="row between">
      <span class="row tight grow">
        <Score value={alert.score} />
        <a href={`/alerts/${alert.id}`}>
          <Name>{alert.subject ?? ''}</Name>
        </a>
        {alert.customer && (
          <a class="small" href={`/customers/${encodeURIComponent(alert.customer)}`}>
            {t('alert.ofCustomer', { reference: alert.customer })}
          </a>
        )}
      </span>
      <StateTag alert={alert} />
    </li>
  );
}
