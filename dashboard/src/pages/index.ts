import type { ComponentType } from 'preact';
import { AccountSettings } from './account.tsx';
import { OneAlert } from './alert.tsx';
import { Alerts } from './alerts.tsx';
import { AnalyticsPage } from './analytics.tsx';
import { Audit } from './audit.tsx';
import { Bulk } from './bulk.tsx';
import { OneCustomer } from './customer.tsx';
import { CustomerImport } from './customer-import.tsx';
import { Customers } from './customers.tsx';
import { Dismissals } from './dismissals.tsx';
import { Entity } from './entity.tsx';
import { Keys } from './keys.tsx';
import { Lists } from './lists.tsx';
import { Media } from './media.tsx';
import { OneMediaSearch } from './media-search.tsx';
import { Monitoring } from './monitoring.tsx';
import { Overview } from './overview.tsx';
import { OneOwnList } from './own-list.tsx';
import { OwnListImport } from './own-list-import.tsx';
import { OwnLists } from './own-lists.tsx';
import { Profile } from './profile.tsx';
import { Reference } from './reference.tsx';
import { AlertReport, CustomerReport, ScreeningReport } from './report.tsx';
import { Screen } from './screen.tsx';
import { Screening } from './screening.tsx';
import { Screenings } from './screenings.tsx';
import { Search } from './search.tsx';
import { Users } from './users.tsx';
import { Verification } from './verification.tsx';
import { Verifications } from './verifications.tsx';
import { Verify } from './verify.tsx';
import { Webhooks } from './webhooks.tsx';
import { Welcome } from './welcome.tsx';

/** Every page but the sign-in, by its path; the service knows the same paths. */
export const PAGES: readonly (readonly [path: string, component: ComponentType])[] = [
  ['/', Overview],
  ['/welcome', Welcome],
  ['/screen', Screen],
  ['/bulk', Bulk],
  ['/screenings', Screenings],
  ['/screenings/:id', Screening],
  ['/verifications', Verifications],
  ['/verify', Verify],
  ['/verifications/:id', Verification],
  ['/alerts', Alerts],
  ['/alerts/:id', OneAlert],
  ['/customers', Customers],
  ['/customers/:reference', OneCustomer],
  ['/import', CustomerImport],
  ['/own-lists', OwnLists],
  ['/own-lists/:list', OneOwnList],
  ['/own-lists/:list/import', OwnListImport],
  ['/media', Media],
  ['/media/:id', OneMediaSearch],
  ['/find', Search],
  ['/dismissals', Dismissals],
  ['/reports/alerts/:id', AlertReport],
  ['/reports/screenings/:id', ScreeningReport],
  ['/reports/customers/:reference', CustomerReport],
  ['/listed/:source/:id', Entity],
  ['/monitoring', Monitoring],
  ['/analytics', AnalyticsPage],
  ['/settings', Keys],
  ['/settings/keys', Keys],
  ['/settings/account', AccountSettings],
  ['/settings/users', Users],
  ['/settings/audit', Audit],
  ['/settings/webhooks', Webhooks],
  ['/settings/lists', Lists],
  ['/settings/profile', Profile],
  ['/docs', Reference],
];
