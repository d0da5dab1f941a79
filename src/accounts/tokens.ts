import { createHash, randomBytes } from 'node:crypto';

/** A random value of 256 bits for a cookie or a one-time link, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token. A slow hash is not needed: nobody can guess a random value of this length. */
export function hashToken(value: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(value).digest());
}
