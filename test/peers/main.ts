/**
 * What others test and run for the services that Touchstone stands in for, put to it: `npm run test:peers`, or
 * with the names of some. What is absent is skipped with a sentence.
 *
 * `yente`: yente's own tests. They are in its repository alone: `TOUCHSTONE_TEST_YENTE` is the folder `tests` of a
 * checkout. `TOUCHSTONE_TEST_PYTHON` is a Python with yente 5.
 *
 * `nomenklatura`: its enricher, which asks about each kind of entity and about the European list of OpenSanctions.
 * `TOUCHSTONE_TEST_NOMENKLATURA` is a Python with nomenklatura 4.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { benchData } from '../../bench/shared-lists.ts';
import { Bench, type Served } from '../support/service.ts';
import { yenteEntities } from './yente-entities.ts';

/** How many of yente's assertions have to hold at least. */
const LEAST_HELD = 195;
const HERE = fileURLToPath(new URL('.', import.meta.url));
const EU_LIST = fileURLToPath(new URL('../../src/watchlists/sources/eu-fsf/fixtures/list-1-1.xml', import.meta.url));
const EUROPE = join(benchData(), 'lists/opensanctions/eu_fsf-20220124.entities.ftm.json.gz');
const SUITES = { yente, nomenklatura };

interface Check {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly held: boolean | null;
}

interface Screened {
  readonly version: string;
  readonly kinds: Readonly<Record<string, number>>;
  readonly file?: {
    readonly asked: number;
    readonly found: number;
    readonly long: number;
    readonly missing: readonly string[];
  };
  readonly seconds: number;
  /** How often a refusal made the enricher wait. */
  readonly waits: number;
}

const run = promisify(execFile);
const { positionals } = parseArgs({ allowPositionals: true });
const chosen = Object.entries(SUITES).filter(([name]) => positionals.length === 0 || positionals.includes(name));
if (chosen.length === 0) throw new Error(`There are: ${Object.keys(SUITES).join(', ')}.`);
for (const [name, suite] of chosen) {
  const { said, isRight } = await suite();
  console.log(`${name}: ${said}`);
  if (!isRight) process.exitCode = 1;
}

async function yente() {
  const folder = process.env.TOUCHSTONE_TEST_YENTE;
  const python = process.env.TOUCHSTONE_TEST_PYTHON ?? 'python3';
  if (!folder || !existsSync(join(folder, 'conftest.py')))
    return skipped('TOUCHSTONE_TEST_YENTE leads to no tests of yente.');
  if (!(await has(python, 'yente.search.indexer'))) return skipped('no Python with yente 5 on this machine.');
  const datasets = { zala: 'opensanctions', parteispenden: 'un_sc', zulu: 'un_sc' };
  return serving(
    async (bench) => {
      await bench.importPeople();
      await bench.run('lists', 'import', 'eu-fsf', EU_LIST);
      await bench.run('lists', 'import', 'opensanctions', await yenteEntities(bench.dataDir));
    },
    async (served, env) => {
      const words = [join(HERE, 'yente_assertions.py'), folder, served.service.url, JSON.stringify(datasets)];
      const checks: Check[] = await printed(python, words, env);
      const missed = checks.filter(({ held }) => !held);
      for (const { file, line, text, held } of missed)
        console.log(`  ${file}:${line} ${held === null ? 'not reached' : 'does not hold'}: ${text}`);
      const held = checks.length - missed.length;
      const said = `${held} of ${checks.length} assertions hold`;
      return { said, isRight: held >= LEAST_HELD };
    },
  );
}

async function nomenklatura() {
  const python = process.env.TOUCHSTONE_TEST_NOMENKLATURA ?? process.env.TOUCHSTONE_TEST_PYTHON ?? 'python3';
  if (!(await has(python, 'nomenklatura.enrich.yente')))
    return skipped('no Python with nomenklatura 4 on this machine.');
  const files = existsSync(EUROPE) ? [EUROPE] : [];
  return serving(
    async (bench) => {
      await bench.importPeople();
      if (files.length > 0) await bench.run('lists', 'import', 'opensanctions', EUROPE);
    },
    async (served, env) => {
      const words = [join(HERE, 'nomenklatura_entities.py'), `${served.service.url}/`, ...files];
      const { version, kinds, file, seconds, waits }: Screened = await printed(python, words, env);
      console.log(`  kinds, and what was found: ${JSON.stringify(kinds)}`);
      if (file && file.missing.length > 0) console.log(`  missing: ${file.missing.join(', ')}`);
      const told = file
        ? `${file.found} of ${file.asked} entities of the European list found themselves, ${file.long} have a name over 200`
        : 'no file';
      return {
        said: `${version}: ${Object.keys(kinds).length} kinds, ${told}; ${seconds.toFixed(0)} s, ${waits} waits`,
        isRight: waits === 0 && (file === undefined || file.found + file.long === file.asked),
      };
    },
  );
}

const skipped = (why: string) => ({ said: `skipped: ${why}`, isRight: true });

async function has(python: string, module: string): Promise<boolean> {
  return run(python, ['-c', `import ${module}`]).then(
    () => true,
    () => false,
  );
}

/** Runs a suite beside a service of its own, with lists that it needs and units enough. */
async function serving<T>(
  prepare: (bench: Bench) => Promise<void>,
  ask: (served: Served, env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const bench = await Bench.create();
  try {
    await prepare(bench);
    const { key } = await bench.key(await bench.account(100_000));
    const served = await bench.serve();
    try {
      return await ask(served, {
        YENTE_API_KEY: key,
        REQUESTS_CA_BUNDLE: join(bench.dataDir, 'tls', 'cert.pem'),
      });
    } finally {
      await served.stop();
    }
  } finally {
    await bench.remove();
  }
}

async function printed(program: string, words: readonly string[], env: Record<string, string>) {
  const { stdout } = await run(program, [...words], { env: { ...process.env, ...env }, maxBuffer: 1e8 });
  return JSON.parse(stdout.trim().split('\n').at(-1)!);
}
