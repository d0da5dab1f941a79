import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { TouchstoneError } from '../errors.ts';

/**
 * What a new hash costs: OWASP's first recommendation for Argon2id with one lane. `memory` in KiB. A hash names its own
 * cost. Tests sign in hundreds of people and make it cheap (`test/support/cheap-passwords.ts`).
 */
export const HASH_COST = { memory: 19_456, passes: 2 };
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** The hash of a password by Argon2id (RFC 9106), as a PHC string. Takes 19 MiB while it runs. */
export async function hashPassword(password: string): Promise<string> {
  const [hash] = await hashTogether([password]);
  return hash!;
}

/** Several secrets of one person under one salt, so that one derivation tells which of them somebody brings. */
export async function hashTogether(secrets: readonly string[]): Promise<string[]> {
  const nonce = randomBytes(16);
  const cost = { ...HASH_COST, parallelism: 1, tagLength: TAG_BYTES };
  const hashes: string[] = [];
  // One after the other: each takes its memory.
  for (const secret of secrets) {
    const tag = await derive(secret, nonce, cost);
    hashes.push(phc(base64(nonce), base64(tag)));
  }
  return hashes;
}

/**
 * Whether a password fits a PHC string. Takes as long for nobody (null) as for somebody. Throws `damaged` where the
 * string is of another form than `hashPassword` writes.
 */
export async function matchesPassword(password: string, stored: string | null): Promise<boolean> {
  return (await indexOfMatching(password, [stored ?? nobody()])) === 0 && stored !== null;
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

/** What an unknown address's password is compared with, so that it takes as long as a wrong password. */
function nobody(): string {
  return phc('A'.repeat(22), 'A'.repeat(43));
}

function phc(nonce: string, tag: string): string {
  return `$argon2id$v=19$m=${HASH_COST.memory},t=${HASH_COST.passes},p=1$${nonce}$${tag}`;
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
