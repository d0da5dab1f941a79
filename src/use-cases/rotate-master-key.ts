import type { Actor } from '../domain/actor.ts';
import type { ImageVault, Rotation } from '../images/vault.ts';
import type { Records } from '../records/port.ts';

export interface RotateMasterKeyPorts {
  readonly records: Pick<Records, 'audit'>;
  readonly images: Pick<ImageVault, 'rotate'>;
}

/**
 * Makes a new master key, wraps the key of every image under it, and lets the audit log continue under it.
 * An image that cannot be opened keeps its key: it is named in `damaged`, and the former keys stay. Throws `busy`
 * during another rotation.
 */
export async function rotateMasterKey(
  { records: { audit }, images }: RotateMasterKeyPorts,
  actor: Actor,
): Promise<Rotation> {
  const rotation = await images.rotate(() => audit.followKeys());
  const details = { images: rotation.changed, damaged: rotation.damaged.length };
  await audit.append({ actor, action: 'images.rotated', subject: 'images', accountId: null, details });
  return rotation;
}
