import { Type } from 'typebox';
import { MEDIA_CATEGORY } from '../../../domain/adverse-media.ts';
import type { Customer, CustomerProposal } from '../../../domain/customer.ts';
import { sortName } from '../../../records/search-text.ts';
import { say } from '../../../sentences.ts';
import { deleteCustomer, putCustomer } from '../../../use-cases/customers.ts';
import { addressed } from '../../alert-view.ts';
import type { App } from '../../app-type.ts';
import { noteRemaining } from '../../rate-limit-headers.ts';
import { screeningView } from '../../screening/view.ts';
import type { Services } from '../../services.ts';
import { cursorPage, readCursor } from '../cursor.ts';
import { checkIfMatch, checkIfNoneMatch, etagOf, IF_MATCH, IF_NONE_MATCH } from '../etag.ts';
import { invalidFields, Problem } from '../problems.ts';
import { extensionRoute, listRoute } from '../route.ts';
import { customerContent } from './body.ts';
import { CUSTOMER_FILTERS, customerFilters } from './filters.ts';
import { AwaitingCustomer, CustomerBody, CustomerView, ListedCustomer, NEW_REFERENCE, REFERENCE } from './schemas.ts';

const URL = '/api/Customers/:reference';
const TAG = 'Customers';
const params = { reference: REFERENCE };

/** Where the account asks for four eyes and an alert waits or is confirmed. */
const AWAITING = {
  description: 'A second person has to agree: nothing has changed yet.',
  schema: AwaitingCustomer,
};

/** Customers of the account, who are screened and watched. */
export function customerRoutes(app: App, services: Services): void {
  changes(app, services);
  readings(app, services);
}

function changes(app: App, services: Services): void {
  extensionRoute(
    app,
    {
      method: 'PUT',
      url: URL,
      operationId: 'putCustomer',
      scopes: ['customers'],
      tag: TAG,
      may: 'work',
      summary: 'Makes a customer, or changes it, and screens it',
      description:
        'A change of name, other names, type or birth date makes a screening record, which costs a unit. The same content again changes and costs nothing. Honours `If-Match`. With `If-None-Match: *` it makes a customer and never changes one (412).\nWhere the account asks for four eyes and an alert waits or is confirmed, looking for less is a proposal (202).',
      params: { reference: NEW_REFERENCE },
      headers: { ...IF_MATCH, ...IF_NONE_MATCH },
      body: CustomerBody,
      codes: ['precondition-failed', 'quota-exhausted'],
      success: {
        200: { description: 'Changed, or the same.', schema: CustomerView, etag: true },
        201: { description: 'Made.', schema: CustomerView, etag: true },
        202: { ...AWAITING, etag: true },
      },
    },
    async ({ accountId, keyId, userId, params: { reference }, body, request }, reply) => {
      const content = customerContent(body);
      if (!services.news && content.categories.includes(MEDIA_CATEGORY)) throw mediaOff();
      const requester = { accountId, keyId, userId };
      const put = await putCustomer(services, requester, { reference, content }, (before) => {
        const there = before ? customerEtag(before) : undefined;
        checkIfNoneMatch(request, there, say('refusal.customer-taken', { reference }));
        // RFC 9110 §13.1.1: what is not there matches nothing, not even `*`.
        if (before) checkIfMatch(request, customerEtag(before));
        else if (request.headers['if-match'] !== undefined) {
          throw new Problem('precondition-failed', say('refusal.no-customer', { reference }));
        }
      });
      const { customer, kind, remaining, proposal } = put;
      if (remaining !== undefined) noteRemaining(request, remaining);
      if (kind === 'unchanged') request.freeChanges = 0;
      reply.header('etag', customerEtag(customer));
      if (proposal) {
        reply.code(202);
        return awaiting(services, customer, proposal);
      }
      reply.code(kind === 'created' ? 201 : 200);
      return wholeCustomer(services, customer);
    },
  );

  extensionRoute(
    app,
    {
      method: 'DELETE',
      url: URL,
      operationId: 'deleteCustomer',
      scopes: ['customers'],
      tag: TAG,
      may: 'deletion',
      params,
      summary: 'Deletes a customer with its alerts and their comments',
      description:
        'Its screening records stay, unless `records` is true. Honours `If-Match`.\nWhere the account asks for four eyes and an alert waits or is confirmed, it is a proposal (202).',
      headers: IF_MATCH,
      query: { records: Type.Optional(Type.Boolean({ default: false, description: 'Also its screening records.' })) },
      codes: ['customer-not-found', 'precondition-failed'],
      success: { 202: AWAITING, 204: { description: 'Deleted.' } },
    },
    async ({ accountId, actor, params: { reference }, query, request }, reply) => {
      const wanted = { accountId, reference, screenings: query.records ?? false };
      const isBound = request.headers['if-match'] !== undefined;
      const check = isBound ? (there: Customer) => checkIfMatch(request, customerEtag(there)) : undefined;
      const deleted = await deleteCustomer(services, wanted, actor, check);
      if (deleted.kind === 'missing') throw missing(reference);
      if (deleted.kind === 'proposed') {
        reply.code(202);
        return awaiting(services, deleted.customer, deleted.proposal);
      }
      reply.code(204);
      return undefined;
    },
  );
}

