import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { number } from './format.tsx';
import { type Key, t } from './language.ts';
import { useMay, useSession } from './session.tsx';
import { Icon, type IconName } from './ui/icon.tsx';
import { Logo } from './ui/logo.tsx';
import { SearchField } from './ui/search-field.tsx';
import { OfflineBanner } from './ui/states.tsx';
import { useWork } from './work.ts';

const PLACES: readonly (readonly [path: string, label: Key, icon: IconName])[] = [
  ['/', 'nav.overview', 'overview'],
  ['/screen', 'nav.screen', 'screen'],
  ['/alerts', 'nav.alerts', 'alerts'],
  ['/customers', 'nav.customers', 'customers'],
  ['/own-lists', 'nav.ownLists', 'ownLists'],
  ['/screenings', 'nav.screenings', 'screenings'],
  ['/verifications', 'nav.verifications', 'verifications'],
  ['/media', 'nav.media', 'media'],
  ['/monitoring', 'nav.monitoring', 'monitoring'],
  ['/analytics', 'nav.analytics', 'analytics'],
  ['/settings/keys', 'nav.settings', 'settings'],
  ['/docs', 'nav.docs', 'docs'],
];

/** Whoever reads no records has these alone. */
const PLACES_WITHOUT_RECORDS: readonly string[] = ['/settings/keys', '/docs'];

/** Navigation and the page beside it. Who is not signed in, on /welcome and /docs, sees the page alone. */
export function Layout({ children }: { children: ComponentChildren }) {
  const { me } = useSession();
  const { path } = useLocation();
  const alone = !me || path === '/welcome' || path.startsWith('/reports/');
  return (
    <div class={alone ? 'shell lone' : 'shell'}>
      <a class="skip" href="#content">
        {t('nav.skip')}
      </a>
      {alone ? <LoneBar /> : <SideBar />}
      <main id="content" tabIndex={-1}>
        <OfflineBanner />
        {children}
      </main>
    </div>
  );
}

function LoneBar() {
  return (
    <div class="lone-bar">
      <a href="/" class="brand">
        <Logo />
      </a>
    </div>
  );
}

function SideBar() {
  const { path } = useLocation();
  const { me } = useSession();
  const [unfolded, setUnfolded] = useState(false);
  useEffect(() => setUnfolded(false), [path]);
  const reads = useMay('reading');
  const { open = 0, escalated = 0 } = useWork(reads) ?? {};
  return (
    <div class={unfolded ? 'side open' : 'side'}>
      <div class="side-head">
        <a href="/" class="brand">
          <Logo />
        </a>
        <button
          type="button"
          class="button quiet menu"
          aria-expanded={unfolded}
          aria-controls="navigation"
          onClick={() => setUnfolded(!unfolded)}
        >
          <Icon name={unfolded ? 'close' : 'menu'} />
          <span class="unseen">{t('nav.menu')}</span>
        </button>
      </div>
      <div class="side-body" id="navigation">
        {reads && <SearchField />}
        <nav aria-label={t('nav.label')}>
          <ul>
            {PLACES.filter(([place]) => isOffered(place, { reads, media: typeof me?.media === 'string' })).map(
              ([place, label, icon]) => (
                <li key={place}>
                  <a
                    href={place}
                    {...(isHere(place, path) && { 'aria-current': 'page' })}
                    {...(place === '/alerts' && { 'aria-describedby': 'open-count' })}
                  >
                    <Icon name={icon} />
                    {t(label)}
                    {place === '/alerts' && escalated > 0 && (
                      <span class="badge raised" aria-hidden="true" title={t('alerts.escalatedToMe')}>
                        ↑{number(escalated)}
                      </span>
                    )}
                    {place === '/alerts' && open > 0 && (
                      <span class="badge" aria-hidden="true">
                        {number(open, { notation: open >= 10_000 ? 'compact' : 'standard' })}
                      </span>
                    )}
                  </a>
                  {place === '/alerts' && (
                    <span id="open-count" class="unseen">
                      {t('alerts.waiting', { count: open })}
                      {escalated > 0 && ` ${t('alerts.escalatedCount', { count: escalated })}`}
                    </span>
                  )}
                </li>
              ),
            )}
          </ul>
        </nav>
        <WhoIsHere />
      </div>
    </div>
  );
}

/** Adverse media stands there only where it is on. */
function isOffered(place: string, { reads, media }: { reads: boolean; media: boolean }): boolean {
  return (reads || PLACES_WITHOUT_RECORDS.includes(place)) && (media || place !== '/media');
}

function isHere(place: string, path: string): boolean {
  if (place === '/') return path === '/';
  if (place.startsWith('/settings')) return path.startsWith('/settings');
  if (place === '/screen') return path === '/screen' || path === '/bulk';
  if (place === '/customers' && path === '/import') return true;
  if (place === '/verifications' && path === '/verify') return true;
  if (place === '/alerts' && path === '/dismissals') return true;
  return path === place || path.startsWith(`${place}/`);
}

function WhoIsHere() {
  const { me, signOut } = useSession();
  if (!me) return null;
  return (
    <div class="who">
      <a href="/settings/profile" class="who-name">
        <bdi>{me.email}</bdi>
        <span class="muted">
          <bdi>{me.account.name}</bdi> · {t(`role.${me.role}`)}
        </span>
      </a>
      <button type="button" class="button quiet small" onClick={signOut}>
        <Icon name="out" />
        {t('nav.signOut')}
      </button>
    </div>
  );
}
