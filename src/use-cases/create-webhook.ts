import type { Actor } from '../domain/actor.ts';
import type { NewWebhook, Webhook } from '../domain/webhook.ts';
import type { Records } from '../records/port.ts';
import type { AddressPolicy } from '../webhooks/addresses.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';

export interface CreateWebhookPorts {
  readonly records: Pick<Records, 'webhooks'>;
  readonly policy: Pick<AddressPolicy, 'check'>;
  readonly secrets: WebhookSecrets;
}

/** A hook and its secret, which is known only now: the records keep it sealed. */
export interface CreatedWebhook {
  readonly webhook: Webhook;
  /** `whsec_…`, as Standard Webhooks writes it. */
  readonly secret: string;
}

/**
 * Makes a hook, which is told of everything that is stored from now on. `too-many`: the account has `MAX_WEBHOOKS`.
 * Throws `AddressRefused` where its address may not be told.
 */
export async function createWebhook(
  { records: { webhooks }, policy, secrets }: CreateWebhookPorts,
  wanted: NewWebhook & { readonly accountId: number },
  actor: Actor,
): Promise<CreatedWebhook | 'too-many'> {
  await policy.check(wanted.url);
  const { secret, sealed } = await secrets.create(wanted.accountId);
  const webhook = await webhooks.create({ ...wanted, secret: sealed }, actor);
  return webhook === 'too-many' ? webhook : { webhook, secret };
}
