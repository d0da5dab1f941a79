/*
 * What people do with what a service keeps: a list, a record, the images of a verification, the master key.
 */
import type { TotpSecrets } from '../accounts/totp-secrets.ts';
import type { Actor } from '../domain/actor.ts';
import { TouchstoneError } from '../errors.ts';
import { IMAGE_KINDS, type ImageKind } from '../images/port.ts';
import type { Rotation } from '../images/vault.ts';
import type { CopiesKept } from '../records/port.ts';
import type { ImportOutcome, ListImports, SentList } from '../watchlists/sync/list-imports.ts';
import type { WebhookSecrets } from '../webhooks/secrets.ts';
import type { Ports } from './ports.ts';

/** Replaces a list by files that a user sent. The audit log names the user, also where the files were refused. */
export async function importList(
  { imports, records }: Pick<Ports, 'records'> & { readonly imports: Pick<ListImports, 'run'> },
  sent: SentList & { readonly accountId: number },
): Promise<ImportOutcome> {
  const outcome = await imports.run(sent);
  const { source, accountId, userId, files, force } = sent;
  const details = { files: files.length, force };
  const entry = { actor: `user:${userId}`, subject: `list:${source}`, accountId };
  if (outcome.kind === 'refused') {
    await records.audit.append({ ...entry, action: 'list.refused', details });
  } else {
    const { snapshot, entries, skipped } = outcome;
    await records.audit.append({
      ...entry,
      action: 'list.imported',
      details: { ...details, snapshot, entries, skipped },
    });
  }
  return outcome;
}

/**
 * Deletes a record on request with all that belongs to it: its images, and its rows in the copies that upgrades made.
 * Answers what became of those copies. Throws `not-found`, after the copies were seen to.
 */
export async function deleteRecord(
  { records, images }: Pick<Ports, 'records' | 'images'>,
  kind: 'screening' | 'verification',
  id: number,
  actor: Actor,
): Promise<CopiesKept> {
  const deleted = await records[`${kind}s`].delete(id, actor);
  // The sweeper would find images that an interrupted deletion left.
  if (deleted && kind === 'verification') await images.delete(id);
  const copies = await records.keepUpCopies();
  if (!deleted) throw new TouchstoneError('not-found', `There is no ${kind} ${id}.`);
  return copies;
}

/**
 * Decrypts the images of a verification for a reviewer. The audit log has the export before anything is readable.
 * Throws `not-found` for an unknown verification, or where both images were deleted after their retention.
 */
export async function exportImages(
  { records, images: vault }: Pick<Ports, 'records' | 'images'>,
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

/**
 * Makes a new master key and lets the audit log continue under it. Wraps the key of every image under it, and seals the
 * secrets of webhooks and of one-time codes under it.
 * An image that cannot be opened keeps its key: it is named in `damaged`, and the former keys stay. Throws `busy`
 * during another rotation.
 */
export async function rotateMasterKey(
  {
    records: { audit, users, webhooks },
    images,
    secrets,
    totpSecrets,
  }: Pick<Ports, 'records' | 'images'> & {
    readonly secrets: Pick<WebhookSecrets, 'reseal'>;
    readonly totpSecrets: Pick<TotpSecrets, 'reseal'>;
  },
  actor: Actor,
): Promise<Rotation> {
  const rotation = await images.rotate(async () => {
    await audit.followKeys();
    await secrets.reseal(webhooks);
    await totpSecrets.reseal(users);
  });
  const details = { images: rotation.changed, damaged: rotation.damaged.length };
  await audit.append({ actor, action: 'images.rotated', subject: 'images', accountId: null, details });
  return rotation;
}

/**
 * Lets the audit log go on under the master key at hand, or under a new one, where the former is lost for good. An
 * entry says so. Throws `damaged` where images were sealed under the lost key, and `usage` where none is lost.
 */
export async function replaceLostKey({ records, images }: Pick<Ports, 'records' | 'images'>): Promise<void> {
  await images.ready();
  if (await records.audit.followKeys(true)) return;
  throw new TouchstoneError('usage', 'No master key is lost: the audit log goes on under the one at hand.');
}
