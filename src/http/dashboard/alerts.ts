import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { alertRank } from '../../alerts/alert-rules.ts';
import { type AlertAction, REASON_CODES, REVIEW_REASON_CODES } from '../../domain/alert.ts';
import { DECIDING_ROLES, type EscalationTarget, isDecidingRole } from '../../domain/escalation.ts';
import type { UserRole } from '../../domain/role.ts';
import type { AlertsFilter, AlertsQuery } from '../../records/queries.ts';
import { say } from '../../sentences.ts';
import {
  type AlertOutcome,
  answerProposal,
  assignAlert,
  assignable,
  claimAlert,
  commentOnAlert,
  decideAlert,
  decideAlerts,
  MAX_DECIDED_AT_ONCE,
} from '../../use-cases/alerts.ts';
import { ALERT_FILTERS, alertsFilter } from '../alert-filters.ts';
import { type Addresses, alertRow, alertState } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { given } from '../list-filters.ts';
import { recordIdIn } from '../route.ts';
import type { Services } from '../services.ts';
import { conflict, notFound, type Refusal } from '../wire/failure.ts';
import { choice, pageOf, readTable, tableRoute } from './page-request.ts';
import type { AlertCount, AlertRow, AlertState, Claimed, DecidedMany, Page, Work } from './wire.ts';

const MAX_COMMENT_LENGTH = 4_000;

const revision = Type.Optional(Type.Integer({ minimum: 0 }));
const comment = Type.String({ maxLength: MAX_COMMENT_LENGTH });
/** Of matches and of reviews, each once. */
const REASONS = [...new Set([...REASON_CODES, ...REVIEW_REASON_CODES])];
const reason = Type.Optional(Type.Enum(REASONS));
const STEP = {
  decision: Type.Enum(['confirmed', 'dismissed', 'escalated', 'reopened']),
  reason,
  comment: Type.Optional(comment),
  to: Type.Optional(Type.String({ maxLength: 254 })),
  remember: Type.Optional(Type.Boolean()),
};
const Decide = Type.Object({ ...STEP, revision });
const DecideMany = Type.Object({
  ...STEP,
  alerts: Type.Array(Type.Object({ id: Type.Integer({ minimum: 1 }), revision }), { maxItems: MAX_DECIDED_AT_ONCE }),
});
const Assign = Type.Object({
  to: Type.String({ maxLength: 254 }),
  from: Type.Optional(Type.String({ maxLength: 254 })),
});
const Undo = Type.Object({ revision });
const Comment = Type.Object({ comment });
const Answer = Type.Object({
  accept: Type.Boolean(),
  comment: Type.Optional(comment),
  // When the proposal was made that was looked at: another one may wait by now.
  at: Type.Optional(Type.String({ maxLength: 40 })),
});

/** The queue takes a table's own parameters in place of some of the API's. */
const { openedFrom: _, openedTo: __, text: ___, ...SHARED_FILTERS } = ALERT_FILTERS;
export const QUEUE = tableRoute(['newest', 'oldest', 'score', 'case'], {
  ...SHARED_FILTERS,
  reason,
  kind: choice('match', 'review'),
  case: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Decisions that whoever asks may accept. */
  acceptable: Type.Optional(Type.Boolean()),
});
type QueueQuery = Static<typeof QUEUE.schema.querystring>;

/** What a request of the queue asks for; the assignee may be `me`. Throws 400 where a value is none. */
export function readQueue(asked: unknown, { userId, role, users }: Asker): AlertsQuery & Pick<QueueQuery, 'sort'> {
  const { kind, case: caseId, assignee, acceptable, reason, escalatedTo, ...query } = asked as QueueQuery;
  const { from: _, to: __, text: ___, ...filters } = query;
  return {
    ...alertsFilter(
      {
        ...filters,
        ...(assignee !== 'me' && given({ assignee })),
        ...(escalatedTo !== 'me' && given({ escalatedTo })),
      },
      users,
    ),
    ...(escalatedTo === 'me' && { escalatedTo: targetsOf({ userId, role }) }),
    ...(assignee === 'me' && { assignee: userId }),
    ...(acceptable && { acceptableBy: userId }),
    ...given({ kind, caseId, reason }),
    ...readTable(query, 'newest'),
  };
}

/** Escalations that are somebody's to decide. */
function targetsOf({ userId, role }: Pick<Asker, 'userId' | 'role'>): EscalationTarget[] {
  return [`user:${userId}`, ...(isDecidingRole(role) ? [role] : [])];
}

interface Asker {
  readonly userId: number;
  readonly role: UserRole;
  readonly users: Addresses;
}

