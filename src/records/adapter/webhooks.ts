import { KEPT_MS, ROTATION_MS } from '../../domain/webhook.ts';
import { LEASE_MS, type WebhookRecords } from '../webhooks-port.ts';
import type { Store } from './store.ts';

/** Hooks and deliveries; `now` dates what is written. */
export function webhookRecords(database: Store, now: () => Date): WebhookRecords {
  const at = (ms = 0) => new Date(now().getTime() + ms).toISOString();
  return {
    create: (webhook, actor) => database.write('webhooks.create', webhook, at(), actor),
    get: (accountId, id) => database.reader.call('webhooks.get', accountId, id),
    page: (accountId, page) => database.reader.call('webhooks.page', accountId, page),
    remove: (accountId, id, actor) => database.write('webhooks.remove', accountId, id, at(), actor),
    rotate: (accountId, id, secret, actor) =>
      database.write('webhooks.rotate', accountId, id, secret, at(), at(ROTATION_MS), actor),
    test: (accountId, id) => database.write('webhooks.test', accountId, id, at()),
    deliveries: (accountId, id, page) => database.reader.call('webhooks.deliveries', accountId, id, page),
    retry: (accountId, id, deliveryId) => database.write('webhooks.retry', accountId, id, deliveryId, at()),
    due: () => database.reader.call('deliveries.due', at()),
    claim: (hooks) => database.write('deliveries.claim', hooks, at(), at(LEASE_MS)),
    settle: (id, attempt) => database.write('deliveries.settle', id, attempt, at()),
    release: (ids) => database.write('deliveries.release', ids, at()),
    tidy: (limit) => database.write('deliveries.tidy', at(), at(-KEPT_MS), limit),
    counts: () => database.reader.call('deliveries.counts'),
    secrets: () => database.reader.call('webhooks.secrets'),
    reseal: (before, after) => database.write('webhooks.reseal', before, after),
  };
}
