import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithProcess } from '../rig/ending.ts';
import { PROGRAM } from '../rig/service-process.ts';

const MIGRATIONS = 'src/records/postgres/migrations';
const PARTS = ['bin', 'src', 'tables', 'openapi.json', 'package.json', 'package-lock.json', '.npmrc', 'dashboard'];
const MAX_OUTPUT_BYTES = 1e8;

/** A program of before the last change of the schema, in a folder of its own. */
export interface EarlierProgram {
  readonly folder: string;
  readonly commit: string;
  remove(): void;
}

const run = async (program: string, words: readonly string[], cwd = PROGRAM): Promise<string> =>
  (await promisify(execFile)(program, words, { cwd, maxBuffer: MAX_OUTPUT_BYTES })).stdout.trim();

/** Takes it from the history of this project. Undefined where the history is not at hand, as in a shallow clone. */
export async function earlierProgram(): Promise<EarlierProgram | undefined> {
  const commit = await lastBeforeMigration();
  if (!commit) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-earlier-'));
  const stay = endWithProcess(() => rmSync(folder, { recursive: true, force: true }));
  const archive = join(folder, 'program.tar');
  await run('git', ['archive', '-o', archive, commit, ...PARTS]);
  await run('tar', ['-xf', archive, '-C', folder]);
  if (hasAllOf(join(folder, 'package.json'))) {
    symlinkSync(join(PROGRAM, 'node_modules'), join(folder, 'node_modules'));
  } else {
    await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit'], folder);
  }
  // It serves the pages that were built last; nobody looks at them here.
  const pages = join('dashboard', 'dist');
  if (existsSync(join(PROGRAM, pages))) cpSync(join(PROGRAM, pages), join(folder, pages), { recursive: true });
  const remove = () => {
    stay();
    rmSync(folder, { recursive: true, force: true });
  };
  return { folder, commit: commit.slice(0, 8), remove };
}

/** The parent of the commit that brought the newest migration of those that are in force. */
async function lastBeforeMigration(): Promise<string | undefined> {
  try {
    const migration = join(MIGRATIONS, readdirSync(join(PROGRAM, MIGRATIONS)).sort().at(-1)!);
    const newest = await run('git', ['log', '--diff-filter=A', '--format=%H', '-1', '--', migration]);
    const before = await run('git', ['rev-parse', '--verify', `${newest}^`]);
    const known = await run('git', ['ls-tree', '--name-only', before, `${MIGRATIONS}/`]);
    return known === '' ? undefined : before;
  } catch {
    return undefined;
  }
}

/** Whether everything that the program depends on is installed here in the same version. */
function hasAllOf(packageFile: string): boolean {
  const dependencies = (file: string): Record<string, string> => JSON.parse(readFileSync(file, 'utf8')).dependencies;
  const here = dependencies(join(PROGRAM, 'package.json'));
  return Object.entries(dependencies(packageFile)).every(([name, version]) => here[name] === version);
}
