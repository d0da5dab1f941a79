import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../src/http/dashboard/wire.ts';
import { type ApiAnswer, type ApiPath, get, type Query, withQuery } from './api.ts';
import { cameBack } from './history-steps.ts';

interface State<Row> {
  /** Pages as they came: each is rendered by itself. */
  readonly pages: readonly (readonly Row[])[];
  readonly next: string | null;
}

interface Paged<Row> {
  readonly pages: readonly (readonly Row[])[] | undefined;
  readonly error: unknown;
  /**
   * Undefined on the last page. Does nothing while a page is being loaded: its button stays, or the page would move
   * under the mouse.
   */
  readonly more: (() => void) | undefined;
  readonly loading: boolean;
  reload(): void;
}

const PAGE_ROWS = 100;

interface Kept<Row> {
  readonly state: State<Row>;
  readonly scroll: number;
}

/** What was loaded and how far one had scrolled, by path: going back from a record shows the same rows again. */
const left = new Map<string, Kept<unknown>>();

/** Lists that one comes back to are few; those of other filters are forgotten. */
const MAX_KEPT = 8;

/** Rows behind a path, page after page by key. While a changed filter is asked for, the rows before it stay. */
export function usePages<Row>(path: string): Paged<Row> {
  const [kept] = useState(() => (cameBack() ? (left.get(path) as Kept<Row> | undefined) : undefined));
  const [shown, setShown] = useState<{ path: string; state: State<Row> } | undefined>(
    kept && { path, state: kept.state },
  );
  const [error, setError] = useState<unknown>();
  const [loading, setLoading] = useState(false);
  const [round, setRound] = useState(0);
  const asked = useRef<AbortController | undefined>(undefined);
  const ask = useCallback(
    (before: State<Row> | undefined) => {
      asked.current?.abort();
      const leaving = new AbortController();
      asked.current = leaving;
      setLoading(true);
      setError(undefined);
      get<Page<Row>>(withQuery(path, { cursor: before?.next, limit: PAGE_ROWS }), leaving.signal).then(
        ({ items, nextCursor: next }) => {
          setLoading(false);
          setShown({ path, state: { pages: [...(before?.pages ?? []), items], next } });
        },
        (caught: unknown) => {
          if (leaving.signal.aborted) return;
          setLoading(false);
          setError(caught);
        },
      );
    },
    [path],
  );
  const fresh = useRef(kept === undefined);
  useEffect(() => {
    if (fresh.current || round > 0) ask(undefined);
    fresh.current = true;
    return () => asked.current?.abort();
  }, [ask, round]);
  useScrollPosition(path, shown, kept?.scroll);
  const current = shown?.path === path ? shown.state : undefined;
  const more = current?.next ? () => (loading ? undefined : ask(current)) : undefined;
  return {
    pages: shown?.state.pages,
    error,
    more,
    loading,
    reload: useCallback(() => setRound((count) => count + 1), []),
  };
}

type Item<Path extends ApiPath> = ApiAnswer<Path> extends { items: (infer Row)[] } ? Row : never;

/** Items of a list of the API, with their type. */
export function useApiPages<Path extends ApiPath>(path: Path, query: Query = {}): Paged<Item<Path>> {
  return usePages<Item<Path>>(withQuery(path, query));
}

function useScrollPosition(
  path: string,
  shown: { path: string; state: State<unknown> } | undefined,
  scroll?: number,
): void {
  const latest = useRef(shown);
  latest.current = shown;
  useLayoutEffect(() => {
    if (scroll !== undefined) scrollTo(0, scroll);
  }, []);
  useLayoutEffect(
    () => () => {
      if (latest.current?.path !== path) return;
      left.delete(path);
      left.set(path, { state: latest.current.state, scroll: scrollY });
      if (left.size > MAX_KEPT) left.delete(left.keys().next().value!);
    },
    [path],
  );
}
