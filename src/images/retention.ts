import type { Logger } from 'pino';
import type { Records } from '../records/port.ts';
import type { ImageVault } from './vault.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/**
 * Images are stored a moment before their record, or while a person takes them from a link. Another image without a
 * record is a leftover only when it is older.
 */
const LEFTOVER_MS = HOUR_MS;
const BATCH = 500;

export interface RetentionOptions {
  readonly days: number;
  readonly now: () => Date;
}

/**
 * Deletes the images of verifications past the retention, of deleted ones, and of those that never came to be. The
 * result says how many verifications lost theirs, and why some did not; one failure does not stop the others. The store
 * and the records alone say what is due, so a restart forgets nothing.
 */
export async function sweepImages(
  vault: ImageVault,
  records: Records,
  { days, now }: RetentionOptions,
): Promise<{ expired: number; leftover: number; failures: unknown[] }> {
  const swept = { expired: 0, leftover: 0, failures: [] as unknown[] };
  const look = async (stored: { record: number; storedAt: Date }[]): Promise<void> => {
    const ids = stored.map(({ record }) => record);
    const [created, held] = await Promise.all([records.verifications.createdAt(ids), records.captures.held(ids)]);
    const isHeld = new Set(held);
    for (const { record, storedAt } of stored) {
      const createdAt = created.get(record);
      const expired = createdAt !== undefined && now().getTime() - Date.parse(createdAt) >= days * DAY_MS;
      const isUnowned = createdAt === undefined && !isHeld.has(record);
      const leftover = isUnowned && now().getTime() - storedAt.getTime() >= LEFTOVER_MS;
      if (!expired && !leftover) continue;
      try {
        await vault.delete(record);
        swept[expired ? 'expired' : 'leftover']++;
      } catch (error) {
        swept.failures.push(error);
      }
    }
  };
  let batch: { record: number; storedAt: Date }[] = [];
  for await (const stored of vault.records()) {
    batch.push(stored);
    if (batch.length < BATCH) continue;
    await look(batch);
    batch = [];
  }
  await look(batch);
  return swept;
}

/** A sweep of one process of those that share the images, told in the log and the audit log. Throws nothing. */
export async function keepUpImages(
  vault: ImageVault,
  records: Records,
  options: RetentionOptions,
  log: Logger,
): Promise<void> {
  try {
    if (!(await records.leads('image-retention'))) return;
    const { failures, ...swept } = await sweepImages(vault, records, options);
    for (const err of failures) log.error({ err }, 'an image could not be deleted; it is tried again in an hour');
    if (swept.expired + swept.leftover === 0) return;
    log.info(swept, 'images deleted');
    await records.audit.append({
      actor: 'service',
      action: 'images.expired',
      subject: 'images',
      accountId: null,
      details: { verifications: swept.expired, leftover: swept.leftover, retentionDays: options.days },
    });
  } catch (error) {
    log.error({ err: error }, 'images could not be swept; it is tried again in an hour');
  }
}
