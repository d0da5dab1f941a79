import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { unList } from '../support/un-list.ts';

/** SAMPLEOV has passport 4500123456 (Russia), FICTIONAL TRADING a BIC, the vessel IMAGINARY STAR IMO 9999991. */
const LIST = fileURLToPath(new URL('../../src/watchlists/sources/ofac/fixtures/sdn.csv', import.meta.url));
const PASSPORT = { type: 'passport', value: '4500 123 456', country: 'RU' };

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  bench = await Bench.create();
  await bench.importPeople();
  await bench.run('lists', 'import', 'us-ofac-sdn', LIST);
  key = (await bench.key(await bench.account())).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

async function batch(body: unknown, type = 'application/json'): Promise<Record<string, unknown>[]> {
  const path = '/api/Screening/batch';
  const made = await served.ask('POST', path, { key, body, headers: { 'content-type': type } });
  expect(made.status).toBe(202);
  for (;;) {
    const { body: now } = await served.ask('GET', `${path}/${made.body.id}`, { key });
    if (now.status === 'done') break;
    await new Promise((later) => setTimeout(later, 20));
  }
  const { text } = await served.ask('GET', `${path}/${made.body.id}/results`, { key });
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const put = (reference: string, members: object) =>
  served.ask('PUT', `/api/Customers/${reference}`, { key, body: { entityType: 'Individual', ...members } });
const explanation = (id: number) => served.ask('GET', `/api/Screening/${id}/explanation`, { key });

describe('an exact number', () => {
  test('finds its entry whatever the name, in JSON and CSV, and the explanation says so', async () => {
    const items = [
      { name: 'Wexford Plimsoll', entityType: 'Individual', identifiers: [PASSPORT] },
      { name: 'Wexford Plimsoll', entityType: 'Individual', identifiers: [{ value: 'other77777' }] },
      { name: 'Any Company', entityType: 'Organization', identifiers: [{ type: 'bic', value: 'FICT AE AD' }] },
    ];
    const rows = await batch({ items });
    expect(rows.map(({ matchCount }) => matchCount)).toEqual([1, 0, 1]);
    expect(rows[0]!.highestScore).toBeGreaterThanOrEqual(95);
    const why = await explanation(rows[0]!.screeningId as number);
    expect(why.body.subject.identifiers).toEqual([{ type: 'passport', value: '4500 123 456', country: 'RU' }]);
    expect(why.body.matches[0].explanation.adjustments.at(-1).reason).toContain('4500123456');
    const csv = 'name,entityType,identifiers\nWexford Plimsoll,Individual,passport:4500123456|tax:77\n';
    const [row] = await batch(csv, 'text/csv');
    expect([row!.matchCount, row!.error]).toEqual([1, null]);
  });

  test('in place of the name finds its entry, too, and is said of a vessel', async () => {
    for (const name of ['4500123456', '4500-123-456', 'passport 4500123456']) {
      const { data } = (await served.screen(key, { name, entityType: 'Individual' })).body;
      expect([name, data.matchCount, data.highestScore >= 95]).toEqual([name, 1, true]);
    }
    const { message, data } = (await served.screen(key, { name: 'IMO 9999991', entityType: 'Organization' })).body;
    expect(data.matchCount).toBe(0);
    expect(message).toContain('A number that was sent is on: OFAC');
  });

  test('of an entry of another type is said, since it is not returned', async () => {
    const items = [{ name: 'Any Company', entityType: 'Organization', identifiers: [{ value: 'IMO 9999991' }] }];
    const [none] = await batch({ items });
    expect(none!.matchCount).toBe(0);
    expect(none!.notes).toEqual([expect.stringContaining('A number that was sent is on: OFAC')]);
    const why = await explanation(none!.screeningId as number);
    expect(why.body.notes).toEqual(expect.arrayContaining(none!.notes as string[]));
    const account = await bench.records(async ({ accounts }) => (await accounts.list()).at(-1)!.id);
    const record = await bench.records(({ screenings }) => screenings.evidence(account, none!.screeningId as number));
    expect(record!.notes.join(' ')).toContain('A number that was sent is on: OFAC Specially Designated');
  });

  test('that is wrong refuses its row alone', async () => {
    const wrong = [7, [7], [{ value: 7 }], [{ type: 'x' }], [{ value: ' ' }], Array(11).fill({ value: 'A12345' })];
    const items = wrong.map((identifiers) => ({ name: 'A Name', entityType: 'Individual', identifiers }));
    const rows = await batch({ items: [...items, { name: 'A Name', entityType: 'Individual', identifiers: null }] });
    const errors = rows.map(({ error }) => String(error).slice(0, 11));
    expect(errors).toEqual([...wrong.map(() => 'identifiers'), 'null']);
  });
});

describe('a customer with numbers', () => {
  test('keeps them, is screened by them, and costs nothing where they stay', async () => {
    const body = { name: 'Wexford Plimsoll', identifiers: [PASSPORT] };
    const made = await put('C-1', body);
    expect([made.status, made.body.identifiers, made.body.state]).toEqual([201, [PASSPORT], 'open']);
    expect(made.body.screening.highestScore).toBeGreaterThanOrEqual(95);
    const again = await put('C-1', body);
    expect(again.body.screeningId).toBe(made.body.screeningId);
    const without = await put('C-1', { name: 'Wexford Plimsoll' });
    expect([without.body.identifiers, without.body.screening.hasMatch]).toEqual([[], false]);
    expect(without.body.screeningId).not.toBe(made.body.screeningId);
  });

  test('a dismissed alert opens again where a number is added that is the same', async () => {
    const name = 'Ivan Petrovich Sampleov';
    await put('C-2', { name });
    const { body } = await served.ask('GET', '/api/Alerts?customer=C-2', { key });
    const decision = { decision: 'dismissed', reason: 'other-person' };
    await served.ask('POST', `/api/Alerts/${body.items[0].id}/decisions`, { key, body: decision });
    expect((await put('C-2', { name, minScore: 69 })).body.state).toBe('clear');
    expect((await put('C-2', { name, identifiers: [PASSPORT] })).body.state).toBe('open');
  });

  test('wrong ones are named by their fields', async () => {
    const refused = async (identifiers: unknown): Promise<Answer> => put('C-3', { name: 'A Name', identifiers });
    expect((await refused([{ value: '--' }])).body.errors[0].field).toBe('identifiers[0].value');
    expect((await refused([{ type: 'passport' }])).body.errors[0].field).toBe('identifiers[0].value');
    expect((await refused(Array(11).fill({ value: 'A12345' }))).status).toBe(400);
    expect((await refused(null)).status).toBe(201);
  });

  test('is found by a list that names the number later, whatever its name is', async () => {
    await put('C-4', { name: 'Wexford Plimsoll', identifiers: [{ value: 'SHIP-777123', type: 'passport' }] });
    const list = `${await unList([])}.csv`;
    const { readFile, writeFile } = await import('node:fs/promises');
    await writeFile(list, (await readFile(LIST, 'utf8')).replace('75-000111', 'SHIP 777123'));
    await bench.run('lists', 'import', 'us-ofac-sdn', list);
    await expect
      .poll(async () => (await served.ask('GET', '/api/Customers/C-4', { key })).body.state, { timeout: 20_000 })
      .toBe('open');
  });
});

describe('interfaces of others', () => {
  test('/match reads the numbers of FollowTheMoney', async () => {
    const properties = { name: ['Wexford Plimsoll'], passportNumber: ['4500123456'] };
    const body = { queries: { a: { schema: 'Person', properties } } };
    const { body: found } = await served.ask('POST', '/match/default', { key, body });
    expect(found.responses.a.results[0]).toMatchObject({ match: true, caption: 'Ivan Petrovich SAMPLEOV Jr.' });
  });

  test('/v2/search reads addresses of digital currencies and numbers of ships', async () => {
    const query = 'name=Any+Company&type=business&imoNumber=9999991';
    const { body } = await served.ask('GET', `/v2/search?${query}`, { key });
    expect(body.notes.join(' ')).toContain('A number that was sent is on');
  });
});
