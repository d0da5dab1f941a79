// Durable screenings a second of SQLite and of one to three nodes on PostgreSQL: npm run bench:cluster.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { readConfig } from '../../src/config.ts';
import { MAX_QUOTA } from '../../src/domain/quota.ts';
import { withRecords } from '../../src/open-records.ts';
import { endOnSignals } from '../../test/rig/ending.ts';
import { NO_POSTGRES, POSTGRES, PostgresServer } from '../../test/support/postgres.ts';

const NODE = fileURLToPath(new URL('node.ts', import.meta.url));
const ACCOUNTS = 8;
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' } } });
const milliseconds = Number(values.seconds) * 1000;
const run = promisify(execFile);

interface Setting {
  readonly what: string;
  readonly nodes: number;
  readonly clients: number;
  /** One account for everybody, or several. */
  readonly hot: boolean;
}

/** `clients` are shared out among the nodes. Ends with the accounts as they were made. */
async function measure(settings: Record<string, string>, { what, nodes, clients, hot }: Setting): Promise<void> {
  const own = accounts.slice(0, hot ? 1 : ACCOUNTS).map(String);
  const words = [NODE, String(Math.round(clients / nodes)), String(milliseconds), ...own];
  const options = { env: { ...process.env, ...settings }, maxBuffer: 1e9 };
  const outputs = await Promise.all(Array.from({ length: nodes }, () => run(process.execPath, words, options)));
  const took = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as number[]).sort((a, b) => a - b);
  const at = (part: number) => took[Math.floor(took.length * part)]!.toFixed(1);
  const rate = Math.round((took.length / milliseconds) * 1000);
  const account = hot ? 'one account' : `${ACCOUNTS} accounts`;
  process.stdout.write(`| ${what} | ${clients} | ${account} | ${rate} | ${at(0.5)} | ${at(0.99)} |\n`);
}

async function makeAccounts(settings: Record<string, string>): Promise<number[]> {
  return withRecords(readConfig(settings), async (records) => {
    const made: number[] = [];
    for (let account = 0; account < ACCOUNTS; account += 1) {
      const wanted = { name: 'Bench', quota: MAX_QUOTA, plan: 'bench' };
      made.push((await records.accounts.create(wanted, 'operator')).id);
    }
    return made;
  });
}

if (!POSTGRES) throw new Error(NO_POSTGRES);
endOnSignals();
const parent = await mkdtemp(join(tmpdir(), 'touchstone-cluster-'));
// As an operator runs it: what is acknowledged is on the disk.
const server = await PostgresServer.start(['max_connections=200', 'shared_buffers=256MB']);
const sqlite = { TOUCHSTONE_DATA_DIR: join(parent, 'sqlite') };
const postgres = {
  TOUCHSTONE_DATA_DIR: join(parent, 'postgres'),
  TOUCHSTONE_DATABASE_URL: await server.database(),
};
let accounts = await makeAccounts(sqlite);
try {
  process.stdout.write(
    '| records in | clients | of | screenings a second | p50 ms | p99 ms |\n|---|---|---|---|---|---|\n',
  );
  for (const clients of [8, 64, 256]) await measure(sqlite, { what: 'SQLite', nodes: 1, clients, hot: true });
  accounts = await makeAccounts(postgres);
  for (const clients of [8, 64, 256]) {
    for (const nodes of [1, 2, 3]) {
      const what = `PostgreSQL, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
      await measure(postgres, { what, nodes, clients, hot: true });
    }
  }
  for (const nodes of [1, 3]) {
    const what = `PostgreSQL, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
    await measure(postgres, { what, nodes, clients: 64, hot: false });
  }
} finally {
  server.remove();
  await rm(parent, { recursive: true, force: true });
}
