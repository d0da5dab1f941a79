import { randomBytes } from 'node:crypto';
import type { Client, Reply } from './client.ts';
import type { ServiceProcess } from './service-process.ts';

/** Somebody who uses the dashboard in a browser: an address, a password and, once signed in, a cookie. */
export class Person {
  readonly email: string;
  readonly password: string;
  cookie: string;

  /** Invites with the command, follows the link and chooses a password, as people do. */
  static async invited(
    service: ServiceProcess,
    client: Client,
    { account, role, email }: { account: number; role: string; email: string },
  ): Promise<Person> {
    const words = ['--account', String(account), '--email', email, '--role', role];
    const { url } = await service.command<{ url: string }>('users', 'invite', ...words);
    const password = `harbour ${randomBytes(12).toString('hex')} lantern`;
    const body = { token: new URL(url).hash.slice(1), password };
    const accepted = await client.call('POST', '/dashboard/api/links/accept', { headers: SAME_ORIGIN, body });
    if (accepted.status !== 200) throw new Error(`The invitation was not accepted: ${accepted.text}`);
    return new Person(email, password, cookieOf(accepted));
  }

  private constructor(email: string, password: string, cookie: string) {
    this.email = email;
    this.password = password;
    this.cookie = cookie;
  }

  /** What a browser sends along with a request of this person. */
  get headers(): Record<string, string> {
    return { ...SAME_ORIGIN, cookie: this.cookie };
  }
}

export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** The session's cookie, as an answer sets it. */
export function cookieOf({ headers }: Reply): string {
  return String(headers['set-cookie']).split(';', 1)[0]!;
}
