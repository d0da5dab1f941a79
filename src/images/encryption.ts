import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { TouchstoneError } from '../errors.ts';
import type { ImageKind } from './port.ts';

const MAGIC = Buffer.from('TSIMG1');
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const WRAPPED_BYTES = NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + WRAPPED_BYTES;

/** A master key with the id that sealed images name it by. The id tells nothing about the key. */
export interface MasterKey {
  /** 16 hex digits. */
  readonly id: string;
  /** Wraps the keys of images; derived, so that the master key itself encrypts nothing. */
  readonly wrapping: Uint8Array;
}

/** `hex`: 64 hex digits. */
export function masterKey(hex: string): MasterKey {
  const secret = Buffer.from(hex, 'hex');
  const id = createHash('sha256').update('touchstone master key id').update(secret).digest('hex').slice(0, 16);
  return { id, wrapping: new Uint8Array(hkdfSync('sha256', secret, '', 'touchstone image keys', KEY_BYTES)) };
}

/**
 * Envelope encryption with AES-256-GCM (NIST SP 800-38D). The image has its own key, and the master key encrypts that
 * key. Both are bound to the record and the kind. The form: magic, id of the master key, nonce + wrapped key + tag,
 * nonce + image + tag.
 */
export function seal(image: Uint8Array, record: number, kind: ImageKind, master: MasterKey): Buffer {
  const key = randomBytes(KEY_BYTES);
  const sealed = encrypt(image, key, binding('image', record, kind));
  return Buffer.concat([header(key, record, kind, master), sealed]);
}

/** Throws `damaged` where a bit was changed, the file belongs elsewhere, or its master key is not among `masters`. */
export function unseal(sealed: Uint8Array, record: number, kind: ImageKind, masters: readonly MasterKey[]): Buffer {
  const key = imageKey(sealed, record, kind, masters);
  return decrypt(sealed.subarray(HEADER_BYTES), key, binding('image', record, kind), record, kind);
}

/** The same image with its key wrapped under `master`; undefined where it already is. */
export function rewrap(
  sealed: Uint8Array,
  record: number,
  kind: ImageKind,
  master: MasterKey,
  masters: readonly MasterKey[],
): Buffer | undefined {
  const key = imageKey(sealed, record, kind, masters);
  if (keyId(sealed) === master.id) return undefined;
  return Buffer.concat([header(key, record, kind, master), sealed.subarray(HEADER_BYTES)]);
}

function header(key: Uint8Array, record: number, kind: ImageKind, master: MasterKey): Buffer {
  const wrapped = encrypt(key, master.wrapping, binding('key', record, kind));
  return Buffer.concat([MAGIC, Buffer.from(master.id, 'hex'), wrapped]);
}

function keyId(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES)).toString('hex');
}

function imageKey(sealed: Uint8Array, record: number, kind: ImageKind, masters: readonly MasterKey[]): Buffer {
  const whole = sealed.length >= HEADER_BYTES + NONCE_BYTES + TAG_BYTES;
  if (!whole || MAGIC.compare(sealed, 0, MAGIC.length) !== 0) throw damaged(record, kind, 'it is no sealed image');
  const id = keyId(sealed);
  const master = masters.find((one) => one.id === id);
  if (!master) throw damaged(record, kind, `it was sealed under the master key ${id}, which is not at hand`);
  const wrapped = sealed.subarray(MAGIC.length + KEY_ID_BYTES, HEADER_BYTES);
  return decrypt(wrapped, master.wrapping, binding('key', record, kind), record, kind);
}

function encrypt(plain: Uint8Array, key: Uint8Array, bound: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(sealed: Uint8Array, key: Uint8Array, bound: Buffer, record: number, kind: ImageKind): Buffer {
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(bound).setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
  } catch (error) {
    throw damaged(record, kind, 'it was changed, or belongs to another record', error);
  }
}

/** What a ciphertext is bound to: moved to another place it does not open. */
function binding(what: 'image' | 'key', record: number, kind: ImageKind): Buffer {
  return Buffer.from(`touchstone\0${what}\0${record}\0${kind}`);
}

function damaged(record: number, kind: ImageKind, why: string, cause?: unknown): TouchstoneError {
  return new TouchstoneError('damaged', `The ${kind} image of verification ${record} cannot be opened: ${why}.`, {
    cause,
  });
}
