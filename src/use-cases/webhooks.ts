import type { Actor } from '../domain/actor.ts';
import type { NewWebhook, Webhook } from '../domain/webhook.ts';
import type { AddressPolicy } from '../webhooks/addresses.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';
import type { Ports } from './ports.ts';

interface WebhookPorts extends Pick<Ports, 'records'> {
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
  { records: { webhooks }, policy, secrets }: WebhookPorts,
  wanted: NewWebhook & { readonly accountId: number },
  actor: Actor,
): Promise<CreatedWebhook | 'too-many'> {
  await policy.check(wanted.url);
  const { secret, sealed } = await secrets.create(wanted.accountId);
  const webhook = await webhooks.create({ ...wanted, secret: sealed }, actor);
  return webhook === 'too-many' ? webhook : { webhook, secret };
}

/**
 * Changes a hook. Another address is looked at as that of a new one, and a test goes there at once. Undefined where the
 * account has no such hook. Throws `AddressRefused` where the address may not be told.
 */
export async function changeWebhook(
  { records: { webhooks }, policy }: Omit<WebhookPorts, 'secrets'>,
  { accountId, id }: { readonly accountId: number; readonly id: number },
  change: Partial<NewWebhook>,
  actor: Actor,
): Promise<Webhook | undefined> {
  if (change.url !== undefined) await policy.check(change.url);
  return webhooks.change(accountId, id, change, actor);
}

/**
 * Gives a hook a new secret, which signs at once. The one before also signs for 24 hours (`ROTATION_MS`). Undefined
 * where the account has no such hook.
 */
export async function rotateWebhookSecret(
  { records: { webhooks }, secrets }: Omit<WebhookPorts, 'policy'>,
  { accountId, id }: { readonly accountId: number; readonly id: number },
  actor: Actor,
): Promise<CreatedWebhook | undefined> {
  const { secret, sealed } = await secrets.create(accountId);
  const webhook = await webhooks.rotate(accountId, id, sealed, actor);
  return webhook && { webhook, secret };
}
