import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';
import { namesakes, PEOPLE, unList } from '../support/un-list.ts';

/** Has the vessel IMAGINARY STAR. */
const SDN = fileURLToPath(new URL('../../src/watchlists/sources/ofac/fixtures/sdn.csv', import.meta.url));

let bench: Bench;
let served: Served;
let key: string;
let account: number;

beforeAll(async () => {
  bench = await Bench.create();
  [account] = await Promise.all([
    bench.account(),
    unList([...PEOPLE, ...namesakes(230)]).then((list) => bench.run('lists', 'import', 'un-sc', list)),
  ]);
  await bench.run('lists', 'import', 'us-ofac-sdn', SDN);
  key = (await bench.key(account)).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

const person = (members: object = {}) => ({ name: 'Quillon Ferrabast', entityType: 'Individual', ...members });

describe('POST /api/Screening/screen', () => {
  test('answers 200 with the envelope and exactly the members of the specification', async () => {
    const { status, body, headers } = await served.screen(key, person());
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(Object.keys(body)).toEqual(['success', 'message', 'data', 'errors']);
    expect(body).toMatchObject({ success: true, errors: null });
    expect(Object.keys(body.data).sort()).toEqual(
      ['hasMatch', 'highestScore', 'id', 'matchCount', 'matches', 'remainingRequests'].sort(),
    );
    expect(body.data).toMatchObject({ hasMatch: true, matchCount: 1, highestScore: 100 });
    expect(body.data.matches[0]).toEqual({
      name: 'Quillon Ferrabast',
      score: 100,
      entityType: 'Individual',
      sources: ['UN Security Council Consolidated List'],
      dateOfBirth: '1975-11-02',
    });
  });

  test('a name that is on no list gives an empty result, not an error', async () => {
    const { status, body } = await served.screen(key, person({ name: 'Wexford Plimsoll Gantry' }));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ hasMatch: false, matchCount: 0, highestScore: 0, matches: [] });
  });

  test("an organisation's all-clear names the lists with a vessel or aircraft of that name, and so does its record", async () => {
    const query = { name: 'Imaginary Star', entityType: 'Organization' };
    const { body } = await served.screen(key, query);
    expect(body.data).toMatchObject({ hasMatch: false, matches: [] });
    const note = 'A vessel with a matching name is on: OFAC Specially Designated Nationals (SDN) List.';
    expect(body.message).toContain(`no match found. ${note} Vessels and aircraft are not returned as matches.`);
    const stored = await bench.records(({ screenings }) => screenings.evidence(account, body.data.id));
    expect(stored!.notes).toContain(note);
    const printed = await bench.json<{ notes: string[] }>('screen', query.name, '--type', query.entityType);
    expect(printed.notes).toContain(note);
    const { stdout } = await bench.command('screen', query.name, '--type', query.entityType);
    expect(stdout).toMatch(/^No match\.\n\nA vessel with a matching name is on: OFAC/);
    expect((await served.screen(key, person({ name: 'Imaginary Star' }))).body.message).not.toContain('vessel');
  });

  test('an entry shows its nationality where the list knows one', async () => {
    const { body } = await served.screen(key, person({ name: 'Bromiel Astravane' }));
    expect(body.data.matches[0].nationality).toBeTypeOf('string');
  });

  test('each call stores a record of its own and costs one unit', async () => {
    const first = (await served.screen(key, person())).body.data;
    const second = (await served.screen(key, person())).body.data;
    expect(second.id).toBeGreaterThan(first.id);
    expect(second.remainingRequests).toBe(first.remainingRequests - 1);
  });

  test('searches only entries of the type asked for', async () => {
    const asPerson = await served.screen(key, person({ name: 'Glimmerfax Trading Company' }));
    const asOrganisation = await served.screen(key, { name: 'Glimmerfax Trading Company', entityType: 'Organization' });
    expect(asPerson.body.data.hasMatch).toBe(false);
    expect(asOrganisation.body.data.matches[0]).toMatchObject({ entityType: 'Organization', score: 100 });
  });

  test('records at most the 200 best matches and says so where more qualify', async () => {
    const { body } = await served.screen(key, person({ name: 'Zorvan Ilmatok', minScore: 0 }));
    expect(body.data.matchCount).toBe(200);
    expect(body.data.matches).toHaveLength(200);
    const scores = body.data.matches.map((match: { score: number }) => match.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(body.message).toMatch(/best 200/);
  });

  test('minScore is inclusive, and every score has at most two decimals', async () => {
    const loose = (await served.screen(key, person({ name: 'Quilon Ferabast', minScore: 1 }))).body.data;
    const best = loose.highestScore as number;
    expect(Math.round(best * 100) / 100).toBe(best);
    const exact = (await served.screen(key, person({ name: 'Quilon Ferabast', minScore: best }))).body.data;
    expect(exact.highestScore).toBe(best);
  });

  test('members that nobody knows are ignored', async () => {
    const { status } = await served.screen(key, person({ nationality: 'UT', extra: { deep: [1] }, __proto__x: 1 }));
    expect(status).toBe(200);
  });

  test('sanctions lists that are not there are named in the message', async () => {
    const { body } = await served.screen(key, person());
    expect(body.message).toMatch(/Not screened against the real list of .*OFAC/);
  });
});

describe('a date of birth', () => {
  test.each(['1975', '1975-11'])('%s is given back as it came', async (dateOfBirth) => {
    const { id } = (await served.screen(key, person({ dateOfBirth }))).body.data;
    expect((await served.ask('GET', `/api/Screening/${id}`, { key })).body.dateOfBirth).toBe(dateOfBirth);
  });

  test.each(['0001-01-01', '1753-01-01', '1900-01-01'])('%s is no evidence, and the message says so', async (born) => {
    const { body } = await served.screen(key, person({ dateOfBirth: born }));
    expect(body.message).toContain('The date of birth is more than 110 years ago, so it was not compared.');
    const without = await served.screen(key, person());
    expect(body.data.highestScore).toBe(without.body.data.highestScore);
  });

  test('beside the name it is compared, and the record still has none', async () => {
    const { id, highestScore } = (await served.screen(key, person({ name: 'Quillon Ferabast 02.11.1975' }))).body.data;
    const { body } = await served.ask('GET', `/api/Screening/${id}`, { key });
    const { data } = (await served.screen(key, person({ name: 'Quillon Ferabast' }))).body;
    expect(highestScore).toBeGreaterThan(data.highestScore);
    expect([body.name, body.dateOfBirth]).toEqual(['Quillon Ferabast 02.11.1975', undefined]);
  });
});

describe('what a body may hold', () => {
  const accepted: [string, object][] = [
    ['200 characters', { name: 'a'.repeat(200) }],
    ['200 characters outside of the basic plane', { name: '𠀀'.repeat(200) }],
    ['200 characters between blanks', { name: ` \t${'a'.repeat(200)}\n ` }],
    ['minScore 0', { minScore: 0 }],
    ['minScore 100', { minScore: 100 }],
    ['minScore with decimals', { minScore: 72.25 }],
    ['no minScore, said with null', { minScore: null }],
    ['no birth date, said with null', { dateOfBirth: null }],
    ['a name of one digit', { name: '7' }],
    ['a name of a raised digit', { name: '²' }],
    ['a name of a Roman numeral', { name: 'Ⅷ' }],
    ['an Arabic name', { name: 'كويلون فيراباست' }],
  ];
  test.each(accepted)('%s', async (_what, members) => {
    expect((await served.screen(key, person(members))).status).toBe(200);
  });

  const refused: [string, unknown, RegExp[]][] = [
    ['an empty object', {}, [/^name is missing/, /^entityType is missing/]],
    ['a blank name', person({ name: ' \t\u3000' }), [/^name is missing/]],
    ['201 characters', person({ name: '𠀀'.repeat(201) }), [/^name .*200/]],
    ['a name that is a number', person({ name: 7 }), [/^name must be a string/]],
    ['a name that is null', person({ name: null }), [/^name/]],
    ['a NUL character', '{"name":"Quillon \\u0000 F","entityType":"Individual"}', [/^name/]],
    ['half a surrogate pair', '{"name":"Quillon \\ud800","entityType":"Individual"}', [/^name/]],
    ['no entityType', { name: 'A B' }, [/^entityType is missing/]],
    ['another entityType', person({ entityType: 'Vessel' }), [/^entityType must be/]],
    ['entityType in lower case', person({ entityType: 'individual' }), [/^entityType must be/]],
    ['minScore below 0', person({ minScore: -0.01 }), [/^minScore must be from 0 to 100/]],
    ['minScore above 100', person({ minScore: 100.01 }), [/^minScore must be from 0 to 100/]],
    ['minScore beyond all numbers', '{"name":"A B","entityType":"Individual","minScore":1e999}', [/^minScore/]],
    ['minScore as text', person({ minScore: '70' }), [/^minScore must be a number/]],
    ['a name without letter or digit', person({ name: '…!?' }), [/^name: has no letter or digit/]],
    ['letters that were lost', person({ name: 'Jos\ufffd Quist' }), [/^name: .*U\+FFFD/]],
    ['a person without a name', person({ name: 'FNU LNU' }), [/^name: says that the name is not known/]],
    ['an organisation without a name', { name: 'n/a', entityType: 'Organization' }, [/^name: says that the name/]],
    ['a name of accents alone', person({ name: '\u0301\u0301' }), [/^name: has no letter or digit/]],
    ['a name of a length mark alone', person({ name: 'ー' }), [/^name: has no letter or digit/]],
    ['a name of a lengthening line alone', person({ name: 'ـ' }), [/^name: has no letter or digit/]],
    ['a birth date that is a number', person({ dateOfBirth: 19700131 }), [/^dateOfBirth must be a string/]],
    ['a day to come', person({ dateOfBirth: '9999-12-31' }), [/^dateOfBirth .* not to come/]],
    ['a year to come', person({ dateOfBirth: '2999' }), [/^dateOfBirth .* not to come/]],
    ['a month that does not exist', person({ dateOfBirth: '1981-13' }), [/^dateOfBirth must be an ISO 8601/]],
    ['a day that does not exist', person({ dateOfBirth: '1981-02-29' }), [/^dateOfBirth must be an ISO 8601/]],
    [
      'everything wrong at once',
      { name: '', entityType: 'x', dateOfBirth: 'x', minScore: 101 },
      [/^name/, /^entityType/, /^dateOfBirth/, /^minScore/],
    ],
    ['an array', [person()], [/JSON object/]],
    ['null', 'null', [/JSON object/]],
    ['half a document', '{"name":"A', [/not valid JSON/]],
    ['nothing', '', [/empty/]],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), [/UTF-8/]],
  ];
  test.each(refused)('400 for %s, each problem a sentence of its own', async (_what, body, sentences) => {
    const answer = await served.screen(key, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, data: null });
    expect(answer.body.message).toMatch(/validation/i);
    expect(answer.body.errors).toHaveLength(sentences.length);
    for (const [index, sentence] of sentences.entries()) expect(answer.body.errors[index]).toMatch(sentence);
  });

  test('a wrong Content-Type is 400', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await served.screen(key, JSON.stringify(person()), { 'content-type': type });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toMatch(/Content-Type/);
    }
  });

  test('a charset and capital letters in the Content-Type are no problem', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect((await served.screen(key, JSON.stringify(person()), headers)).status).toBe(200);
  });

  test('64 KiB are read, one byte more is 413 with the envelope', async () => {
    const frame = JSON.stringify(person({ padding: '' })).length;
    const padding = 'x'.repeat(64 * 1024 - frame);
    expect((await served.screen(key, person({ padding }))).status).toBe(200);
    const answer = await served.screen(key, person({ padding: `${padding}x` }));
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({ success: false, data: null, errors: [expect.stringContaining('64 KiB')] });
  });

  test('a refused body costs nothing and stores nothing', async () => {
    const before = (await served.screen(key, person())).body.data;
    await served.screen(key, {});
    await served.screen(key, person({ minScore: 101 }));
    const after = (await served.screen(key, person())).body.data;
    expect(after.remainingRequests).toBe(before.remainingRequests - 1);
  });
});

