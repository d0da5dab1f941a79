import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { MIN_PASSWORD } from '../../src/domain/user.ts';
import { type ApiAnswer, type ApiPath, Failure, get, type Query, withQuery } from './api.ts';
import { known } from './language.ts';
import { inLanguage } from './said.tsx';
import { sentenceOf } from './ui/states.tsx';

interface Resource<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  reload(): void;
  /** Takes over what the service answered to a change. */
  set(data: T): void;
}

/** What the service has at a path; the last answer stays while the next one is on its way. */
export function useResource<T>(path: string): Resource<T> {
  const [state, setState] = useState<{ path: string; data?: T; error?: unknown }>({ path });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    get<T>(path, leaving.signal).then(
      (data) => setState({ path, data }),
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setState((before) => (before.path === path ? { ...before, error } : { path, error }));
      },
    );
    return () => leaving.abort();
  }, [path, round]);
  const current = state.path === path ? state : { path };
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const set = useCallback((data: T) => setState({ path, data }), [path]);
  return { data: current.data, error: current.error, reload, set };
}

/** A module that is loaded when it is first shown. `load` is called once. */
export function useLoaded<Module>(load: () => Promise<Module>): { readonly loaded?: Module; readonly error?: unknown } {
  const [state, setState] = useState<{ loaded?: Module; error?: unknown }>({});
  const first = useRef(load);
  useEffect(() => {
    first.current().then(
      (loaded) => setState({ loaded }),
      (error: unknown) => setState({ error }),
    );
  }, []);
  return state;
}

/** What the API has at a path of its document, with its type. */
export function useApi<Path extends ApiPath>(path: Path, query: Query = {}): Resource<ApiAnswer<Path>> {
  return useResource<ApiAnswer<Path>>(withQuery(path, query));
}

export interface Action<Arguments extends unknown[]> {
  readonly busy: boolean;
  /** A sentence; undefined where nothing went wrong, or only single fields were refused. */
  readonly problem: string | undefined;
  readonly failure: Failure | undefined;
  /** Problems by the field's name. */
  readonly fields: Readonly<Record<string, string>>;
  run(...args: Arguments): Promise<void>;
  clear(): void;
}

/** Something that a person asks for: one at a time, its failure kept to be shown. */
export function useAction<Arguments extends unknown[]>(
  action: (...args: Arguments) => Promise<unknown>,
): Action<Arguments> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const latest = useRef(action);
  latest.current = action;
  const running = useRef(false);
  const run = useCallback(async (...args: Arguments) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await latest.current(...args);
    } catch (caught) {
      setError(caught);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setError(undefined), []);
  const failure = error instanceof Failure ? error : undefined;
  const fields = failure ? fieldsOf(failure) : {};
  const problem = error === undefined || isOfFields(fields) ? undefined : sentenceOf(error);
  return { busy, problem, failure, fields, run, clear };
}

/** Whether all that is wrong can be shown beside fields. Those of a list, such as `otherNames[0]`, have no place. */
function isOfFields(fields: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(fields);
  return names.length > 0 && names.every((name) => /^\w+$/.test(name));
}

/** Problems of fields in the language in use, where the catalogue has them. */
function fieldsOf({ fields, code }: Failure): Readonly<Record<string, string>> {
  const sentence = code && known(`failed.${code}`, { count: MIN_PASSWORD });
  const [name, another] = Object.keys(fields);
  if (sentence && name && !another) return { [name]: sentence };
  return Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, inLanguage(text) ?? text]));
}
