import { readFileSync } from 'node:fs';

/** Numbered from 1 and only forward: a released one is never changed, the next one goes below. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

const FILES = ['001-records.sql', '002-verification-evidence.sql', '003-users.sql', '004-alerts.sql'] as const;

export function migrations(): Migration[] {
  return FILES.map((file, index) => ({
    version: index + 1,
    sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
  }));
}
