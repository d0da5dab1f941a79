import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PACKAGE = fileURLToPath(new URL('../../clients/python', import.meta.url));
const DEPENDENCIES = ['datamodel-code-generator>=0.53,<1', 'httpx>=0.27,<1', 'pydantic>=2.7,<3', 'build>=1.2,<2'];
const run = promisify(execFile);

interface Target {
  readonly url: string;
  readonly key: string;
  readonly certificate: string;
}

/** What each example prints, in the order of their names. */
const PRINTED: readonly (readonly [example: string, files: readonly string[], expected: RegExp])[] = [
  ['first_screening', [], /^100 Quillon Ferrabast: [\s\S]*Quillon is Quillon: exact[\s\S]*404 screening-not-found /],
  ['customers', [], /^2 of 2 rows, 1 with a match, 1 refused\s+row 2: name-missing\s+alert of .*: dismissed/],
  ['verification', ['document.jpg', 'selfie.jpg'], /^verification \d+: Verified, /],
];

/**
 * Builds the package for Python as it would be published, installs it, and runs its tests and examples against a
 * service. `folder` holds openapi.json and the pictures, and `python` is the program of a virtual environment.
 */
export async function pythonPackage(
  { url, key, certificate }: Target,
  folder: string,
  python: string,
): Promise<string> {
  const home = join(folder, 'clients', 'python');
  await mkdir(join(folder, 'clients'), { recursive: true });
  await cp(PACKAGE, home, { recursive: true });
  await run(python, ['-m', 'pip', 'install', '--quiet', ...DEPENDENCIES]);
  const env = {
    ...process.env,
    PATH: `${join(python, '..')}:${process.env.PATH}`,
    TOUCHSTONE_URL: url,
    TOUCHSTONE_KEY: key,
    TOUCHSTONE_CERT: join(folder, 'cert.pem'),
  };
  await writeFile(env.TOUCHSTONE_CERT, certificate);
  await run(join(home, 'generate.sh'), { env, maxBuffer: 1e8 });
  await run(python, ['-m', 'build', '--wheel', '--outdir', join(folder, 'wheel')], { cwd: home, maxBuffer: 1e8 });
  const [wheel = ''] = await readdir(join(folder, 'wheel'));
  await run(python, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--force-reinstall',
    '--no-deps',
    join(folder, 'wheel', wheel),
  ]);
  await run(python, [join(home, 'tests', 'test_client.py')], { cwd: folder, env });
  for (const [example, files, expected] of PRINTED) {
    const { stdout } = await run(python, [join(home, 'examples', `${example}.py`), ...files], { cwd: folder, env });
    assert.match(stdout, expected);
  }
  return 'built, installed, its tests and examples ran';
}
