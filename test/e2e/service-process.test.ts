import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { childrenOf } from '../support/children.ts';
import { form } from '../support/form.ts';
import { freePort } from '../support/free-port.ts';
import { ServingProcess } from '../support/process.ts';
import { Bench, Served } from '../support/service.ts';

/** What an operator's environment may hold beside the settings. */
const SECRETS = { PGPASSWORD: 'guess-me', HTTPS_PROXY: 'http://ada:guess-me@127.0.0.1:9', SMTP_TOKEN: 'guess-me' };

/** The database alone: it is asked by statements of the service, and gets what clients send as values. */
const OWN = ['better-sqlite3'];

let bench: Bench;
let service: ServingProcess;
let served: Served;

beforeAll(async () => {
  bench = await Bench.create({ TOUCHSTONE_PORT: String(await freePort()) });
  service = new ServingProcess(bench, SECRETS);
  served = await Served.by(service);
});

afterAll(async () => {
  service?.kill();
  await bench?.remove();
});

test('what reads the log finds JSON alone, and the words for a person beside it', async () => {
  expect((await served.ask('GET', '/api/Screening/list')).status).toBe(401);
  const lines = service.output.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg');
  expect(service.complaints).toMatch(/Touchstone serves at[\s\S]*Try it:[\s\S]*Ctrl-C stops/);
});

/** Packages of which a process has native code in its memory, by proc(5). */
function nativeCodeOf(pid: number): string[] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  const packages = [...maps.matchAll(/\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/[^\n]*\.(?:node|so[.\d]*)$/gm)];
  return [...new Set(packages.map(([, name]) => name!))].sort();
}

test.skipIf(process.platform !== 'linux')(
  'no picture that a client sends meets native code in the process of the service',
  async () => {
    const { key } = await bench.key(await bench.account());
    const specimen = await drawSpecimen('apart', { kind: 'passport' });
    const document = photograph(specimen, 'apart').jpeg;
    const verify = async (parts: Parameters<typeof form>[0]) =>
      served.ask('POST', '/api/IdVerification/verify', { key, ...(await form(parts)) });
    const SelfieImage = selfie(specimen.holder, 1);
    expect((await verify({ IdCardImage: document, SelfieImage })).status).toBe(200);
    const cut = document.subarray(0, document.length / 2);
    expect((await verify({ IdCardImage: cut, SelfieImage })).status).toBe(400);
    const [models] = childrenOf(service.child.pid!, 'verification/process.ts');
    expect(nativeCodeOf(models!)).toEqual(expect.arrayContaining(['onnxruntime-node']));
    expect(nativeCodeOf(service.child.pid!)).toEqual(OWN);
    const variables = readFileSync(`/proc/${models}/environ`, 'utf8').split('\0');
    expect(variables.some((one) => one.startsWith('PATH='))).toBe(true);
    expect(variables.filter((one) => /guess-me|^TOUCHSTONE_/.test(one))).toEqual([]);
  },
);
