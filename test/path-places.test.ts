import { describe, expect, it } from 'vitest';
import { isBackupPath } from '../src/backup/paths.ts';
import { plainName } from '../src/http/dashboard/list-files.ts';
import { isDay } from '../src/media/media-store.ts';
import { isStamp, listedFile } from '../src/media/quarter-hours.ts';
import { readSharedManifest } from '../src/media/shared-manifest.ts';
import { ModelStore } from '../src/models/model-store.ts';
import { sourceById } from '../src/watchlists/registry.ts';
import { filesOf, textOfFile } from './support/program-expressions.ts';

/** Files that make paths of what the operator gives: a setting, or an argument of a command. In `src/`. */
const OF_THE_OPERATOR = [
  'audit-stream/file-receiver.ts',
  'backup/backup.ts',
  'commands/bulk.ts',
  'commands/demo.ts',
  'commands/face-threads.ts',
  'commands/faces-compare.ts',
  'commands/faces-liveness.ts',
  'commands/images.ts',
  'commands/migrate.ts',
  'commands/pictures.ts',
  'commands/screen-workbook.ts',
  'config.ts',
  'doctor/certificate.ts',
  'doctor/service.ts',
  'http/audit-head.ts',
  'http/tls/certificate.ts',
  'inference/manifest.ts',
  'object-store/credentials.ts',
  'object-store/role-credentials.ts',
  'object-store/bucket.ts',
  'provider-settings.ts',
  'setting-values.ts',
  'settings.ts',
  'spreadsheets/as-csv.ts',
  'watchlists/bundle/export-bundle.ts',
  'watchlists/formats/list-file.ts',
  'log-output.ts',
];

/** Files that make paths of names that the program has or makes: constants, numbers of records, random names. */
const OF_THE_PROGRAM = [
  'accounts/password-rules.ts',
  'capture/movement/limits.ts',
  'commands/models.ts',
  'commands/screening.ts',
  'composition/metrics.ts',
  'composition/parts.ts',
  'composition/requests.ts',
  'composition/running.ts',
  'doctor/database.ts',
  'doctor/disk.ts',
  'doctor/doctor.ts',
  'doctor/images.ts',
  'doctor/lists.ts',
  'doctor/models.ts',
  'doctor/permissions.ts',
  'documents/barcode/barcode-reader.ts',
  'documents/labeller/doubts.ts',
  'documents/labeller/labeller.ts',
  'documents/text/learned-chances.ts',
  'documents/text/letter-network.ts',
  'documents/text/text-reader.ts',
  'durable-file.ts',
  'environment.ts',
  'faces/confidence.ts',
  'faces/frames/frame-networks.ts',
  'faces/liveness/liveness-reader.ts',
  'faces/networks.ts',
  'file-failure.ts',
  'file-lock.ts',
  'http/tls/connections.ts',
  'images/disk.ts',
  'images/master-keys.ts',
  'images/open-images.ts',
  'images/vault.ts',
  'inference/download.ts',
  'media/feeds/feed-sync.ts',
  'media/index/media-index.ts',
  'media/news-folder.ts',
  'media/sync-news.ts',
  'open-records.ts',
  'program-version.ts',
  'records/migration.ts',
  'records/sqlite/condition.ts',
  'records/sqlite/connection.ts',
  'records/sqlite/copies.ts',
  'sandbox/news.ts',
  'sandbox/specimens.ts',
  'screening/facts.ts',
  'screening/index/build.ts',
  'screening/index/format.ts',
  'screening/pool.ts',
  'spreadsheets/workbook-process.ts',
  'start-progress.ts',
  'tables.ts',
  'threads/step-back.ts',
  'verification/authenticity.ts',
  'watchlists/lists.ts',
  'watchlists/starter/starter-lists.ts',
  'watchlists/store/intake.ts',
  'watchlists/sync/download.ts',
  'watchlists/sync/http-fetcher.ts',
  'watchlists/sync/list-imports.ts',
  'watchlists/sync/snapshot-delta.ts',
  'watchlists/sync/snapshot-publisher.ts',
  'watchlists/sync/terms-notice.ts',
];

/** Files that make paths of what others say: what that is, and what checks it. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  'backup/manifest.ts': 'the manifest of a backup; isBackupPath',
  'backup/paths.ts': 'the manifest of a backup; isBackupPath',
  'backup/restore.ts': 'the manifest of a backup; isBackupPath',
  'http/built-pages.ts': 'the address of a request, which is looked up among the files that were built',
  'http/dashboard/list-files.ts': 'the name of an upload; plainName',
  'media/media-store.ts': 'stamps of the Graph and of the shared manifest; listedFile, readSharedManifest',
  'media/shared-news.ts': 'days of the shared manifest; readSharedManifest',
  'media/sync.ts': 'stamps of the Graph; listedFile',
  'models/model-store.ts': 'the name of a model, which the catalogue must have',
  'watchlists/bundle/import-bundle.ts': 'members of a bundle, which the signed manifest must name; bundle.test.ts',
  'watchlists/bundle/manifest.ts': 'the signed manifest, of which each part has a form; bundle.test.ts',
  'watchlists/store/list-store.ts': 'the time of a list in a bundle; bundle.test.ts',
  'watchlists/store/shared-lists.ts': 'the description of a snapshot, whose hash is in the records',
};

const HASH = '0123456789abcdef'.repeat(4);
const HOSTILE = [
  '',
  '.',
  '..',
  '../x',
  '../../etc/cron.d/evil',
  '/etc/passwd',
  'lists/../../x',
  'x\n/../../etc/cron.d/evil',
  'x\r/../../etc',
  'x\u2028/../../etc',
  'x\0/../../etc',
  'C:\\Windows\\x',
  '..\\..\\x',
  '%2e%2e/x',
  '\u2024\u2024/x',
  '...../...../x',
  'data/..',
  'C:../../x',
  '-rf',
  '~/x',
  '$(id)',
  'CON',
  'é'.repeat(200),
  'x'.repeat(300),
];

describe('a place that makes a path', () => {
  it('is known, with where its names come from', () => {
    const makes = filesOf('src/**/*.ts')
      .filter((path) => /from 'node:(?:path|fs|fs\/promises)'/.test(textOfFile(path)))
      .map((path) => path.slice('src/'.length));
    const known = [...OF_THE_OPERATOR, ...OF_THE_PROGRAM, ...Object.keys(OF_OTHERS)];
    expect(known.sort()).toEqual(makes.sort());
  });

  it.each(HOSTILE)('takes no name such as %j from others', async (name) => {
    expect(isBackupPath(name), 'the manifest of a backup').toBe(false);
    expect(isBackupPath(`lists/un-sc/../${name}`), 'a folder of a backup').toBe(false);
    expect([isDay(name), isStamp(name)]).toEqual([false, false]);
    expect(listedFile(`1 ${HASH.slice(32)} http://gkg.example/${name}.gkg.csv.zip`)).toBeUndefined();
    expect(() => readSharedManifest(JSON.stringify({ gdelt: { state: null, days: { [name]: HASH } } }))).toThrow(
      'is not what was shared',
    );
    expect(() => sourceById(name)).toThrow();
    await expect(new ModelStore({ directory: '/nowhere' }).install(name)).rejects.toThrow('The catalogue has no model');
  });

  it.each(HOSTILE)('gives an upload called %j a name of its own', (name) => {
    const plain = plainName(name);
    expect(plain).toMatch(/^[A-Za-z0-9][A-Za-z0-9._ -]{0,99}$/);
  });
});
