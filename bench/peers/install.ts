import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const HERE = import.meta.dirname;
/** Everything that is installed or written lies here; git ignores it. */
export const WORK = join(HERE, '.work');

/** A program that takes `…args JOB RESULT`, or the sentence that says why it is not there. */
export type Driver = { readonly command: readonly string[] } | { readonly missing: string };

/**
 * nomenklatura or yente at the versions of its `requirements.txt`. Each has an environment of its own, since yente asks
 * for an older nomenklatura than the newest.
 */
export function installScorer(peer: 'nomenklatura' | 'yente'): Driver {
  const requirements = join(HERE, peer, 'requirements.txt');
  const environment = join(WORK, peer);
  const python = join(environment, 'bin', 'python');
  const driver = { command: [python, join(HERE, 'nomenklatura', 'score.py')] };
  const stamp = join(environment, 'installed');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return driver;
  rmSync(environment, { recursive: true, force: true });
  const failed =
    step('python3', ['-m', 'venv', environment]) ?? step(python, ['-m', 'pip', 'install', '-q', '-r', requirements]);
  if (failed) return { missing: `${peer} could not be installed: ${failed}` };
  writeFileSync(stamp, wanted);
  return driver;
}

/** watchman's packages and the driver over them, at the version of `watchman/go.mod`. */
export function installWatchman(): Driver {
  const program = join(WORK, 'watchman');
  const failed = step('go', ['build', '-o', program, '.'], join(HERE, 'watchman'));
  return failed ? { missing: `watchman could not be built: ${failed}` } : { command: [program] };
}

function step(command: string, args: readonly string[], cwd = HERE): string | undefined {
  mkdirSync(WORK, { recursive: true });
  const { status, error, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return undefined;
  writeFileSync(join(WORK, 'install.log'), stderr ?? '');
  if (error) return `${command} is not at hand.`;
  return `\`${basename(command)} ${args[0]} ${args[1]}\` failed; its messages are in bench/peers/.work/install.log.`;
}
