import { createHash } from 'node:crypto';
import { Recent } from '../../recent.ts';
import { RowList } from '../sql.ts';
import type { Transaction } from '../transaction.ts';

/** What was said of the lists on a day, as it is kept once for all records of that day. */
export interface ListNotes {
  /** Of the day and the words: 96 bits of SHA-256, base64url. */
  readonly digest: string;
  /** Midnight in UTC, ISO 8601. */
  readonly day: string;
  /** Sentences as JSON. */
  readonly notes: string;
}

/** The words that a record was searched with, as JSON that the database reads; null: nothing was said of the lists. */
export const LIST_NOTES =
  '(SELECT list_notes.notes FROM list_notes WHERE digest = screenings.about_lists) AS list_notes';

const DIGEST_SIGNS = 16;
/** The same words come with nearly every record. */
const KNOWN = new Recent<string, ListNotes>(64);

/** The sentences of a record as JSON, apart from the last ones, which were said of the lists. */
export function parted(notes: readonly string[], aboutLists: number): { notes: string; listNotes: string | null } {
  if (aboutLists === 0) return { notes: JSON.stringify(notes), listNotes: null };
  const own = notes.length - aboutLists;
  return { notes: JSON.stringify(notes.slice(0, own)), listNotes: JSON.stringify(notes.slice(own)) };
}

/** The sentences of a record in the order in which they were said. */
export function joined(notes: string, listNotes: string | null): string[] {
  const own = JSON.parse(notes) as string[];
  return listNotes === null ? own : [...own, ...(JSON.parse(listNotes) as string[])];
}

/** Sentences, as JSON, that were said at an instant, ISO 8601. */
export function listNotesAt(notes: string, at: string): ListNotes {
  const day = at.slice(0, 10);
  return KNOWN.get(`${day} ${notes}`, (words) => {
    const digest = createHash('sha256').update(words).digest('base64url').slice(0, DIGEST_SIGNS);
    return { digest, day: `${day}T00:00:00.000Z`, notes };
  });
}

/**
 * Keeps what is not kept yet. Rows are never changed, and those of a day go once no record of it is left. So no record
 * that is being stored can lose them.
 */
export async function keepListNotes(tx: Transaction, said: readonly (ListNotes | null)[]): Promise<void> {
  const once = new Map(said.flatMap((one) => (one === null ? [] : [[one.digest, one] as const])));
  if (once.size === 0) return;
  // In one order, so that two transactions never wait for each other.
  const rows = [...once.values()].sort((one, other) => (one.digest < other.digest ? -1 : 1));
  await tx.run(
    `INSERT INTO list_notes (digest, day, notes) SELECT :digest, :day, :notes::json
     FROM given (digest text, day timestamptz, notes text) ORDER BY ordinality ON CONFLICT (digest) DO NOTHING`,
    new RowList(rows),
  );
}

/** Drops what was said on days, up to an instant, of which no account has a record left. Answers how many rows went. */
export function dropListNotes(tx: Transaction, before: string): Promise<number> {
  const next = tx.either({ postgresql: "day + interval '1 day'", sqlite: "substr(day, 1, 10) || 'U'" });
  return tx.run(
    `DELETE FROM list_notes WHERE day < :before AND NOT EXISTS (SELECT 1 FROM accounts WHERE EXISTS (
       SELECT 1 FROM screenings WHERE screenings.account_id = accounts.id AND screenings.created_at >= day
         AND screenings.created_at < ${next}))`,
    { before },
  );
}
