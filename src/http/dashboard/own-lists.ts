import { say } from '../../sentences.ts';
import { addressed } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import type { OwnListStep } from './wire.ts';

/** The newest changes of a list that its page shows; the audit log has all. */
const MAX_STEPS = 50;

/** Who changed what of a list of the account's own. */
export function ownListRoutes(app: App, { records }: Services): void {
  app.get('/own-lists/:list/history', { config: { maxRows: MAX_STEPS } }, async (request): Promise<OwnListStep[]> => {
    const { list } = request.params as { list: string };
    const { accountId } = request.user!;
    const steps = await records.ownLists.history(accountId, list, MAX_STEPS);
    if (!steps) throw notFound(say('refusal.no-own-list', { list }));
    const users = await records.users.emails(accountId);
    return steps.map((step) => ({ ...step, actor: addressed(step.actor, users) }));
  });
}
