import type { Connection } from './connection.ts';

/** Of each person; the one that was used last the longest ago is forgotten first. */
const MAX_BROWSERS = 20;

export function browserWrites(db: Connection) {
  const known = db.prepare<[Uint8Array], unknown>('SELECT 1 FROM known_browsers WHERE hash = ? LIMIT 1');
  const remember = db.prepare('INSERT OR REPLACE INTO known_browsers (user_id, hash, seen_at) VALUES (?, ?, ?)');
  const tidy = db.prepare(
    `DELETE FROM known_browsers WHERE user_id = :userId AND hash NOT IN
       (SELECT hash FROM known_browsers WHERE user_id = :userId ORDER BY seen_at DESC LIMIT ${MAX_BROWSERS})`,
  );
  return {
    'browsers.remember': (
      userId: number,
      { presented, fresh }: { presented: Uint8Array | undefined; fresh: Uint8Array },
      at: string,
    ): boolean => {
      // Only a value that this service made: another might be easy to guess.
      const stays = presented !== undefined && known.get(presented) !== undefined;
      remember.run(userId, stays ? presented : fresh, at);
      tidy.run({ userId });
      return stays;
    },
  };
}

/** Forgets the known browsers of a person, but for one. */
export function browserForgetting(db: Connection): (userId: number, kept?: Uint8Array) => void {
  const forget = db.prepare('DELETE FROM known_browsers WHERE user_id = ? AND hash IS NOT ?');
  return (userId, kept) => {
    forget.run(userId, kept ?? null);
  };
}

export function browserReads(db: Connection) {
  const known = db.prepare<[Uint8Array, string], unknown>(
    `SELECT 1 FROM known_browsers JOIN users ON users.id = user_id
     WHERE hash = ? AND email = ? AND password IS NOT NULL AND removed_at IS NULL`,
  );
  return { 'browsers.known': (email: string, hash: Uint8Array): boolean => known.get(hash, email) !== undefined };
}