describe('dateOfBirth comes back', () => {
  const forms: [string, string][] = [
    ['1975-11-02', '1975-11-02T00:00:00Z'],
    ['1975-11-02T00:00:00Z', '1975-11-02T00:00:00Z'],
    ['1975-11-02T23:30:00-05:00', '1975-11-02T23:30:00-05:00'],
    ['1975-11-02T10:15', '1975-11-02T10:15'],
    ['19751102', '1975-11-02T00:00:00Z'],
    ['19751102T101530Z', '19751102T101530Z'],
    ['1980-02-29T00:00:00.000Z', '1980-02-29T00:00:00.000Z'],
  ];
  test.each(forms)('%s as %s', async (given, back) => {
    const { body } = await served.screen(key, person({ dateOfBirth: given }));
    const record = await served.ask('GET', `/api/Screening/${body.data.id}`, { key });
    expect(record.body.dateOfBirth).toBe(back);
  });

  test('null is the same as leaving it out', async () => {
    const { body } = await served.screen(key, person({ dateOfBirth: null, minScore: null }));
    const record = await served.ask('GET', `/api/Screening/${body.data.id}`, { key });
    expect(record.body).not.toHaveProperty('dateOfBirth');
    expect(record.body.minScore).toBe(70);
  });

  test('the day as written is compared, whatever its offset or format', async () => {
    const plain = (await served.screen(key, person({ dateOfBirth: '1975-11-02' }))).body.data;
    const late = (await served.screen(key, person({ dateOfBirth: '1975-11-02T23:30:00-05:00' }))).body.data;
    expect(late.highestScore).toBe(plain.highestScore);
    const basic = (await served.screen(key, person({ dateOfBirth: '19751102T233000-0500' }))).body.data;
    expect(basic.highestScore).toBe(plain.highestScore);
  });
});

