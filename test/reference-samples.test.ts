import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOf } from '../dashboard/src/docs/calls.ts';
import type { Document } from '../dashboard/src/docs/openapi.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage, sample } from '../dashboard/src/docs/samples.ts';
import { readyAccount, sandboxOperations } from './support/ready-account.ts';
import { Bench, type Served } from './support/service.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

const PICTURES = fileURLToPath(new URL('../src/sandbox/pictures/', import.meta.url));
const run = promisify(execFile);

const hasCurl = await has('curl');
const hasPython = await has('python3');

let bench: Bench;
let served: Served;
let receiver: WebhookReceiver;
let document: Document;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  bench = await Bench.create({ TOUCHSTONE_ENVIRONMENT: 'sandbox', TOUCHSTONE_WEBHOOKS_ALLOW: receiver.origin });
  served = await bench.serve();
  document = (await served.ask('GET', '/openapi.json')).body;
});

afterAll(async () => {
  await served?.stop();
  await receiver?.stop();
  await bench?.remove();
});

/** A folder of its own with every sample of a language in it, ready to be run there. */
async function written(language: SampleLanguage, ending: string): Promise<{ folder: string; names: string[] }> {
  const folder = join(bench.dataDir, `samples-${language}`);
  await mkdir(folder);
  await writeFile(join(folder, 'touchstone.pem'), served.ca);
  await copyFile(join(PICTURES, 'passport.jpg'), join(folder, 'document.jpg'));
  await copyFile(join(PICTURES, 'selfie-holder.jpg'), join(folder, 'selfie.jpg'));
  const { key, person, values } = await readyAccount(bench, served, receiver);
  const place = { origin: served.service.url, key, own: true };
  const names: string[] = [];
  for (const placed of sandboxOperations(document)) {
    const { operationId } = placed.operation;
    const text = sample(language, callOf(placed, document, values[placed.path]), place)
      .replaceAll('https://compliance.example.com/touchstone', `${receiver.origin}/created`)
      .replaceAll('ana@harbour.example', person);
    await writeFile(join(folder, `${operationId}.${ending}`), text);
    names.push(operationId);
  }
  return { folder, names };
}

/** What each printed, by the name of the operation. */
function printedBy(output: string): Map<string, string> {
  return new Map(
    output
      .split('## ')
      .slice(1)
      .map((part) => [part.split('\n', 1)[0]!, part.slice(part.indexOf('\n') + 1)]),
  );
}

describe('the samples of the reference run as they are shown', () => {
  test.skipIf(!hasCurl)('in curl', async () => {
    const { folder, names } = await written('curl', 'sh');
    await writeFile(join(folder, '.curlrc'), 'silent\nwrite-out = "\\n%{http_code}"\n');
    const script = names.map((name) => `echo '## ${name}'; bash ${name}.sh 2>&1; echo`).join('\n');
    const { stdout } = await run('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, CURL_HOME: folder },
      maxBuffer: 1e8,
    });
    const printed = printedBy(stdout);
    expect([...printed.keys()]).toEqual(names);
    const failed = [...printed].filter(([, text]) => !/\n2\d\d\n*$/.test(text));
    expect(failed).toEqual([]);
  });

  test('in TypeScript', async () => {
    const { folder, names } = await written('typescript', 'mts');
    const script = names.map(
      (name) =>
        `console.log('## ${name}'); await import('./${name}.mts').catch((error) => console.log('FAILED', error));`,
    );
    await writeFile(join(folder, 'all.mjs'), script.join('\n'));
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: 'touchstone.pem' };
    const { stdout } = await run(process.execPath, ['all.mjs'], { cwd: folder, env, maxBuffer: 1e8 });
    const printed = printedBy(stdout);
    expect([...printed.keys()]).toEqual(names);
    expect([...printed].filter(([, text]) => !/^2\d\d\b/.test(text))).toEqual([]);
  });

  test.skipIf(!hasPython)('in Python', async () => {
    const { folder, names } = await written('python', 'py');
    await writeFile(
      join(folder, 'all.py'),
      `import runpy, sys
for name in ${JSON.stringify(names)}:
    print("## " + name)
    try:
        runpy.run_path(name + ".py")
    except Exception as error:
        print("FAILED", error, getattr(error, "read", bytes)())
`,
    );
    const { stdout } = await run('python3', ['all.py'], { cwd: folder, maxBuffer: 1e8 });
    const printed = printedBy(stdout);
    expect([...printed.keys()]).toEqual(names);
    expect([...printed].filter(([, text]) => !/^2\d\d\b/.test(text))).toEqual([]);
  });
});

test('a sample sends what the document asks for, in the form that its language has', () => {
  const place = { origin: 'https://h.example', key: 'K', own: false };
  const placed = sandboxOperations(document);
  const of = (operationId: string, language: SampleLanguage) =>
    sample(language, callOf(placed.find(({ operation }) => operation.operationId === operationId)!, document), place);
  for (const language of Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[]) {
    expect(of('screenBatch', language)).toMatch(/Jon Q\. Example/);
    expect(of('importCustomers', language)).toMatch(/id,name,entityType/);
    expect(of('yenteSearch', language)).toContain('/search/default?q=Example');
    expect(of('putCustomer', language)).toContain('PUT');
    expect(of('deleteWebhook', language)).not.toMatch(/json/);
  }
});

async function has(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}
