import type { Connection } from './connection.ts';

/** Answers when the thread can use the database; the writer's, when nobody else holds the lock for writing. */
export function ping(db: Connection) {
  const one = db.prepare('SELECT count(*) FROM sqlite_schema');
  return { ping: (): void => void one.get() };
}

export function writeProbe(db: Connection) {
  return {
    ...ping(db),
    /** Commits a page that says what it said before: it fails where a record could not be stored either. */
    'probe.write': (): void => {
      const version = db.pragma('user_version', { simple: true });
      db.pragma(`user_version = ${version}`);
    },
  };
}
