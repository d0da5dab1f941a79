import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type ApiAnswer, send } from '../api.ts';
import { CalendarDate, Moment, Name, number } from '../format.tsx';
import { t } from '../language.ts';
import { useApiPages } from '../paging.ts';
import { Said } from '../said.tsx';
import { useMay, useMe } from '../session.tsx';
import { entityTypes, LinesField, linesOf, SelectField, SubjectNameField, TextField } from '../ui/field.tsx';
import { NewsTerms } from '../ui/news.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Score } from '../ui/score.tsx';
import { Empty, Notice } from '../ui/states.tsx';
import { PagedTable } from '../ui/table.tsx';
import { useAction, useApi } from '../use.ts';
import { QuotaOrProblem } from './screen.tsx';

type Searched = ApiAnswer<'/api/AdverseMedia/{id}'>;

/** Searches of the news: a new one, and those that were made. */
export function Media() {
  const may = useMay('work');
  const { media } = useMe();
  return (
    <>
      <PageHeading title={t('nav.media')} />
      {media !== null ? (
        <div class="beside">
          {may ? <SearchForm /> : <Empty title={t('news.viewer')} />}
          <div class="stack">
            <Coverage />
            <Made />
          </div>
        </div>
      ) : (
        <Empty title={t('failed.media-off')} />
      )}
    </>
  );
}

/** What the address brings is filled in: a customer's page leads here with the customer. */
function SearchForm() {
  const { query, route } = useLocation();
  const [name, setName] = useState(query.name ?? '');
  const [entityType, setEntityType] = useState(query.type === 'Organization' ? 'Organization' : 'Individual');
  const [born, setBorn] = useState(query.born ?? '');
  const [others, setOthers] = useState(query.others ?? '');
  const [countries, setCountries] = useState('');
  const person = entityType === 'Individual';
  const search = useAction(async () => {
    const body = {
      name,
      entityType,
      ...(person && born && { dateOfBirth: born }),
      otherNames: linesOf(others),
      countries: countries.split(/[\s,;]+/).filter(Boolean),
    };
    const { id } = await send<Searched>('POST', '/api/AdverseMedia/search', body);
    route(`/media/${id}`);
  });
  return (
    <form
      class="panel stack sticky"
      onSubmit={(event) => {
        event.preventDefault();
        search.run();
      }}
    >
      <SubjectNameField
        hint={t('screen.nameHint')}
        value={name}
        onText={setName}
        autoFocus
        autoComplete="off"
        error={search.fields.name}
      />
      <SelectField label={t('match.type')} value={entityType} onChoose={setEntityType} options={entityTypes()} />
      {person && (
        <TextField
          label={t('screen.born')}
          hint={t('news.bornHint')}
          value={born}
          onText={setBorn}
          placeholder="1980-01-31"
          error={search.fields.dateOfBirth}
        />
      )}
      <LinesField
        label={t('customers.otherNames')}
        hint={t('news.otherNamesHint')}
        rows={2}
        value={others}
        onText={setOthers}
      />
      <TextField
        label={t('news.tiedTo')}
        hint={t('news.tiedToHint')}
        value={countries}
        onText={setCountries}
        autoComplete="off"
      />
      <QuotaOrProblem action={search} />
      <button type="submit" class="button primary" disabled={search.busy}>
        {t(search.busy ? 'news.searching' : 'news.search')}
      </button>
      <p class="hint">{t('news.costs')}</p>
    </form>
  );
}

/** What can be searched, and what is missing. */
function Coverage() {
  const { data } = useApi('/api/AdverseMedia/status');
  if (!data) return null;
  const { events, articles, from, newest, warnings } = data;
  return (
    <section class="panel stack tight" aria-labelledby="coverage">
      <h2 id="coverage">{t('news.coverage')}</h2>
      <p>{t('news.holds', { events: number(events), articles: number(articles) })}</p>
      {from && newest && (
        <p>
          <Moment at={from} /> – <Moment at={newest} />
        </p>
      )}
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          <Said text={warning} />
        </Notice>
      ))}
      <NewsTerms />
    </section>
  );
}

function Made() {
  const paged = useApiPages('/api/AdverseMedia');
  return (
    <section class="stack tight" aria-labelledby="made">
      <h2 id="made">{t('news.made')}</h2>
      <PagedTable
        caption={t('news.made')}
        paged={paged}
        keyOf={({ id }) => id}
        empty={<Empty title={t('news.none')} />}
        columns={[
          {
            label: t('screen.name'),
            cell: ({ id, name }) => (
              <a href={`/media/${id}`} class="row-link">
                <Name>{name}</Name>
              </a>
            ),
          },
          {
            label: t('match.born'),
            spare: true,
            cell: ({ dateOfBirth }) =>
              dateOfBirth ? <CalendarDate date={dateOfBirth} /> : <span class="muted">–</span>,
          },
          { label: t('news.events'), numeric: true, cell: ({ eventCount }) => number(eventCount) },
          {
            label: t('screenings.best'),
            numeric: true,
            cell: ({ eventCount, score }) => (eventCount > 0 ? <Score value={score} /> : <span class="muted">–</span>),
          },
          { label: t('record.made'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </section>
  );
}
