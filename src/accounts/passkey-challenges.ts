import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { TouchstoneError } from '../errors.ts';
import type { MasterSecrets } from '../secret-sealing.ts';
import { hashToken } from './secrets.ts';

/** What an answer is for. One that was made for something else, or by another session, counts nowhere. */
export type Purpose =
  | { readonly for: 'sign-in' }
  | {
      /** `enrolment`: a new passkey. `proof`: who is signed in shows once more that it is them. */
      readonly for: 'enrolment' | 'proof';
      readonly userId: number;
      /** The random value of the session. */
      readonly session: string;
    };

/** How long a challenge can be answered, in milliseconds; browsers are told the same. */
export const CHALLENGE_MS = 5 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 32;
const KEY_OF = 'touchstone passkey challenges';

/**
 * Challenges for authenticators: random, of now, and signed under the master key. So any node knows one that another
 * made, and nothing is stored for strangers who ask for many. Those that were answered are, so that each counts once.
 */
export class PasskeyChallenges {
  readonly #masters: MasterSecrets;
  readonly #now: () => Date;

  constructor(masters: MasterSecrets, now: () => Date) {
    this.#masters = masters;
    this.#now = now;
  }

  /** Throws `damaged` where there is no master key. */
  async make(purpose: Purpose): Promise<Uint8Array<ArrayBuffer>> {
    const [key] = await this.#keys();
    const body = Buffer.alloc(NONCE_BYTES + TIME_BYTES);
    randomBytes(NONCE_BYTES).copy(body);
    body.writeUIntBE(this.#now().getTime(), NONCE_BYTES, TIME_BYTES);
    return new Uint8Array(Buffer.concat([body, signed(key!, purpose, body)]));
  }

  /**
   * What the records know an answered challenge by. `late`: it was made too long ago. Undefined where it is none of
   * this service, or for another purpose. `challenge`: base64url.
   */
  async check(challenge: string, purpose: Purpose): Promise<Uint8Array | 'late' | undefined> {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== NONCE_BYTES + TIME_BYTES + MAC_BYTES) return undefined;
    const [body, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
    const keys = await this.#keys();
    if (!keys.some((key) => timingSafeEqual(signed(key, purpose, body), mac))) return undefined;
    // Clocks of nodes differ, so one of the future is as good.
    const age = Math.abs(this.#now().getTime() - body.readUIntBE(NONCE_BYTES, TIME_BYTES));
    return age > CHALLENGE_MS ? 'late' : hashToken(bytes.toString('base64url'));
  }

  async #keys(): Promise<Uint8Array[]> {
    const masters = await this.#masters();
    if (masters.length === 0) throw new TouchstoneError('damaged', 'Passkeys need the master key, which is missing.');
    return masters.map((master) => new Uint8Array(hkdfSync('sha256', Buffer.from(master, 'hex'), '', KEY_OF, 32)));
  }
}

function signed(key: Uint8Array, purpose: Purpose, body: Uint8Array): Buffer {
  const whose = purpose.for === 'sign-in' ? '' : `${purpose.userId} ${purpose.session}`;
  return createHmac('sha256', key).update(`${purpose.for}\0${whose}\0`).update(body).digest();
}
