// The HTTP contract with the records in PostgreSQL: npm run test:postgres. Files and options of Vitest may follow.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endOnSignals, endWithProcess } from '../rig/ending.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../support/postgres.ts';

/** They look into the file of SQLite, or have a PostgreSQL of their own. */
const WITHOUT_IT = ['audit-log-size', 'failure', 'shared-lists'];
/** What they ask for ends before the records, or asks these for no more than the others do. */
const ABOVE_RECORDS = [
  'broken-forms',
  'capture-document',
  'capture-page',
  'capture-sandbox',
  'client',
  'clients',
  'error-codes',
  'hostile-bodies',
  'list-import',
  'openapi-breaking',
  'openapi-examples',
  'provider-differences',
  'provider-doctor',
  'provider-hostile',
  'proxies',
  'reconcile',
  'sandbox-list',
  'tracing',
  'transport',
  'verification',
  'watchman',
  'yente',
  'yente-drop-in',
];

if (!POSTGRES) {
  process.stdout.write(`${NO_POSTGRES}\n`);
} else {
  endOnSignals();
  const server = await PostgresServer.start();
  try {
    const wanted = process.argv.slice(2);
    const isAll = wanted.every((word) => word.startsWith('-'));
    const words = ['vitest', 'run', ...wanted, ...(isAll ? ['test/contract'] : [])];
    const left = isAll ? [...WITHOUT_IT, ...ABOVE_RECORDS] : WITHOUT_IT;
    const skipped = left.map((name) => `--exclude=test/contract/${name}.test.ts`);
    const env = {
      ...process.env,
      TOUCHSTONE_TEST_DATABASE_SERVER: server.url,
      TOUCHSTONE_TEST_DATABASE_TEMPLATE: await server.template(),
    };
    const run = spawn('npx', [...words, ...skipped], { stdio: 'inherit', env, detached: true });
    endWithProcess(() => run.exitCode === null && process.kill(-run.pid!, 'SIGKILL'));
    const [code] = await once(run, 'exit');
    process.exitCode = code ?? 1;
  } finally {
    server.remove();
  }
}
