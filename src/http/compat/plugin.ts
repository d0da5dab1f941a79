import type { TSchema } from 'typebox';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { dataRoutes } from './data.ts';
import { deltaRoutes } from './deltas.ts';
import { matchRoute } from './match.ts';
import { reconcileRoutes } from './reconcile/routes.ts';
import { searchRoute } from './search.ts';
import { watchmanRoute } from './watchman.ts';
import { WATCHMAN_COMPONENTS } from './watchman-wire.ts';
import { YENTE_COMPONENTS } from './wire.ts';

/** Named schemas of the interfaces of yente and watchman. */
export const COMPAT_COMPONENTS: readonly TSchema[] = [...YENTE_COMPONENTS, ...WATCHMAN_COMPONENTS];

/** The interfaces of yente 5 and watchman's second version, over the same screenings, keys and quotas. */
export async function compatibility(app: App, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await reconcileRoutes(scope as App, services);
    for (const add of [matchRoute, searchRoute, dataRoutes, deltaRoutes, watchmanRoute]) add(scope as App, services);
  });
}