function readings(app: App, services: Services): void {
  const { customers } = services.records;
  extensionRoute(
    app,
    {
      method: 'GET',
      url: URL,
      operationId: 'getCustomer',
      scopes: ['customers:read'],
      tag: TAG,
      kind: 'resource',
      params,
      summary: 'One customer with its newest screening',
      description: 'Its `ETag` goes into `If-Match` of a change or a deletion.',
      codes: ['customer-not-found'],
      success: { 200: { description: 'The customer.', schema: CustomerView } },
    },
    async ({ accountId, params: { reference } }, reply) => {
      const customer = await customers.get(accountId, reference);
      if (!customer) throw missing(reference);
      reply.header('etag', customerEtag(customer));
      return wholeCustomer(services, customer);
    },
  );

  listRoute(
    app,
    {
      url: '/api/Customers',
      operationId: 'listCustomers',
      scopes: ['customers:read'],
      tag: TAG,
      may: 'reading',
      summary: 'The customers of the account, the oldest first',
      description: 'With `updatedSince` in the order of their last change.',
      query: CUSTOMER_FILTERS,
      item: ListedCustomer,
    },
    async ({ accountId, query }) => {
      const filters = customerFilters(query);
      const { sort = 'oldest', updatedSince } = filters;
      const ordered = sort === 'oldest' ? 'customers' : `customers, ${sort}`;
      const list = updatedSince === undefined ? ordered : 'customers by change';
      const { limit, after } = readCursor(query, list, ['', 0]);
      const read = await customers.page(accountId, {
        limit: limit + 1,
        ...filters,
        ...(after && { after: { value: after[0] as string, id: after[1] as number } }),
      });
      const place = (one: Customer) => [sort === 'name' && !updatedSince ? sortName(one) : one.updatedAt, one.id];
      return cursorPage(read, { limit, list }, place, listedCustomer);
    },
  );
}

async function wholeCustomer({ records }: Services, customer: Customer) {
  const { accountId, screeningId } = customer;
  const screening = screeningId === null ? undefined : await records.screenings.get(accountId, screeningId);
  return { ...listedCustomer(customer), screening: screening ? screeningView(screening) : null };
}

/** The customer as it is, and what waits for a second person. */
async function awaiting({ records }: Services, customer: Customer, { at, by, content }: CustomerProposal) {
  const actor = addressed(by, await records.users.emails(customer.accountId));
  const proposal = { at, actor, change: content ? 'changed' : 'deleted' };
  return { status: 'awaiting-second', ...listedCustomer(customer), proposal };
}

function listedCustomer({ id: _, accountId: __, revision: ___, ...customer }: Customer) {
  return customer;
}

/** Another one after everything that a customer shows. */
function customerEtag({ revision, updatedAt, screeningId }: Customer): string {
  return etagOf(`${revision}-${Date.parse(updatedAt)}-${screeningId ?? 0}`);
}

/** Whoever asks to be told of the news must not take silence for an all-clear. */
function mediaOff(): Problem {
  return invalidFields([{ field: 'categories', message: `adverse-media: ${say('refusal.media-off')}` }]);
}

function missing(reference: string): Problem {
  return new Problem('customer-not-found', say('refusal.no-customer', { reference }));
}
