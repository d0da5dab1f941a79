import { TouchstoneError } from '../errors.ts';
import type { Bucket } from './bucket.ts';

const OWNER = 'owner';

/**
 * Makes this part of the bucket ours where it is nobody's. Throws `usage` where it is another service's, whose images
 * and lists would be overwritten and swept away. `ours`: names under which it may be ours, the present one first.
 */
export async function claimBucket(bucket: Bucket, ours: readonly string[]): Promise<void> {
  // Looked at first, because some servers pass the condition over.
  const before = await bucket.get(OWNER);
  if (!before) await bucket.put(OWNER, Buffer.from(ours[0]!), { ifNew: true });
  const owner = String(before ?? (await bucket.get(OWNER)));
  if (ours.includes(owner)) return;
  const sentence = `The bucket holds what another service keeps there (${owner}), of another environment or master key.`;
  throw new TouchstoneError('usage', `${sentence} Take another prefix in TOUCHSTONE_IMAGES_URL.`);
}

/** Says under which name it is ours from now on. */
export async function renameOwner(bucket: Bucket, name: string): Promise<void> {
  await bucket.put(OWNER, Buffer.from(name));
}

/** Names of a service by its environment and the ids of its master keys, which tell nothing about the keys. */
export function ownerNames(environment: string, masters: readonly { readonly id: string }[]): string[] {
  return masters.map(({ id }) => `${environment} ${id}`);
}
