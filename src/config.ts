import { isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canonicalRange } from './domain/address-ranges.ts';
import { type Band, DEFAULT_THRESHOLDS, type Thresholds } from './domain/thresholds.ts';
import { sentence, TouchstoneError } from './errors.ts';
import { unknownSettings } from './unknown-settings.ts';
import type { FaceModels } from './verification/face-analyst.ts';

const PROJECT_ROOT = fileURLToPath(new URL('..', import.meta.url));
const HOUR_MS = 3_600_000;
const SYNC_UNITS: Readonly<Record<string, number>> = { m: 60_000, h: HOUR_MS, d: 24 * HOUR_MS };
const MIN_SYNC_MS = 15 * 60_000;
const MIN_SYNC_LIMIT_MS = 5 * 60_000;
const MAX_SYNC_LIMIT_MS = 24 * HOUR_MS;
/** The source's id follows, in capitals with underscores. */
const MIRROR = 'TOUCHSTONE_LISTS_URL_';
const MAX_RETENTION_DAYS = 90;

/** Every setting. All come from the environment; a wrong value is refused at start with a sentence. */
export interface Config {
  /** TOUCHSTONE_DATA_DIR: database, lists, snapshots, certificate. Default: `data` in the project's root. */
  readonly dataDir: string;
  /** TOUCHSTONE_HOST: address to listen on. Default 127.0.0.1. */
  readonly host: string;
  /** TOUCHSTONE_PORT: 0 to 65535, 0 for any free one. Default 8443. */
  readonly port: number;
  /** TOUCHSTONE_TLS_CERT and TOUCHSTONE_TLS_KEY: PEM files, both or none. Without: a self-signed one is made. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** TOUCHSTONE_TRUSTED_PROXIES: comma-separated addresses and CIDRs whose X-Forwarded-* are believed. Default none. */
  readonly trustedProxies: readonly string[];
  /** TOUCHSTONE_MAX_CONNECTIONS: connections that are open at once. Default 2000. */
  readonly maxConnections: number;
  /** TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS: of one client address, or /64 of IPv6, but no trusted proxy. Default 500. */
  readonly maxConnectionsPerAddress: number;
  /**
   * TOUCHSTONE_MASTER_KEY: 64 hex digits; former keys may follow, separated by commas, until `images rotate` is through.
   * Without it: a key file in the data directory.
   */
  readonly masterKeys: readonly [string, ...string[]] | undefined;
  /** TOUCHSTONE_LISTS_SYNC: `off`, or how often (`30m`, `6h`, `daily`, `2d`). In milliseconds; undefined: off. Default daily. */
  readonly listsSyncMs: number | undefined;
  /** TOUCHSTONE_LISTS_SYNC_LIMIT: a sync that takes longer (`30m`, `3h`) is ended. In milliseconds. Default 3h. */
  readonly listsSyncLimitMs: number;
  /** TOUCHSTONE_LISTS_SOURCES: comma-separated source ids. Undefined: all but those that are opt-in. */
  readonly listsSources: readonly string[] | undefined;
  /** TOUCHSTONE_LISTS_URL_<SOURCE>: address by source id, instead of the official one. */
  readonly listsUrls: Readonly<Record<string, string>>;
  /** TOUCHSTONE_STARTER_LIST: `on` or `off`. Default on. */
  readonly starterList: boolean;
  /** TOUCHSTONE_FIRST_ACCOUNT: `on` or `off`: whether an empty database gets a first account and key. Default on. */
  readonly firstAccount: boolean;
  /** TOUCHSTONE_AUDIT_HEAD: a file or an https address outside, which gets the head of the audit chain daily. Default none. */
  readonly auditHead: { readonly file: string } | { readonly url: string } | undefined;
  /** TOUCHSTONE_METRICS: `off` or HOST:PORT of the Prometheus listener. Default 127.0.0.1:9464. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** TOUCHSTONE_IMAGE_RETENTION_DAYS: 1 to 90. Default 90. */
  readonly imageRetentionDays: number;
  /** TOUCHSTONE_MATCH_THRESHOLDS and TOUCHSTONE_LIVENESS_THRESHOLDS: FAIL:SURE, from 0 to 100. Default 70:80 each. */
  readonly thresholds: Thresholds;
  /** TOUCHSTONE_LIVENESS: `on` (the bundled model), `off`, or the manifest of an ONNX model of one's own. Default on. */
  readonly liveness: 'on' | 'off' | { readonly manifest: string };
  /** TOUCHSTONE_FACE_MODEL: manifest of a face embedding model of one's own, instead of the bundled ones. */
  readonly faceModel: string | undefined;
  /** TOUCHSTONE_RATE_LIMIT: RATE:BURST for each key, requests a second. Default off. */
  readonly rateLimit: { readonly rate: number; readonly burst: number } | undefined;
  /** A sentence for each variable that looks like a setting and is none. */
  readonly warnings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The models that look at faces, as they are configured. */
export function faceModels({ liveness, thresholds, faceModel, dataDir }: Config): FaceModels {
  return { liveness, livePasses: thresholds.liveness.sure, faceModel, cache: join(dataDir, 'models') };
}

/** Reads and checks the settings; the result is frozen. */
export function readConfig(environment: Environment = process.env): Config {
  /** Every setting is asked for, whether it is set or not. */
  const known = new Set<string>(Object.keys(environment).filter((name) => name.startsWith(MIRROR)));
  const get = (name: string): string | undefined => {
    known.add(name);
    return environment[name]?.trim() || undefined;
  };
  refuseUnbuilt(get);
  const settings = {
    dataDir: dataDirectory(get('TOUCHSTONE_DATA_DIR')),
    host: get('TOUCHSTONE_HOST') ?? '127.0.0.1',
    port: portNumber('TOUCHSTONE_PORT', get('TOUCHSTONE_PORT') ?? '8443'),
    tls: certificateFiles(get('TOUCHSTONE_TLS_CERT'), get('TOUCHSTONE_TLS_KEY')),
    trustedProxies: addressRanges('TOUCHSTONE_TRUSTED_PROXIES', get('TOUCHSTONE_TRUSTED_PROXIES')),
    ...connectionBounds(get('TOUCHSTONE_MAX_CONNECTIONS'), get('TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS')),
    masterKeys: masterKeys(get('TOUCHSTONE_MASTER_KEY')),
    listsSyncMs: syncInterval(get('TOUCHSTONE_LISTS_SYNC') ?? 'daily'),
    listsSyncLimitMs: syncLimit(get('TOUCHSTONE_LISTS_SYNC_LIMIT') ?? '3h'),
    listsSources: get('TOUCHSTONE_LISTS_SOURCES')
      ?.split(',')
      .map((id) => id.trim())
      .filter(Boolean),
    listsUrls: mirrorAddresses(environment),
    starterList: onOff('TOUCHSTONE_STARTER_LIST', get('TOUCHSTONE_STARTER_LIST')),
    firstAccount: onOff('TOUCHSTONE_FIRST_ACCOUNT', get('TOUCHSTONE_FIRST_ACCOUNT')),
    auditHead: auditHead(get('TOUCHSTONE_AUDIT_HEAD'), dataDirectory(get('TOUCHSTONE_DATA_DIR'))),
    metrics: metricsListener(get('TOUCHSTONE_METRICS') ?? '127.0.0.1:9464'),
    imageRetentionDays: retention(get('TOUCHSTONE_IMAGE_RETENTION_DAYS') ?? String(MAX_RETENTION_DAYS)),
    thresholds: {
      match: band('TOUCHSTONE_MATCH_THRESHOLDS', get('TOUCHSTONE_MATCH_THRESHOLDS')) ?? DEFAULT_THRESHOLDS.match,
      liveness:
        band('TOUCHSTONE_LIVENESS_THRESHOLDS', get('TOUCHSTONE_LIVENESS_THRESHOLDS')) ?? DEFAULT_THRESHOLDS.liveness,
    },
    liveness: livenessModel(get('TOUCHSTONE_LIVENESS') ?? 'on'),
    faceModel: get('TOUCHSTONE_FACE_MODEL') && resolve(get('TOUCHSTONE_FACE_MODEL')!),
    rateLimit: rateLimit(get('TOUCHSTONE_RATE_LIMIT') ?? 'off'),
  };
  return Object.freeze({ ...settings, warnings: unknownSettings(environment, [...known]) });
}

function wrong(name: string, must: string, value: string): TouchstoneError {
  return new TouchstoneError('usage', `${name} must be ${must}; it is "${value}".`);
}

function refuseUnbuilt(get: (name: string) => string | undefined): void {
  for (const [name, instead] of [
    ['TOUCHSTONE_DATABASE_URL', 'records are kept in SQLite in the data directory'],
    ['TOUCHSTONE_IMAGES_URL', 'images are kept encrypted in the data directory'],
  ] as const) {
    if (get(name)) {
      throw new TouchstoneError(
        'usage',
        `${name} is not supported by this version: ${instead}. Unset it and start again.`,
      );
    }
  }
}

function dataDirectory(value: string | undefined): string {
  if (!value) return join(PROJECT_ROOT, 'data');
  return isAbsolute(value) ? value : resolve(value);
}

function portNumber(name: string, value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw wrong(name, 'a port from 0 to 65535', value);
  return Number(value);
}

function connectionBounds(total = '2000', perAddress = '500') {
  return {
    maxConnections: connectionCount('TOUCHSTONE_MAX_CONNECTIONS', total),
    maxConnectionsPerAddress: connectionCount('TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS', perAddress),
  };
}

function connectionCount(name: string, value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw wrong(name, 'a whole number from 1 to 999999', value);
  return Number(value);
}

function certificateFiles(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (!cert && !key) return undefined;
  if (cert && key) return { cert: resolve(cert), key: resolve(key) };
  throw new TouchstoneError('usage', 'TOUCHSTONE_TLS_CERT and TOUCHSTONE_TLS_KEY go together: set both or none.');
}

function addressRanges(name: string, value: string | undefined): string[] {
  const ranges = (value ?? '')
    .split(',')
    .map((range) => range.trim())
    .filter(Boolean);
  try {
    return ranges.map((range) => canonicalRange(range, name));
  } catch (error) {
    throw new TouchstoneError('usage', sentence(error));
  }
}

function masterKeys(value: string | undefined): Config['masterKeys'] {
  if (!value) return undefined;
  const [current, ...former] = value.split(',').map((key) => key.trim().toLowerCase());
  if (![current!, ...former].every((key) => /^[0-9a-f]{64}$/.test(key))) {
    throw new TouchstoneError(
      'usage',
      'TOUCHSTONE_MASTER_KEY must be 64 hex digits (32 random bytes); former keys follow after commas.',
    );
  }
  return [current!, ...former];
}

function syncInterval(value: string): number | undefined {
  if (value === 'off') return undefined;
  const interval = duration(value === 'daily' ? '1d' : value === 'hourly' ? '1h' : value);
  if (!(interval >= MIN_SYNC_MS)) {
    throw wrong(
      'TOUCHSTONE_LISTS_SYNC',
      '"off", "daily", "hourly" or an interval of 15m or more such as 30m, 6h or 2d',
      value,
    );
  }
  return interval;
}

function syncLimit(value: string): number {
  const limit = duration(value);
  if (limit >= MIN_SYNC_LIMIT_MS && limit <= MAX_SYNC_LIMIT_MS) return limit;
  throw wrong('TOUCHSTONE_LISTS_SYNC_LIMIT', 'a time from 5m to 24h such as 30m or 3h', value);
}

/** `30m`, `6h` or `2d` in milliseconds; NaN for anything else. */
function duration(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  return Number(count) * (SYNC_UNITS[unit ?? ''] ?? Number.NaN);
}

function mirrorAddresses(environment: Environment): Record<string, string> {
  const urls: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith(MIRROR) || !value?.trim()) continue;
    const url = value.trim();
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw wrong(name, 'an http or https address', url);
    urls[name.slice(MIRROR.length).toLowerCase().replaceAll('_', '-')] = url;
  }
  return urls;
}

