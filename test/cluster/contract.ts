import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithProcess } from '../rig/ending.ts';
import { PostgresServer } from '../support/postgres.ts';

/** What the specification promises of screenings, batches and access. */
const FILES = ['screening', 'batch', 'access'].map((name) => `test/contract/${name}.test.ts`);

/** The HTTP contract at one node of three: what the others do meanwhile must not show. */
export async function contract(): Promise<string> {
  const server = await PostgresServer.start();
  try {
    const env = {
      ...process.env,
      TOUCHSTONE_TEST_DATABASE_SERVER: server.url,
      TOUCHSTONE_TEST_DATABASE_TEMPLATE: await server.template(),
      TOUCHSTONE_TEST_NODES: '3',
      NO_COLOR: '1',
    };
    const run = spawn('npx', ['vitest', 'run', ...FILES], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
      detached: true,
    });
    run.once(
      'close',
      endWithProcess(() => process.kill(-run.pid!, 'SIGKILL')),
    );
    let output = '';
    run.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const [code] = await once(run, 'close');
    assert.equal(code, 0, output);
    return `the contract of screenings, batches and access at a node of three: ${/Tests .*/.exec(output)?.[0]}`;
  } finally {
    server.remove();
  }
}
