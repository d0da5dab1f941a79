import type { UserRole } from '../../src/domain/role.ts';
import type { Answer, Bench, Served } from './service.ts';

export const PASSWORD = 'a long enough pass phrase 7';

/** Somebody who uses the dashboard, in a browser of their own. Paths are those of its interface, or of the API. */
export class SignedIn {
  readonly email: string;
  readonly #served: Served;
  readonly #cookie: string;

  /** Invites, follows the link and chooses a password, as people do. */
  static async invited(bench: Bench, served: Served, account: number, role: UserRole): Promise<SignedIn> {
    const email = `${role}-${account}@harbour.example`;
    const { token } = await bench.invite(account, email, role);
    const accepted = await served.ask('POST', '/dashboard/api/links/accept', {
      headers: { 'sec-fetch-site': 'same-origin' },
      body: { token, password: PASSWORD },
    });
    if (accepted.status !== 200) throw new Error(`the link was not accepted: ${accepted.text}`);
    return new SignedIn(served, email, String([accepted.headers['set-cookie']].flat()[0]).split(';', 1)[0]!);
  }

  private constructor(served: Served, email: string, cookie: string) {
    this.#served = served;
    this.email = email;
    this.#cookie = cookie;
  }

  /** What its browser sends along with every request to the service, whatever page asks. */
  get cookie(): string {
    return this.#cookie;
  }

  /** The same browser at another node. */
  at(served: Served): SignedIn {
    return new SignedIn(served, this.email, this.#cookie);
  }

  get(path: string): Promise<Answer> {
    return this.#ask('GET', path);
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#ask('POST', path, { body, headers });
  }

  put(path: string, body: unknown = {}): Promise<Answer> {
    return this.#ask('PUT', path, { body });
  }

  patch(path: string, body: unknown = {}): Promise<Answer> {
    return this.#ask('PATCH', path, { body });
  }

  delete(path: string, body?: unknown): Promise<Answer> {
    return this.#ask('DELETE', path, body === undefined ? {} : { body });
  }

  #ask(method: string, path: string, rest: { body?: unknown; headers?: Record<string, string> } = {}): Promise<Answer> {
    const headers = { cookie: this.#cookie, 'sec-fetch-site': 'same-origin', ...rest.headers };
    const whole = path.startsWith('/api/') ? path : `/dashboard/api${path}`;
    return this.#served.ask(method, whole, { ...rest, headers });
  }
}
