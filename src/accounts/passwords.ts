import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { TouchstoneError } from '../errors.ts';
import { LEAST_PASSWORD } from './password-length.ts';

const MOST_PASSWORD = 200;
/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** What an unknown address's password is compared with, so that it takes as long as a wrong password. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Throws `validation` with the sentence for the person who chose it. */
export function checkPassword(password: string): void {
  const length = [...password].length;
  if (length < LEAST_PASSWORD) {
    throw new TouchstoneError('validation', `A password needs at least ${LEAST_PASSWORD} characters.`);
  }
  if (length > MOST_PASSWORD) {
    throw new TouchstoneError('validation', `A password may have at most ${MOST_PASSWORD} characters.`);
  }
}

/** Argon2id (RFC 9106) as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, {
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: 1,
    tagLength: TAG_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(nonce)}$${base64(tag)}`;
}

/** Takes as long for nobody (null) as for somebody. */
export async function fitsPassword(password: string, stored: string | null): Promise<boolean> {
  const [, memory, passes, lanes, nonce, tag] = PHC.exec(stored ?? NOBODY) ?? [];
  if (!nonce || !tag)
    throw new TouchstoneError('damaged', 'A stored password has another form than this program writes.');
  const known = Buffer.from(tag, 'base64');
  const found = await derive(password, Buffer.from(nonce, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: known.length,
  });
  return timingSafeEqual(found, known) && stored !== null;
}

function derive(
  password: string,
  nonce: Buffer,
  cost: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism' | 'tagLength'>,
): Promise<Buffer> {
  // Composed and decomposed letters are the same password, whatever keyboard wrote them.
  const message = Buffer.from(password.normalize('NFKC'));
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, ...cost }, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