function onOff(name: string, value = 'on'): boolean {
  if (value !== 'on' && value !== 'off') throw wrong(name, '"on" or "off"', value);
  return value === 'on';
}

function auditHead(value: string | undefined, dataDir: string): Config['auditHead'] {
  if (!value) return undefined;
  const must = 'an https address, or a file outside of the data directory';
  if (/^\w+:\/\//.test(value)) {
    // The address may hold a secret, so the sentence does not repeat it.
    if (!URL.canParse(value) || new URL(value).protocol !== 'https:') {
      throw new TouchstoneError('usage', `TOUCHSTONE_AUDIT_HEAD must be ${must}.`);
    }
    return { url: value };
  }
  const file = resolve(value);
  if (file.startsWith(dataDir + sep)) throw wrong('TOUCHSTONE_AUDIT_HEAD', must, value);
  return { file };
}

function metricsListener(value: string): Config['metrics'] {
  if (value === 'off') return undefined;
  const [, host, port] = /^(.+):(\d+)$/.exec(value) ?? [];
  if (!host || !port) throw wrong('TOUCHSTONE_METRICS', '"off" or HOST:PORT', value);
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: portNumber('TOUCHSTONE_METRICS', port) };
}

function retention(value: string): number {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1 || days > MAX_RETENTION_DAYS) {
    throw wrong('TOUCHSTONE_IMAGE_RETENTION_DAYS', 'a whole number of days from 1 to 90', value);
  }
  return days;
}

function band(name: string, value: string | undefined): Band | undefined {
  if (value === undefined) return undefined;
  const [, fail, sure] = /^(\d{1,3}(?:\.\d{1,2})?):(\d{1,3}(?:\.\d{1,2})?)$/.exec(value) ?? [];
  if (!(Number(fail) <= Number(sure)) || Number(sure) > 100) {
    throw wrong(
      name,
      'FAIL:SURE, two scores from 0 to 100 of which the second is not the smaller, such as 70:80',
      value,
    );
  }
  return { fail: Number(fail), sure: Number(sure) };
}

function livenessModel(value: string): Config['liveness'] {
  return value === 'on' || value === 'off' ? value : { manifest: resolve(value) };
}

function rateLimit(value: string): Config['rateLimit'] {
  if (value === 'off') return undefined;
  const [, rate, burst] = /^(\d+(?:\.\d+)?):(\d+)$/.exec(value) ?? [];
  if (!(Number(rate) > 0) || !(Number(burst) >= 1)) {
    throw wrong(
      'TOUCHSTONE_RATE_LIMIT',
      '"off" or RATE:BURST, requests a second and how many at once, such as 20:40',
      value,
    );
  }
  return { rate: Number(rate), burst: Number(burst) };
}
