import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { type Key, t } from '../language.ts';
import { useMay } from '../session.tsx';
import { PageHeading } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';

const TABS: readonly (readonly [path: string, label: Key, owner: boolean])[] = [
  ['/settings/keys', 'settings.keys', false],
  ['/settings/account', 'settings.account', true],
  ['/settings/users', 'settings.users', true],
  ['/settings/webhooks', 'settings.webhooks', true],
  ['/settings/audit', 'settings.audit', true],
  ['/settings/lists', 'settings.lists', false],
  ['/settings/profile', 'settings.profile', false],
];

/** A page of the settings: its heading, the ways to the others, and for owners alone where it says so. */
export function SettingsPage({ title, children }: { title: Key; children: ComponentChildren }) {
  const { path } = useLocation();
  const owner = useMay('owner');
  const forOwners = TABS.find(([tab]) => tab === path)?.[2] === true;
  return (
    <>
      <PageHeading title={t(title)} />
      <nav class="tabs" aria-label={t('nav.settings')}>
        <ul>
          {TABS.filter(([, , owners]) => owner || !owners).map(([tab, label]) => (
            <li key={tab}>
              <a href={tab} {...(tab === path && { 'aria-current': 'page' })}>
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {forOwners && !owner ? <Empty title={t('settings.ownersOnly')} /> : children}
    </>
  );
}
