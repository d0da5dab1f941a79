import type { Actor } from '../domain/actor.ts';
import { TouchstoneError } from '../errors.ts';
import type { ImageVault } from '../images/vault.ts';
import type { CopiesKept, Records } from '../records/port.ts';

export interface DeleteRecordPorts {
  readonly records: Pick<Records, 'screenings' | 'verifications' | 'keepUpCopies'>;
  readonly images: Pick<ImageVault, 'delete'>;
}

/**
 * Deletes a record on request with all that belongs to it: its images, and its rows in the copies that upgrades made.
 * Answers what became of those copies. Throws `not-found`, after the copies were seen to.
 */
export async function deleteRecord(
  { records, images }: DeleteRecordPorts,
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
