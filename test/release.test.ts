import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { assertNewer, dated, notesOf, PLACES, versioned } from '../scripts/release.ts';
import { programCommit } from '../src/program-version.ts';
import { PROGRAM } from './rig/service-process.ts';

const read = (file: string): string => readFileSync(join(PROGRAM, file), 'utf8');
const VERSION = JSON.parse(read('package.json')).version as string;

test('the version of package.json stands wherever one stands', () => {
  for (const { file, pattern, count } of PLACES) {
    const found = [...read(file).matchAll(pattern)].map(([, , version]) => version);
    expect([file, found]).toEqual([file, Array.from({ length: count }, () => VERSION)]);
  }
});

test('a release changes the version in each place and nothing else, and dates what was unreleased', () => {
  for (const place of PLACES) {
    const [before, after] = [read(place.file), versioned(read(place.file), place, '9.8.7')];
    expect(after.replaceAll('9.8.7', VERSION)).toBe(before.replaceAll('9.8.7', VERSION));
  }
  const written = read('CHANGELOG.md').replace(
    /^## Unreleased\n[\s\S]*?(?=^## \d)/m,
    '## Unreleased\n\n### Added\n- More.\n\n',
  );
  const changelog = dated(written, '9.8.7', '2027-01-02');
  expect(changelog).toContain('## Unreleased\n\n## 9.8.7 – 2027-01-02\n\n### ');
  expect(notesOf(changelog, '9.8.7')).toMatch(/^### /);
  expect(() => notesOf(changelog, '9.8')).toThrow('no section of 9.8');
  expect(() => dated(changelog, '9.8.8', '2027-01-03')).toThrow('nothing under');
});

test('the changelog says what the present version brings, which its release shows', () => {
  expect(notesOf(read('CHANGELOG.md'), VERSION)).toMatch(/^### Added$/m);
});

test('the changelog has a date for each version, and each kind of change once in a section', () => {
  const [unreleased, ...versions] = read('CHANGELOG.md').split(/^## /m).slice(1);
  for (const section of versions) expect(section).toMatch(/^\d+\.\d+\.\d+ – \d{4}-\d\d-\d\d\n/);
  for (const section of [unreleased!, ...versions]) {
    const kinds = [...section.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind);
    expect(kinds).toEqual([...new Set(kinds)]);
  }
});

test.each([
  ['0.2.0', '0.1.0', true],
  ['1.0.0', '0.9.9', true],
  ['0.10.0', '0.9.0', true],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
  ['v0.2.0', '0.1.0', false],
  ['0.2', '0.1.0', false],
])('%s after %s: %s', (next, present, isTaken) => {
  const taking = expect(() => assertNewer(next, present));
  if (isTaken) taking.not.toThrow();
  else taking.toThrow();
});

test('touchstone --version names the version, and the commit where the program is a clone or an image', () => {
  const version = (env: NodeJS.ProcessEnv) =>
    execFileSync(process.execPath, [join(PROGRAM, 'bin/touchstone.js'), '--version'], { env, encoding: 'utf8' });
  const built = { ...process.env, TOUCHSTONE_BUILD_COMMIT: 'ab'.repeat(20) };
  expect(version(built)).toBe(`touchstone ${VERSION} (commit abababababab)\n`);
  const commit = programCommit();
  expect(version(process.env)).toBe(`touchstone ${VERSION}${commit ? ` (commit ${commit})` : ''}\n`);
});

test('the release makes an image with SBOM and provenance, from a tag that is the version', () => {
  const { on, jobs } = parse(read('.github/workflows/release.yml'));
  expect(on.push.tags).toEqual(['v[0-9]+.[0-9]+.[0-9]+*']);
  const { steps, permissions } = jobs.image;
  expect(permissions).toEqual({ contents: 'write', packages: 'write', 'id-token': 'write', attestations: 'write' });
  const build = steps.find(({ uses = '' }) => uses.startsWith('docker/build-push-action'));
  expect(build.with).toMatchObject({ sbom: true, provenance: 'mode=max', push: true });
  for (const name of ['VERSION', 'COMMIT']) {
    expect(build.with['build-args']).toContain(`${name}=`);
    expect(read('Dockerfile')).toMatch(new RegExp(`^ARG ${name}=`, 'm'));
  }
  const { scripts } = JSON.parse(read('package.json'));
  for (const { run = '' } of steps) {
    for (const [, name] of run.matchAll(/npm run -s (\w+)/g)) expect(scripts).toHaveProperty([name]);
  }
});

test('npm makes an SBOM of what is installed to run', () => {
  const [, ...words] = (JSON.parse(read('package.json')).scripts.sbom as string).split(' ');
  const bom = JSON.parse(execFileSync('npm', words, { cwd: PROGRAM, encoding: 'utf8', maxBuffer: 1e8 }));
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: VERSION } } });
  const names = bom.components.map(({ name, group }: { name: string; group?: string }) =>
    group ? `${group}/${name}` : name,
  );
  expect(names).toEqual(expect.arrayContaining(['fastify', 'better-sqlite3', 'onnxruntime-node']));
  expect(names).not.toContain('vitest');
});
