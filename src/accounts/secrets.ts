import { createHash, randomBytes, randomInt } from 'node:crypto';

/** A random value of 256 bits for a cookie or a one-time link, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token. A slow hash is not needed: nobody can guess a random value of this length. */
export function hashToken(value: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(value).digest());
}

const CODES = 10;
/** Crockford's base 32, without letters that look like digits or like each other; ten of it are 50 bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

/** Ten codes as they are shown: `ABCDE-12345`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
  });
}

/** A code as it is hashed, however it was typed; undefined where the text has not the form of one. */
export function readRecoveryCode(text: string): string | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return code.length === LENGTH && [...code].every((sign) => ALPHABET.includes(sign)) ? code : undefined;
}
