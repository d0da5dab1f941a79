import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { AlertRow } from '../../../src/http/dashboard/wire.ts';
import { get } from '../api.ts';

/** Browsers refuse addresses that change too often, as with a key that is held down. */
const SETTLED_MS = 300;

/** The alert that is shown, which stands in the address as `alert`: a reload and Back lead to it again. */
export function useShown(
  inAddress: string | undefined,
  change: (changes: { readonly alert: string }) => void,
): readonly [shown: number | undefined, show: (id: number) => void] {
  const [shown, setShown] = useState(idIn(inAddress));
  const written = useRef(inAddress);
  const latest = useRef(change);
  latest.current = change;
  // A link led to another alert of the same page.
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setShown(idIn(inAddress));
  }, [inAddress]);
  const lastWrite = useRef(0);
  useEffect(() => {
    const text = shown === undefined ? undefined : String(shown);
    if (text === undefined || text === written.current) return;
    const write = () => {
      lastWrite.current = Date.now();
      written.current = text;
      latest.current({ alert: text });
    };
    const waits = lastWrite.current + SETTLED_MS - Date.now();
    if (waits <= 0) return write();
    const timer = setTimeout(write, waits);
    return () => clearTimeout(timer);
  }, [shown]);
  return [shown, useCallback((id: number) => setShown(id), [])];
}

function idIn(text: string | undefined): number | undefined {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** An alert that the address names and the list has not got, or not yet. */
export function useBeyond(id: number | undefined, listed: readonly AlertRow[] | undefined): AlertRow | undefined {
  const [found, setFound] = useState<AlertRow>();
  const isMissing = id !== undefined && listed !== undefined && !listed.some((row) => row.id === id);
  useEffect(() => {
    if (!isMissing) return;
    const leaving = new AbortController();
    // One that is gone is left out: the queue then begins at its beginning.
    get<AlertRow>(`/alerts/${id}`, leaving.signal).then(setFound, () => undefined);
    return () => leaving.abort();
  }, [id, isMissing]);
  return isMissing && found?.id === id ? found : undefined;
}
