import type { Actor } from '../domain/actor.ts';
import { TouchstoneError } from '../errors.ts';
import { IMAGE_KINDS, type ImageKind } from '../images/port.ts';
import type { ImageVault } from '../images/vault.ts';
import type { Records } from '../records/port.ts';

export interface ExportImagesPorts {
  readonly records: Pick<Records, 'verifications' | 'audit'>;
  readonly images: Pick<ImageVault, 'get'>;
}

/**
 * Decrypts the images of a verification for a reviewer. The audit log has the export before anything is readable.
 * Throws `not-found` for an unknown verification, or where both images were deleted after their retention.
 */
export async function exportImages(
  { records, images: vault }: ExportImagesPorts,
  id: number,
  reason: string,
  actor: Actor,
): Promise<ReadonlyMap<ImageKind, Uint8Array>> {
  const created = await records.verifications.createdAt([id]);
  if (!created.has(id)) throw new TouchstoneError('not-found', `There is no verification ${id}.`);
  const images = new Map<ImageKind, Uint8Array>();
  for (const kind of IMAGE_KINDS) {
    const image = await vault.get(id, kind);
    if (image) images.set(kind, image);
  }
  if (images.size === 0) {
    throw new TouchstoneError('not-found', `The images of verification ${id} were deleted after their retention.`);
  }
  const entry = { actor, action: 'images.exported', subject: `verification:${id}`, accountId: null };
  await records.audit.append({ ...entry, details: { reason, images: images.size } });
  return images;
}
