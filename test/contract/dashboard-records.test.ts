import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlertRow, Page, ScreeningRow } from '../../src/http/dashboard/wire.ts';
import type { FieldError } from '../../src/http/extensions/problems.ts';
import { verification } from '../records/samples.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';
import { SignedIn } from '../support/signed-in.ts';
import { PEOPLE, unList } from '../support/un-list.ts';

const QUILLON = { name: 'Quillon Ferrabast', entityType: 'Individual' };
const CSV = { 'content-type': 'text/csv' };

let bench: Bench;
let served: Served;
let account: number;
let key: string;
let analyst: SignedIn;
let viewer: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  ({ bench, served } = await Bench.serving());
  account = await bench.account();
  key = (await bench.key(account)).key;
  analyst = await SignedIn.invited(bench, served, account, 'analyst');
  viewer = await SignedIn.invited(bench, served, account, 'viewer');
  stranger = await SignedIn.invited(bench, served, await bench.account(), 'owner');
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
});

/** A review that the store holds as a verification would have left it. */
async function reviewed(fullName: string): Promise<number> {
  return bench.records(async ({ verifications }) => {
    const id = await verifications.reserve();
    const sample = verification(account, id);
    await verifications.create({ ...sample, extractedData: { ...sample.extractedData, fullName } });
    return id;
  });
}

async function queue(query = ''): Promise<AlertRow[]> {
  const { body } = await analyst.get(`/alerts?state=open&${query}`);
  return (body as Page<AlertRow>).items as AlertRow[];
}

