import { formOf } from '../rig/forms.ts';
import type { Task } from './load.ts';
import type { World } from './setup.ts';

/** Ids that are remembered to be fetched again. */
const MAX_KNOWN = 2_000;

export interface Rates {
  /** Screenings a second. */
  readonly screenings: number;
  /** Lists of records a second. */
  readonly lists: number;
  /** Records fetched by their id a second. */
  readonly gets: number;
  /** Seconds between two verifications. */
  readonly verifyEvery: number;
}

/** What programs do with a key. */
export function apiTasks(world: World, rates: Rates): Task[] {
  const screened: number[] = [];
  const verified: number[] = [];
  const { client, recorder, key, otherKey, queries, forms, service } = world;
  const remember = (ids: number[], id: number): void => {
    ids.push(id);
    if (ids.length > MAX_KNOWN) ids.shift();
  };
  const screen = async (turn: number): Promise<void> => {
    const body = queries[turn % queries.length];
    const { body: answer } = await recorder.ask(client, 'screen', ['POST', '/api/Screening/screen'], { key, body });
    remember(screened, answer.data.id);
  };
  const verify = async (turn: number): Promise<void> => {
    const form = forms[turn % forms.length]!;
    const route = ['POST', '/api/IdVerification/verify'] as const;
    const { body } = await recorder.ask(client, 'verify', route, { key, ...form });
    remember(verified, body.data.id);
  };
  /** Never the oldest one, which may be about to be deleted. */
  const get = async (): Promise<void> => {
    const [path, id] =
      verified.length > 0 && Math.random() < 0.2
        ? ['IdVerification', any(verified)]
        : ['Screening', any(screened.slice(1))];
    if (id) await recorder.ask(client, 'get', ['GET', `/api/${path}/${id}`], { key });
  };
  const getForeign = async (): Promise<void> => {
    const [id] = screened;
    const expect = [404];
    if (id) await recorder.ask(client, 'get foreign', ['GET', `/api/Screening/${id}`], { key: otherKey, expect });
  };
  const remove = async (): Promise<void> => {
    const id = screened.shift();
    if (!id) return;
    await service.command('records', 'delete', 'screening', String(id));
    await recorder.ask(client, 'get deleted', ['GET', `/api/Screening/${id}`], { key, expect: [404] });
  };
  const list = (turn: number): Promise<unknown> => {
    const path = turn % 4 === 3 ? '/api/IdVerification/list' : '/api/Screening/list';
    return recorder.ask(client, turn % 4 === 3 ? 'list verifications' : 'list', ['GET', path], { key });
  };
  const refuse = async (): Promise<void> => {
    const noise = Buffer.alloc(200_000, `no picture ${Math.random()}`);
    const form = await formOf(noise, noise);
    // Whoever sends nothing but refused uploads may be told to come again later.
    const request = { key: otherKey, ...form, expect: [400, 429, 503] };
    await recorder.ask(client, 'verify refused', ['POST', '/api/IdVerification/verify'], request);
  };
  const refuseName = async (): Promise<void> => {
    const request = { key, body: { name: '', entityType: 'Individual' }, expect: [400] };
    await recorder.ask(client, 'screen refused', ['POST', '/api/Screening/screen'], request);
  };
  return [
    { name: 'screen', everySeconds: 1 / rates.screenings, run: screen },
    { name: 'list', everySeconds: 1 / rates.lists, run: async (turn) => void (await list(turn)) },
    { name: 'get', everySeconds: 1 / rates.gets, run: get },
    { name: 'get foreign', everySeconds: 5, run: getForeign },
    { name: 'verify', everySeconds: rates.verifyEvery, run: verify },
    { name: 'verify refused', everySeconds: 45, run: refuse },
    { name: 'screen refused', everySeconds: 7, run: refuseName },
    { name: 'delete a record', everySeconds: 60, run: remove },
  ];
}

function any<T>(items: readonly T[]): T | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
