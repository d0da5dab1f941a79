import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { isoDateIn } from '../../../src/csv/columns.ts';
import type { CustomerFilePreview } from '../../../src/http/dashboard/wire.ts';
import { sendFile, withQuery } from '../api.ts';
import { Name } from '../format.tsx';
import { t } from '../language.ts';
import { useMay } from '../session.tsx';
import { entityTypes, SelectField } from '../ui/field.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Empty, Notice } from '../ui/states.tsx';
import { useAction } from '../use.ts';
import { ChosenFile } from './chosen-file.tsx';
import type { NamesFile } from './names-file.ts';
import { QuotaOrProblem } from './screen.tsx';

/** What the beginning of CSV is shown from. */
const SHOWN_BYTES = 128 * 1024;
const COLUMNS = [
  'id',
  'name',
  'givenNames',
  'surname',
  'entityType',
  'dateOfBirth',
  'otherNames',
  'identifiers',
  'categories',
  'minScore',
  'monitored',
] as const;

/** A file of customers: looked at, its columns matched, then taken. */
export function CustomerImport() {
  const may = useMay('work');
  return (
    <>
      <a class="back small" href="/customers">
        {t('nav.customers')}
      </a>
      <PageHeading title={t('import.title')} />
      {may ? <ImportSteps /> : <Empty title={t('screen.viewer')} />}
    </>
  );
}

interface Looked {
  readonly file: NamesFile;
  readonly preview: CustomerFilePreview;
}

function ImportSteps() {
  const [looked, setLooked] = useState<Looked>();
  const look = useAction(async (file: NamesFile) => {
    const { blob, rows } = file;
    const shown = rows === undefined ? blob : blob.slice(0, SHOWN_BYTES, blob.type);
    setLooked({ file, preview: await sendFile<CustomerFilePreview>('/customer-files/preview', shown) });
  });
  if (looked) return <Matching key={looked.file.name} {...looked} another={() => setLooked(undefined)} />;
  return (
    <div class="stack narrow">
      <ChosenFile busy={look.busy} take={look.run} />
      <QuotaOrProblem action={look} />
      <p class="hint">{t('import.hint')}</p>
    </div>
  );
}

function Matching({ file, preview, another }: Looked & { another(): void }) {
  const [columns, setColumns] = useState<readonly string[]>(preview.columns.map((column) => column ?? '-'));
  const [type, setType] = useState('Individual');
  const [dates, setDates] = useState('');
  const [watched, setWatched] = useState(true);
  const rows = preview.total ?? file.rows ?? 0;
  const { route } = useLocation();
  const start = useAction(async () => {
    const query = { type, dates, watched: String(watched), columns: columns.join(','), title: file.name };
    const { id } = await sendFile<{ id: string }>(withQuery('/customer-files', query), file.blob);
    route(`/bulk?job=${encodeURIComponent(id)}`);
  });
  // A column is read once: the newer choice takes it from the older one.
  const choose = (place: number, column: string) =>
    setColumns((before) => before.map((one, at) => (at === place ? column : one === column ? '-' : one)));
  const has = (column: string) => columns.includes(column);
  const isNamed = has('name') || has('surname');
  // A date that its order changes could be either.
  const born = preview.rows.map((cells) => cells[columns.indexOf('dateOfBirth')] ?? '');
  const isEither = born.some((date) => isoDateIn(date, 'day') !== isoDateIn(date));
  const isUndated = isEither && dates === '';
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        start.run();
      }}
    >
      <p class="row between">
        <span class="strong wrap">
          <Name>{file.name}</Name> · {t('import.rows', { count: rows })}
        </span>
        <button type="button" class="button small" onClick={another}>
          {t('bulk.another')}
        </button>
      </p>
      <PreviewTable preview={preview} columns={columns} choose={choose} />
      {!isNamed && <Notice tone="warning">{t('import.noName')}</Notice>}
      {!has('id') && <Notice tone="info">{t('import.noReference')}</Notice>}
      <div class="filters even">
        {!has('entityType') && (
          <SelectField label={t('bulk.type')} value={type} onChoose={setType} options={entityTypes()} />
        )}
        {isEither && (
          <SelectField
            label={t('import.dates')}
            value={dates}
            onChoose={setDates}
            options={[
              ['', t('import.datesFirst')],
              ['day', t('import.datesDay')],
              ['month', t('import.datesMonth')],
            ]}
          />
        )}
      </div>
      <label class="choice">
        <input type="checkbox" checked={watched} onChange={(event) => setWatched(event.currentTarget.checked)} />
        <span>{t('customers.monitored')}</span>
      </label>
      <p class={rows > preview.left ? 'strong' : 'hint'}>
        {t('import.cost', { count: rows, left: preview.left })} {rows > preview.left && t('import.costWaits')}
      </p>
      <QuotaOrProblem action={start} />
      <div>
        <button type="submit" class="button primary" disabled={start.busy || !isNamed || isUndated || rows === 0}>
          {t(watched ? 'import.watch' : 'import.take', { count: rows })}
        </button>
      </div>
    </form>
  );
}

interface TableProps {
  readonly preview: CustomerFilePreview;
  readonly columns: readonly string[];
  choose(place: number, column: string): void;
}

/** The first rows, each column under what it is taken for. */
function PreviewTable({ preview: { header, rows }, columns, choose }: TableProps) {
  return (
    <Scroll label={t('import.preview')}>
      <table class="table">
        <caption class="unseen">{t('import.preview')}</caption>
        <thead>
          <tr>
            {header.map((title, place) => (
              <th key={place} scope="col">
                <span class="wrap">
                  <Name>{title}</Name>
                </span>
                <select
                  aria-label={t('import.column', { column: title })}
                  value={columns[place]}
                  onChange={(event) => choose(place, event.currentTarget.value)}
                >
                  <option value="-">{t('import.ignored')}</option>
                  {COLUMNS.map((column) => (
                    <option key={column} value={column}>
                      {t(`import.as.${column}`)}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {header.map((_, place) => (
                <td key={place} class={columns[place] === '-' ? 'muted wrap' : 'wrap'}>
                  <Name>{cells[place] ?? ''}</Name>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
