import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** Puts this thread behind everything that somebody waits for, where the system knows threads apart (Linux). */
export function stepBack(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It competes like the others then.
  }
}
