import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { AlertAction } from '../../domain/alert.ts';
import { say } from '../../sentences.ts';
import { type AlertOutcome, commentOnAlert, decideAlert, undoDecision } from '../../use-cases/decide-alert.ts';
import type { App } from '../app-type.ts';
import { readRecordId } from '../route.ts';
import type { Services } from '../services.ts';
import { notFound, Refusal } from '../wire/failure.ts';
import { alertView } from './alert-view.ts';
import { oneOf, pageOf, pageRoute, readPage } from './page-request.ts';
import type { AlertRow, AlertState, Page } from './wire.ts';

const MAX_COMMENT_LENGTH = 4_000;

const revision = Type.Optional(Type.Integer({ minimum: 0 }));
const comment = Type.String({ maxLength: MAX_COMMENT_LENGTH });
const Decide = Type.Object({
  decision: Type.Union([Type.Literal('confirmed'), Type.Literal('dismissed')]),
  comment: Type.Optional(comment),
  remember: Type.Optional(Type.Boolean()),
  revision,
});
const Undo = Type.Object({ revision });
const Comment = Type.Object({ comment });

/** The queue of what people have to decide, and their decisions. */
export function alertRoutes(app: App, services: Services): void {
  const { records } = services;
  app.get('/alerts', pageRoute('state', 'kind'), async (request): Promise<Page<AlertRow>> => {
    const { accountId } = request.user!;
    const page = readPage(request.query, ['newest', 'oldest', 'score']);
    const state = oneOf(request.query, 'state', ['open', 'confirmed', 'dismissed']);
    const kind = oneOf(request.query, 'kind', ['match', 'review']);
    const query = { ...page, limit: page.limit + 1, ...(state && { state }), ...(kind && { kind }) };
    const [alerts, users] = await Promise.all([records.alerts.page(accountId, query), records.users.emails(accountId)]);
    const rows = alerts.map((alert) => ({ ...alert, ...alertView(alert, users) }));
    return pageOf(rows, page, ({ score }) => score);
  });

  app.post('/alerts/:id/decision', { schema: { body: Decide } }, async (request): Promise<AlertState> => {
    const decision = request.body as Static<typeof Decide>;
    const action = actionOf(request);
    return stateOf(services, action, await decideAlert(services, action, decision));
  });

  app.post('/alerts/:id/undo', { schema: { body: Undo } }, async (request): Promise<AlertState> => {
    const { revision } = request.body as Static<typeof Undo>;
    const action = actionOf(request);
    return stateOf(services, action, await undoDecision(services, action, revision));
  });

  app.post('/alerts/:id/comments', { schema: { body: Comment } }, async (request): Promise<AlertState> => {
    const { comment } = request.body as Static<typeof Comment>;
    const action = actionOf(request);
    return stateOf(services, action, await commentOnAlert(services, action, comment));
  });
}

function actionOf(request: FastifyRequest): AlertAction {
  const { id } = request.params as { id: string };
  const alertId = readRecordId(id);
  if (!alertId) throw missing(id);
  const { accountId, id: userId } = request.user!;
  return { accountId, alertId, userId };
}

/** The alert as the page shows it, or the refusal. */
async function stateOf(
  { records }: Services,
  { accountId, alertId }: AlertAction,
  outcome: AlertOutcome,
): Promise<AlertState> {
  if (outcome.kind === 'stale') {
    throw new Refusal(409, 'envelope', 'Conflict.', [say('refusal.alert-changed')]);
  }
  if (outcome.kind === 'missing') throw missing(String(alertId));
  return alertView(outcome.alert, await records.users.emails(accountId));
}

function missing(id: string): Refusal {
  return notFound(say('refusal.no-alert', { id }));
}
