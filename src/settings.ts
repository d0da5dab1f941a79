import { resolve } from 'node:path';
import type { Environment } from './domain/environment.ts';
import { type Band, DEFAULT_THRESHOLDS } from './domain/verification.ts';
import * as provider from './provider-settings.ts';
import * as values from './setting-values.ts';

/** A setting of the environment. The table in docs/operations.md is written from these: `npm run settings`. */
interface Setting<Value> {
  readonly variable: string;
  /** Read where the variable is not set. */
  readonly preset?: string;
  /** What holds without it, in words, where no text says it. */
  readonly otherwise?: string;
  /** What it takes and what it is for; Markdown. */
  readonly meaning: string;
  /** Throws `usage` with a sentence for a text that it does not take. */
  read(text: string | undefined, variable: string): Value;
}

/** Every setting by its name in `Config`, but the addresses of mirrors. */
export const SETTINGS = {
  environment: preset(
    'TOUCHSTONE_ENVIRONMENT',
    'production',
    '`production`, `staging` or `sandbox`: a service of its own beside the real one ([environments](#other-environments)); every command also takes `--environment`',
    values.environment,
  ),
  dataDir: {
    variable: 'TOUCHSTONE_DATA_DIR',
    otherwise: "`data` in the project's root",
    meaning: 'database, lists, snapshots, certificate, key file',
    read: values.dataDirectory,
  },
  databaseUrl: optional(
    'TOUCHSTONE_DATABASE_URL',
    'SQLite in the data directory',
    '`postgres://…`: records in PostgreSQL 15 or newer, which [several nodes](scaling.md) may share; `sslmode` and `pool` (connections that read) may stand in its query',
    values.postgresAddress,
  ),
  databaseReadUrl: optional(
    'TOUCHSTONE_DATABASE_READ_URL',
    'the primary answers everything',
    '`postgres://…` of a replica that follows `TOUCHSTONE_DATABASE_URL`: lists, exports and analytics [are read there](scaling.md#a-replica-that-answers) where it has all that was stored before',
    values.postgresAddress,
  ),
  imagesUrl: optional(
    'TOUCHSTONE_IMAGES_URL',
    'encrypted files in the data directory',
    '`s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION`: images in a bucket of [an object store](scaling.md#the-object-store); credentials from the usual AWS variables or files',
    values.objectStore,
  ),
  host: preset('TOUCHSTONE_HOST', '127.0.0.1', 'address to listen on', (text) => text),
  port: preset('TOUCHSTONE_PORT', '8443', 'port; 0 takes any free one', values.portNumber),
  tlsCert: optional(
    'TOUCHSTONE_TLS_CERT',
    'a self-signed certificate, made once',
    'certificate, a PEM file; goes with `TOUCHSTONE_TLS_KEY`',
    (text) => resolve(text),
  ),
  tlsKey: optional('TOUCHSTONE_TLS_KEY', 'the key of that certificate', 'its private key, a PEM file', (text) =>
    resolve(text),
  ),
  trustedProxies: {
    variable: 'TOUCHSTONE_TRUSTED_PROXIES',
    otherwise: 'none',
    meaning:
      'comma-separated addresses and CIDRs whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed; `10.0.0.5/8` is refused, since it may mean a network or an address',
    read: (text = '', variable) => values.addressRanges(text, variable),
  } satisfies Setting<readonly string[]>,
  publicUrl: optional(
    'TOUCHSTONE_PUBLIC_URL',
    'the host that a request names',
    'the address under which people reach the pages, `https://HOST` or `https://HOST:PORT`: passkeys are bound to its host, and links to people begin with it',
    values.publicUrl,
  ),
  captureUrl: optional(
    'TOUCHSTONE_CAPTURE_URL',
    '`TOUCHSTONE_PUBLIC_URL`',
    'the address under which people reach the page that [takes their pictures](capture.md), where it has a host of its own: `https://HOST` or `https://HOST:PORT`',
    values.publicUrl,
  ),
  capturePort: optional(
    'TOUCHSTONE_CAPTURE_PORT',
    'the page is served beside the API alone',
    'another port, which serves [the page that takes pictures](capture.md) and nothing else, so that no other port has to face the internet; 0: any',
    values.portNumber,
  ),
  maxConnections: preset(
    'TOUCHSTONE_MAX_CONNECTIONS',
    '2000',
    'connections that are open at once; never more than half of the files that the process may open (`ulimit -n`)',
    values.connectionCount,
  ),
  maxConnectionsPerAddress: preset(
    'TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS',
    '500',
    'of these, connections of one client address; of IPv6 a /64 counts as one, and trusted proxies are exempt',
    values.connectionCount,
  ),
  stopMs: preset(
    'TOUCHSTONE_STOP_SECONDS',
    '30',
    '1 to 3600: how long requests that run may take to end once a stop was asked for; give a supervisor ten seconds more',
    values.stopTime,
  ),
  masterKeys: optional(
    'TOUCHSTONE_MASTER_KEY',
    'a key file in the data directory',
    '64 hex digits; the keys of stored images are wrapped under it; former keys may follow, separated by commas, until `images rotate` is through',
    values.masterKeys,
  ),
  listsSyncMs: preset(
    'TOUCHSTONE_LISTS_SYNC',
    'daily',
    '`off`, `hourly`, `daily` or an interval of 15 minutes or more: `30m`, `6h`, `2d`',
    values.syncInterval,
  ),
  listsSyncLimitMs: preset(
    'TOUCHSTONE_LISTS_SYNC_LIMIT',
    '3h',
    '5 minutes to 24 hours: a sync of the service that takes longer is ended and reported',
    values.syncLimit,
  ),
  listsSources: optional(
    'TOUCHSTONE_LISTS_SOURCES',
    'all but `ch-seco`, `fr-gels`, `jp-mof`, `opensanctions`, `pl-mswia`, `uk-ofsi`, `us-csl`',
    'comma-separated source ids that a sync reads',
    values.commaSeparated,
  ),
  listsContact: optional(
    'TOUCHSTONE_LISTS_CONTACT',
    'none',
    'an address of mail or web that a sync names to the authorities, so that they can ask',
    values.contact,
  ),
  listsEuToken: optional(
    'TOUCHSTONE_LISTS_EU_TOKEN',
    'the one of the public link',
    "token of your own account for the EU's list, as its download links have it behind `token=`",
    values.token,
  ),
  starterList: preset(
    'TOUCHSTONE_STARTER_LIST',
    'on',
    '`off`: no entry of the starter list is ever used',
    values.onOff,
  ),
  media: preset(
    'TOUCHSTONE_MEDIA',
    'off',
    'where [adverse media](adverse-media.md) comes from: `gdelt` (the GDELT project), `feeds` (`TOUCHSTONE_MEDIA_FEEDS`) or `both`',
    values.mediaSources,
  ),
  mediaFeeds: optional(
    'TOUCHSTONE_MEDIA_FEEDS',
    'none',
    'comma-separated addresses of RSS or Atom feeds, for `feeds` and `both`',
    values.mediaFeeds,
  ),
  mediaDays: preset(
    'TOUCHSTONE_MEDIA_DAYS',
    '365',
    `1 to ${values.MAX_MEDIA_DAYS}: days for which adverse media are kept`,
    values.mediaDays,
  ),
  mediaAlertsADay: preset(
    'TOUCHSTONE_MEDIA_ALERTS_A_DAY',
    '20',
    'most alerts of adverse media that one customer gets on a day; what is beyond is counted in the newest',
    values.mediaAlerts,
  ),
  mediaUrl: preset(
    'TOUCHSTONE_MEDIA_URL',
    'http://data.gdeltproject.org/gdeltv2/',
    'address under which `masterfilelist.txt`, `lastupdate.txt` and the files of the Global Knowledge Graph lie, such as a mirror',
    values.webAddress,
  ),
  firstAccount: preset(
    'TOUCHSTONE_FIRST_ACCOUNT',
    'on',
    '`off`: an empty database gets no first account (containers, systemd)',
    values.onOff,
  ),
  auditHead: optional(
    'TOUCHSTONE_AUDIT_HEAD',
    'none',
    'a file outside of the data directory, or an https address: gets the head of the audit chain once a day',
    values.auditHead,
  ),
  auditStream: optional(
    'TOUCHSTONE_AUDIT_STREAM',
    'none',
    '`file:PATH` outside of the data directory, `https://…` or `tls://HOST:PORT` (syslog): gets [every entry of the audit log](audit-stream.md)',
    values.auditStream,
  ),
  auditStreamSourceIp: preset(
    'TOUCHSTONE_AUDIT_STREAM_SOURCE_IP',
    'off',
    '`on`: the audit stream says [from which address](audit-stream.md#addresses-of-clients) something was asked',
    values.onOff,
  ),
  webhooksAllow: {
    variable: 'TOUCHSTONE_WEBHOOKS_ALLOW',
    otherwise: 'none',
    meaning:
      'comma-separated CIDRs of private addresses and origins `http://HOST:PORT` that [webhooks](webhooks.md) may reach, besides public addresses by https',
    read: (text = '', variable) => values.webhooksAllowed(text, variable),
  } satisfies Setting<values.WebhooksAllowed>,
  oidcIssuer: optional(
    'TOUCHSTONE_OIDC_ISSUER',
    'none',
    "the address by which your company's provider of [sign-in by OpenID Connect](sign-in.md) calls itself; `https`, or `http` on a loopback address",
    provider.issuerAddress,
  ),
  oidcClientId: optional(
    'TOUCHSTONE_OIDC_CLIENT_ID',
    'none',
    'what the provider calls this service',
    provider.shortLabel,
  ),
  oidcClientSecret: optional(
    'TOUCHSTONE_OIDC_CLIENT_SECRET',
    'a public client',
    'the secret that the provider gave it',
    (text) => text,
  ),
  oidcClientSecretFile: optional(
    'TOUCHSTONE_OIDC_CLIENT_SECRET_FILE',
    'none',
    'a file with that secret, in its place',
    (text) => resolve(text),
  ),
  oidcName: preset('TOUCHSTONE_OIDC_NAME', 'your company', 'what the button calls the provider', provider.shortLabel),
  oidcScopes: preset(
    'TOUCHSTONE_OIDC_SCOPES',
    'openid email profile',
    'scopes that are asked for; some providers look at groups again only with `offline_access` among them',
    provider.scopeWords,
  ),
  oidcGroupsClaim: preset(
    'TOUCHSTONE_OIDC_GROUPS_CLAIM',
    'groups',
    'the claim that has the groups',
    provider.shortLabel,
  ),
  metrics: preset(
    'TOUCHSTONE_METRICS',
    '127.0.0.1:9464',
    '`off`, or HOST:PORT of the Prometheus listener; a taken port is a warning',
    values.metricsListener,
  ),
  imageRetentionDays: preset(
    'TOUCHSTONE_IMAGE_RETENTION_DAYS',
    String(values.MAX_RETENTION_DAYS),
    `1 to ${values.MAX_RETENTION_DAYS}`,
    values.retentionDays,
  ),
  auditRetentionDays: optional(
    'TOUCHSTONE_AUDIT_RETENTION_DAYS',
    'the audit log is kept whole',
    `${values.MIN_AUDIT_DAYS} to ${values.MAX_AUDIT_DAYS}: entries of the audit log that are older go, by whole months ([retention](#retention))`,
    values.auditDays,
  ),
  matchThresholds: preset(
    'TOUCHSTONE_MATCH_THRESHOLDS',
    bandText(DEFAULT_THRESHOLDS.match),
    '`FAIL:SURE`: below FAIL the faces do not match; between FAIL and SURE the status is `Manual Review Required`',
    values.band,
  ),
  livenessThresholds: preset(
    'TOUCHSTONE_LIVENESS_THRESHOLDS',
    bandText(DEFAULT_THRESHOLDS.liveness),
    'the same for liveness',
    values.band,
  ),
  liveness: preset(
    'TOUCHSTONE_LIVENESS',
    'on',
    '`off` (then at best `Manual Review Required`), or the manifest of an ONNX model of your own, beside the bundled one or instead of it ([reference](verification-reference.md))',
    values.livenessModel,
  ),
  faceModel: optional(
    'TOUCHSTONE_FACE_MODEL',
    'the bundled models',
    'manifest of a face embedding model of your own',
    (text) => resolve(text),
  ),
  modelsUrl: optional(
    'TOUCHSTONE_MODELS_URL',
    "the authors' addresses",
    'address under which the files of `touchstone models install` lie instead, such as a mirror',
    values.webAddress,
  ),
  rateLimit: preset(
    'TOUCHSTONE_RATE_LIMIT',
    'off',
    '`RATE:BURST` for each key: requests a second, and how many at once',
    values.rateLimit,
  ),
};

