import type { User } from '../domain/user.ts';
import type { Records } from '../records/port.ts';
import { matchesPassword } from './passwords.ts';
import { type SignInLimit, TooManyAttempts } from './sign-in-limit.ts';

/** Asks a signed-in user for a password or a code once more, before they change how they sign in. */
export class Reauthentication {
  readonly #records: Records;
  readonly #limit: SignInLimit['proofs'];

  constructor(records: Records, limit: SignInLimit['proofs']) {
    this.#records = records;
    this.#limit = limit;
  }

  /** Whether this is the user's present password. `session`: the random value. Throws TooManyAttempts. */
  password(user: User, session: string, password: string): Promise<boolean> {
    return this.any(session, async () => {
      const known = await this.#records.users.credentialsOf(user.id);
      return matchesPassword(password, known?.password ?? null);
    });
  }

  /**
   * Whether any proof holds. Failures count for the session: who stole one keeps nobody else waiting. Throws
   * TooManyAttempts.
   */
  async any(session: string, holds: () => Promise<boolean>): Promise<boolean> {
    const wait = this.#limit.wait(session);
    if (wait > 0) throw new TooManyAttempts(wait);
    const takeBack = this.#limit.failed(session);
    const right = await holds();
    if (right) takeBack();
    return right;
  }
}
