import assert from 'node:assert/strict';
import { Bench } from '../support/service.ts';

const DAY_MS = 86_400_000;

/** Moments around which clocks, months and days go wrong. */
const MOMENTS = [
  '2027-02-28T23:59:59.500Z',
  '2028-02-29T23:59:59.500Z',
  '2026-12-31T23:59:59.500Z',
  '2027-03-28T00:59:59.500Z',
  '2027-10-31T00:59:59.500Z',
];

/** Sets a service's clock forward and back, over the ends of months and years and over changes to summer time. */
export async function clock(): Promise<string> {
  const bench = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on' });
  let now = new Date('2026-12-15T12:00:00Z').getTime();
  const account = await bench.account(40);
  const { key } = await bench.key(account);
  // The certificate has to be valid for the real clock, which clients go by.
  await (await bench.serve()).stop();
  const served = await bench.serve({}, () => new Date(now));
  try {
    const ids: number[] = [];
    const screen = async (): Promise<number> => {
      const answer = await served.screen(key, { name: `Ivan Petrov ${ids.length}`, entityType: 'Individual' });
      assert.equal(answer.status, 200, answer.text);
      ids.push(answer.body.data.id);
      return answer.body.data.remainingRequests;
    };
    assert.equal(await screen(), 39);
    for (const moment of MOMENTS) {
      now = new Date(moment).getTime();
      const before = await screen();
      now += 1_000;
      const after = await screen();
      const newMonth = new Date(now).getUTCDate() === 1;
      assert.equal(after, newMonth ? 39 : before - 1, `The quota is wrong after ${moment}.`);
    }
    // Back by a day and over the end of a month: the units of that month are still spent.
    now = new Date('2027-01-31T12:00:00Z').getTime();
    assert.equal(await screen(), 38, 'Units of a month that is there again are not counted.');
    now -= 40 * DAY_MS;
    await screen();
    assert.equal(new Set(ids).size, ids.length, 'An id was given twice.');
    const list = await served.ask('GET', '/api/Screening/list', { key });
    assert.equal(list.body.length, ids.length, 'Records are missing from the list.');
    return `${ids.length} screenings at ${MOMENTS.length + 2} moments, quota exact`;
  } finally {
    await served.stop();
    await bench.remove();
  }
}
