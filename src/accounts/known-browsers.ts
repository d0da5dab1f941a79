import type { User } from '../domain/user.ts';
import type { UserRecords } from '../records/port.ts';
import type { Sender } from './browser-session.ts';
import { hashToken, newToken } from './secrets.ts';

/** Browsers that people signed in with before, by a random value that each of them keeps. */
export class KnownBrowsers {
  readonly #users: Pick<UserRecords, 'knowsBrowser' | 'rememberBrowser'>;

  constructor(users: Pick<UserRecords, 'knowsBrowser' | 'rememberBrowser'>) {
    this.#users = users;
  }

  /** Whether the person of an address signed in with this browser before. */
  async knows(email: string, { browser }: Sender): Promise<boolean> {
    return browser !== undefined && (await this.#users.knowsBrowser(email, hashToken(browser)));
  }

  /** The value for the browser's cookie: the one it brought, where that is known already. */
  async remember({ id }: User, { browser: presented, agent = null }: Sender): Promise<string> {
    const fresh = newToken();
    const hashes = {
      presented: presented === undefined ? undefined : hashToken(presented),
      fresh: hashToken(fresh),
      agent,
    };
    return (await this.#users.rememberBrowser(id, hashes)) ? presented! : fresh;
  }
}
