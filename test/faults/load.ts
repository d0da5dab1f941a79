import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';

/** A record that the service said it has stored. */
export interface Acknowledged {
  readonly id: number;
  readonly name: string;
}

/** A client that was answered thinks for so long. Without a pause four of them keep two processors busy. */
const BETWEEN_MS = 20;
/** Whoever is told to wait does, else the refusals of a full disk would be all that is measured. */
const REFUSED_MS = 50;

const NAMES = ['Ahmad Karim Hassan', 'Ivan Petrov Marlin', 'Maria Lopez Garza', 'Nobody Whatsoever Quillfeather'];

/** Clients that screen one name after the other and note what they were answered. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  /** Answers by status; 0 where the connection broke. */
  readonly statuses = new Map<number, number>();
  readonly url: string;
  readonly key: string;
  #agent!: Agent;
  readonly #trusted: string[] = [];
  #running = true;
  #clients: Promise<void>[] = [];

  constructor(url: string, ca: string, key: string) {
    this.url = url;
    this.key = key;
    this.trust(ca);
  }

  /** Takes this certificate too, from the next connection on. */
  trust(certificate: string): void {
    this.#trusted.push(certificate);
    this.#agent = new Agent({ connect: { ca: [...this.#trusted] }, headersTimeout: 60_000 });
  }

  start(clients = 4): this {
    this.#clients = Array.from({ length: clients }, (_, index) => this.#screen(index));
    return this;
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#clients);
  }

  /** The status of a request without a body, and how long it took in milliseconds. */
  async get(path: string): Promise<{ status: number; text: string; ms: number }> {
    const began = performance.now();
    const headers = { 'x-api-key': this.key };
    const answer = await this.#agent.request({ origin: this.url, path, method: 'GET', headers });
    return { status: answer.statusCode, text: await answer.body.text(), ms: performance.now() - began };
  }

  /** One screening; its status, 0 where no whole answer came. */
  async post(name: string): Promise<number> {
    try {
      const answer = await this.#agent.request({
        origin: this.url,
        path: '/api/Screening/screen',
        method: 'POST',
        headers: { 'x-api-key': this.key, 'content-type': 'application/json' },
        body: JSON.stringify({ name, entityType: 'Individual', minScore: 40 }),
      });
      const { data } = (await answer.body.json()) as { data: { id: number } | null };
      if (answer.statusCode === 200) this.acknowledged.push({ id: data!.id, name });
      return answer.statusCode;
    } catch {
      return 0;
    }
  }

  /** Acknowledged records that are not there any more, or hold another name. */
  async lost(): Promise<Acknowledged[]> {
    const lost: Acknowledged[] = [];
    for (const record of this.acknowledged) {
      const { status, text } = await this.get(`/api/Screening/${record.id}`);
      if (status !== 200 || (JSON.parse(text) as { name: string }).name !== record.name) lost.push(record);
    }
    return lost;
  }

  async #screen(client: number): Promise<void> {
    for (let turn = 0; this.#running; turn += 1) {
      const status = await this.post(`${NAMES[turn % NAMES.length]} ${client}-${turn}`);
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      await sleep(status === 200 ? BETWEEN_MS : REFUSED_MS);
    }
  }
}
