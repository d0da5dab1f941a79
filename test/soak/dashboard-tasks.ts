import { setTimeout as sleep } from 'node:timers/promises';
import { cookieOf, type Person, SAME_ORIGIN } from '../rig/person.ts';
import type { Task } from './load.ts';
import type { World } from './setup.ts';

const BULK_ROWS = 200;
const POLL_MS = 500;
const MAX_WAIT_MS = 300_000;
const PAGES = [
  '/overview?zone=Europe/Berlin',
  '/screenings?limit=50',
  '/screenings?result=matched&sort=score',
  '/verifications',
  '/alerts?state=open',
  '/keys',
  '/lists',
];
const OWNER_PAGES = ['/audit?limit=50', '/users'];

/** What people do in the dashboard. */
export function dashboardTasks(world: World): Task[] {
  const { client, recorder, owner, analyst, service, editions } = world;
  const ask = (person: Person, kind: string, method: string, path: string, more = {}) =>
    recorder.ask(client, kind, [method, `/dashboard/api${path}`], { headers: person.headers, ...more });

  const page = async (turn: number): Promise<void> => {
    const path = [...PAGES, ...OWNER_PAGES][turn % (PAGES.length + OWNER_PAGES.length)]!;
    await ask(OWNER_PAGES.includes(path) ? owner : analyst, `dashboard ${path.split('?', 1)[0]}`, 'GET', path);
  };
  const files = async (): Promise<void> => {
    await recorder.ask(client, 'page', ['GET', '/']);
    await recorder.ask(client, 'openapi', ['GET', '/openapi.json']);
    await recorder.ask(client, 'ready', ['GET', '/health/ready']);
  };
  const decide = async (turn: number): Promise<void> => {
    const { body } = await ask(analyst, 'dashboard /alerts', 'GET', '/alerts?state=open&kind=match&limit=1');
    const [alert] = body.items;
    if (!alert) return;
    const decision = { decision: 'dismissed', reason: 'other', comment: `looked at in turn ${turn}` };
    // Somebody else may have been faster.
    const decided = await ask(analyst, 'decide', 'POST', `/alerts/${alert.id}/decision`, {
      body: decision,
      expect: [200, 404, 409],
    });
    if (decided.status === 200) {
      await ask(analyst, 'comment', 'POST', `/alerts/${alert.id}/comments`, { body: { comment: 'seen' } });
    }
  };
  const signIn = async (turn: number): Promise<void> => {
    const person = turn % 2 === 0 ? owner : analyst;
    const { email, password } = person;
    const request = { headers: SAME_ORIGIN, body: { email, password } };
    const answer = await recorder.ask(client, 'sign in', ['POST', '/dashboard/api/session'], request);
    const headers = { ...SAME_ORIGIN, cookie: cookieOf(answer) };
    await recorder.ask(client, 'session', ['GET', '/dashboard/api/session'], { headers });
    const end = { headers, expect: [204] };
    await recorder.ask(client, 'sign out', ['DELETE', '/dashboard/api/session'], end);
    await recorder.ask(client, 'session ended', ['GET', '/dashboard/api/session'], { headers, expect: [401] });
  };
  const keys = async (turn: number): Promise<void> => {
    const body = { name: `soak ${turn}`, allow: ['127.0.0.0/8'] };
    const created = await ask(owner, 'create key', 'POST', '/keys', { body, expect: [201] });
    const { id, value: key } = created.body;
    await recorder.ask(client, 'new key', ['GET', '/api/IdVerification/list'], { key });
    await ask(owner, 'revoke key', 'POST', `/keys/${id}/revoke`);
    await recorder.ask(client, 'revoked key', ['GET', '/api/IdVerification/list'], { key, expect: [401] });
  };
  const bulk = async (turn: number): Promise<void> => {
    const rows = Array.from({ length: BULK_ROWS }, (_, row) => `${row},Zorvan Baldorfim ${turn} ${row}`);
    const headers = { ...analyst.headers, 'content-type': 'text/csv' };
    const csv = { headers, body: `id,name\n${rows.join('\n')}\n`, expect: [202, 409] };
    const { body: job, status } = await ask(analyst, 'bulk upload', 'POST', '/bulk?type=Individual', csv);
    // An account has one file under way at a time.
    if (status === 409) return;
    await poll('the file was not screened in time', async () => {
      const { body } = await ask(analyst, 'bulk state', 'GET', `/bulk/${job.id}`);
      if (body.problem) throw new Error(body.problem);
      return body.status === 'done';
    });
    const results = await ask(analyst, 'bulk results', 'GET', `/bulk/${job.id}/results.csv`);
    const lines = results.text.trimEnd().split('\n').length;
    if (lines <= BULK_ROWS) throw new Error(`${BULK_ROWS} rows were sent, and the results have ${lines} lines`);
  };
  const importList = async (turn: number): Promise<void> => {
    await service.command('lists', 'import', 'un-sc', editions[turn % 2]!);
  };
  const sync = async (): Promise<void> => {
    await ask(owner, 'sync lists', 'POST', '/lists/sync', { expect: [202] });
    await poll('the lists were not synced in time', async () => {
      const { body } = await ask(owner, 'dashboard /lists', 'GET', '/lists');
      const failed = body.sources.find((source: { lastError: string | null }) => source.lastError);
      if (failed) throw new Error(`${failed.source}: ${failed.lastError}`);
      return !body.syncing;
    });
  };
  return [
    { name: 'a page of the dashboard', everySeconds: 2, run: page },
    { name: 'files of the dashboard', everySeconds: 15, run: files },
    { name: 'decide an alert', everySeconds: 20, run: decide },
    { name: 'sign in and out', everySeconds: 60, run: signIn },
    { name: 'create and revoke a key', everySeconds: 60, run: keys },
    { name: 'a file of names', everySeconds: 180, run: bulk },
    { name: 'import a list', everySeconds: 600, run: importList },
    { name: 'sync a list', everySeconds: 600, run: sync },
  ];
}

async function poll(late: string, done: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS;
  while (!(await done())) {
    if (performance.now() > end) throw new Error(late);
    await sleep(POLL_MS);
  }
}
