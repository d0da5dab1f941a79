import sharp from 'sharp';
import { hostileFiles } from '../hostile/corpus.ts';
import { treeFigures } from '../rig/process-tree.ts';
import { ServingProcess } from '../support/process.ts';
import { Bench } from '../support/service.ts';
import type { Material } from './cases.ts';
import type { Route } from './routes.ts';

/** Part of every text that belongs to the other account. */
export const SECRET = 'Zwingelhoff';
const MAX_FILE_BYTES = 20_000;
const QUOTA = 1_000_000_000;
/** Links of each account: what is fuzzed ends some of them. */
const LINKS = 6;
const DEVICE = 'fuzzfuzzfuzzfuzzfuzzfuzz';

/** A service with two accounts, and what cases against it are made of. */
export class Target implements Material {
  readonly ids: readonly string[];
  readonly files: readonly Uint8Array[];
  readonly port: number;
  readonly #bench: Bench;
  readonly #process: ServingProcess;
  readonly #keys: readonly string[];
  readonly #cookies: readonly string[];
  readonly #links: readonly string[];
  #turn = 0;

  static async start(accounts = 8): Promise<Target> {
    const bench = await Bench.create({
      TOUCHSTONE_STARTER_LIST: 'on',
      TOUCHSTONE_WEBHOOKS_ALLOW: 'http://127.0.0.1:9',
    });
    // The first account may fetch lists; nobody of the cases is in it.
    await bench.account();
    const serving = new ServingProcess(bench);
    const { url, agent } = await serving.serving();
    const ids: string[] = ['1', '2', '3', '17'];
    const keys: string[] = [];
    const cookies: string[] = [];
    const links: string[] = [];
    const ask = async (path: string, headers: Record<string, string>, body: unknown) => {
      const answer = await agent.request({
        origin: url,
        path,
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      });
      return { headers: answer.headers, body: (await answer.body.json()) as { data?: { id: number }; url?: string } };
    };
    for (let index = 0; index <= accounts; index += 1) {
      const other = index === accounts;
      const account = (
        await bench.json<{ id: number }>(
          'accounts',
          'create',
          '--name',
          other ? SECRET : 'Fuzz',
          '--quota',
          String(QUOTA),
        )
      ).id;
      const { id, key } = await bench.json<{ id: string; key: string }>(
        'keys',
        'create',
        '--account',
        String(account),
        '--name',
        other ? SECRET : 'Fuzz',
      );
      const email = other ? `${SECRET}@fuzz.example` : `owner-${index}@fuzz.example`;
      const invited = await bench.json<{ url: string }>(
        'users',
        'invite',
        '--account',
        String(account),
        '--email',
        email,
        '--role',
        'owner',
      );
      const accepted = await ask(
        '/dashboard/api/links/accept',
        {},
        { token: new URL(invited.url).hash.slice(1), password: 'a long enough pass phrase 7' },
      );
      const name = other ? `${SECRET} Petrov` : 'Vladimir Putin';
      const screened = await ask(
        '/api/Screening/screen',
        { 'x-api-key': key },
        { name, entityType: 'Individual', minScore: 10 },
      );
      ids.push(id, String(screened.body.data!.id));
      if (other) continue;
      keys.push(key);
      for (let link = 0; link < LINKS; link += 1) {
        const made = await ask('/api/IdVerification/sessions', { 'x-api-key': key }, {});
        const authorization = `Bearer ${made.body.url!.split('#')[1]}`;
        const headers = { authorization, 'x-capture-device': DEVICE };
        await ask('/v/api/open', headers, {});
        await ask('/v/api/consent', headers, { language: 'en', textHash: 'ab'.repeat(32) });
        links.push(authorization);
      }
      cookies.push(
        [accepted.headers['set-cookie']]
          .flat()
          .map((cookie) => String(cookie).split(';', 1)[0])
          .join('; '),
      );
    }
    await agent.close();
    return new Target({ bench, serving, url, ids, keys, cookies, links, files: await pictures() });
  }

  private constructor(parts: {
    bench: Bench;
    serving: ServingProcess;
    url: string;
    ids: string[];
    keys: string[];
    cookies: string[];
    links: string[];
    files: Uint8Array[];
  }) {
    this.#bench = parts.bench;
    this.#process = parts.serving;
    this.#keys = parts.keys;
    this.#cookies = parts.cookies;
    this.#links = parts.links;
    this.ids = parts.ids;
    this.files = parts.files;
    this.port = Number(new URL(parts.url).port);
  }

  /** The accounts take turns, so that the bounds of one account do not hide what lies behind them. */
  headers(access: Route['access']): readonly (readonly [string, string])[] {
    this.#turn += 1;
    if (access === 'key') return [['X-API-Key', this.#keys[this.#turn % this.#keys.length]!]];
    if (access === 'anybody') return [];
    if (access === 'link') {
      return [
        ['Authorization', this.#links[this.#turn % this.#links.length]!],
        ['X-Capture-Device', DEVICE],
      ];
    }
    return [
      ['Cookie', this.#cookies[this.#turn % this.#cookies.length]!],
      ['Sec-Fetch-Site', 'same-origin'],
    ];
  }

  get alive(): boolean {
    return this.#process.child.exitCode === null && this.#process.child.signalCode === null;
  }

  /** The last lines that the service wrote. */
  get complaints(): string {
    return `${this.#process.complaints}\n${this.#process.output}`.slice(-2_000);
  }

  /** Memory of the service and its child processes, what they share counted once, in MiB. */
  memory(): number {
    return treeFigures(this.#process.child.pid!).proportionalMiB;
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await this.#process.ended();
    await this.#bench.remove();
  }
}

/** Whole and damaged files that the service refuses quickly. Other tests have images that models need long for. */
async function pictures(): Promise<Uint8Array[]> {
  const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } });
  const hostile = (await hostileFiles()).map(({ bytes }) => bytes).filter(({ length }) => length <= MAX_FILE_BYTES);
  return [
    new Uint8Array(await plain.clone().jpeg().toBuffer()),
    new Uint8Array(await plain.clone().png().toBuffer()),
    ...hostile,
  ];
}
