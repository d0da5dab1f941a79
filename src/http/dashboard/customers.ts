import { type Static, Type } from 'typebox';
import { CUSTOMER_STATES, type Customer } from '../../domain/customer.ts';
import { say } from '../../sentences.ts';
import { putCustomer } from '../../use-cases/put-customer.ts';
import { sourceById } from '../../watchlists/registry.ts';
import type { App } from '../app-type.ts';
import { customerContent } from '../extensions/customers/body.ts';
import { CustomerBody, NEW_REFERENCE } from '../extensions/customers/schemas.ts';
import type { Services } from '../services.ts';
import { notFound } from '../wire/failure.ts';
import { ref } from '../wire/schemas.ts';
import { alertRow } from './alert-view.ts';
import { oneOf, pageOf, pageRoute, readPage } from './page-request.ts';
import type { CustomerPage, CustomerRow, Page } from './wire.ts';

/** A customer page shows so many of each; more stand behind a link. */
const MAX_ALERTS = 200;
const MAX_SHOWN = 10;

/** Who is watched, and one page for each of them. */
export function customerRoutes(app: App, services: Services): void {
  const { records } = services;
  const ports = { ...services, categoryOf: (source: string) => sourceById(source).category };

  app.get('/customers', pageRoute('state'), async (request): Promise<Page<CustomerRow>> => {
    const { limit, after, text } = readPage(request.query, ['oldest']);
    const state = oneOf(request.query, 'state', CUSTOMER_STATES);
    const read = await records.customers.page(request.user!.accountId, {
      limit: limit + 1,
      ...(state && { state }),
      ...(text && { text }),
      ...(after && { after: { id: after.id, updatedAt: '' } }),
    });
    return pageOf(read.map(customerRow), { limit, sort: 'oldest' }, () => 0);
  });

  app.get('/customers/:reference', async (request): Promise<CustomerPage> => {
    const { reference } = request.params as { reference: string };
    return customerPage(services, request.user!.accountId, reference);
  });

  const body = { schema: { body: ref(CustomerBody), params: Type.Object({ reference: NEW_REFERENCE }) } };
  app.post(
    '/customers/:reference',
    { ...body, config: { role: 'analyst' } },
    async (request): Promise<CustomerPage> => {
      const { accountId, id: userId } = request.user!;
      const { reference } = request.params as { reference: string };
      const content = customerContent(request.body as Static<typeof CustomerBody>);
      await putCustomer(ports, { accountId, keyId: null, userId }, { reference, content });
      return customerPage(services, accountId, reference);
    },
  );
}

function customerRow({ accountId: _, revision: __, ...customer }: Customer): CustomerRow {
  return customer;
}

/** Throws `not-found`. */
export async function customerPage({ records }: Services, accountId: number, reference: string): Promise<CustomerPage> {
  const customer = await records.customers.get(accountId, reference);
  if (!customer) throw notFound(say('refusal.no-customer', { reference }));
  const [alerts, screenings, verifications, users] = await Promise.all([
    records.alerts.page(accountId, { limit: MAX_ALERTS, sort: 'score', customer: reference }),
    records.screenings.page(accountId, { limit: MAX_SHOWN, sort: 'newest', customer: reference }),
    records.verifications.page(accountId, { limit: MAX_SHOWN, sort: 'newest', text: customer.name }),
    records.users.emails(accountId),
  ]);
  return {
    ...customerRow(customer),
    alerts: alerts.map((alert) => alertRow(alert, users)),
    ...{ screenings, verifications },
  };
}
