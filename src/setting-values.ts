import { isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalRange } from './domain/address-ranges.ts';
import type { Environment } from './domain/environment.ts';
import type { Band } from './domain/verification.ts';
import { sentence, TouchstoneError } from './errors.ts';

/*
 * Reads the text of a setting. Each function takes the text and the name of the variable. It throws `usage` with a
 * sentence for a text that the setting does not take.
 */

const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));
const MINUTE_MS = 60_000;
const UNITS_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 24 * 60 * MINUTE_MS };
const MIN_SYNC_MS = 15 * MINUTE_MS;
const MIN_SYNC_LIMIT_MS = 5 * MINUTE_MS;
const MAX_SYNC_LIMIT_MS = 24 * 60 * MINUTE_MS;
/** The specification's retention of images. */
export const MAX_MEDIA_DAYS = 3650;
const MAX_MEDIA_FEEDS = 200;
const MAX_MEDIA_ALERTS = 1000;
export const MAX_RETENTION_DAYS = 90;
/** A year, and a hundred. */
export const MIN_AUDIT_DAYS = 365;
export const MAX_AUDIT_DAYS = 36_500;

export function wrong(name: string, must: string, value: string): TouchstoneError {
  return new TouchstoneError('usage', `${name} must be ${must}; it is "${value}".`);
}

/** Which service it is: the real one, or one beside it. */
export function environment(value: string, name: string): Environment {
  if (value === 'production' || value === 'staging' || value === 'sandbox') return value;
  throw wrong(name, '"production", "staging" or "sandbox"', value);
}

/** The origin of an address by https that has nothing but a host, and perhaps a port. */
export function publicUrl(value: string, name: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:' && url.href === `${url.origin}/`) return url.origin;
  throw wrong(name, 'https://HOST or https://HOST:PORT, without a path', value);
}

/** A folder beside `src`. */
export function besideProgram(folder: string): string {
  return join(PROJECT_ROOT, folder);
}

/** An absolute path; without a text the folder `data` beside `src`. */
export function dataDirectory(value: string | undefined): string {
  if (!value) return besideProgram('data');
  return isAbsolute(value) ? value : resolve(value);
}

export function portNumber(value: string, name: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw wrong(name, 'a port from 0 to 65535', value);
  return Number(value);
}

export function connectionCount(value: string, name: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw wrong(name, 'a whole number from 1 to 999999', value);
  return Number(value);
}

/** From seconds to milliseconds. */
export function stopTime(value: string, name: string): number {
  if (!/^[1-9]\d{0,3}$/.test(value) || Number(value) > 3_600) throw wrong(name, 'seconds from 1 to 3600', value);
  return Number(value) * 1000;
}

/** Addresses and CIDRs in canonical form. */
export function addressRanges(value: string, name: string): readonly string[] {
  try {
    return commaSeparated(value).map((range) => canonicalRange(range, name));
  } catch (error) {
    throw new TouchstoneError('usage', sentence(error));
  }
}

/** What webhooks may reach besides public addresses by https. */
export interface WebhooksAllowed {
  /** Canonical ranges. */
  readonly ranges: readonly string[];
  /** `http://HOST` or `http://HOST:PORT`. */
  readonly origins: readonly string[];
}

/** Ranges and `http` origins. */
export function webhooksAllowed(value: string, name: string): WebhooksAllowed {
  const parts = commaSeparated(value);
  const isOrigin = (part: string) => part.includes('://');
  const origins = parts.filter(isOrigin).map((part) => {
    const url = URL.canParse(part) ? new URL(part) : undefined;
    if (url?.protocol === 'http:' && url.href === `${url.origin}/`) return url.origin;
    throw wrong(name, 'ranges such as 10.0.0.0/8 and origins such as http://hooks.internal:8080', part);
  });
  return { ranges: addressRanges(parts.filter((part) => !isOrigin(part)).join(','), name), origins };
}

export function commaSeparated(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The current key first, then former ones; each 64 hex digits in lower case. */
export function masterKeys(value: string, name: string): readonly [string, ...string[]] {
  const [current, ...former] = value.split(',').map((key) => key.trim().toLowerCase());
  if (![current!, ...former].every((key) => /^[0-9a-f]{64}$/.test(key))) {
    throw new TouchstoneError(
      'usage',
      `${name} must be 64 hex digits (32 random bytes); former keys follow after commas.`,
    );
  }
  return [current!, ...former];
}

/** Milliseconds between two syncs; undefined: off. */
export function syncInterval(value: string, name: string): number | undefined {
  if (value === 'off') return undefined;
  const interval = duration(value === 'daily' ? '1d' : value === 'hourly' ? '1h' : value);
  if (interval >= MIN_SYNC_MS) return interval;
  throw wrong(name, '"off", "daily", "hourly" or an interval of 15m or more such as 30m, 6h or 2d', value);
}

/** In milliseconds. */
export function syncLimit(value: string, name: string): number {
  const limit = duration(value);
  if (limit >= MIN_SYNC_LIMIT_MS && limit <= MAX_SYNC_LIMIT_MS) return limit;
  throw wrong(name, 'a time from 5m to 24h such as 30m or 3h', value);
}

/** `30m`, `6h` or `2d` in milliseconds; NaN for anything else. */
function duration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  return Number(count) * (UNITS_MS[unit ?? ''] ?? Number.NaN);
}

