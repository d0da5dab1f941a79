import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What the audit log is keyed with: derived from a master key, which lies outside of the database. */
export interface AuditKey {
  /** 16 hex digits, which tell nothing about the key. */
  readonly id: string;
  /** HMAC key of the chain. */
  readonly chain: Uint8Array;
  /** Seals the chain keys of former master keys. */
  readonly sealing: Uint8Array;
}

/** The chain key of a former master key, as the database keeps it. */
export interface SealedAuditKey {
  readonly id: string;
  /** Id of the key whose `sealing` opens it. */
  readonly sealedUnder: string;
  readonly sealed: Uint8Array;
}

/** Derives the keys of the audit log by HKDF-SHA-256 (RFC 5869). `master`: 64 hex digits. */
export function auditKey(master: string): AuditKey {
  const secret = Buffer.from(master, 'hex');
  const derived = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  const chain = derived('touchstone audit chain');
  const id = createHash('sha256').update('touchstone audit key id').update(chain).digest('hex').slice(0, 16);
  return { id, chain, sealing: derived('touchstone audit keys') };
}

/** Encrypts a chain key by AES-256-GCM; its id is authenticated with it. */
export function sealAuditKey(id: string, chain: Uint8Array, under: AuditKey): SealedAuditKey {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', under.sealing, nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([nonce, cipher.update(chain), cipher.final(), cipher.getAuthTag()]);
  return { id, sealedUnder: under.id, sealed };
}

/** Every key that can check entries, by id: the chain keys of the present master keys, and those that they unseal. */
export function checkingKeys(keys: readonly AuditKey[], kept: readonly SealedAuditKey[]): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  for (const one of kept) {
    const chain = openAuditKey(one, keys);
    if (chain) found.set(one.id, chain);
  }
  for (const { id, chain } of keys) found.set(id, chain);
  return found;
}

/** The chain key; undefined where none of `keys` opens it. */
function openAuditKey({ id, sealedUnder, sealed }: SealedAuditKey, keys: readonly AuditKey[]) {
  const under = keys.find((key) => key.id === sealedUnder);
  if (!under || sealed.length !== NONCE_BYTES + KEY_BYTES + TAG_BYTES) return undefined;
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', under.sealing, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]);
  } catch {
    return undefined;
  }
}
