import type { UserRole } from '../../src/domain/role.ts';
import type { Answer, Bench, Served } from './service.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

export const PASSWORD = 'a long enough pass phrase 9';
/** What people type into their browsers. */
export const ORIGIN = 'https://desk.example:8443';

let people = 0;

/** Somebody with a password and an authenticator, at an address of their own behind a proxy. */
export class PasskeyPerson {
  readonly email: string;
  readonly authenticator = new SoftwareAuthenticator(ORIGIN);
  readonly address: string;
  cookie: string | undefined;
  /** Those that were shown with the first passkey. */
  codes: string[] = [];
  readonly #served: Served;

  static async joined(bench: Bench, served: Served, account: number, role: UserRole): Promise<PasskeyPerson> {
    const person = new PasskeyPerson(served);
    const { token } = await bench.invite(account, person.email, role);
    person.#keep(await person.ask('POST', '/links/accept', { token, password: PASSWORD }));
    return person;
  }

  private constructor(served: Served) {
    people += 1;
    this.#served = served;
    this.email = `person${people}@harbour.example`;
    this.address = `198.51.${Math.floor(people / 200) + 100}.${(people % 200) + 1}`;
  }

  /** Asks the dashboard's own interface, or the API. */
  ask(method: string, path: string, body?: object): Promise<Answer> {
    const whole = path.startsWith('/api/') ? path : `/dashboard/api${path}`;
    const proxied = { 'x-forwarded-for': this.address, 'x-forwarded-proto': 'https' };
    const headers = { 'sec-fetch-site': 'same-origin', ...proxied, ...(this.cookie && { cookie: this.cookie }) };
    return this.#served.ask(method, whole, { headers, ...(body && { body }) });
  }

  /** Makes a passkey and keeps the recovery codes. */
  async enrol(authenticator = this.authenticator, proof: object = { proof: PASSWORD }): Promise<number> {
    const options = await this.ask('POST', '/passkeys/options', proof);
    const made = await this.ask('POST', '/passkeys', { name: 'Laptop', passkey: authenticator.make(options.body) });
    if (made.status !== 201) throw new Error(made.text);
    this.codes = made.body.codes ?? this.codes;
    return made.body.id;
  }

  /** Signs in with the passkey alone, perhaps with an answer that is wrong. */
  async signIn(ways: Parameters<SoftwareAuthenticator['answer']>[1] = {}): Promise<Answer> {
    const { body } = await this.ask('POST', '/session/passkey/options');
    return this.#keep(await this.ask('POST', '/session/passkey', { passkey: this.authenticator.answer(body, ways) }));
  }

  async signInWithPassword(code?: string): Promise<Answer> {
    return this.#keep(
      await this.ask('POST', '/session', { email: this.email, password: PASSWORD, ...(code && { code }) }),
    );
  }

  /** What shows that it is them once more. */
  async proof(authenticator = this.authenticator): Promise<object> {
    const { body } = await this.ask('POST', '/passkeys/proof');
    return { passkey: authenticator.answer(body) };
  }

  #keep(answer: Answer): Answer {
    const [session] = [answer.headers['set-cookie'] ?? []].flat();
    if (session) this.cookie = session.split(';', 1)[0];
    return answer;
  }
}
