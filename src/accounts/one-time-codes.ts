import type { Records } from '../records/port.ts';
import { hashTogether, indexOfMatching } from './passwords.ts';
import { newRecoveryCodes, readRecoveryCode } from './secrets.ts';
import { isTotpCode, totpStep } from './totp.ts';
import type { TotpSecrets } from './totp-secrets.ts';

/** Codes that are typed at sign-in, each of which counts once: of the authenticator, and those that stand in for it. */
export class OneTimeCodes {
  readonly #records: Records;
  readonly #now: () => Date;
  readonly #secrets: TotpSecrets;

  constructor(records: Records, now: () => Date, secrets: TotpSecrets) {
    this.#records = records;
    this.#now = now;
    this.#secrets = secrets;
  }

  /**
   * Uses up a code of the authenticator, or a recovery code; false where it is neither. `stored`: the secret as the
   * records keep it, null for who has no authenticator. Throws `damaged` where a code of the authenticator needs a
   * secret that cannot be opened.
   */
  async take(userId: number, stored: string | null, code: string): Promise<boolean> {
    if (!isTotpCode(code)) return this.#takeRecoveryCode(userId, code);
    if (stored === null) return false;
    const step = totpStep(await this.#secrets.open(stored, userId), code, this.#now());
    return step !== undefined && (await this.#records.users.useTotpStep(userId, step));
  }

  async #takeRecoveryCode(userId: number, text: string): Promise<boolean> {
    const code = readRecoveryCode(text);
    if (!code) return false;
    const { users } = this.#records;
    const left = (await users.recoveryCodes(userId)).flatMap(({ hash, usedAt }) => (usedAt === null ? [hash] : []));
    const found = left[await indexOfMatching(code, left)];
    return found !== undefined && (await users.useRecoveryCode(userId, found));
  }
}

/** Ten recovery codes: as they are shown this once, and as the records keep them. */
export async function makeRecoveryCodes(): Promise<{ shown: string[]; hashes: string[] }> {
  const shown = newRecoveryCodes();
  return { shown, hashes: await hashTogether(shown.map((code) => readRecoveryCode(code)!)) };
}
