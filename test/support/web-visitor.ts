import { Agent, request } from 'undici';

const MAX_STEPS = 20;

/** Where a service is reached, and the certificate of its authority. */
export interface Reached {
  readonly ca: string;
  readonly service: { readonly url: string };
}

interface Seen {
  readonly status: number;
  readonly url: string;
  readonly text: string;
}

/** A browser without scripts: keeps cookies by host, follows redirects, and sends the form of a page. */
export class WebVisitor {
  /** Cookies by origin; each name once. */
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #agent: Agent;
  readonly #service: string;
  /** Every answer on the way, the last one first. */
  seen: Seen[] = [];

  /** `address`: one of this machine (127.0.0.0/8) that it comes from. */
  constructor({ ca, service }: Reached, address = '127.0.0.1') {
    this.#agent = new Agent({ connect: { ca }, localAddress: address });
    this.#service = service.url;
  }

  get url(): string {
    return this.seen[0]!.url;
  }

  get status(): number {
    return this.seen[0]!.status;
  }

  get text(): string {
    return this.seen[0]!.text;
  }

  /** The sentence of a page that refuses, as the pages find it. */
  get refusal(): string | undefined {
    const [, text] = /<meta name="touchstone-refusal" content="([^"]*)"/.exec(this.text) ?? [];
    return text?.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  }

  /** The header `cookie` for the service. */
  get cookie(): string {
    return this.#cookieFor(this.#service);
  }

  /** Cookies for the service by name. */
  get cookies(): ReadonlyMap<string, string> {
    return this.#jars.get(this.#service) ?? new Map();
  }

  forget(name: string): void {
    this.#jars.get(this.#service)?.delete(name);
  }

  /** Goes there and wherever that leads; `stopAt`: an address with this part is not asked. */
  async open(url: string, { body, stopAt }: { body?: string; stopAt?: string } = {}): Promise<Seen> {
    this.seen = [];
    let next: string | undefined = url;
    let form = body;
    for (let step = 0; next !== undefined && step < MAX_STEPS; step += 1) {
      const here: string = next;
      if (stopAt !== undefined && here.includes(stopAt)) {
        this.seen.unshift({ status: 0, url: here, text: '' });
        break;
      }
      next = await this.#step(here, form);
      form = undefined;
    }
    // A page that would send its form by itself.
    return this.text.includes('forms[0].submit()') ? this.submit({}) : this.seen[0]!;
  }

  /** Sends the form of the page. */
  submit(fields: Readonly<Record<string, string>>, options: { stopAt?: string } = {}): Promise<Seen> {
    const [, action] = /<form[^>]*action="([^"]*)"/.exec(this.text) ?? [];
    const hidden = [...this.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const all = { ...Object.fromEntries(hidden.map(([, name, value]) => [name!, value!])), ...fields };
    return this.open(new URL(action ?? this.url, this.url).href, {
      ...options,
      body: new URLSearchParams(all).toString(),
    });
  }

  /** Asks the dashboard's interface, as its pages do. */
  async ask(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
    const answer = await request(`${this.#service}/dashboard/api${path}`, {
      method,
      dispatcher: this.#agent,
      headers: {
        cookie: this.cookie,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
      },
      body: method === 'GET' ? null : JSON.stringify(body ?? {}),
    });
    const text = await answer.body.text();
    this.#keep(this.#service, answer.headers['set-cookie']);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies whose shape is what they are about.
    return { status: answer.statusCode, body: (text === '' ? undefined : JSON.parse(text)) as any };
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #step(url: string, body: string | undefined): Promise<string | undefined> {
    const { origin } = new URL(url);
    const answer = await request(url, {
      method: body === undefined ? 'GET' : 'POST',
      dispatcher: this.#agent,
      headers: {
        accept: 'text/html,application/xhtml+xml',
        cookie: this.#cookieFor(origin),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: body ?? null,
    });
    this.#keep(origin, answer.headers['set-cookie']);
    const text = await answer.body.text();
    this.seen.unshift({ status: answer.statusCode, url, text });
    const { location } = answer.headers;
    return typeof location === 'string' ? new URL(location, url).href : undefined;
  }

  #cookieFor(origin: string): string {
    return [...(this.#jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(origin: string, set: string | string[] | undefined): void {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    for (const cookie of [set ?? []].flat()) {
      const [pair] = cookie.split(';');
      const place = pair!.indexOf('=');
      const [name, value] = [pair!.slice(0, place), pair!.slice(place + 1)];
      if (value === '' || /max-age=0(;|$)/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
  }
}
