import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { TouchstoneError } from '../errors.ts';

/** OWASP's first recommendation for Argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
/** What an unknown address's password is compared with, so that it takes as long as a wrong password. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** The hash of a password by Argon2id (RFC 9106), as a PHC string. Takes 19 MiB while it runs. */
export async function hashPassword(password: string): Promise<string> {
  const [hash] = await hashTogether([password]);
  return hash!;
}

/** Several secrets of one person under one salt, so that one derivation tells which of them somebody brings. */
export async function hashTogether(secrets: readonly string[]): Promise<string[]> {
  const nonce = randomBytes(16);
  const cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: 1, tagLength: TAG_BYTES };
  const hashes: string[] = [];
  // One after the other: each takes its memory.
  for (const secret of secrets) {
    const tag = await derive(secret, nonce, cost);
    hashes.push(`$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(nonce)}$${base64(tag)}`);
  }
  return hashes;
}

/**
 * Whether a password fits a PHC string. Takes as long for nobody (null) as for somebody. Throws `damaged` where the
 * string is of another form than `hashPassword` writes.
 */
export async function matchesPassword(password: string, stored: string | null): Promise<boolean> {
  return (await indexOfMatching(password, [stored ?? NOBODY])) === 0 && stored !== null;
}

/**
 * The index of the PHC string that a secret fits, -1 where it fits none. One call of `hashTogether` must have made them
 * all. Throws `damaged` like `matchesPassword`.
 */
export async function indexOfMatching(secret: string, stored: readonly string[]): Promise<number> {
  const hashes = stored.map(readPhc);
  if (!hashes[0]) return -1;
  const { nonce, cost } = hashes[0];
  const found = await derive(secret, nonce, cost);
  return hashes.findIndex(({ tag }) => timingSafeEqual(found, tag));
}

function readPhc(stored: string) {
  const [, memory, passes, lanes, nonce, tag] = PHC.exec(stored) ?? [];
  if (!nonce || !tag)
    throw new TouchstoneError('damaged', 'A stored password has another form than this program writes.');
  const known = Buffer.from(tag, 'base64');
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    tagLength: known.length,
  };
  return { nonce: Buffer.from(nonce, 'base64'), tag: known, cost };
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
