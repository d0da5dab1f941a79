import { Type } from 'typebox';
import type { AlertAction, QueuedAlert } from '../../../domain/alert.ts';
import { TouchstoneError } from '../../../errors.ts';
import { say } from '../../../sentences.ts';
import { type AlertOutcome, assignAlert, decideAlert, decideAlerts } from '../../../use-cases/alerts.ts';
import { ALERT_FILTERS, alertsFilter } from '../../alert-filters.ts';
import { alertEtag, alertView } from '../../alert-view.ts';
import type { App } from '../../app-type.ts';
import type { Services } from '../../services.ts';
import { cursorPage, readCursor } from '../cursor.ts';
import { checkIfMatch, IF_MATCH } from '../etag.ts';
import { invalidFields, Problem } from '../problems.ts';
import { extensionRoute, listRoute } from '../route.ts';
import { AlertAssignment, AlertDecision, AlertView, DecidedAlerts, ManyDecisions, ProposedAlert } from './schemas.ts';

const params = { id: Type.Integer({ minimum: 1, description: 'Id of the alert.' }) };
/** What people have to decide about matches, and decisions. */
export function alertRoutes(app: App, services: Services): void {
  workRoutes(app, services);
  const { records } = services;
  const shown = async (accountId: number, alerts: readonly QueuedAlert[]) => {
    const users = await records.users.emails(accountId);
    return alerts.map((alert) => alertView(alert, users));
  };

  listRoute(
    app,
    {
      url: '/api/Alerts',
      operationId: 'listAlerts',
      scopes: ['alerts:read'],
      tag: 'Alerts',
      summary: 'The alerts of the account, the newest first',
      description:
        'One for a customer and a listed entity, or for a name, type and birth date that was screened without a customer.',
      query: ALERT_FILTERS,
      item: AlertView,
    },
    async ({ accountId, query }) => {
      const { limit, after } = readCursor(query, 'alerts', [0]);
      const read = await records.alerts.page(accountId, {
        limit: limit + 1,
        kind: 'match',
        sort: 'newest',
        ...(after && { after: { id: after[0] as number, value: 0 } }),
        ...alertsFilter(query, await records.users.emails(accountId)),
      });
      return cursorPage(await shown(accountId, read), { limit, list: 'alerts' }, ({ id }) => [id]);
    },
  );

  extensionRoute(
    app,
    {
      method: 'GET',
      url: '/api/Alerts/:id',
      operationId: 'getAlert',
      scopes: ['alerts:read'],
      tag: 'Alerts',
      kind: 'resource',
      summary: 'One alert: subject, entity, explanation, what changed, history',
      description: 'Its `ETag` goes into `If-Match` of a decision, so that nobody decides on what has changed.',
      params,
      missing,
      codes: ['alert-not-found'],
      success: { 200: { description: 'The alert.', schema: AlertView } },
    },
    async ({ accountId, params: { id } }, reply) => {
      const alert = await matchAlert(services, accountId, id);
      reply.header('etag', alertEtag(alert));
      return (await shown(accountId, [alert]))[0];
    },
  );

  extensionRoute(
    app,
    {
      method: 'POST',
      url: '/api/Alerts/:id/decisions',
      operationId: 'decideAlert',
      scopes: ['alerts'],
      tag: 'Alerts',
      summary: 'Confirms, dismisses, escalates or reopens an alert',
      description:
        'Honours `If-Match`. Where the account asks for four eyes, confirming and dismissing from a score of 85 on is a proposal (202) that a person accepts or refuses in the dashboard.',
      params,
      missing,
      headers: IF_MATCH,
      body: AlertDecision,
      again: async ({ accountId, params: { id } }, { status }) => {
        const [view] = await shown(accountId, [await matchAlert(services, accountId, id)]);
        return status === 202 ? { status: 'awaiting-second', ...view } : view;
      },
      codes: ['alert-not-found', 'alert-undecidable', 'own-escalation', 'precondition-failed'],
      success: {
        200: { description: 'Done: the alert as it is now.', schema: AlertView, etag: true },
        202: { description: 'A second person has to agree.', schema: ProposedAlert, etag: true },
      },
    },
    async ({ accountId, keyId, userId, params: { id: alertId }, body, request }, reply) => {
      const alert = await matchAlert(services, accountId, alertId);
      checkIfMatch(request, alertEtag(alert));
      if (body.remember && body.decision !== 'dismissed') {
        throw invalidFields([{ field: 'remember', message: 'remember goes with a dismissal alone.' }]);
      }
      const isBound = request.headers['if-match'] !== undefined;
      const action: AlertAction = { accountId, alertId, userId, keyId };
      const decision = { ...body, ...(isBound && { revision: alert.revision }) };
      const outcome = decided(await decideAlert(services, action, decision).catch(wrong('to')), alertId);
      reply.header('etag', alertEtag(outcome.alert));
      const [view] = await shown(accountId, [outcome.alert]);
      if (outcome.kind === 'done') return view;
      reply.code(202);
      return { status: 'awaiting-second', ...view };
    },
  );
}

