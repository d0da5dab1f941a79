import { readFileSync } from 'node:fs';

/** Only forward, and in the order of their numbers: a released one is never changed, the next one goes below. */
export interface Migration {
  /** The number its file begins with. */
  readonly version: number;
  readonly sql: string;
}

const FILES = [
  '001-records.sql',
  '002-verification-evidence.sql',
  '003-users.sql',
  '004-alerts.sql',
  '005-restore.sql',
  '006-people.sql',
  '007-batches.sql',
  '008-idempotency.sql',
  '009-webhooks.sql',
  '010-filters.sql',
  '011-alerts-of-subjects.sql',
  '012-usage.sql',
  '013-monitoring.sql',
  '014-batch-kinds.sql',
  '015-desk.sql',
  '016-desk-pages.sql',
  '017-screen-verified.sql',
  '018-saved-views.sql',
  '019-batch-bytes.sql',
  '020-decision-basis.sql',
  '021-record-references.sql',
  '022-list-addresses.sql',
  '023-customers-at-the-desk.sql',
  '024-identifiers.sql',
] as const;

export function migrations(): Migration[] {
  return FILES.map((file) => ({
    version: Number(file.slice(0, 3)),
    sql: readFileSync(new URL(file, import.meta.url), 'utf8'),
  }));
}
