import type { UserRecords } from '../records/port.ts';
import { type MasterSecrets, SecretSealing } from '../secret-sealing.ts';

/** Begins a sealed secret, then base64url. Base32 has no colon, so a secret that is not sealed never begins so. */
const MARK = 'sealed:';

const KIND = {
  name: 'The secret of the one-time codes',
  idOf: 'touchstone one-time code key id',
  keyOf: 'touchstone one-time code secrets',
  binding: 'one-time code secret',
  owner: 'person',
};

/** Seals and opens the secrets of one-time codes, each bound to its person. */
export class TotpSecrets {
  readonly #sealing: SecretSealing;

  constructor(masters: MasterSecrets) {
    this.#sealing = new SecretSealing(KIND, masters);
  }

  /** As it is stored. `secret`: base32. */
  async seal(secret: string, userId: number): Promise<string> {
    return stored(await this.#sealing.seal(secret, userId));
  }

  /**
   * Base32. One that an older program stored is not sealed yet. Throws `damaged` where it was changed, is another
   * person's, or its master key is not at hand.
   */
  async open(kept: string, userId: number): Promise<string> {
    return kept.startsWith(MARK) ? this.#sealing.open(bytes(kept), userId) : kept;
  }

  /**
   * Seals under the master key in use every stored secret that is not: those of an older program, and those under a
   * former key. One that cannot be opened stays as it is.
   */
  async reseal(users: Pick<UserRecords, 'totpSecrets' | 'resealTotp'>): Promise<void> {
    for (const before of await users.totpSecrets()) {
      const after = {
        secret: before.secret && (await this.#anew(before.secret, before.id)),
        pending: before.pending && (await this.#anew(before.pending, before.id)),
      };
      if (after.secret !== before.secret || after.pending !== before.pending) await users.resealTotp(before, after);
    }
  }

  async #anew(kept: string, userId: number): Promise<string> {
    if (!kept.startsWith(MARK)) return this.seal(kept, userId);
    return stored(await this.#sealing.anew(bytes(kept), userId));
  }
}

function stored(sealed: Uint8Array): string {
  return `${MARK}${Buffer.from(sealed).toString('base64url')}`;
}

function bytes(kept: string): Uint8Array {
  return Buffer.from(kept.slice(MARK.length), 'base64url');
}
