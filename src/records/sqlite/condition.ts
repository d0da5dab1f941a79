import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { DatabaseCondition } from '../database-condition.ts';
import { migrations } from './migrate.ts';

/** Looks at a database without changing it. */
export function condition(file: string): DatabaseCondition {
  const known = migrations().at(-1)!.version;
  if (!existsSync(file)) return { found: 0, known, server: undefined };
  const db = new Database(file, { readonly: true });
  try {
    return { found: db.pragma('user_version', { simple: true }) as number, known, server: undefined };
  } finally {
    db.close();
  }
}
