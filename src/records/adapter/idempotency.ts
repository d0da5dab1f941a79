import type { IdempotencyRecords } from '../idempotency-port.ts';
import { SWEPT_ROWS } from '../rows/idempotency.ts';
import type { Store } from './store.ts';

export function idempotencyRecords(database: Store, now: () => Date): IdempotencyRecords {
  return {
    claim: (place, fingerprint) => database.write('idempotency.claim', place, fingerprint, now()),
    answer: (place, answer) => database.write('idempotency.answer', place, answer),
    release: (place) => database.write('idempotency.release', place),
    sweep: async () => {
      let swept = 0;
      for (;;) {
        const gone = await database.write('idempotency.sweep', now());
        swept += gone;
        if (gone < SWEPT_ROWS) return swept;
      }
    },
  };
}
