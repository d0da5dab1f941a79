import { accountReads, accountWrites } from './accounts.ts';
import { auditChecks, auditReads, auditWrites } from './audit.ts';
import type { Connection } from './connection.ts';
import { maintenance, restoreWrites } from './maintenance.ts';
import { screeningReads, screeningWrites } from './screenings.ts';
import { snapshotReads, snapshotWrites } from './snapshots.ts';
import { verificationReads, verificationWrites } from './verifications.ts';

/** What each thread can do, by name. All SQL of the records is in the files these come from. */
export const OPERATIONS = {
  writer: (db: Connection) => ({
    ...accountWrites(db),
    ...auditWrites(db),
    ...restoreWrites(db),
    ...screeningWrites(db),
    ...snapshotWrites(db),
    ...verificationWrites(db),
  }),
  reader: (db: Connection) => ({
    ...accountReads(db),
    ...auditReads(db),
    ...screeningReads(db),
    ...snapshotReads(db),
    ...verificationReads(db),
  }),
  maintenance: (db: Connection) => ({ ...auditChecks(db), ...maintenance(db) }),
};

export type Role = keyof typeof OPERATIONS;
export type Operations<R extends Role> = ReturnType<(typeof OPERATIONS)[R]>;