export function webAddress(value: string, name: string): string {
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw wrong(name, 'an http or https address', value);
}

/** Goes into the head of requests, in brackets. */
export function contact(value: string, name: string): string {
  if (/^[\w.+%:/?=&~-]+@?[\w.:/?=&~-]*$/.test(value) && value.length <= 200) return value;
  throw wrong(name, 'an address of mail or web of at most 200 letters, digits and ordinary signs', value);
}

/** A secret, so the sentence does not repeat it. */
export function token(value: string, name: string): string {
  if (/^[\w.~%=-]{1,500}$/.test(value)) return value;
  throw wrong(name, 'the token as the download link has it', '(not shown)');
}

/** The address of a PostgreSQL database. It may hold a password, so the sentence does not repeat it. */
export function postgresAddress(value: string, name: string): string {
  const isAddress = URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);
  if (isAddress && new URL(value).pathname.length > 1) return value;
  throw new TouchstoneError('usage', `${name} must be an address such as postgres://USER:PASSWORD@HOST/DATABASE.`);
}

/** Where objects are kept. */
export interface ObjectStoreAddress {
  readonly bucket: string;
  /** Without a slash at either end; empty: the whole bucket. */
  readonly prefix: string;
  /** `https://HOST:PORT`; undefined: that of AWS for the region. */
  readonly endpoint: string | undefined;
  /** Undefined: as AWS_REGION or the profile says. */
  readonly region: string | undefined;
}

/** Keys of these characters are the same in an address, in a signature and in a listing. */
const OBJECT_PREFIX = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

/** The address as it is, where it is one. */
export function objectStore(value: string, name: string): string {
  objectStoreAddress(value, name);
  return value;
}

/** The sentence does not repeat an address that is wrong, since a secret may stand in it by mistake. */
export function objectStoreAddress(value: string, name: string): ObjectStoreAddress {
  const { protocol, hostname, pathname, searchParams, username, port, hash } = URL.canParse(value)
    ? new URL(value)
    : new URL('none:');
  const prefix = pathname.replace(/^\//, '').replace(/\/$/, '');
  const endpoint = searchParams.get('endpoint') ?? undefined;
  const region = searchParams.get('region') ?? undefined;
  const isRight = [
    protocol === 's3:' && username + port + hash === '',
    /^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(hostname),
    prefix === '' || OBJECT_PREFIX.test(prefix),
    endpoint === undefined || isOrigin(endpoint),
    region === undefined || /^[a-z0-9-]+$/.test(region),
    [...searchParams.keys()].every((key) => key === 'endpoint' || key === 'region'),
  ];
  if (isRight.every(Boolean)) return { bucket: hostname, prefix, endpoint: endpoint?.replace(/\/$/, ''), region };
  throw new TouchstoneError('usage', `${name} must be s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION.`);
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

export function onOff(value: string, name: string): boolean {
  if (value !== 'on' && value !== 'off') throw wrong(name, '"on" or "off"', value);
  return value === 'on';
}

/** An https address, or the absolute path of a file. */
export function auditHead(value: string, name: string): { readonly file: string } | { readonly url: string } {
  if (!/^\w+:\/\//.test(value)) return { file: resolve(value) };
  if (URL.canParse(value) && new URL(value).protocol === 'https:') return { url: value };
  // The address may hold a secret, so the sentence does not repeat it.
  throw new TouchstoneError('usage', `${name} must be ${AUDIT_HEAD}.`);
}

/** What TOUCHSTONE_AUDIT_HEAD must be, in words. */
export const AUDIT_HEAD = 'an https address, or a file outside of the data directory';

/** Who gets the audit log: a file, an https address, or a syslog server behind TLS. */
export type AuditStreamTarget =
  | { readonly file: string }
  | { readonly url: string }
  | { readonly host: string; readonly port: number };

/** What TOUCHSTONE_AUDIT_STREAM must be, in words. */
export const AUDIT_STREAM = 'file:PATH outside of the data directory, an https address or tls://HOST:PORT';

export function auditStream(value: string, name: string): AuditStreamTarget {
  const file = /^file:(?:\/\/)?(.+)$/s.exec(value)?.[1];
  if (file !== undefined) return { file: resolve(file) };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol === 'https:' && isText(url)) return { url: value };
  // An address with anything behind the port is a slip: nothing of it would count.
  const [, host, port] = /^tls:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+):(\d{1,5})\/?$/i.exec(value) ?? [];
  if (host && Number(port) >= 1 && Number(port) <= 65_535) {
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  }
  // The address may hold a secret, so the sentence does not repeat it.
  throw new TouchstoneError('usage', `${name} must be ${AUDIT_STREAM}.`);
}

/** Whether a user and a password in an address can be read. */
function isText({ username, password }: URL): boolean {
  try {
    return [username, password].map(decodeURIComponent).every((text) => !/[\0-\x1f]/.test(text));
  } catch {
    return false;
  }
}

/** Undefined: off. */
export function metricsListener(
  value: string,
  name: string,
): { readonly host: string; readonly port: number } | undefined {
  if (value === 'off') return undefined;
  const [, host, port] = /^(.+):(\d+)$/.exec(value) ?? [];
  if (!host || !port) throw wrong(name, '"off" or HOST:PORT', value);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: portNumber(port, name) };
}

