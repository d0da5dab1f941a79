import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { hasRight, type Right } from '../../../src/domain/role.ts';
import { type Key, t } from '../language.ts';
import { useMe } from '../session.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';

const TABS: readonly (readonly [path: string, label: Key, needs: Right])[] = [
  ['/settings/keys', 'settings.keys', 'keys:read'],
  ['/settings/account', 'settings.account', 'settings:read'],
  ['/settings/users', 'settings.users', 'settings:read'],
  ['/settings/webhooks', 'settings.webhooks', 'settings:read'],
  ['/settings/audit', 'settings.audit', 'audit'],
  ['/settings/lists', 'settings.lists', 'reading'],
  ['/settings/profile', 'settings.profile', 'self'],
];

/** A page of the settings: its heading, the ways to the others, and nothing where the role does not reach. */
export function SettingsPage({ title, children }: { title: Key; children: ComponentChildren }) {
  const { path } = useLocation();
  const { role } = useMe();
  const may = TABS.filter(([, , needs]) => hasRight(role, needs));
  const isThere = may.some(([tab]) => tab === path) || path === '/settings' || path === '/';
  return (
    <>
      <PageHeading title={t(title)} />
      <nav class="tabs" aria-label={t('nav.settings')}>
        <ul>
          {may.map(([tab, label]) => (
            <li key={tab}>
              <a href={tab} {...(tab === path && { 'aria-current': 'page' })}>
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {isThere ? children : <Empty title={t('error.role')} />}
    </>
  );
}
