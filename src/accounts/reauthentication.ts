import type { User } from '../domain/user.ts';
import type { Records } from '../records/port.ts';
import { matchesPassword } from './passwords.ts';
import { hashToken } from './secrets.ts';
import { type SignInLimit, TooManyAttempts } from './sign-in-limit.ts';

/** A proof that was given to the provider counts for so long. */
const PROVEN_MS = 5 * 60_000;

/** Asks a signed-in user for a password or a code once more, before they change how they sign in. */
export class Reauthentication {
  readonly #records: Records;
  readonly #limit: SignInLimit['proofs'];

  readonly #now: () => Date;

  constructor(records: Records, limit: SignInLimit['proofs'], now: () => Date) {
    this.#records = records;
    this.#limit = limit;
    this.#now = now;
  }

  /** Whether this is the user's present password. `session`: the random value. Throws TooManyAttempts. */
  password(user: User, session: string, password: string): Promise<boolean> {
    return this.any(session, async () => {
      const known = await this.#records.users.credentialsOf(user.id);
      return matchesPassword(password, known?.password ?? null);
    });
  }

  /**
   * Whether any proof holds, or the person of the session gave one to the provider a moment ago. Failures count for the
   * session: who stole one keeps nobody else waiting. Throws TooManyAttempts.
   */
  async any(session: string, holds: () => Promise<boolean>): Promise<boolean> {
    if (await this.#provenAtProvider(session)) return true;
    const wait = this.#limit.wait(session);
    if (wait > 0) throw new TooManyAttempts(wait);
    const takeBack = this.#limit.failed(session);
    const right = await holds();
    if (right) takeBack();
    return right;
  }

  async #provenAtProvider(session: string): Promise<boolean> {
    const view = await this.#records.users.session(hashToken(session));
    const at = view?.confirmedAt ?? null;
    return at !== null && this.#now().getTime() - Date.parse(at) < PROVEN_MS;
  }
}
