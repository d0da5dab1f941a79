import type pg from 'pg';

/** A connection that says nothing for so long while somebody waits for it is asked about. */
const SILENT_MS = 3_000;
const LOOK_MS = 1_000;
/** The server answers this question at once, or is not there. */
const ANSWER_MS = 2_500;
const AT_WORK = `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1) AND state = 'active'`;

interface Waiting {
  heard: number;
  since: number;
}

/** The parts of the driver's client that its types leave out. */
type Connected = pg.PoolClient & {
  readonly processID: number;
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(): void } };
};

/**
 * Breaks connections whose answer will never come. A firewall that forgets a connection, or a server whose machine is
 * gone, tells nobody, and the system notices after a quarter of an hour. Over a new connection the server says whether
 * it still works for an old one. Then the answer is only late, as behind a lock.
 */
export class StalledConnections {
  readonly #single: () => pg.Client;
  readonly #waiting = new Map<Connected, Waiting>();
  readonly #timer: NodeJS.Timeout;
  #asking = false;

  constructor(pools: readonly pg.Pool[], single: () => pg.Client) {
    this.#single = single;
    for (const pool of pools) {
      pool.on('acquire', (client) => this.#watch(client as Connected));
      pool.on('release', (_error, client) => void this.#waiting.delete(client as Connected));
      pool.on('remove', (client) => void this.#waiting.delete(client as Connected));
    }
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #watch(client: Connected): void {
    this.#waiting.set(client, { heard: client.connection.stream.bytesRead, since: performance.now() });
  }

  async #look(): Promise<void> {
    const silent = [...this.#waiting.keys()].filter((client) => this.#isSilent(client));
    if (this.#asking || silent.length === 0) return;
    this.#asking = true;
    const atWork = await this.#atWork(silent.map(({ processID }) => processID));
    this.#asking = false;
    for (const client of silent) {
      if (atWork.has(client.processID)) this.#watch(client);
      // What came meanwhile, or was given back, is no longer waited for.
      else if (this.#waiting.has(client) && this.#isSilent(client)) client.connection.stream.destroy();
    }
  }

  #isSilent(client: Connected): boolean {
    const waiting = this.#waiting.get(client);
    if (!waiting) return false;
    const { bytesRead } = client.connection.stream;
    if (bytesRead !== waiting.heard) this.#watch(client);
    return bytesRead === waiting.heard && performance.now() - waiting.since > SILENT_MS;
  }

  /** Of these processes of the server, those that work; none where it does not answer. */
  async #atWork(pids: readonly number[]): Promise<ReadonlySet<number>> {
    const client = this.#single();
    client.on('error', () => {});
    try {
      await client.connect();
      const asked = { text: AT_WORK, values: [pids], query_timeout: ANSWER_MS };
      const { rows } = await client.query<{ pid: number }>(asked);
      return new Set(rows.map(({ pid }) => pid));
    } catch {
      return new Set();
    } finally {
      (client as unknown as Connected).connection.stream.destroy();
    }
  }
}