describe('GET /api/Screening/{id} and /list', () => {
  test('the record carries every member of the specification, the list all but minScore', async () => {
    const made = (await served.screen(key, person({ name: '  Quillon Ferrabast ', minScore: 60.5 }))).body.data;
    const { status, body } = await served.ask('GET', `/api/Screening/${made.id}`, { key });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: made.id,
      name: 'Quillon Ferrabast',
      entityType: 'Individual',
      minScore: 60.5,
      hasMatch: true,
      matchCount: made.matchCount,
      highestScore: made.highestScore,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      matches: made.matches,
    });
    const list = await served.ask('GET', '/api/Screening/list', { key });
    const { minScore, ...listed } = body;
    expect(minScore).toBe(60.5);
    expect(list.body[0]).toEqual(listed);
  });

  test('the list is newest first and shows at most ten matches of a record', async () => {
    const many = (await served.screen(key, person({ name: 'Zorvan Ilmatok', minScore: 0 }))).body.data;
    const { body } = await served.ask('GET', '/api/Screening/list', { key });
    expect(body[0]).toMatchObject({ id: many.id, matchCount: 200 });
    expect(body[0].matches).toEqual(many.matches.slice(0, 10));
    const ids = body.map((record: { id: number }) => record.id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const whole = await served.ask('GET', `/api/Screening/${many.id}`, { key });
    expect(whole.body.matches).toHaveLength(200);
  });

  const noIds = [
    '0',
    '-1',
    '1.5',
    'abc',
    '007',
    '9007199254740992',
    '99999999999999999999',
    '%zz',
    '%00',
    'a'.repeat(300),
  ];
  test.each(noIds)('an id that is no record: %s', async (id) => {
    const { status, body, headers } = await served.ask('GET', `/api/Screening/${id}`, { key });
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(Object.keys(body).sort()).toEqual(['detail', 'requestId', 'status', 'title', 'type']);
  });

  test('deleted, foreign and never made records give the same bytes but for the ids', async () => {
    const [foreign, gone] = [await bench.account(), (await served.screen(key, person())).body.data.id];
    const theirs = (await served.screen((await bench.key(foreign)).key, person())).body.data.id;
    await bench.json('records', 'delete', 'screening', String(gone));
    const answers = await Promise.all(
      [gone, theirs, 987_654].map(async (id) => {
        const { status, text, body } = await served.ask('GET', `/api/Screening/${id}`, { key });
        return {
          status,
          text: text.replace(body.requestId, 'REQUEST').replace(`Screening ${id} was`, 'Screening ID was'),
        };
      }),
    );
    expect(answers[0]!.status).toBe(404);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
