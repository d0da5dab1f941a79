import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { TouchstoneError } from './errors.ts';

const KEY_BYTES = 32;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The master keys, 64 hex digits each, the one in use first. Read each time, so that a rotation is followed. */
export type MasterSecrets = () => Promise<readonly string[]>;

/** One kind of secret. Its texts stand in what is stored, so they never change. */
export interface SecretKind {
  /** For people: `The secret of the webhook`. */
  readonly name: string;
  /** From what a master key's id for this kind is hashed. */
  readonly idOf: string;
  /** The purpose by which HKDF derives the key of this kind. */
  readonly keyOf: string;
  /** What a ciphertext is bound to, before its owner's id. */
  readonly binding: string;
  /** Whose it is: `account`, `person`. */
  readonly owner: string;
}

interface SealingKey {
  readonly id: Buffer;
  readonly key: Uint8Array;
}

/**
 * Seals secrets that the service has to read again: AES-256-GCM (NIST SP 800-38D) under a key that HKDF (RFC 5869)
 * derives from the master key. Each is bound to its kind and its owner. The form: id of the key, nonce, encrypted
 * secret, tag.
 */
export class SecretSealing {
  readonly #kind: SecretKind;
  readonly #masters: MasterSecrets;

  constructor(kind: SecretKind, masters: MasterSecrets) {
    this.#kind = kind;
    this.#masters = masters;
  }

  /** Under the master key in use. Throws `damaged` where there is none. */
  async seal(secret: string, owner: number): Promise<Uint8Array> {
    const [{ id, key }] = await this.#keys();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(this.#bound(owner));
    return new Uint8Array(Buffer.concat([id, nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]));
  }

  /** Throws `damaged` where it was changed, is another's, or its master key is not at hand. */
  async open(sealed: Uint8Array, owner: number): Promise<string> {
    const keys = await this.#keys();
    const found = keys.find(({ id }) => id.equals(sealed.subarray(0, KEY_ID_BYTES)));
    if (!found) throw this.#damaged('the master key that sealed it is not at hand');
    const [start, end] = [KEY_ID_BYTES + NONCE_BYTES, sealed.length - TAG_BYTES];
    try {
      const nonce = sealed.subarray(KEY_ID_BYTES, start);
      const decipher = createDecipheriv('aes-256-gcm', found.key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(this.#bound(owner)).setAuthTag(sealed.subarray(end));
      return Buffer.concat([decipher.update(sealed.subarray(start, end)), decipher.final()]).toString();
    } catch (error) {
      throw this.#damaged(`it was changed, or belongs to another ${this.#kind.owner}`, error);
    }
  }

  /** Sealed under the master key in use. The same bytes where they are already, or where no key opens them. */
  async anew(sealed: Uint8Array, owner: number): Promise<Uint8Array> {
    const [current] = await this.#keys();
    if (current.id.equals(sealed.subarray(0, KEY_ID_BYTES))) return sealed;
    const secret = await this.open(sealed, owner).catch(() => undefined);
    return secret === undefined ? sealed : this.seal(secret, owner);
  }

  async #keys(): Promise<[SealingKey, ...SealingKey[]]> {
    const [first, ...rest] = (await this.#masters()).map((master) => this.#keyOf(master));
    if (!first) throw this.#damaged('the master key is missing');
    return [first, ...rest];
  }

  #keyOf(master: string): SealingKey {
    const { idOf, keyOf } = this.#kind;
    const secret = Buffer.from(master, 'hex');
    const id = createHash('sha256').update(idOf).update(secret).digest().subarray(0, KEY_ID_BYTES);
    return { id, key: new Uint8Array(hkdfSync('sha256', secret, '', keyOf, KEY_BYTES)) };
  }

  /** Moved to another owner, a secret does not open. */
  #bound(owner: number): Buffer {
    return Buffer.from(`touchstone\0${this.#kind.binding}\0${owner}`);
  }

  #damaged(why: string, cause?: unknown): TouchstoneError {
    return new TouchstoneError('damaged', `${this.#kind.name} cannot be opened: ${why}.`, { cause });
  }
}
