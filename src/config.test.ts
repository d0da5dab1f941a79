import { isAbsolute } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('settings', () => {
  test('an empty environment gives the documented defaults', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8443,
      tls: undefined,
      trustedProxies: [],
      maxConnections: 2_000,
      maxConnectionsPerAddress: 500,
      listsSyncMs: 86_400_000,
      listsSources: undefined,
      starterList: true,
      firstAccount: true,
      metrics: { host: '127.0.0.1', port: 9464 },
      imageRetentionDays: 90,
      auditRetentionDays: undefined,
      masterKeys: undefined,
      thresholds: { match: { fail: 70, sure: 80 }, liveness: { fail: 70, sure: 80 } },
      liveness: 'on',
      faceModel: undefined,
      rateLimit: undefined,
      webhooksAllow: { ranges: [], origins: [] },
      publicUrl: undefined,
      captureUrl: undefined,
      capturePort: undefined,
    });
    expect(readConfig({}).environment).toBe('production');
    expect(isAbsolute(readConfig({}).dataDir)).toBe(true);
    expect(readConfig({}).dataDir.endsWith('data')).toBe(true);
  });

  test('every documented form is understood', () => {
    expect(
      readConfig({
        TOUCHSTONE_PORT: '0',
        TOUCHSTONE_PUBLIC_URL: 'https://Desk.example:443/',
        TOUCHSTONE_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
        TOUCHSTONE_WEBHOOKS_ALLOW: '10.0.0.0/8, http://hooks.internal:8080/,127.0.0.1,http://HOOKS.internal:80',
        TOUCHSTONE_MAX_CONNECTIONS: '300',
        TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS: '30',
        TOUCHSTONE_LISTS_SYNC: '6h',
        TOUCHSTONE_LISTS_SOURCES: 'un-sc, eu-fsf',
        TOUCHSTONE_LISTS_URL_UN_SC: 'https://mirror.example/un.xml',
        TOUCHSTONE_STARTER_LIST: 'off',
        TOUCHSTONE_METRICS: '[::1]:9000',
        TOUCHSTONE_RATE_LIMIT: '2.5:10',
        TOUCHSTONE_MASTER_KEY: `${'AB'.repeat(32)}, ${'0'.repeat(64)}`,
        TOUCHSTONE_MATCH_THRESHOLDS: '65:82.5',
        TOUCHSTONE_LIVENESS: '/models/liveness.json',
        TOUCHSTONE_FACE_MODEL: '/models/face.json',
      }),
    ).toMatchObject({
      port: 0,
      publicUrl: 'https://desk.example',
      masterKeys: ['ab'.repeat(32), '0'.repeat(64)],
      thresholds: { match: { fail: 65, sure: 82.5 }, liveness: { fail: 70, sure: 80 } },
      liveness: { manifest: '/models/liveness.json' },
      faceModel: '/models/face.json',
      webhooksAllow: {
        ranges: ['10.0.0.0/8', '127.0.0.1'],
        origins: ['http://hooks.internal:8080', 'http://hooks.internal'],
      },
      trustedProxies: ['10.0.0.0/8', '::1'],
      maxConnections: 300,
      maxConnectionsPerAddress: 30,
      listsSyncMs: 21_600_000,
      listsSources: ['un-sc', 'eu-fsf'],
      listsUrls: { 'un-sc': 'https://mirror.example/un.xml' },
      starterList: false,
      metrics: { host: '::1', port: 9000 },
      rateLimit: { rate: 2.5, burst: 10 },
    });
    expect(readConfig({ TOUCHSTONE_METRICS: 'off', TOUCHSTONE_LISTS_SYNC: 'off' })).toMatchObject({
      metrics: undefined,
      listsSyncMs: undefined,
    });
  });

  test.each([
    ['TOUCHSTONE_PORT', '70000'],
    ['TOUCHSTONE_PORT', 'https'],
    ['TOUCHSTONE_TLS_CERT', '/only/one.pem'],
    ['TOUCHSTONE_TRUSTED_PROXIES', '10.0.0.0/8,proxy.example'],
    ['TOUCHSTONE_TRUSTED_PROXIES', '010.0.0.1'],
    ['TOUCHSTONE_WEBHOOKS_ALLOW', '10.0.0.5/8'],
    ['TOUCHSTONE_WEBHOOKS_ALLOW', 'hooks.internal'],
    ['TOUCHSTONE_WEBHOOKS_ALLOW', 'https://hooks.internal'],
    ['TOUCHSTONE_WEBHOOKS_ALLOW', 'http://hooks.internal/path'],
    ['TOUCHSTONE_WEBHOOKS_ALLOW', 'http://user@hooks.internal'],
    ['TOUCHSTONE_TRUSTED_PROXIES', '10.0.0.5/8'],
    ['TOUCHSTONE_TRUSTED_PROXIES', '10.0.0.0/08,10.1'],
    ['TOUCHSTONE_MAX_CONNECTIONS', '0'],
    ['TOUCHSTONE_MAX_CONNECTIONS_PER_ADDRESS', 'many'],
    ['TOUCHSTONE_MASTER_KEY', 'secret'],
    ['TOUCHSTONE_MASTER_KEY', `${'ab'.repeat(32)},short`],
    ['TOUCHSTONE_MATCH_THRESHOLDS', '80:70'],
    ['TOUCHSTONE_MATCH_THRESHOLDS', '70'],
    ['TOUCHSTONE_LIVENESS_THRESHOLDS', '70:101'],
    ['TOUCHSTONE_LISTS_SYNC', 'sometimes'],
    ['TOUCHSTONE_LISTS_SYNC', '1m'],
    ['TOUCHSTONE_LISTS_SYNC_LIMIT', '1m'],
    ['TOUCHSTONE_LISTS_SYNC_LIMIT', '25h'],
    ['TOUCHSTONE_LISTS_SYNC_LIMIT', 'off'],
    ['TOUCHSTONE_LISTS_URL_UN_SC', 'ftp://mirror.example'],
    ['TOUCHSTONE_STARTER_LIST', 'yes'],
    ['TOUCHSTONE_METRICS', '9464'],
    ['TOUCHSTONE_IMAGE_RETENTION_DAYS', '91'],
    ['TOUCHSTONE_AUDIT_RETENTION_DAYS', '364'],
    ['TOUCHSTONE_AUDIT_RETENTION_DAYS', '3y'],
    ['TOUCHSTONE_IMAGE_RETENTION_DAYS', '0'],
    ['TOUCHSTONE_RATE_LIMIT', '0:5'],
    ['TOUCHSTONE_DATABASE_URL', 'postgres://db'],
    ['TOUCHSTONE_DATABASE_URL', 'mysql://db/records'],
    ['TOUCHSTONE_DATABASE_READ_URL', 'mysql://db/records'],
    ['TOUCHSTONE_DATABASE_READ_URL', 'postgres://u@replica/records'],
    ['TOUCHSTONE_IMAGES_URL', 'https://bucket'],
    ['TOUCHSTONE_IMAGES_URL', 's3://key:secret@bucket'],
    ['TOUCHSTONE_IMAGES_URL', 's3://bucket/a/../b?endpoint=ftp://host'],
    ['TOUCHSTONE_IMAGES_URL', 's3://bucket?endpoint=https://host/path'],
    ['TOUCHSTONE_IMAGES_URL', 's3://bucket?host=https://host'],
  ])('%s=%s is refused with a sentence that names the setting', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}.*\\.$`));
  });

  test('nodes that share a database and a bucket must share the master key as well', () => {
    const shared = {
      TOUCHSTONE_DATABASE_URL: 'postgres://u@db/records',
      TOUCHSTONE_IMAGES_URL: 's3://bucket/touchstone?endpoint=https://s3.example:9000&region=eu-central-1',
    };
    expect(() => readConfig(shared)).toThrow(/needs TOUCHSTONE_MASTER_KEY/);
    expect(readConfig({ ...shared, TOUCHSTONE_MASTER_KEY: 'a'.repeat(64) }).imagesUrl).toBe(
      shared.TOUCHSTONE_IMAGES_URL,
    );
  });

  test('traces go where OpenTelemetry says, and nowhere without that', () => {
    const endpoint = 'http://collector.internal:4318';
    expect(readConfig({}).tracing).toBeUndefined();
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    expect(readConfig(given).tracing).toEqual({ endpoint, service: 'touchstone', share: 1 });
    const more = { ...given, OTEL_SERVICE_NAME: 'screening', OTEL_TRACES_SAMPLER_ARG: '0.01' };
    expect(readConfig(more).tracing).toEqual({ endpoint, service: 'screening', share: 0.01 });
    expect(() => readConfig({ ...given, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(/OTEL_TRACES_SAMPLER_ARG must be/);
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(/must be an http or https/);
  });

  test('the news comes from the graph, from feeds, or both, and feeds are named', () => {
    expect(readConfig({})).toMatchObject({ media: undefined, mediaFeeds: undefined, mediaAlertsADay: 20 });
    const both = { TOUCHSTONE_MEDIA: 'both', TOUCHSTONE_MEDIA_FEEDS: 'https://a.example/1, https://b.example/2' };
    expect(readConfig(both)).toMatchObject({
      media: ['gdelt', 'feeds'],
      mediaFeeds: ['https://a.example/1', 'https://b.example/2'],
    });
    expect(() => readConfig({ TOUCHSTONE_MEDIA: 'feeds' })).toThrow(/name them in TOUCHSTONE_MEDIA_FEEDS/);
    expect(() => readConfig({ TOUCHSTONE_MEDIA: 'papers' })).toThrow(/"off", "gdelt", "feeds" or "both"/);
    expect(() => readConfig({ TOUCHSTONE_MEDIA_FEEDS: 'a.example' })).toThrow(/http or https/);
  });

  test('a secret setting is never repeated in the sentence', () => {
    expect(() => readConfig({ TOUCHSTONE_MASTER_KEY: 'hunter2' })).toThrow(/^(?!.*hunter2)/);
    expect(() => readConfig({ TOUCHSTONE_DATABASE_URL: 'postgres://u:hunter2@db' })).toThrow(/^(?!.*hunter2)/);
  });
});
