/**
 * Lets Schemathesis, a fuzzer that reads the OpenAPI document, try the service with all of its checks:
 * `npm run test:schemathesis -- --cases 1000`. It needs Python with the package `schemathesis` (version 4), else it is
 * skipped with a sentence. `TOUCHSTONE_TEST_SCHEMATHESIS` names the program where it is not on the PATH. A Python that
 * was built without TLS cannot reach the service: that is skipped as well.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ServingProcess } from './support/process.ts';
import { Bench } from './support/service.ts';

const CONFIG = fileURLToPath(new URL('./schemathesis.toml', import.meta.url));
const QUOTA = '1000000000';

/** What such a Python says in the middle of its trace. */
const NO_TLS = 'SSL module is not available';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const program = process.env.TOUCHSTONE_TEST_SCHEMATHESIS ?? 'schemathesis';

if ((await run(program, ['--version'])).code === 0) process.exitCode = await fuzz();
else console.log('Skipped: Schemathesis is not installed (python3 -m pip install "schemathesis>=4,<5").');

async function fuzz(): Promise<number> {
  const bench = await Bench.create({ TOUCHSTONE_STARTER_LIST: 'on' });
  const service = new ServingProcess(bench);
  try {
    const { url, agent } = await service.serving();
    await agent.close();
    const words = ['accounts', 'create', '--name', 'Schemathesis', '--quota', QUOTA];
    const { id } = await bench.json<{ id: number }>(...words);
    const { key } = await bench.key(id);
    const { code, output } = await run(program, [
      '--config-file',
      CONFIG,
      'run',
      `${url}/openapi.json`,
      '--checks',
      'all',
      '--header',
      `X-API-Key: ${key}`,
      '--tls-verify',
      join(bench.dataDir, 'tls', 'cert.pem'),
      '--max-examples',
      values.cases!,
      // To delete a batch stops it; what was done stays. Other deletions are tested in `contract/`.
      // `Allow` names the methods of `/api/Customers/import` and of a customer with that reference: both are right.
      '--exclude-checks',
      'use_after_free,allow_header_conformance',
      '--seed',
      values.seed!,
      // One worker: what a seed tries is the same each time.
      '--workers',
      '1',
      '--no-color',
    ]);
    if (output.includes(NO_TLS)) {
      console.log('Skipped: the Python of Schemathesis was built without TLS.');
      return 0;
    }
    // It closes as pytest does, and whoever reads a log would take its last line for the end of other tests.
    console.log(code === 0 ? `Schemathesis: ${/\d+ generated.*/.exec(output)?.[0] ?? 'passed'}.` : output);
    return code;
  } finally {
    service.kill();
    await service.ended();
    await bench.remove();
  }
}

/** The exit code and what was printed; the code is -1 where the program cannot be started. */
async function run(command: string, words: string[]): Promise<{ code: number; output: string }> {
  // It keeps a cache where it runs.
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], cwd: tmpdir() });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? -1, output };
  } catch {
    return { code: -1, output };
  }
}
