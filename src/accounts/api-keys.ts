import { hash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { TouchstoneError } from '../errors.ts';
import { say } from '../sentences.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 12;
/** 24 letters of 62 are 142 random bits. */
const SECRET_LENGTH = 24;
/** 62^6 is more than 2^32. */
const CHECK_LENGTH = 6;
const FORM = new RegExp(
  `^(tsk_(?:test_)?([0-9A-Za-z]{${ID_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`,
);
/** What an unknown key is compared with, so that it takes as long as a wrong secret. */
const NO_HASH = new Uint8Array(32);

/** A new API key: its public id, the value to hand out once, and the SHA-256 that is kept. */
export interface NewApiKey {
  readonly id: string;
  readonly value: string;
  readonly hash: Uint8Array;
}

/**
 * `tsk_<id>_<secret><check digits>`; `tsk_test_…` outside of production. The prefix lets secret scanners recognise it.
 * The check digits (CRC-32 of what stands before them, base 62) let them be sure without asking anybody.
 */
export function newApiKey(isTest = false): NewApiKey {
  return newKeyValue(randomLetters(ID_LENGTH), isTest);
}

/** Another value for a key that keeps its id. */
export function newKeyValue(id: string, isTest: boolean): NewApiKey {
  const body = `${isTest ? 'tsk_test_' : 'tsk_'}${id}_${randomLetters(SECRET_LENGTH)}`;
  const value = body + checkDigits(body);
  return { id, value, hash: hashKey(value) };
}

/** The public id in a key's value; undefined where it is no key or a mistyped one. */
export function keyId(value: string): string | undefined {
  const [, body, id, check] = FORM.exec(value) ?? [];
  return body !== undefined && checkDigits(body) === check ? id : undefined;
}

/** SHA-256 is enough for a random value of this length: there is nothing to guess by trying words. */
export function hashKey(value: string): Uint8Array {
  return hash('sha256', value, 'buffer');
}

/** Compares the hash of a key in constant time; without a stored one always false. */
export function matchesKeyHash(given: Uint8Array, stored: Uint8Array | undefined): boolean {
  const equal = timingSafeEqual(given, stored ?? NO_HASH);
  return equal && stored !== undefined;
}

function randomLetters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function checkDigits(body: string): string {
  let rest = crc32(body);
  let digits = '';
  while (digits.length < CHECK_LENGTH) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}

const MINUTE_MS = 60_000;
const UNITS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS };
const MAX_OVERLAP_DAYS = 90;

/**
 * How long the value before works on beside a new one, in milliseconds, from `7d`, `12h`, `30m` or `0`. Throws
 * `validation` for another form and for more than 90 days.
 */
export function readOverlap(text: string): number {
  const [, count = '', unit = 'd'] = /^(\d{1,6})([mhd])$|^0$/.exec(text.trim()) ?? [];
  const overlap = text.trim() === '0' ? 0 : count === '' ? Number.NaN : Number(count) * UNITS[unit]!;
  if (overlap <= MAX_OVERLAP_DAYS * UNITS.d!) return overlap;
  throw new TouchstoneError(
    'validation',
    say('refusal.overlap', { given: text.slice(0, 100), most: MAX_OVERLAP_DAYS }),
  );
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * When a key ends, from an ISO 8601 date (its first moment) or date-time; without an offset it is UTC. Throws
 * `validation` for a date that does not exist or that has passed.
 */
export function readKeyExpiry(text: string, now: Date): string {
  const [, day, minutes = '00:00', seconds = ':00', offset = 'Z'] = INSTANT.exec(text.trim()) ?? [];
  const at = new Date(`${day}T${minutes}${seconds}${offset}`);
  if (!day || Number.isNaN(at.getTime()) || !exists(day)) {
    throw new TouchstoneError('validation', say('refusal.expiry-invalid', { given: text }));
  }
  if (at <= now) throw new TouchstoneError('validation', say('refusal.expiry-passed', { at: at.toISOString() }));
  return at.toISOString();
}

/** JavaScript reads 30 February as 2 March. */
function exists(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
