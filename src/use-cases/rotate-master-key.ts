import type { Actor } from '../domain/actor.ts';
import type { ImageVault, Rotation } from '../images/vault.ts';
import type { Records } from '../records/port.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';

export interface RotateMasterKeyPorts {
  readonly records: Pick<Records, 'audit' | 'webhooks'>;
  readonly secrets: Pick<WebhookSecrets, 'reseal'>;
  readonly images: Pick<ImageVault, 'rotate'>;
}

/**
 * Makes a new master key and lets the audit log continue under it. Wraps the key of every image under it, and seals the
 * secrets of webhooks under it.
 * An image that cannot be opened keeps its key: it is named in `damaged`, and the former keys stay. Throws `busy`
 * during another rotation.
 */
export async function rotateMasterKey(
  { records: { audit, webhooks }, images, secrets }: RotateMasterKeyPorts,
  actor: Actor,
): Promise<Rotation> {
  const rotation = await images.rotate(async () => {
    await audit.followKeys();
    await secrets.reseal(webhooks);
  });
  const details = { images: rotation.changed, damaged: rotation.damaged.length };
  await audit.append({ actor, action: 'images.rotated', subject: 'images', accountId: null, details });
  return rotation;
}
