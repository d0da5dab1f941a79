import { TouchstoneError } from '../errors.ts';
import { IMAGE_KINDS, type ImageKind } from '../images/port.ts';
import type { Rendition, StoredPicture } from '../verification/renditions.ts';
import type { Verifier } from '../verification/verifier.ts';
import type { Ports } from './ports.ts';

/** Who looks at which pictures, and why. */
export interface PicturesAsked {
  readonly accountId: number;
  readonly userId: number;
  readonly email: string;
  readonly verificationId: number;
  /** One line of 1 to 200 characters, for the audit log. */
  readonly reason: string;
}

/**
 * What somebody sees who looks at pictures. `off`: the account lets nobody look. `missing`: it has no such
 * verification. `gone`: the pictures were deleted after their retention.
 */
export type PicturesSeen =
  | { readonly kind: 'off' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'seen';
      /** ISO 8601; it stands on each of them, with who looks. */
      readonly at: string;
      readonly pictures: readonly Rendition[];
      /** Pictures that are kept and cannot be shown, since they are damaged. */
      readonly damaged: readonly ImageKind[];
    };

type PicturePorts = Pick<Ports, 'records' | 'images' | 'now'> & { readonly verifier: Pick<Verifier, 'renditions'> };

/**
 * Shows pictures of a verification to somebody of its account, each marked with who looks and when. The audit log has
 * the view before anything is shown. Throws `busy` where the pictures cannot be had now.
 */
export async function lookAtPictures(
  { records, images: vault, verifier, now }: PicturePorts,
  { accountId, userId, email, verificationId, reason }: PicturesAsked,
): Promise<PicturesSeen> {
  const [account, record] = await Promise.all([
    records.accounts.get(accountId),
    records.verifications.get(accountId, verificationId),
  ]);
  if (!record) return { kind: 'missing' };
  if (!account?.reviewPictures) return { kind: 'off' };
  const { pictures, damaged } = await stored(vault, verificationId);
  if (pictures.length + damaged.length === 0) return { kind: 'gone' };
  await records.audit.append({
    actor: `user:${userId}`,
    action: 'images.viewed',
    subject: `verification:${verificationId}`,
    accountId,
    details: { reason, images: pictures.length },
  });
  const at = now().toISOString();
  const mark = `${email} ${at.slice(0, 16).replace('T', ' ')}`;
  const seen = await verifier.renditions({ accountId, pictures, mark });
  const undecoded = pictures.filter(({ name }) => !seen.some((one) => one.name === name));
  return { kind: 'seen', at, pictures: seen, damaged: [...damaged, ...undecoded.map(({ name }) => name as ImageKind)] };
}

async function stored(vault: Ports['images'], id: number) {
  const pictures: StoredPicture[] = [];
  const damaged: ImageKind[] = [];
  for (const name of IMAGE_KINDS) {
    try {
      const bytes = await vault.get(id, name);
      if (bytes) pictures.push({ name, bytes });
    } catch (error) {
      if (!(error instanceof TouchstoneError) || error.code !== 'damaged') throw error;
      damaged.push(name);
    }
  }
  return { pictures, damaged };
}
