import { useEffect, useState } from 'preact/hooks';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { chooseLanguage, currentLanguage, type Language, t } from './language.ts';
import { Layout } from './layout.tsx';
import { FirstFactor } from './pages/first-factor.tsx';
import { PAGES } from './pages/index.ts';
import { ShownFactor } from './pages/shown-factor.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { LanguageContext } from './preferences.ts';
import { SessionProvider, useSession } from './session.tsx';
import { Announcer } from './ui/announce.tsx';
import { PageHeading } from './ui/page.tsx';
import { Empty, Loading, Trouble } from './ui/states.tsx';

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
  if (me?.mustProve && path !== '/docs') return <ShownFactor />;
  if (me?.mustEnrol && path !== '/docs') return <FirstFactor />;
  return (
    <Layout>
      <Router>
        {PAGES.map(([pattern, component]) => (
          <Route key={pattern} path={pattern} component={component} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </Layout>
  );
}

function Unreachable({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main class="lone-page">
      <h1>Touchstone</h1>
      <Trouble error={error} retry={retry} />
    </main>
  );
}

function NotFound() {
  return (
    <>
      <PageHeading title={t('notFound.title')} />
      <Empty title={t('notFound.text')}>
        <a href="/">{t('notFound.home')}</a>
      </Empty>
    </>
  );
}
