import type { Records } from '../../src/records/port.ts';
import { screening } from '../../test/records/samples.ts';
import { ACCOUNTS } from './fill.ts';

const DAY_MS = 86_400_000;
/** Whatever is slow is done less often. */
const PATIENCE_MS = 15_000;
/** Large and small accounts find their records alike. */
const [LARGEST, SMALLEST] = [1, ACCOUNTS];

/** Answers what was done, with its milliseconds. */
export async function measureAll(
  records: Records,
  query: (text: string) => Promise<unknown[]>,
  turns: number,
): Promise<Map<string, string>> {
  const table = new Map<string, string>();
  const measure = async (what: string, work: (turn: number) => Promise<unknown>): Promise<void> => {
    table.set(what, await timed(work, turns));
    console.error(`  ${what}: ${table.get(what)} ms`);
  };
  const ids = async (kind: string, account: number) => {
    // From all months alike, in an order that has nothing to do with them.
    const drawn = `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS all
      FROM ${kind} WHERE account_id = ${account}) AS owned WHERE place % greatest("all" / ${turns}, 1) = 0 ORDER BY md5(id::text)`;
    return ((await query(drawn)) as { id: string }[]).map(({ id }) => Number(id));
  };
  const [screened, verified, few] = [
    await ids('screenings', LARGEST),
    await ids('verifications', LARGEST),
    await ids('screenings', SMALLEST),
  ];
  const one = (from: readonly number[], turn: number) => from[turn % from.length]!;
  const { screenings, verifications, alerts } = records;
  await measure('a screening by its id', (turn) => screenings.get(LARGEST, one(screened, turn)));
  await measure('a verification by its id', (turn) => verifications.get(LARGEST, one(verified, turn)));
  await measure('screenings, the newest 1000', () => screenings.list(LARGEST, 1000));
  await measure('the same of the smallest account', () => screenings.list(SMALLEST, 1000));
  await measure('screenings, a page of 50', () => screenings.page(LARGEST, { limit: 50, sort: 'newest' }));
  await measure('a deep page by cursor', (turn) =>
    screenings.page(LARGEST, { limit: 50, sort: 'newest', after: { value: 0, id: one(screened, turn) } }),
  );
  await measure('a deep page, the smallest account', (turn) =>
    screenings.page(SMALLEST, { limit: 50, sort: 'newest', after: { value: 0, id: one(few, turn) } }),
  );
  await measure('the first page by score', () => screenings.page(LARGEST, { limit: 50, sort: 'score' }));
  await measure('a deep page by score', (turn) =>
    screenings.page(LARGEST, { limit: 50, sort: 'score', after: { value: 70 + (turn % 30), id: 1 } }),
  );
  const page = { limit: 50, offset: 0, descending: true, sort: 'createdAt' } as const;
  await measure('the API, page and total', () => screenings.filtered(LARGEST, page));
  await measure('the same, one day', (turn) => screenings.filtered(LARGEST, { ...page, ...day(turn) }));
  await measure('the same, of organisations', () =>
    screenings.filtered(LARGEST, { ...page, entityType: 'Organization' }),
  );
  await measure('verifications, a page of 50', () => verifications.page(LARGEST, { limit: 50, sort: 'newest' }));
  await measure('open alerts, a page of 50', () => alerts.page(LARGEST, { state: 'open', limit: 50, sort: 'newest' }));
  await measure('open alerts by score', () => alerts.page(LARGEST, { state: 'open', limit: 50, sort: 'score' }));
  await measure('how many alerts are open', () => alerts.open(LARGEST));
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const before = (days: number) => new Date(today - days * DAY_MS).toISOString();
  const days = Array.from({ length: 30 }, (_, back) => before(29 - back));
  await measure('overview, counts of 30 days', () => records.counts(LARGEST, days));
  await measure('analytics of 30 days', () => records.usage(LARGEST, days[0]!, before(-1)));
  await measure('analytics of a year', () => records.usage(LARGEST, before(364), before(-1)));
  await measure('store a screening', (turn) => screenings.create(screening(LARGEST, null, `Nobody ${turn}`, 0)));
  await measure('store one with two matches', (turn) =>
    screenings.create(screening(LARGEST, null, `Somebody ${turn}`, 2)),
  );
  return table;
}

function day(turn: number): { from: string; to: string } {
  const from = (Math.floor(Date.now() / DAY_MS) - (1 + (turn % 600))) * DAY_MS;
  return { from: new Date(from).toISOString(), to: new Date(from + DAY_MS).toISOString() };
}

async function timed(work: (turn: number) => Promise<unknown>, count: number): Promise<string> {
  const times: number[] = [];
  // What a service does all day is prepared, on every connection.
  for (let turn = 0; turn < Math.min(count, 24); turn += 1) await work(turn);
  const limit = performance.now() + PATIENCE_MS;
  for (let turn = 0; turn < count && performance.now() < limit; turn += 1) {
    const start = performance.now();
    await work(turn);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)]!.toFixed(1);
  return `${at(0.5)} / ${at(0.99)}`;
}
