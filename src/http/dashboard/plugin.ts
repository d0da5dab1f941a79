import type { App } from '../app-type.ts';
import { withoutNulls } from '../json-body.ts';
import type { Services } from '../services.ts';
import { alertRoutes } from './alerts.ts';
import { auditRoutes } from './audit.ts';
import { bulkRoutes } from './bulk.ts';
import { customerRoutes } from './customers.ts';
import { entityRoutes } from './entities.ts';
import { exportRoutes } from './exports.ts';
import { factorRoutes } from './factor.ts';
import { keyRoutes } from './keys.ts';
import { listRoutes } from './lists.ts';
import { accountRoutes, overviewRoutes } from './overview.ts';
import { ownListRoutes } from './own-lists.ts';
import { passkeyRoutes } from './passkeys.ts';
import { pictureRoutes } from './pictures.ts';
import { profileRoutes, viewRoutes } from './profile.ts';
import { signInRoutes } from './provider.ts';
import { reportRoutes } from './reports.ts';
import { screeningRoutes } from './screenings.ts';
import { searchRoutes } from './search.ts';
import { linkRoutes, sessionRoutes } from './session.ts';
import { userRoutes } from './users.ts';
import { verificationRoutes } from './verifications.ts';

const ROUTES = [
  sessionRoutes,
  factorRoutes,
  signInRoutes,
  linkRoutes,
  profileRoutes,
  passkeyRoutes,
  accountRoutes,
  overviewRoutes,
  screeningRoutes,
  verificationRoutes,
  pictureRoutes,
  alertRoutes,
  customerRoutes,
  entityRoutes,
  exportRoutes,
  reportRoutes,
  searchRoutes,
  bulkRoutes,
  keyRoutes,
  userRoutes,
  auditRoutes,
  listRoutes,
  viewRoutes,
  ownListRoutes,
];

/**
 * What the dashboard has beside the API: with a session alone, and in no document. Errors, parameters and pages are as
 * in the API beyond the contract.
 */
export async function dashboardApi(app: App, services: Services): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook('onRoute', (route) => {
        const may = route.method === 'GET' || route.method === 'HEAD' ? 'reading' : 'work';
        route.config = { may, ...route.config, desk: true, extension: true };
        route.schema = { ...route.schema, hide: true };
      });
      scope.addHook('preValidation', async (request) => {
        request.body = withoutNulls(request.body);
      });
      for (const routes of ROUTES) routes(scope as App, services);
    },
    { prefix: '/dashboard/api' },
  );
}