describe('a screening in the dashboard', () => {
  test('is a record that costs one unit, says who made it, and explains each match', async () => {
    const { status, body } = await analyst.post('/screenings', { ...QUILLON, dateOfBirth: '1975-11-02' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: QUILLON.name, madeBy: analyst.email, matchCount: 1, open: 1 });
    expect(body.dateOfBirth).toBe('1975-11-02T00:00:00Z');
    expect(body.matches[0].explanation.pairs.length).toBeGreaterThan(0);
    expect(body.matches[0].alert).toMatchObject({ state: 'open', history: [] });
    expect((await viewer.get(`/screenings/${body.id}`)).body).toEqual(body);
    const next = await served.screen(key, QUILLON);
    expect(next.body.data.id).toBe(body.id + 1);
    const byKey = await analyst.get(`/screenings/${next.body.data.id}`);
    expect(byKey.body).toMatchObject({ madeBy: 'Test', notes: expect.arrayContaining([expect.any(String)]) });
  });

  test('that is not valid says what is wrong beside each field', async () => {
    const { status, body } = await analyst.post('/screenings', { name: ' ', entityType: 'Ship', minScore: 101 });
    expect(status).toBe(400);
    expect(body.errors.map(({ field }: FieldError) => field)).toEqual(['name', 'entityType', 'minScore']);
    expect(body.errors[0].message).toBe('name is missing.');
  });

  test('waits for the next period when the quota is spent, and everything else goes on', async () => {
    const small = await bench.account(2);
    const owner = await SignedIn.invited(bench, served, small, 'owner');
    const file = `name\n${QUILLON.name}\nTheskara Wumbolt\nBromiel Astravane\n`;
    const started = await owner.post('/bulk', file, CSV);
    expect(started.status).toBe(202);
    const state = async () => (await owner.get(`/bulk/${started.body.id}`)).body;
    await expect.poll(async () => (await state()).status).toBe('waiting-for-quota');
    expect(await state()).toMatchObject({ total: 3, done: 2, matched: 2 });
    const refused = await owner.post('/screenings', QUILLON);
    expect(refused.status).toBe(429);
    expect([refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual(['quota-exhausted', true]);
    const results = (await owner.get(`/bulk/${started.body.id}/results.csv`)).text;
    expect(results.match(/not screened/g)).toHaveLength(1);
    const { items: rows } = (await owner.get('/alerts?state=open')).body as Page<AlertRow>;
    expect(rows).toHaveLength(2);
    expect((await owner.post(`/alerts/${rows[0]!.id}/decision`, { decision: 'confirmed' })).status).toBe(200);
    expect((await owner.delete(`/api/Screening/batch/${started.body.id}`)).body.status).toBe('cancelled');
  });
});

describe('tables', () => {
  test('pages join while records are added, and a place of one order is refused in another', async () => {
    for (let turn = 0; turn < 7; turn += 1)
      await served.screen(key, { name: `Péter Pager ${turn}`, entityType: 'Individual' });
    const seen: string[] = [];
    let next = '';
    do {
      const page = (await viewer.get(`/screenings?text=peter%20PAGER&limit=3${next && `&cursor=${next}`}`))
        .body as Page<ScreeningRow>;
      seen.push(...page.items.map(({ name }) => name));
      next = page.nextCursor ?? '';
      await served.screen(key, { name: 'Peter Pager, new', entityType: 'Individual' });
      if (next) expect((await viewer.get(`/screenings?sort=score&cursor=${next}`)).status).toBe(400);
    } while (next);
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((turn) => `Péter Pager ${turn}`));
  });

  test.each(['limit=0', 'limit=201', 'from=yesterday', 'result=maybe', 'sort=name', 'cursor=x', 'cursor=W10'])(
    'a query with %s is refused with a sentence',
    async (query) => {
      const { status, body } = await viewer.get(`/screenings?${query}`);
      expect(status).toBe(400);
      expect(body.detail).toMatch(/\.$/);
    },
  );

  test('a verification shows its reasons, thresholds and the review that waits', async () => {
    const id = await reviewed('ÖRJAN REVIEW');
    const { items: rows } = (await viewer.get('/verifications?text=orjan&sort=confidence')).body;
    expect(rows).toMatchObject([{ id, review: 'open', status: 'Manual Review Required' }]);
    const { body } = await viewer.get(`/verifications/${id}`);
    expect(body).toMatchObject({
      id,
      thresholds: { match: { review: 70, sure: 80 }, liveness: { review: 70, sure: 80 } },
      reasons: [{ code: 'liveness-off' }],
      alert: { state: 'open' },
      evidence: { document: null },
      screening: null,
    });
  });

  test('the name of a document is screened as a record of its own, and each names the other', async () => {
    const id = await reviewed('RUNA SCREENED');
    expect((await viewer.post(`/verifications/${id}/screening`)).status).toBe(403);
    const { status, body } = await analyst.post(`/verifications/${id}/screening`);
    expect([status, body]).toEqual([201, { id: expect.any(Number), matchCount: 0, createdAt: expect.any(String) }]);
    expect((await viewer.get(`/verifications/${id}`)).body.screening).toEqual(body);
    const { body: screening } = await viewer.get(`/screenings/${body.id}`);
    expect(screening).toMatchObject({ name: 'RUNA SCREENED', entityType: 'Individual', verificationId: id });
    expect((await analyst.post('/verifications/999999/screening')).status).toBe(404);
  });

  test('that names of verified documents are screened is an owner’s to choose, off at first, and in the audit log', async () => {
    const owner = await SignedIn.invited(bench, served, account, 'owner');
    expect((await viewer.get('/account')).status).toBe(403);
    expect((await viewer.post('/account', { screenVerified: true })).status).toBe(403);
    const before = (await owner.get('/account')).body;
    expect(before).toMatchObject({ screenVerified: false, fourEyes: false });
    const { status, body } = await owner.post('/account', { screenVerified: true });
    expect([status, body]).toEqual([200, { ...before, screenVerified: true }]);
    const { items: rows } = (await owner.get('/audit?action=account.changed')).body;
    expect(rows[0]).toMatchObject({ actor: expect.stringContaining('@'), details: { screenVerified: true } });
    await owner.post('/account', { screenVerified: false });
  });
});

describe('alerts', () => {
  test('a decision is kept with who, when and why, is undone, and changes nothing of what the API returns', async () => {
    const { id } = (await served.screen(key, { name: 'Ysmelda Krontarvik', entityType: 'Individual' })).body.data;
    const answers = async () => [
      (await served.ask('GET', `/api/Screening/${id}`, { key })).text,
      (await served.ask('GET', '/api/Screening/list', { key })).text,
    ];
    const before = await answers();
    const [alert] = (await queue('text=krontarvik&kind=match')) as [AlertRow];
    expect(alert).toMatchObject({ record: id, match: { facts: [{ id: 'QDi.906' }] }, entityType: 'Individual' });
    const decided = await analyst.post(`/alerts/${alert.id}/decision`, {
      decision: 'dismissed',
      comment: ' other person ',
    });
    expect(decided.body).toMatchObject({ state: 'dismissed', revision: 1 });
    await analyst.post(`/alerts/${alert.id}/comments`, { comment: 'Paß geprüft' });
    expect((await analyst.post(`/alerts/${alert.id}/comments`, { comment: ' ' })).status).toBe(400);
    const undone = await analyst.post(`/alerts/${alert.id}/undo`, { revision: 1 });
    const event = { by: analyst.email, at: expect.any(String), reason: null };
    expect(undone.body).toMatchObject({ state: 'open', revision: 2 });
    expect(undone.body.history).toEqual([
      { ...event, kind: 'dismissed', comment: 'other person' },
      { ...event, kind: 'commented', comment: 'Paß geprüft' },
      { ...event, kind: 'reopened', comment: null },
    ]);
    expect(await answers()).toEqual(before);
  });

  test('who decides on what somebody else has decided meanwhile is told so (409)', async () => {
    const id = await reviewed('TWO AT ONCE');
    const [alert] = (await queue('text=two%20at')) as [AlertRow];
    expect(alert).toMatchObject({ kind: 'review', record: id, subject: 'TWO AT ONCE' });
    const both = await Promise.all(
      ['confirmed', 'dismissed'].map((decision) => analyst.post(`/alerts/${alert.id}/decision`, { decision })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await analyst.post(`/alerts/${alert.id}/undo`, { revision: 0 })).status).toBe(409);
  });

  test('a dismissed match is remembered for the subject until its entry changes on the list, and says what changed', async () => {
    const body = { name: 'Ondrivek Palastor', entityType: 'Individual' };
    const open = () => queue('text=palastor');
    const screened = async () => (await served.screen(key, body)).body.data.id as number;
    await screened();
    const [first] = (await open()) as [AlertRow];
    await analyst.post(`/alerts/${first.id}/decision`, {
      decision: 'dismissed',
      remember: true,
      comment: 'born later',
    });
    const again = await screened();
    expect(await open()).toEqual([]);
    const { matches } = (await analyst.get(`/screenings/${again}`)).body;
    expect(matches[0].alert).toMatchObject({
      id: first.id,
      state: 'dismissed',
      remembered: true,
      history: [{ kind: 'dismissed', by: analyst.email, comment: 'born later' }, { kind: 'seen' }],
    });

    const changed = PEOPLE.map((one) =>
      one.name === body.name ? { ...one, born: '1990-05-05', nationality: 'Utopia' } : one,
    );
    const { snapshot } = await bench.json<{ snapshot: string }>('lists', 'import', 'un-sc', await unList(changed));
    await expect.poll(async () => (await analyst.get(`/screenings/${await screened()}`)).body.snapshot).toBe(snapshot);
    const [back] = (await open()) as [AlertRow];
    expect(back.state).toBe('open');
    expect(back.changed).toEqual([
      expect.stringMatching(/^Birth date added on .+: 1990-05-05\.$/),
      expect.stringMatching(/^Nationality added on .+: Utopia\.$/),
    ]);
  });

  test('with four eyes a decision from 85 on waits until another person accepts it', async () => {
    const owner = await SignedIn.invited(bench, served, account, 'owner');
    await bench.json('accounts', 'set', String(account), '--four-eyes', 'on');
    await served.screen(key, { name: 'Theskara Wumbolt', entityType: 'Individual' });
    const [alert] = (await queue('text=wumbolt')) as [AlertRow];
    const proposed = await analyst.post(`/alerts/${alert.id}/decision`, { decision: 'confirmed', comment: 'sure' });
    expect(proposed.body).toMatchObject({ state: 'open', proposal: { by: analyst.email, decision: 'confirmed' } });
    const answer = { accept: true, comment: 'I agree' };
    expect((await analyst.post(`/alerts/${alert.id}/proposal`, answer)).status).toBe(409);
    const accepted = await owner.post(`/alerts/${alert.id}/proposal`, answer);
    expect(accepted.body).toMatchObject({ state: 'confirmed', proposal: null, history: [{ comment: 'sure' }, {}] });
    await bench.json('accounts', 'set', String(account), '--four-eyes', 'off');
    expect((await analyst.post(`/alerts/${alert.id}/undo`)).status).toBe(200);
    expect((await analyst.post(`/alerts/${alert.id}/decision`, { decision: 'dismissed' })).body.state).toBe(
      'dismissed',
    );
  });

  test('deleting a record on request deletes its alerts and comments', async () => {
    const { id } = (await served.screen(key, { name: 'Bromiel Astravane', entityType: 'Individual' })).body.data;
    const alert = (await queue('text=astravane')).find(({ record }) => record === id)!;
    await analyst.post(`/alerts/${alert.id}/comments`, { comment: 'to be forgotten' });
    await bench.json('records', 'delete', 'screening', String(id));
    expect((await analyst.post(`/alerts/${alert.id}/comments`, { comment: 'x' })).status).toBe(404);
    expect((await analyst.get(`/screenings/${id}`)).status).toBe(404);
    expect((await queue('text=astravane')).find(({ record }) => record === id)).toBeUndefined();
  });
});

describe('a file of 1,000 rows', () => {
  test('is screened row by row, with what was refused named, and its results are a CSV that is no formula', async () => {
    const names = Array.from({ length: 997 }, (_, index) => (index % 100 === 0 ? QUILLON.name : `Nobody ${index}`));
    const last = ['"=HYPERLINK(""x"")",Individual,', 'Somebody,Ship,', 'Somebody,Individual,1970-02-30'];
    const file = `Name;Type;DOB\n${names.map((name) => `${name};;`).join('\n')}\n${last.join('\n').replaceAll(',', ';')}\n`;
    const { status, body } = await analyst.post('/bulk', file, CSV);
    expect(status).toBe(202);
    const job = async () => (await viewer.get(`/bulk/${body.id}`)).body;
    await expect.poll(async () => (await job()).status).toBe('done');
    expect(await job()).toMatchObject({ total: 1000, done: 1000, matched: 10, failed: 2, problem: null });
    expect((await job()).refused).toEqual([
      { row: 1000, message: expect.stringContaining('Individual or Organization') },
      { row: 1001, message: expect.stringContaining('date of birth') },
    ]);
    const results = await viewer.get(`/bulk/${body.id}/results.csv`);
    expect(results.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = results.text.split('\r\n');
    expect(lines).toHaveLength(1002);
    expect(lines[1]).toMatch(/^2,,Quillon Ferrabast,Individual,,matched,1,\d+(\.\d+)?,Quillon Ferrabast,\d+,$/);
    expect(lines[998]).toMatch(/^999,,"'=HYPERLINK\(""x""\)",Individual,,clear,0,0,,\d+,$/);
    expect(lines[999]).toMatch(/^1000,,Somebody,Ship,,refused,,,,,/);
    expect((await viewer.get('/api/Screening/batch')).body.items).toMatchObject([{ id: body.id, status: 'done' }]);
  });

  test.each([
    ['of another kind', { 'content-type': 'application/json' }, '{"name":"x"}'],
    ['without names', CSV, 'a,b\n1,2\n'],
    ['that is empty', CSV, ''],
  ])('a file %s is refused with a sentence', async (_what, headers, file) => {
    const { status, body } = await analyst.post('/bulk', file, headers);
    expect(status).toBe(400);
    expect(body.detail).toMatch(/\.$/);
  });

  test('a file with line ends of several kinds loses no row, and names the refused ones', async () => {
    const rows = ['Nobody', QUILLON.name, 'Ferrabast, Quillon', '"Nobody', 'Nobody"'];
    const { body } = await analyst.post('/bulk', `sep=,\r\nname\r\n${rows.join('\n')}\r`, CSV);
    const job = async () => (await viewer.get(`/bulk/${body.id}`)).body;
    await expect.poll(async () => (await job()).status).toBe('done');
    expect(await job()).toMatchObject({ total: 5, done: 5, matched: 1, failed: 3 });
    expect((await job()).refused).toEqual([
      { row: 5, message: expect.stringContaining('more cells than columns') },
      { row: 6, message: expect.stringContaining('quotation mark in line 6') },
      { row: 7, message: expect.stringContaining('quotation mark in line 6') },
    ]);
  });

  test('a file over 10 MB is refused', async () => {
    const { status, body } = await analyst.post('/bulk', new Uint8Array(10 * 1024 * 1024 + 1).fill(97), CSV);
    expect(status).toBe(413);
    expect(body.detail).toContain('10 MB');
  });
});

describe('of another account', () => {
  test('nothing can be reached: the same answer as for what never was', async () => {
    const screening = (await served.screen(key, QUILLON)).body.data.id as number;
    const id = await reviewed('NOT YOURS');
    const [alert] = await queue('text=not%20yours');
    const file = (await analyst.post('/bulk', 'name\nNobody\n', CSV)).body.id as string;
    const asks: [string, (path: string) => Promise<Answer>, string | number, string | number][] = [
      ['/screenings/', (path) => stranger.get(path), screening, 999_999],
      ['/verifications/', (path) => stranger.get(path), id, 999_999],
      ['/bulk/', (path) => stranger.get(path), file, crypto.randomUUID()],
      ['/api/Screening/batch/', (path) => stranger.delete(path), file, crypto.randomUUID()],
      ['/bulk/', (path) => stranger.get(`${path}/results.csv`), file, crypto.randomUUID()],
      ['/alerts/', (path) => stranger.post(`${path}/decision`, { decision: 'confirmed' }), alert!.id, 999_999],
      ['/alerts/', (path) => stranger.post(`${path}/undo`), alert!.id, 999_999],
      ['/alerts/', (path) => stranger.post(`${path}/comments`, { comment: 'x' }), alert!.id, 999_999],
    ];
    for (const [path, ask, theirs, nobodys] of asks) {
      const [other, none] = [await ask(`${path}${theirs}`), await ask(`${path}${nobodys}`)];
      expect(other.status, path).toBe(404);
      const said = ({ text }: Answer, id: string | number) =>
        text
          .replace(/"requestId":"[^"]+"/, '')
          .replaceAll(String(id), '?')
          .replace(/"status":[^,]+/, '');
      expect(said(other, theirs)).toBe(said(none, nobodys));
    }
    for (const table of ['/screenings', '/verifications', '/alerts']) {
      expect((await stranger.get(table)).body).toEqual({ items: [], nextCursor: null });
    }
    expect((await stranger.get('/api/Screening/batch')).body.items).toEqual([]);
    expect(await queue('text=not%20yours')).toEqual([alert]);
  });

  test('a viewer reads and decides nothing', async () => {
    const [alert] = (await queue()) as [AlertRow];
    const deeds = [
      viewer.post('/screenings', QUILLON),
      viewer.post('/bulk', 'name\nx\n', CSV),
      viewer.delete(`/api/Screening/batch/${crypto.randomUUID()}`),
      viewer.post(`/alerts/${alert.id}/decision`, { decision: 'confirmed' }),
      viewer.post(`/alerts/${alert.id}/undo`),
      viewer.post(`/alerts/${alert.id}/comments`, { comment: 'x' }),
    ];
    expect((await Promise.all(deeds)).map(({ status }) => status)).toEqual(Array(6).fill(403));
    expect((await viewer.get('/alerts?state=open')).status).toBe(200);
  });
});
