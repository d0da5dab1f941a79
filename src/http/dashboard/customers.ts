import { Type } from 'typebox';
import type { AuditEntry } from '../../domain/audit.ts';
import { type Customer, type CustomerProposal, MAX_NOTE, type WatchedCounts } from '../../domain/customer.ts';
import { say } from '../../sentences.ts';
import { answerCustomerProposal } from '../../use-cases/customers.ts';
import { type Addresses, addressed, alertRow } from '../alert-view.ts';
import type { App } from '../app-type.ts';
import { REFERENCE } from '../extensions/customers/schemas.ts';
import type { Services } from '../services.ts';
import { conflict, invalid, notFound, type Refusal } from '../wire/failure.ts';
import type { AnsweredProposal, CustomerPage, CustomerRow, CustomerStep, WaitingProposal } from './wire.ts';

/** A customer page shows so many of each; more stand behind a link. */
const MAX_ALERTS = 200;
const MAX_SHOWN = 10;
const MAX_PROPOSALS = 200;
const MAX_STEPS = 200;
const Note = Type.Object({ text: Type.String({ maxLength: MAX_NOTE }) });
const Answer = Type.Object({ reference: REFERENCE, id: Type.Integer({ minimum: 1 }), accept: Type.Boolean() });

/** Who is watched, and one page for each of them. */
export function customerRoutes(app: App, services: Services): void {
  const { records } = services;

  app.get('/customers/:reference', async (request): Promise<CustomerPage> => {
    const { reference } = request.params as { reference: string };
    return customerPage(services, request.user!.accountId, reference);
  });

  app.get('/customers', async (request): Promise<WatchedCounts> => records.customers.watched(request.user!.accountId));

  app.post(
    '/customers/:reference/notes',
    { schema: { body: Note }, config: { may: 'work' } },
    async (request): Promise<CustomerPage> => {
      const { reference } = request.params as { reference: string };
      const { accountId, id } = request.user!;
      const text = request.body.text.trim();
      if (!text) throw invalid(['text is empty.']);
      const noted = await records.customers.note({ accountId, reference, by: `user:${id}`, text });
      if (!noted) throw missing(reference);
      return customerPage(services, accountId, reference);
    },
  );

  app.get(
    '/customer-proposals',
    { config: { maxRows: MAX_PROPOSALS } },
    async (request): Promise<WaitingProposal[]> => {
      const { accountId } = request.user!;
      const proposals = await records.customers.proposals(accountId, MAX_PROPOSALS);
      const users = await records.users.emails(accountId);
      return proposals.map((proposal) => waiting(proposal, users));
    },
  );

  app.post(
    '/customer-proposals',
    { schema: { body: Answer }, config: { may: 'work' } },
    async (request): Promise<AnsweredProposal> => {
      const { accountId, id: userId } = request.user!;
      const given = request.body;
      const { reference } = given;
      if (!(await records.customers.get(accountId, reference))) throw missing(reference);
      const outcome = await answerCustomerProposal(services, { accountId, userId }, given);
      if (outcome === 'gone') throw conflict(say('refusal.customer-proposal-gone'));
      if (outcome === 'undecidable') throw conflict(say('refusal.not-second'));
      return { customer: outcome === 'deleted' ? null : await customerPage(services, accountId, reference) };
    },
  );
}

function missing(reference: string): Refusal {
  return notFound(say('refusal.no-customer', { reference }));
}

function waiting(proposal: CustomerProposal, users: Addresses): WaitingProposal {
  return { ...proposal, by: addressed(proposal.by, users) };
}

export function customerRow({ accountId: _, revision: __, ...customer }: Customer): CustomerRow {
  return customer;
}

function stepOf({ sequence, at, actor, action, details }: AuditEntry, users: Addresses): CustomerStep {
  const { members } = details;
  const changed = typeof members === 'string' ? members.split(' ') : [];
  return { sequence, at, by: addressed(actor, users), action, members: changed };
}

/** Throws `not-found`. */
export async function customerPage({ records }: Services, accountId: number, reference: string): Promise<CustomerPage> {
  const customer = await records.customers.get(accountId, reference);
  if (!customer) throw missing(reference);
  const [alerts, screenings, verifications, users, steps, [proposal], notes] = await Promise.all([
    records.alerts.page(accountId, { limit: MAX_ALERTS, sort: 'score', customer: reference }),
    records.screenings.page(accountId, { limit: MAX_SHOWN, sort: 'newest', customer: reference }),
    records.verifications.page(accountId, { limit: MAX_SHOWN, sort: 'newest', text: customer.name }),
    records.users.emails(accountId),
    records.audit.page(accountId, { limit: MAX_STEPS, subjects: [`customer:${customer.id}`] }),
    records.customers.proposals(accountId, 1, reference),
    records.customers.notes(accountId, customer.id),
  ]);
  return {
    ...customerRow(customer),
    proposal: proposal ? waiting(proposal, users) : null,
    notes: notes.map((note) => ({ ...note, by: addressed(note.by, users) })),
    alerts: alerts.map((alert) => alertRow(alert, users)),
    screenings,
    verifications,
    history: steps.map((step) => stepOf(step, users)),
  };
}
