/**
 * Clients that nobody wrote: four generators make them from openapi.json, and each makes every call of the document
 * against a sandbox: `npm run test:generators`. Before that Redocly and Spectral look at the document; they must find
 * nothing. What needs Python, Go or the network is skipped with a sentence where they are absent.
 */
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readyAccount } from '../support/ready-account.ts';
import { Bench, type Served } from '../support/service.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';
import { plannedCalls } from './plan.ts';
import { pythonPackage } from './python-package.ts';
import { typescriptCalls } from './typescript.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const PICTURES = fileURLToPath(new URL('../../src/sandbox/pictures/', import.meta.url));
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const OGEN = 'github.com/ogen-go/ogen/cmd/ogen@v1.24.0';
const REDOCLY = '@redocly/cli@2.77.0';
const SPECTRAL = '@stoplight/spectral-cli@6.16.3';
const PYTHON_GENERATOR = 'openapi-python-client==0.29.1';
/** What says that a registry cannot be reached, or that Python or Go here cannot do it, in the words of the tools. */
const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|No matching distribution|dial tcp|no such host|SSL module is not|ensurepip|requires go >=/;

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

const run = promisify(execFile);
/** Made once, outside of the bench: packages stay for the next run. */
const TOOLS = join(tmpdir(), 'touchstone-generators');

const receiver = await WebhookReceiver.start();
const bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox', TOUCHSTONE_WEBHOOKS_ALLOW: receiver.origin });
const served = await bench.serve();
const folder = join(bench.dataDir, 'generators');
let failures = 0;
try {
  await mkdir(folder, { recursive: true });
  await mkdir(TOOLS, { recursive: true });
  const { body } = await served.ask('GET', '/openapi.json');
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(body));
  for (const [from, to] of [
    ['passport', 'document'],
    ['selfie-holder', 'selfie'],
  ]) {
    await copyFile(join(PICTURES, `${from}.jpg`), join(folder, `${to}.jpg`));
  }
  await step('Redocly', () =>
    linted([
      'npx',
      '--yes',
      REDOCLY,
      'lint',
      'openapi.json',
      '--format',
      'json',
      '--config',
      join(HERE, 'redocly.yaml'),
    ]),
  );
  await step('Spectral', () =>
    linted([
      'npx',
      '--yes',
      SPECTRAL,
      'lint',
      'openapi.json',
      '--fail-severity',
      'hint',
      '--ruleset',
      join(HERE, 'spectral.yaml'),
    ]),
  );
  await step('openapi-typescript', async () => {
    const { lines, isDone } = await typescriptCalls(await plan(served), folder);
    return told(lines.join('\n'), isDone);
  });
  await step('openapi-python-client', python);
  await step('the package for Python', async () => pythonPackage(await plan(served), folder, await environment()));
  await step('oapi-codegen', () =>
    go('oapi', [
      'run',
      OAPI_CODEGEN,
      '-generate',
      'types,client',
      '-package',
      'client',
      '-o',
      'oapi/client/client.go',
      '../openapi.json',
    ]),
  );
  await step('ogen', () =>
    go('ogen', ['run', OGEN, '--target', 'ogen/client', '--package', 'client', '--clean', '../openapi.json']),
  );
} finally {
  await served.stop();
  await receiver.stop();
  await bench.remove();
}
process.exitCode = failures > 0 ? 1 : 0;

/** Says what came of a step. A tool that is absent, and a registry that cannot be reached, skip it. */
async function step(name: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(`${name}: ${await work()}`);
  } catch (error) {
    const { syscall, stdout = '', stderr = '', message } = error as NodeJS.ErrnoException & Partial<Output>;
    if (/^spawn (go|python3|npx)$/.test(syscall ?? ''))
      return console.log(`${name}: skipped, its program is not on this machine.`);
    if (NO_NETWORK.test(stderr + stdout))
      return console.log(
        `${name}: skipped, its registry cannot be reached, or its program here is too old or lacks a part.`,
      );
    failures += 1;
    console.log(`${name}: FAILED. ${message}\n${stdout}\n${stderr}`);
  }
}

async function linted([program, ...words]: readonly string[]): Promise<string> {
  const { stdout } = await run(program!, words, { cwd: folder, maxBuffer: 1e8 });
  const totals = /"totals":\s*(\{[^}]*\})/.exec(stdout)?.[1];
  if (totals !== undefined && /[1-9]/.test(totals)) throw Object.assign(new Error('It found something.'), { stdout });
  return 'nothing to mend';
}

/** An account of its own for each client, so that each finds what it deletes. */
async function plan(served: Served) {
  const { key, person, values } = await readyAccount(bench, served, receiver);
  const { body } = await served.ask('GET', '/openapi.json');
  const replaced = {
    'https://compliance.example.com/touchstone': `${receiver.origin}/created`,
    'ana@harbour.example': person,
  };
  return { url: served.service.url, key, certificate: served.ca, calls: plannedCalls(body, values, replaced) };
}

async function written(): Promise<string> {
  const file = join(folder, 'plan.json');
  await writeFile(file, JSON.stringify(await plan(served)));
  return file;
}

/** Python in an environment of its own. */
async function environment(): Promise<string> {
  const home = join(TOOLS, 'python');
  await run('python3', ['-m', 'venv', home]);
  return join(home, 'bin', 'python');
}

async function python(): Promise<string> {
  const program = await environment();
  await run(program, ['-m', 'pip', 'install', '--quiet', PYTHON_GENERATOR]);
  const config = join(HERE, 'python-client.yaml');
  const words = ['generate', '--path', 'openapi.json', '--config', config, '--output-path', 'python', '--overwrite'];
  await run(join(program, '..', 'openapi-python-client'), [...words, '--fail-on-warning'], {
    cwd: folder,
    maxBuffer: 1e8,
  });
  const env = { ...process.env, PYTHONPATH: join(folder, 'python') };
  const { stdout } = await run(program, [join(HERE, 'calls.py'), await written()], {
    cwd: folder,
    env,
    maxBuffer: 1e8,
  });
  return told(stdout, true);
}

async function go(name: string, generate: readonly string[]): Promise<string> {
  const module = join(folder, name);
  await cp(join(HERE, 'go'), module, { recursive: true });
  await mkdir(join(module, name, 'client'), { recursive: true });
  const env = { ...process.env, GOFLAGS: '-mod=mod' };
  await run('go', generate, { cwd: module, env, maxBuffer: 1e8 });
  await run('go', ['get', `./${name}`], { cwd: module, env, maxBuffer: 1e8 });
  await run('go', ['build', '-o', 'made', `./${name}`], { cwd: module, env, maxBuffer: 1e8 });
  const { stdout } = await run(join(module, 'made'), [await written()], { cwd: folder, maxBuffer: 1e8 });
  return told(stdout, true);
}

function told(output: string, isDone: boolean): string {
  if (!isDone) throw Object.assign(new Error('A call was refused.'), { stdout: output });
  const calls = output.trim().split('\n').length;
  return `generated, compiled, and made all ${calls} calls`;
}
