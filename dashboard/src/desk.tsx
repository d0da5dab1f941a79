import { Route, Router, useLocation } from 'preact-iso/router';
import { t } from './language.ts';
import { Layout } from './layout.tsx';
import { FirstFactor } from './pages/first-factor.tsx';
import { PAGES } from './pages/index.ts';
import { ShownFactor } from './pages/shown-factor.tsx';
import { useSession } from './session.tsx';
import { PageHeading } from './ui/page.tsx';
import { Empty } from './ui/states.tsx';

/** Every page but the one to sign in. Strangers are here too, on pages that need no session. */
export function Desk() {
  const { me } = useSession();
  const { path } = useLocation();
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
