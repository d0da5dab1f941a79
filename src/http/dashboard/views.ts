import { type Static, Type } from 'typebox';
import { MAX_VIEWS, type SavedView } from '../../domain/saved-view.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';

const Text = Type.String({ maxLength: 200 });
const View = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 40 }),
    filter: Type.Record(Type.String({ maxLength: 40 }), Text, { maxProperties: 20 }),
  },
  { additionalProperties: false },
);
const Views = Type.Object({ views: Type.Array(View, { maxItems: MAX_VIEWS }) });

/** Everybody keeps their own views, at whatever browser they sit. */
export function viewRoutes(app: App, { records: { users } }: Services): void {
  const config = { role: 'viewer', maxRows: MAX_VIEWS } as const;
  app.get('/views', { config }, async (request): Promise<readonly SavedView[]> => users.views(request.user!.id));

  app.post('/views', { config, schema: { body: Views } }, async (request): Promise<readonly SavedView[]> => {
    const { views } = request.body as Static<typeof Views>;
    await users.setViews(request.user!.id, views);
    return views;
  });
}
