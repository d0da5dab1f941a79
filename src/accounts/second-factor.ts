import type { User } from '../domain/user.ts';
import type { Records } from '../records/port.ts';
import { makeRecoveryCodes } from './one-time-codes.ts';
import type { Proof, Reauthentication } from './reauthentication.ts';
import { hashToken } from './secrets.ts';
import { newTotp, totpStep } from './totp.ts';
import type { TotpSecrets } from './totp-secrets.ts';

/** What a signed-in user sends to change their second factor. */
export interface SecondFactorRequest {
  readonly user: User;
  /** The random value of the session. */
  readonly session: string;
  readonly proof: Proof;
}

/** The authenticator of somebody, and the codes that stand in for a lost one. */
export class SecondFactor {
  readonly #records: Records;
  readonly #now: () => Date;
  readonly #reauthentication: Reauthentication;
  readonly #secrets: TotpSecrets;

  constructor(records: Records, now: () => Date, reauthentication: Reauthentication, secrets: TotpSecrets) {
    this.#records = records;
    this.#now = now;
    this.#reauthentication = reauthentication;
    this.#secrets = secrets;
  }

  /**
   * A new secret in base32 and its `otpauth://` address, which a code then has to confirm. Undefined where the proof is
   * wrong. Throws TooManyAttempts.
   */
  async begin(asked: SecondFactorRequest): Promise<{ secret: string; uri: string } | undefined> {
    if (!(await this.#proven(asked))) return undefined;
    const fresh = newTotp(asked.user.email);
    await this.#records.users.beginTotp(asked.user.id, await this.#secrets.seal(fresh.secret, asked.user.id));
    return fresh;
  }

  /**
   * Takes the secret into use; answers recovery codes. Undefined where the code is not one of the secret that was
   * begun.
   */
  async confirm({ user, session }: Omit<SecondFactorRequest, 'proof'>, code: string): Promise<string[] | undefined> {
    const { users } = this.#records;
    const pending = await users.pendingTotp(user.id);
    if (pending === undefined) return undefined;
    const secret = await this.#secrets.open(pending, user.id);
    const step = totpStep(secret, code, this.#now());
    if (step === undefined) return undefined;
    const { shown, hashes } = await makeRecoveryCodes();
    // Sealed again: a rotation or an upgrade may have replaced what was begun meanwhile.
    const sealed = await this.#secrets.seal(secret, user.id);
    await users.setTotp(user.id, { secret: sealed, recoveryCodes: hashes }, hashToken(session));
    await users.useTotpStep(user.id, step);
    return shown;
  }

  /**
   * Ends one-time codes. False where the proof is wrong. Throws TooManyAttempts, and `last-factor` where the account
   * requires what they would not have.
   */
  async end(asked: SecondFactorRequest): Promise<boolean> {
    if (!(await this.#proven(asked))) return false;
    await this.#records.users.setTotp(asked.user.id, null, hashToken(asked.session));
    return true;
  }

  /** New recovery codes in place of all others. Undefined where the proof is wrong. Throws TooManyAttempts. */
  async renewCodes(asked: SecondFactorRequest): Promise<string[] | undefined> {
    if (!(await this.#proven(asked))) return undefined;
    const { shown, hashes } = await makeRecoveryCodes();
    await this.#records.users.setRecoveryCodes(asked.user.id, hashes);
    return shown;
  }

  /** How many recovery codes are left, and when one was last used. */
  async codesLeft({ id }: User): Promise<{ left: number; lastUsedAt: string | null }> {
    const codes = await this.#records.users.recoveryCodes(id);
    const used = codes.flatMap(({ usedAt }) => usedAt ?? []).sort();
    return { left: codes.length - used.length, lastUsedAt: used.at(-1) ?? null };
  }

  #proven({ user, session, proof }: SecondFactorRequest): Promise<boolean> {
    return this.#reauthentication.holds(user, session, proof);
  }
}