export function retentionDays(value: string, name: string): number {
  const days = Number(value);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_RETENTION_DAYS) return days;
  throw wrong(name, `a whole number of days from 1 to ${MAX_RETENTION_DAYS}`, value);
}

/** Days for which entries of the audit log are kept. */
export function auditDays(value: string, name: string): number {
  const days = Number(value);
  if (Number.isInteger(days) && days >= MIN_AUDIT_DAYS && days <= MAX_AUDIT_DAYS) return days;
  throw wrong(name, `a whole number of days from ${MIN_AUDIT_DAYS} to ${MAX_AUDIT_DAYS}`, value);
}

/** Days for which news is kept. */
export function mediaDays(value: string, name: string): number {
  const days = Number(value);
  if (Number.isInteger(days) && days >= 1 && days <= MAX_MEDIA_DAYS) return days;
  throw wrong(name, `a whole number of days from 1 to ${MAX_MEDIA_DAYS}`, value);
}

/** The sources of news; undefined: off. */
export function mediaSources(value: string, name: string): readonly ('gdelt' | 'feeds')[] | undefined {
  if (value === 'off') return undefined;
  if (value === 'gdelt' || value === 'feeds') return [value];
  if (value === 'both') return ['gdelt', 'feeds'];
  throw wrong(name, '"off", "gdelt", "feeds" or "both"', value);
}

/** Addresses of feeds, each once. */
export function mediaFeeds(value: string, name: string): readonly string[] {
  const feeds = [...new Set(value.split(/[\s,]+/).filter((one) => one !== ''))];
  if (feeds.length > 0 && feeds.length <= MAX_MEDIA_FEEDS) return feeds.map((one) => webAddress(one, name));
  throw wrong(name, `1 to ${MAX_MEDIA_FEEDS} addresses of feeds, comma-separated`, value);
}

/** Alerts of the news that one customer gets on a day. */
export function mediaAlerts(value: string, name: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_MEDIA_ALERTS) return count;
  throw wrong(name, `a whole number from 1 to ${MAX_MEDIA_ALERTS}`, value);
}

/** Two scores from 0 to 100. */
export function band(value: string, name: string): Band {
  const [, fail, sure] = /^(\d{1,3}(?:\.\d{1,2})?):(\d{1,3}(?:\.\d{1,2})?)$/.exec(value) ?? [];
  if (Number(fail) <= Number(sure) && Number(sure) <= 100) return { fail: Number(fail), sure: Number(sure) };
  throw wrong(name, 'FAIL:SURE, two scores from 0 to 100 of which the second is not the smaller, such as 70:80', value);
}

export function livenessModel(value: string): 'on' | 'off' | { readonly manifest: string } {
  return value === 'on' || value === 'off' ? value : { manifest: resolve(value) };
}

/** Requests a second of each key, and how many at once. Undefined: off. */
export function rateLimit(value: string, name: string): { readonly rate: number; readonly burst: number } | undefined {
  if (value === 'off') return undefined;
  const [, rate, burst] = /^(\d+(?:\.\d+)?):(\d+)$/.exec(value) ?? [];
  if (Number(rate) > 0 && Number(burst) >= 1) return { rate: Number(rate), burst: Number(burst) };
  throw wrong(name, '"off" or RATE:BURST, requests a second and how many at once, such as 20:40', value);
}
