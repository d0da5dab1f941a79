import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { hasRight } from '../../../domain/role.ts';
import type { Delivery } from '../../../domain/webhook.ts';
import { changeWebhook, createWebhook, rotateWebhookSecret } from '../../../use-cases/webhooks.ts';
import { AddressRefused } from '../../../webhooks/addresses.ts';
import type { App } from '../../app-type.ts';
import { given } from '../../list-filters.ts';
import type { Services } from '../../services.ts';
import { ref } from '../../wire/schemas.ts';
import { cursorPage, readCursor } from '../cursor.ts';
import { Problem } from '../problems.ts';
import { extensionRoute, listRoute } from '../route.ts';
import { DeliveryView, NewWebhookBody, WebhookChange, WebhookView, WebhookWithSecret } from './schemas.ts';

const tag = 'Webhooks';
const ID = { id: Type.Integer({ description: 'Id of the webhook.' }) };
const missing = (id: string | number) => new Problem('webhook-not-found', `Webhook ${id} was not found.`);

/** Hooks of the caller's account, and the deliveries to them. */
export function webhookRoutes(app: App, services: Services): void {
  reading(app, services);
  making(app, services);
  changing(app, services);
  deliveries(app, services);
  removal(app, services);
}

function reading(app: App, { records }: Services): void {
  const { webhooks } = records;
  listRoute(
    app,
    {
      url: '/api/Webhooks',
      operationId: 'listWebhooks',
      scopes: ['webhooks'],
      tag,
      may: 'settings:read',
      summary: 'Webhooks, newest first',
      description: 'Their secrets are never shown again.',
      item: WebhookView,
    },
    async ({ accountId, query }) => {
      const { limit, after } = readCursor(query, 'webhooks', [0]);
      const read = await webhooks.page(accountId, { limit: limit + 1, before: after?.[0] as number | undefined });
      return cursorPage(read, { limit, list: 'webhooks' }, ({ id }) => [id]);
    },
  );
  extensionRoute(
    app,
    {
      method: 'GET',
      url: '/api/Webhooks/:id',
      operationId: 'getWebhook',
      scopes: ['webhooks'],
      tag,
      may: 'settings:read',
      summary: 'One webhook',
      description: 'Its secret is never shown again; `rotate` makes another one.',
      kind: 'resource',
      params: ID,
      missing,
      codes: ['webhook-not-found'],
      success: { 200: { description: 'The webhook.', schema: WebhookView } },
    },
    async ({ accountId, params: { id } }) => {
      const webhook = await webhooks.get(accountId, id);
      if (!webhook) throw missing(id);
      return webhook;
    },
  );
}

function making(app: App, { records, webhooks: { policy, secrets } }: Services): void {
  extensionRoute(
    app,
    {
      method: 'POST',
      url: '/api/Webhooks',
      operationId: 'createWebhook',
      scopes: ['webhooks'],
      tag,
      may: 'webhooks',
      summary: 'Make a webhook',
      description: 'It is told of what happens from now on. The answer shows its secret, this once.',
      kind: 'secret',
      body: ref(NewWebhookBody),
      codes: ['url-invalid', 'url-not-https', 'url-not-public', 'url-unresolvable', 'too-many-webhooks'],
      success: {
        201: { description: 'The webhook and its secret.', schema: WebhookWithSecret },
      },
    },
    async ({ accountId, actor, body }, reply) => {
      const { url, events, description = null, details = false } = body;
      const wanted = { accountId, url, events, description, details };
      const made = await createWebhook({ records, policy, secrets }, wanted, actor).catch(refused);
      if (made === 'too-many') {
        throw new Problem('too-many-webhooks', 'The account has as many webhooks as it may have. Delete one.');
      }
      reply.code(201).header('location', `/api/Webhooks/${made.webhook.id}`);
      return { ...made.webhook, secret: made.secret };
    },
  );
  extensionRoute(
    app,
    {
      method: 'POST',
      url: '/api/Webhooks/:id/rotate',
      operationId: 'rotateWebhookSecret',
      scopes: ['webhooks'],
      tag,
      may: 'webhooks',
      summary: 'Give a webhook another secret',
      description: 'For 24 hours each delivery carries two signatures: of the new secret, and of the one before.',
      kind: 'secret',
      params: ID,
      missing,
      codes: ['webhook-not-found'],
      success: {
        200: {
          description: 'The webhook and the new secret.',
          schema: WebhookWithSecret,
        },
      },
    },
    async ({ accountId, actor, params: { id } }) => {
      const rotated = await rotateWebhookSecret({ records, secrets }, { accountId, id }, actor);
      if (!rotated) throw missing(id);
      return { ...rotated.webhook, secret: rotated.secret };
    },
  );
}

