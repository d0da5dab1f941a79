import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits. */
export function randomValue(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 is enough for a random value of this length. */
export function hashed(value: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(value).digest());
}
