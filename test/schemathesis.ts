/**
 * Lets Schemathesis, a fuzzer that reads the OpenAPI document, try the service with all of its checks:
 * `npm run test:schemathesis -- --cases 1000`. It needs Python with the package `schemathesis` (version 4), else it is
 * skipped with a sentence. `TOUCHSTONE_TEST_SCHEMATHESIS` names the program where it is not on the PATH. A Python that
 * was built without TLS cannot reach the service: that is skipped as well.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { request } from 'undici';
import { LETTER_OR_DIGIT } from '../src/screening/query.ts';
import { ServingProcess } from './support/process.ts';
import { Bench } from './support/service.ts';

const QUOTA = '1000000000';

/** What such a Python says in the middle of its trace. */
const NO_TLS = 'SSL module is not available';

/** Any request may be answered so: an `Idempotency-Key` of another request is looked at before the body. */
const REFUSALS = [401, 403, 404, 409, 429, '"5xx"'];

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string }[];
  readonly requestBody?: { readonly content?: object };
  readonly responses: object;
}

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
    const { body } = await request(`${url}/openapi.json`, { dispatcher: agent });
    const text = await body.text();
    const config = join(bench.dataDir, 'schemathesis.toml');
    await writeFile(config, expectations(JSON.parse(text) as Document));
    const document = join(bench.dataDir, 'openapi.json');
    await writeFile(document, text.replaceAll(JSON.stringify(LETTER_OR_DIGIT.source).slice(1, -1), characterClass()));
    await agent.close();
    const words = ['accounts', 'create', '--name', 'Schemathesis', '--quota', QUOTA];
    const { id } = await bench.json<{ id: number }>(...words);
    const { key } = await bench.key(id);
    const { code, output } = await run(program, [
      '--config-file',
      config,
      'run',
      document,
      '--url',
      url,
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

/**
 * All letters and digits as ranges of characters. The fuzzer knows `\p{L}` as Latin letters and `\p{N}` as ten digits.
 * So it takes a name in Greek letters for a wrong one.
 */
function characterClass(): string {
  const ranges: [number, number][] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (!LETTER_OR_DIGIT.test(String.fromCodePoint(code))) continue;
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return `[${ranges.map((ends) => ends.map((code) => String.fromCodePoint(code)).join('-')).join('')}]`;
}

/**
 * Its settings: which refusals the document declares for what fits the schema. A schema cannot say which cursors a list
 * gave, which days are to come, what a picture shows, or which lists are in force. An operation that takes more than a
 * path may answer 400 where it declares it. It may answer 412, 414, 422 and 431 where it declares them.
 */
function expectations({ paths }: Document): string {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const tables = operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => {
    const takesMore = requestBody !== undefined || parameters.some((parameter) => parameter.in === 'query');
    const declared = [400, 412, 414, 422, 431].filter((status) => status in responses && (status !== 400 || takesMore));
    if (declared.length === 0) return [];
    // It has no way to write lines of JSON; the own fuzz tries the operation.
    if ('application/x-ndjson' in (requestBody?.content ?? {})) {
      return ['[[operations]]', `include-operation-id = "${operationId}"`, 'enabled = false', ''];
    }
    const accepted = ['"2xx"', ...[400, 412, 414, 431].filter((status) => declared.includes(status)), ...REFUSALS];
    const rejected = [...declared, 405, ...REFUSALS];
    // A wrong row is refused alone, and its batch is taken.
    if (operationId === 'screenBatch') rejected.push('"2xx"');
    return [
      '[[operations]]',
      `include-operation-id = "${operationId}"`,
      `checks.positive_data_acceptance.expected-statuses = [${accepted.join(', ')}]`,
      `checks.negative_data_rejection.expected-statuses = [${rejected.join(', ')}]`,
      '',
    ];
  });
  return tables.join('\n');
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