/** The queue of what people have to decide, and their decisions. */
export function alertRoutes(app: App, services: Services): void {
  const { records } = services;
  const askerOf = async ({ user }: FastifyRequest) => {
    const { accountId, id: userId, role } = user!;
    return { accountId, userId, role, users: await records.users.emails(accountId) };
  };
  app.get('/alerts', QUEUE, async (request): Promise<Page<AlertRow>> => {
    const { users, ...asker } = await askerOf(request);
    const query = readQueue(request.query, { ...asker, users });
    const alerts = await records.alerts.page(asker.accountId, { ...query, limit: query.limit + 1 });
    const rows = alerts.map((alert) => alertRow(alert, users));
    return pageOf(rows, query, query.sort === 'case' ? ({ caseId }) => caseId : alertRank);
  });

  app.get('/alerts/count', QUEUE, async (request): Promise<AlertCount> => {
    const asker = await askerOf(request);
    return { count: await records.alerts.count(asker.accountId, readQueue(request.query, asker)) };
  });

  app.get('/work', async (request): Promise<Work> => {
    const { accountId, id: assignee, role } = request.user!;
    const count = (filter: AlertsFilter) => records.alerts.count(accountId, filter);
    const [{ open, mine, oldest }, escalated, overdue, toAccept, people] = await Promise.all([
      records.alerts.waiting(accountId, assignee),
      count({ escalatedTo: targetsOf({ userId: assignee, role }) }),
      count({ overdue: true }),
      count({ acceptableBy: assignee }),
      assignable(records, accountId),
    ] as const);
    const others = people.filter(({ id }) => id !== assignee);
    return {
      open,
      escalated,
      overdue,
      oldest,
      mine,
      toAccept,
      people: people.map(({ email }) => email),
      roles: DECIDING_ROLES.filter((one) => others.some(({ role }) => role === one)),
    };
  });

  app.post('/alerts/claim', QUEUE, async (request): Promise<Claimed> => {
    const asker = await askerOf(request);
    const alert = await claimAlert(services, asker, readQueue(request.query, asker));
    return { alert: alert ? alertRow(alert, asker.users) : null };
  });

  app.post('/alerts/decisions', { schema: { body: DecideMany } }, async (request): Promise<DecidedMany> => {
    const { alerts, ...decision } = request.body;
    request.freeChanges = alerts.length;
    const { accountId, userId, users } = await askerOf(request);
    const outcomes = await decideAlerts(services, { accountId, userId }, alerts, decision);
    return {
      results: outcomes.map((outcome) => ({
        id: outcome.id,
        outcome: outcome.kind,
        alert: 'alert' in outcome ? alertState(outcome.alert, users) : null,
      })),
    };
  });

  app.post('/alerts/:id/assignment', { schema: { body: Assign } }, async (request): Promise<AlertState> => {
    const action = actionOf(request);
    const { to, from } = request.body;
    // An empty address is nobody's.
    const change = { to: to || null, from: from === undefined ? undefined : from || null };
    return stateOf(services, action, await assignAlert(services, action, change));
  });

  app.get('/alerts/:id', async (request): Promise<AlertRow> => {
    const { accountId, alertId } = actionOf(request);
    const alert = await records.alerts.get(accountId, alertId);
    if (!alert) throw missing(alertId);
    return alertRow(alert, await records.users.emails(accountId));
  });

  app.post('/alerts/:id/decision', { schema: { body: Decide } }, async (request): Promise<AlertState> => {
    const decision = request.body;
    const action = actionOf(request);
    return stateOf(services, action, await decideAlert(services, action, decision));
  });

  app.post('/alerts/:id/undo', { schema: { body: Undo } }, async (request): Promise<AlertState> => {
    const { revision } = request.body;
    const action = actionOf(request);
    return stateOf(services, action, await decideAlert(services, action, { decision: 'reopened', revision }));
  });

  app.post('/alerts/:id/proposal', { schema: { body: Answer } }, async (request): Promise<AlertState> => {
    const action = actionOf(request);
    const outcome = await answerProposal(services, action, request.body);
    if (outcome.kind === 'undecidable') throw conflict(say('refusal.not-second'));
    return stateOf(services, action, outcome);
  });

  app.post('/alerts/:id/comments', { schema: { body: Comment } }, async (request): Promise<AlertState> => {
    const { comment } = request.body;
    const action = actionOf(request);
    return stateOf(services, action, await commentOnAlert(services, action, comment));
  });
}

function actionOf(request: FastifyRequest): AlertAction {
  const { accountId, userId } = request.caller!;
  return { accountId, userId, alertId: recordIdIn(request, 'refusal.no-alert') };
}

/** The alert as the page shows it, or the refusal. */
async function stateOf(
  { records }: Services,
  { accountId, alertId }: AlertAction,
  outcome: AlertOutcome,
): Promise<AlertState> {
  if (outcome.kind !== 'done' && outcome.kind !== 'proposed') {
    if (outcome.kind === 'missing') throw missing(alertId);
    if (outcome.kind === 'escalator') throw conflict(say('refusal.escalator'));
    throw conflict(say(outcome.kind === 'undecidable' ? 'refusal.alert-undecidable' : 'refusal.alert-changed'));
  }
  return alertState(outcome.alert, await records.users.emails(accountId));
}

function missing(id: number): Refusal {
  return notFound(say('refusal.no-alert', { id: String(id) }));
}
