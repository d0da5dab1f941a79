import type { Connection } from './connection.ts';
import { isBusy } from './messages.ts';

/** How long a read waits for a lock that another process has. In WAL mode few have one that readers wait for. */
const PATIENCE_MS = 4_000;

/** Reads wait for a lock once. Those behind one that waited in vain do not wait again, until one gets through. */
export function withPatience(db: Connection): (read: () => Promise<unknown>) => Promise<unknown> {
  const set = (ms: number) => db.pragma(`busy_timeout = ${ms}`);
  let isPatient = true;
  set(PATIENCE_MS);
  return async (read) => {
    try {
      const value = await read();
      if (!isPatient) set(PATIENCE_MS);
      isPatient = true;
      return value;
    } catch (error) {
      if (isBusy(error) && isPatient) {
        set(0);
        isPatient = false;
      }
      throw error;
    }
  };
}
