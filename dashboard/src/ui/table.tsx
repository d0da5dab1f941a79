import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../language.ts';
import type { usePages } from '../paging.ts';
import { Loading, Trouble } from './states.tsx';

interface Column<Row> {
  readonly label: string;
  readonly numeric?: boolean;
  /** Left out where the window is narrow. */
  readonly spare?: boolean;
  cell(row: Row): ComponentChildren;
}

interface Props<Row> {
  readonly caption: string;
  readonly paged: ReturnType<typeof usePages<Row>>;
  readonly columns: readonly Column<Row>[];
  readonly empty: ComponentChildren;
  keyOf(row: Row): string | number;
}

/** Said again: some browsers forget what a table is where its rows are laid out otherwise, as on a telephone. */
const ROLES = { table: 'table', group: 'rowgroup', row: 'row', head: 'columnheader', cell: 'cell' } as const;

/** A table that goes on loading while one scrolls down, and is also reached by a button. */
export function PagedTable<Row>({ caption, paged, columns, empty, keyOf }: Props<Row>) {
  const { pages, error, more, loading, reload } = paged;
  if (!pages) return error ? <Trouble error={error} retry={reload} /> : <Loading lines={6} />;
  const filled = pages.filter((rows) => rows.length > 0);
  if (filled.length === 0 && !error) return <>{empty}</>;
  return (
    <div class="table-frame paged" aria-busy={loading}>
      <table class="table" role={ROLES.table}>
        <caption class="unseen">{caption}</caption>
        <thead role={ROLES.group}>
          <tr role={ROLES.row}>
            {columns.map(({ label, numeric, spare }) => (
              <th key={label} scope="col" role={ROLES.head} class={classes(numeric, spare)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {filled.map((rows) => (
          <PageOfRows key={keyOf(rows[0]!)} rows={rows} columns={columns} keyOf={keyOf} />
        ))}
      </table>
      {error !== undefined && <Trouble error={error} retry={more ?? reload} />}
      {more && error === undefined && <LoadMore more={more} />}
    </div>
  );
}

function classes(numeric?: boolean, spare?: boolean): string {
  return `${numeric ? 'numeric' : ''} ${spare ? 'spare' : ''}`.trim();
}

/** Pages farther than this from what is seen give their rows back and keep their height, so that nothing jumps. */
const NEAR = '2000px';

function PageOfRows<Row>({ rows, columns, keyOf }: { rows: readonly Row[] } & Pick<Props<Row>, 'columns' | 'keyOf'>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const watch = new IntersectionObserver(
      (seen) => {
        // What was seen last counts: several sights can come at once.
        const { isIntersecting, boundingClientRect } = seen.at(-1)!;
        if (isIntersecting) setHeight(undefined);
        else setHeight((known) => known ?? boundingClientRect.height);
      },
      { rootMargin: NEAR },
    );
    watch.observe(body.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <tbody ref={body} role={ROLES.group}>
      {height !== undefined && height > 0 ? (
        <tr>
          <td colSpan={columns.length} class="spacer" style={{ blockSize: `${height}px` }} />
        </tr>
      ) : (
        rows.map((row) => (
          <tr key={keyOf(row)} role={ROLES.row}>
            {columns.map(({ label, numeric, spare, cell }) => (
              <td key={label} role={ROLES.cell} class={classes(numeric, spare)} data-label={label}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))
      )}
    </tbody>
  );
}

/** Looks again after every page: the mark may still be in sight, which is no change that an observer would tell. */
function LoadMore({ more }: { more: () => void }) {
  const mark = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const watch = new IntersectionObserver((seen) => seen.at(-1)!.isIntersecting && more(), { rootMargin: '600px' });
    watch.observe(mark.current!);
    return () => watch.disconnect();
  }, [more]);
  return (
    <div ref={mark} class="load-more">
      <button type="button" class="button" onClick={more}>
        {t('action.more')}
      </button>
    </div>
  );
}
