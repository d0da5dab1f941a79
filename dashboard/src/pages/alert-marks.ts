import { useCallback, useRef, useState } from 'preact/hooks';
import type { AlertRow, Page } from '../../../src/http/dashboard/wire.ts';
import { get, withQuery } from '../api.ts';
import { type Action, useAction } from '../use.ts';

/** As many as a person can look through before one decision. */
export const MAX_MARKED = 500;
/** The service gives so many at once. */
const READ_AT_ONCE = 200;

export interface Marks {
  /** Those that are chosen, in the order in which they were. */
  readonly rows: readonly AlertRow[];
  has(id: number): boolean;
  /** `through`: with all rows between this one and the one before it. */
  mark(row: AlertRow, on: boolean, through?: boolean): void;
  markAll(rows: readonly AlertRow[], on: boolean): void;
  /** Chooses all that the service has for these parameters, at most `MAX_MARKED`. */
  readonly gather: Action<[asked: string]>;
  clear(): void;
}

/** Alerts that are chosen to be decided together; they stay chosen where a list no longer shows them. */
export function useMarks(listed: readonly AlertRow[]): Marks {
  const [marked, setMarked] = useState<ReadonlyMap<number, AlertRow>>(new Map());
  const last = useRef<number | undefined>(undefined);
  const latest = useRef(listed);
  latest.current = listed;
  const markAll = useCallback((rows: readonly AlertRow[], on: boolean) => {
    setMarked((before) => {
      const next = new Map(before);
      for (const row of rows) {
        if (!on) next.delete(row.id);
        else if (next.size < MAX_MARKED || next.has(row.id)) next.set(row.id, row);
      }
      return next;
    });
  }, []);
  const mark = useCallback(
    (row: AlertRow, on: boolean, through = false) => {
      const from = through ? latest.current.findIndex(({ id }) => id === last.current) : -1;
      const to = latest.current.indexOf(row);
      const between = latest.current.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = row.id;
      markAll(from < 0 ? [row] : between, on);
    },
    [markAll],
  );
  const gather = useAction(async (asked: string) => {
    const rows: AlertRow[] = [];
    let cursor: string | null = null;
    do {
      const path: string = withQuery(`/alerts${asked}`, { limit: READ_AT_ONCE, cursor });
      const page: Page<AlertRow> = await get<Page<AlertRow>>(path);
      rows.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor && rows.length < MAX_MARKED);
    markAll(rows, true);
  });
  return {
    rows: [...marked.values()],
    has: (id) => marked.has(id),
    mark,
    markAll,
    gather,
    clear: useCallback(() => setMarked(new Map()), []),
  };
}