function changing(app: App, { records, webhooks: { policy, wake } }: Services): void {
  extensionRoute(
    app,
    {
      method: 'PATCH',
      url: '/api/Webhooks/:id',
      operationId: 'changeWebhook',
      scopes: ['webhooks'],
      tag,
      may: 'webhooks',
      summary: 'Change a webhook',
      description:
        'What is left out stays. Another address gets a `webhook.test` at once; the secret stays. An empty `description` takes it away.',
      params: ID,
      missing,
      body: ref(WebhookChange),
      codes: ['webhook-not-found', 'url-invalid', 'url-not-https', 'url-not-public', 'url-unresolvable'],
      success: { 200: { description: 'The webhook as it is now.', schema: WebhookView } },
    },
    async ({ accountId, actor, params: { id }, body }) => {
      const { description, ...rest } = body;
      const change = { ...given(rest), ...(description !== undefined && { description: description || null }) };
      const changed = await changeWebhook({ records, policy }, { accountId, id }, change, actor).catch(refused);
      if (!changed) throw missing(id);
      wake();
      return changed;
    },
  );
}

function refused(error: unknown): never {
  if (!(error instanceof AddressRefused)) throw error;
  throw new Problem(error.code, error.message, { fields: [{ field: 'url', message: error.message }] });
}

function deliveries(app: App, { records, webhooks: { wake } }: Services): void {
  const { webhooks } = records;
  const accepted = (description: string) => ({
    202: { description, schema: DeliveryView },
  });
  extensionRoute(
    app,
    {
      method: 'POST',
      url: '/api/Webhooks/:id/test',
      operationId: 'testWebhook',
      scopes: ['webhooks'],
      tag,
      may: 'webhooks',
      summary: 'Send an event to try a webhook',
      description: 'Its type is `webhook.test`. Where the webhook is off, and takes it, it is on again.',
      params: ID,
      missing,
      namesNobody: true,
      codes: ['webhook-not-found'],
      success: accepted('The event is on its way.'),
    },
    async ({ accountId, params: { id } }, reply) => {
      const delivery = await webhooks.test(accountId, id);
      if (!delivery) throw missing(id);
      wake();
      reply.code(202);
      return delivery;
    },
  );
  listRoute(
    app,
    {
      url: '/api/Webhooks/:id/deliveries',
      operationId: 'listWebhookDeliveries',
      scopes: ['webhooks'],
      tag,
      may: 'settings:read',
      summary: 'Deliveries to a webhook, newest first',
      description: 'They are kept for seven days after their last attempt.',
      params: ID,
      missing,
      codes: ['webhook-not-found'],
      item: DeliveryView,
    },
    async ({ accountId, params: { id }, query, request }) => {
      const list = `deliveries of ${id}`;
      const { limit, after } = readCursor(query, list, [0]);
      const page = { limit: limit + 1, before: after?.[0] as number | undefined };
      const read = await webhooks.deliveries(accountId, id, page);
      if (!read) throw missing(id);
      return cursorPage(
        read,
        { limit, list },
        (delivery) => [delivery.id],
        (delivery) => shownTo(request, delivery),
      );
    },
  );
  extensionRoute(
    app,
    {
      method: 'POST',
      url: '/api/Webhooks/:id/deliveries/:deliveryId/retry',
      operationId: 'retryDelivery',
      scopes: ['webhooks'],
      tag,
      may: 'webhooks',
      summary: 'Deliver an event again, now',
      description: 'Whatever became of it. The event keeps its id, and the attempts go on counting.',
      params: { ...ID, deliveryId: Type.Integer({ description: 'Id of the delivery.' }) },
      missing: noDelivery,
      namesNobody: true,
      codes: ['delivery-not-found'],
      success: accepted('It is on its way.'),
    },
    async ({ accountId, params: { id, deliveryId }, request }, reply) => {
      const delivery = await webhooks.retry(accountId, id, deliveryId);
      if (!delivery) throw noDelivery();
      wake();
      reply.code(202);
      return shownTo(request, delivery);
    },
  );
}

/** Whoever may not read records gets no content either: a hook that asks for details sends names. */
function shownTo({ user }: FastifyRequest, delivery: Delivery): Delivery {
  if (!user || hasRight(user.role, 'reading')) return delivery;
  const { id, type, createdAt, timestamp } = delivery.payload;
  return { ...delivery, payload: { id, type, createdAt, timestamp }, lastAnswer: null };
}

function removal(app: App, { records: { webhooks } }: Services): void {
  extensionRoute(
    app,
    {
      method: 'DELETE',
      url: '/api/Webhooks/:id',
      operationId: 'deleteWebhook',
      scopes: ['webhooks'],
      tag,
      may: 'webhooks',
      summary: 'Delete a webhook',
      description: 'Nothing is delivered to it any more.',
      params: ID,
      missing,
      codes: ['webhook-not-found'],
      success: { 204: { description: 'It is gone.' } },
    },
    async ({ accountId, actor, params: { id } }, reply) => {
      if (!(await webhooks.remove(accountId, id, actor))) throw missing(id);
      reply.code(204);
    },
  );
}

function noDelivery(): Problem {
  return new Problem('delivery-not-found', 'The delivery was not found.');
}
