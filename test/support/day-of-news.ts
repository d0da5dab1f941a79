import { expect } from 'vitest';
import { GkgServer, gkgArchive, gkgLine } from './gkg.ts';
import { eventually } from './promised.ts';
import type { Answer, Bench, Served } from './service.ts';
import { SignedIn } from './signed-in.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

export const FILES = 96;
const QUARTER_MS = 15 * 60_000;
/** Each event of the day is told by two sites in neighbouring files. */
const EVENTS = FILES / 2;
const LETTERS = [...'bdfgklmnprtvz'];

/** A day of news that ends now, as the project's server has it: 96 files, and what comes after. */
export class DayOfNews {
  readonly server = new GkgServer();
  readonly newest = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  #later = 0;

  async start(): Promise<this> {
    await this.server.start();
    for (let file = 0; file < FILES; file += 1) {
      const stamp = stampOf(this.newest - (FILES - 1 - file) * QUARTER_MS);
      this.#add(stamp, [line(stamp, nameOf(Math.floor(file / 2)), file)]);
    }
    return this;
  }

  /** One more file, with an event that names somebody. */
  publish(persons: string): void {
    this.#later += 1;
    const stamp = stampOf(this.newest + this.#later * 60_000);
    this.#add(stamp, [line(stamp, persons, FILES + this.#later)]);
  }

  /** Names of archives that were asked for more than once. */
  get askedTwice(): string[] {
    const archives = this.server.asked.filter((name) => name.endsWith('.zip'));
    return [...Map.groupBy(archives, (name) => name)].flatMap(([name, asked]) => (asked.length > 1 ? [name] : []));
  }

  #add(stamp: string, lines: readonly string[]): void {
    this.server.files.set(stamp, gkgArchive(stamp, lines));
  }
}

function line(stamp: string, persons: string, number: number): string {
  const themes = number % 4 < 2 ? 'CORRUPTION' : 'ECON_MONEYLAUNDERING';
  const extras = `<PAGE_TITLE>${persons} in court</PAGE_TITLE>`;
  return gkgLine(stamp, { url: `https://site${number}.example/${stamp}`, themes, persons: `${persons},5`, extras });
}

/** Names of two words that sound like no other. */
function nameOf(number: number): string {
  const word = (seed: number) =>
    [seed, seed * 7 + 3, seed * 5 + 1].map((at) => LETTERS[at % LETTERS.length]! + 'aeiou'[at % 5]!).join('');
  const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
  return `${capital(word(number))} ${capital(word(number + 101))}son`;
}

const stampOf = (time: number) => new Date(time).toISOString().slice(0, 19).replace(/\D/g, '');

/** Where the walk goes on: the node that fetches, and the one that is asked. */
export interface NewsNodes {
  readonly bench: Bench;
  /** The one that requests come to. */
  readonly served: Served;
  readonly receiver: WebhookReceiver;
  /** Fetches what is there now, and makes it searchable at the node that is asked. */
  fetch(): Promise<void>;
}

/** The day is searchable whole and once; an event that comes then goes all the way to a decision of two people. */
export async function walkThrough(day: DayOfNews, { bench, served, receiver, fetch }: NewsNodes): Promise<void> {
  const account = await bench.account();
  const { key } = await bench.key(account);
  const ask = (method: string, path: string, body?: unknown): Promise<Answer> =>
    served.ask(method, path, { key, ...(body !== undefined && { body }) });
  const whole = await eventually(
    () => ask('GET', '/api/AdverseMedia/status'),
    ({ body }) => body.files === FILES,
  );
  expect(whole.body).toMatchObject({ files: FILES, articles: FILES, events: EVENTS, gaps: [], warnings: [] });
  for (const number of [0, EVENTS - 1]) {
    const found = await ask('POST', '/api/AdverseMedia/search', { name: nameOf(number), entityType: 'Individual' });
    // Others may sound like it, and come behind.
    expect(found.body.events[0]).toMatchObject({ names: [nameOf(number)], articleCount: 2 });
  }

  await bench.json('accounts', 'set', String(account), '--four-eyes', 'on');
  const owner = await SignedIn.invited(bench, served, account, 'owner');
  const analyst = await SignedIn.invited(bench, served, account, 'analyst');
  const events = ['alert.opened', 'alert.decided'];
  const told = receiver.received.length;
  expect((await ask('POST', '/api/Webhooks', { url: `${receiver.origin}/news`, events })).status).toBe(201);
  // In Cyrillic: the news writes Ivarda Kantello.
  const customer = { name: 'Иварда Кантелло', entityType: 'Individual', categories: ['sanctions', 'adverse-media'] };
  expect((await ask('PUT', '/api/Customers/M-1', customer)).status).toBeLessThan(300);
  await eventually(
    () => bench.records(({ media }) => media.lastCompared()),
    (at) => at !== undefined,
  );
  day.publish('Ivarda Kantello');
  await fetch();
  const [alert, ...others] = await eventually(
    async () => (await ask('GET', '/api/Alerts?category=adverse-media')).body.items,
    (items) => items.length > 0,
  );
  expect([alert?.state, alert?.entity.name, others]).toEqual(['open', 'Ivarda Kantello', []]);

  const decision = { decision: 'confirmed', reason: 'same-person' };
  const proposed = await owner.post(`/alerts/${alert.id}/decision`, decision);
  expect(proposed.body).toMatchObject({ state: 'open', proposal: { decision: 'confirmed' } });
  expect((await owner.post(`/alerts/${alert.id}/proposal`, { accept: true })).status).toBe(409);
  expect((await analyst.post(`/alerts/${alert.id}/proposal`, { accept: true })).status).toBe(200);
  expect((await ask('GET', '/api/Customers/M-1')).body.state).toBe('confirmed');
  await receiver.reached(told + 2);
  const heard = receiver.received.slice(told).map(({ body }) => JSON.parse(body));
  expect(heard.map(({ type }) => type).sort()).toEqual(['alert.decided', 'alert.opened']);
  for (const { data } of heard) expect(JSON.stringify(data)).toContain(String(alert.id));

  const { body: report } = await analyst.get(`/reports/alerts/${alert.id}`);
  expect(report).toMatchObject({
    alerts: [{ match: { event: { articles: [{ title: 'Ivarda Kantello in court' }], articleCount: 1 } } }],
    evidenceHash: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(report.audit.length).toBeGreaterThan(0);
  // The same news again opens nothing.
  await fetch();
  expect((await ask('GET', '/api/Alerts?category=adverse-media')).body.items).toHaveLength(1);
}