/** What stands in for settings that are not given, in services beside the real one. */
export const BESIDE: Readonly<Record<Environment, Readonly<Record<string, string>>>> = {
  production: {},
  staging: {
    TOUCHSTONE_DATA_DIR: values.besideProgram('data-staging'),
    TOUCHSTONE_PORT: '10443',
    TOUCHSTONE_METRICS: '127.0.0.1:9466',
  },
  sandbox: {
    TOUCHSTONE_DATA_DIR: values.besideProgram('data-sandbox'),
    TOUCHSTONE_PORT: '9443',
    TOUCHSTONE_METRICS: '127.0.0.1:9465',
  },
};

/** The address of a list by its source: the id follows, in capitals with underscores. */
export const MIRROR = {
  prefix: 'TOUCHSTONE_LISTS_URL_',
  variable: 'TOUCHSTONE_LISTS_URL_<SOURCE>',
  otherwise: 'the official address',
  meaning: 'a mirror; `TOUCHSTONE_LISTS_URL_UN_SC` for `un-sc`',
};

function preset<Value>(
  variable: string,
  text: string,
  meaning: string,
  read: (text: string, variable: string) => Value,
): Setting<Value> {
  return { variable, preset: text, meaning, read: (given = text) => read(given, variable) };
}

function optional<Value>(
  variable: string,
  otherwise: string,
  meaning: string,
  read: (text: string, variable: string) => Value,
): Setting<Value | undefined> {
  return { variable, otherwise, meaning, read: (text) => (text === undefined ? undefined : read(text, variable)) };
}

function bandText({ fail, sure }: Band): string {
  return `${fail}:${sure}`;
}