/** What a key can do with many alerts at once, and with who works on one. */
function workRoutes(app: App, services: Services): void {
  const { records } = services;
  extensionRoute(
    app,
    {
      method: 'POST',
      url: '/api/Alerts/decisions',
      operationId: 'decideAlerts',
      scopes: ['alerts'],
      tag: 'Alerts',
      summary: 'Takes the same decision for up to 100 alerts',
      description: 'Each alert is decided, proposed or refused by itself. The answer says of each what became of it.',
      body: ManyDecisions,
      success: {
        200: { description: 'Of each alert the outcome.', schema: DecidedAlerts },
      },
    },
    async ({ accountId, keyId, userId, body, request }) => {
      const { ids, ...decision } = body;
      request.freeChanges = ids.length;
      // Reviews of verifications are not on this path.
      const alerts = await Promise.all(ids.map((id) => records.alerts.get(accountId, id)));
      const matches = ids.filter((_, place) => alerts[place]?.kind === 'match').map((id) => ({ id }));
      const who = { accountId, userId, keyId };
      const outcomes = matches.length > 0 ? await decideAlerts(services, who, matches, decision) : [];
      const known = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
      const items = ids.map((id) => {
        const outcome = known.get(id);
        const state = outcome && 'alert' in outcome ? outcome.alert.state : null;
        return { id, outcome: OUTCOMES[outcome?.kind ?? 'missing'], state };
      });
      return { items };
    },
  );

  extensionRoute(
    app,
    {
      method: 'POST',
      url: '/api/Alerts/:id/assignment',
      operationId: 'assignAlert',
      scopes: ['alerts'],
      tag: 'Alerts',
      summary: 'Names who works on an alert, or nobody',
      description: 'Honours `If-Match`. `GET /api/Alerts?assignee=` finds what somebody works on.',
      params,
      missing,
      headers: IF_MATCH,
      body: AlertAssignment,
      again: async ({ accountId, params: { id } }) =>
        alertView(await matchAlert(services, accountId, id), await records.users.emails(accountId)),
      codes: ['alert-not-found', 'precondition-failed'],
      success: { 200: { description: 'The alert as it is now.', schema: AlertView, etag: true } },
    },
    async ({ accountId, keyId, userId, params: { id: alertId }, body, request }, reply) => {
      checkIfMatch(request, alertEtag(await matchAlert(services, accountId, alertId)));
      const action: AlertAction = { accountId, alertId, userId, keyId };
      const to = body.assignee ?? null;
      const outcome = decided(await assignAlert(services, action, { to }).catch(wrong('assignee')), alertId);
      reply.header('etag', alertEtag(outcome.alert));
      return alertView(outcome.alert, await records.users.emails(accountId));
    },
  );
}

const OUTCOMES = {
  done: 'decided',
  proposed: 'awaiting-second',
  stale: 'undecidable',
  undecidable: 'undecidable',
  escalator: 'undecidable',
  missing: 'not-found',
} as const;

/** Of a member that names a person who cannot decide. */
function wrong(field: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof TouchstoneError && error.code === 'validation')) throw error;
    throw invalidFields([{ field, message: error.message }]);
  };
}

/** Throws 404 where the account has no such alert of a match; reviews of verifications are not on this path. */
async function matchAlert({ records }: Services, accountId: number, id: number): Promise<QueuedAlert> {
  const alert = await records.alerts.get(accountId, id);
  if (alert?.kind !== 'match') throw missing(id);
  return alert;
}

function decided(outcome: AlertOutcome, id: number): Extract<AlertOutcome, { alert: QueuedAlert }> {
  if ('alert' in outcome) return outcome;
  if (outcome.kind === 'missing') throw missing(id);
  if (outcome.kind === 'stale') {
    throw new Problem('precondition-failed', 'The alert has changed since it was read. Read it again.');
  }
  if (outcome.kind === 'escalator') throw new Problem('own-escalation', say('refusal.escalator'));
  throw new Problem('alert-undecidable', say('refusal.alert-undecidable'));
}

function missing(id: number | string): Problem {
  return new Problem('alert-not-found', say('refusal.no-alert', { id: String(id) }));
}
