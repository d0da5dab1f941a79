import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, useLocation } from 'preact-iso/router';
import './history-steps.ts';
import { chooseLanguage, currentLanguage, type Language } from './language.ts';
import { SignIn } from './pages/sign-in.tsx';
import { LanguageContext } from './preferences.ts';
import { SessionProvider, useSession } from './session.tsx';
import { Announcer } from './ui/announce.tsx';
import { Loading, Trouble } from './ui/states.tsx';
import { useLoaded } from './use.ts';

export function App() {
  const [language, setLanguage] = useState(currentLanguage());
  const choose = (chosen: Language) => chooseLanguage(chosen).then(() => setLanguage(chosen));
  return (
    <LanguageContext.Provider value={choose}>
      <LocationProvider>
        <SessionProvider>
          <Announcer />
          {/* Sentences are looked up while rendering: another language renders everything anew. */}
          <Pages key={language} />
        </SessionProvider>
      </LocationProvider>
    </LanguageContext.Provider>
  );
}

/** Pages that are there without a session. */
const PUBLIC = ['/sign-in', '/welcome', '/docs'];

function Pages() {
  const { me, failure, reload } = useSession();
  const { path, url, route } = useLocation();
  const strangers = PUBLIC.includes(path) || path.startsWith('/sign-in/oidc');
  useEffect(() => {
    if (me === null && !strangers) route(path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(url)}`, true);
  }, [me, strangers, path, url, route]);
  // The service answers with the page to sign in where the way to the provider or back did not work.
  if (path === '/sign-in' || path.startsWith('/sign-in/oidc')) return <SignIn />;
  if (me === undefined && !strangers) return failure ? <Unreachable error={failure} retry={reload} /> : <Loading />;
  if (me === null && !strangers) return null;
  return <Behind />;
}

/** What is behind the door comes once somebody may go in: a stranger loads the page to sign in alone. */
function Behind() {
  const { loaded, error } = useLoaded(() => import('./desk.tsx'));
  if (loaded) return <loaded.Desk />;
  return error === undefined ? <Loading lines={8} /> : <Unreachable error={error} retry={() => location.reload()} />;
}

function Unreachable({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main class="lone-page">
      <h1>Touchstone</h1>
      <Trouble error={error} retry={retry} />
    </main>
  );
}
