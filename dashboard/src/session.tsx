import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { hasRight, type Right } from '../../src/domain/role.ts';
import type { Me, SignedOut } from '../../src/http/dashboard/wire.ts';
import { Failure, get, onFactorMissing, onSessionEnd, send } from './api.ts';
import { forgetDrafts } from './drafts.ts';

interface Session {
  /** Undefined until it is known, null where nobody is signed in. */
  readonly me: Me | null | undefined;
  /** Set where the service could not be asked. */
  readonly failure: Failure | undefined;
  /** Takes over what the service answered to a sign-in or to a change of one's own account. */
  set(me: Me): void;
  reload(): void;
  signOut(): Promise<void>;
}

const Context = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: { children: ComponentChildren }) {
  const [me, setMe] = useState<Me | null | undefined>(undefined);
  const [failure, setFailure] = useState<Failure>();
  const reload = useCallback(() => {
    setFailure(undefined);
    get<Me>('/session').then(setMe, (error: unknown) => {
      if (!(error instanceof Failure)) throw error;
      if (error.status === 401) setMe(null);
      else setFailure(error);
    });
  }, []);
  useEffect(reload, [reload]);
  useEffect(() => onSessionEnd(() => setMe(null)), []);
  useEffect(() => onFactorMissing(reload), [reload]);
  const session = useMemo<Session>(() => {
    const signOut = async () => {
      const ended = await send<SignedOut | undefined>('DELETE', '/session').catch(() => undefined);
      forgetDrafts();
      if (ended?.url) return location.assign(ended.url);
      setMe(null);
    };
    return { me, failure, set: setMe, reload, signOut };
  }, [me, failure, reload]);
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

export function useSession(): Session {
  return useContext(Context)!;
}

/** Whoever is signed in; only for pages that are shown to nobody else. */
export function useMe(): Me {
  return useContext(Context)!.me!;
}

/** Whether the user's role has this right. The service decides; this only spares a refusal. */
export function useMay(right: Right): boolean {
  return hasRight(useMe().role, right);
}
