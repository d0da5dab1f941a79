import type { Actor } from '../domain/actor.ts';
import type { CreatedWebhook, CreateWebhookPorts } from './create-webhook.ts';

/**
 * Gives a hook a new secret, which signs at once. The one before also signs for 24 hours (`ROTATION_MS`). Undefined
 * where the account has no such hook.
 */
export async function rotateWebhookSecret(
  { records: { webhooks }, secrets }: Pick<CreateWebhookPorts, 'records' | 'secrets'>,
  { accountId, id }: { readonly accountId: number; readonly id: number },
  actor: Actor,
): Promise<CreatedWebhook | undefined> {
  const { secret, sealed } = await secrets.create(accountId);
  const webhook = await webhooks.rotate(accountId, id, sealed, actor);
  return webhook && { webhook, secret };
}
