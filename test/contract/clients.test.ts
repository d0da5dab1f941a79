import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bench, type Served } from '../support/service.ts';

const SDN = fileURLToPath(new URL('../../src/watchlists/sources/ofac/fixtures/sdn.csv', import.meta.url));
const CLIENTS = fileURLToPath(new URL('../clients/', import.meta.url));
/** Names the version of watchman and what it needs. */
const PEER = fileURLToPath(new URL('../../bench/peers/watchman/', import.meta.url));

const python = pythonWithYente();
const watchman = watchmanClient();
const NO_PYTHON = 'no Python with yente 5 and nomenklatura on this machine';
const NO_GO = 'no Go with the module of watchman on this machine';

let bench: Bench;
let served: Served;
let key: string;

beforeAll(async () => {
  if (!python && !watchman) return;
  bench = await Bench.create();
  await bench.importPeople();
  await bench.run('lists', 'import', 'us-ofac-sdn', SDN);
  key = (await bench.key(await bench.account())).key;
  served = await bench.serve();
});

afterAll(async () => {
  await served?.stop();
  await bench?.remove();
  if (watchman) rmSync(watchman, { recursive: true });
});

/** The Python to run clients of yente with; undefined where none has them. */
function pythonWithYente(): string | undefined {
  const program = process.env.TOUCHSTONE_TEST_PYTHON ?? 'python3';
  try {
    execFileSync(program, ['-c', 'import yente.data.common, nomenklatura.enrich.yente'], { stdio: 'ignore' });
    return program;
  } catch {
    return undefined;
  }
}

/** The folder with a program over watchman's client, built of what is in Go's cache; undefined where it is not. */
function watchmanClient(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-watchman-'));
  for (const file of ['go.mod', 'go.sum']) copyFileSync(join(PEER, file), join(folder, file));
  copyFileSync(join(CLIENTS, 'watchman', 'main.go'), join(folder, 'main.go'));
  const env = { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=mod' };
  try {
    execFileSync('go', ['build', '-o', 'client', '.'], { cwd: folder, env, stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what clients print is what these tests look at.
async function printed(program: string, args: string[], env: Record<string, string>): Promise<any> {
  const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, ...env } });
  return JSON.parse(stdout);
}

describe.skipIf(!python)(`clients of yente${python ? '' : ` (skipped: ${NO_PYTHON})`}`, () => {
  test("yente's models read every answer, and nomenklatura's enricher finds and expands a person", async () => {
    const ca = join(bench.dataDir, 'tls', 'cert.pem');
    const env = { YENTE_API_KEY: key, REQUESTS_CA_BUNDLE: ca };
    const { models, enriched } = await printed(python!, [join(CLIENTS, 'ask_yente.py'), `${served.service.url}/`], env);
    expect(models).toEqual({
      results: [
        ['us-ofac-sdn-1001', 'Person', expect.any(Number), true],
        ['us-ofac-sdn-1002', 'Organization', expect.any(Number), true],
      ],
      explained: expect.arrayContaining(['name']),
      found: ['us-ofac-sdn-1001'],
      facets: ['countries', 'datasets', 'topics'],
      datasets: ['default', 'sanctions', 'us_ofac_sdn', 'un_sc'],
      best: 'touchstone',
      refused: 'No such entity!',
      entities: ['Ivan Petrovich SAMPLEOV Jr.', 'FICTIONAL TRADING, LLC'],
      lost: [],
    });
    expect(enriched.matches).toEqual([['us-ofac-sdn-1001', 'Person', expect.stringMatching(/^196/)]]);
    expect(enriched.expanded.map(([schema]: [string]) => schema)).toEqual(['Person', 'Sanction']);
    expect(enriched.listed).toEqual([['us-ofac-sdn-1001']]);
  });
});

describe.skipIf(!watchman)(`clients of watchman${watchman ? '' : ` (skipped: ${NO_GO})`}`, () => {
  test("watchman's client reads results and refusals", async () => {
    const env = { TOUCHSTONE_KEY: key, SSL_CERT_FILE: join(bench.dataDir, 'tls', 'cert.pem') };
    const { person, business, vessel } = await printed(join(watchman!, 'client'), [served.service.url], env);
    expect(person.entities).toMatchObject([
      {
        name: expect.stringMatching(/sampleov/i),
        entityType: 'person',
        sourceList: 'us_ofac',
        sourceID: '1001',
        person: { gender: 'male', birthDate: '1962-01-17T00:00:00Z' },
        sanctionsInfo: { programs: ['SDGT', 'TESTPROG'] },
        match: expect.any(Number),
      },
    ]);
    expect(person.entities[0].match).toBeGreaterThan(0.9);
    expect(business.entities).toMatchObject([{ sourceID: '1002', entityType: 'organization' }]);
    expect(vessel.error).toContain('type: vessel is not screened; these are: person, business, organization.');
  });
});
