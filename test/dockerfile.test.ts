import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const copied = (text: string) =>
  [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths!.split(' '));

test('everything that the image copies is in the project and in the context of the build', () => {
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!);
  for (const path of copied(read('Dockerfile'))) {
    expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(allowed, path).toContain(path.split('/')[0]);
  }
});

test('the image has all that the dashboard is built from', () => {
  const stage = copied(read('Dockerfile').split('RUN node dashboard/build.js')[0]!);
  const sources = readdirSync(join(ROOT, 'dashboard/src'), { recursive: true, encoding: 'utf8' });
  const imports = sources
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => [...read(join('dashboard/src', file)).matchAll(/ from '(?:\.\.\/)+(src\/[^']+)'/g)])
    .map(([, path]) => path!);
  expect(imports.length).toBeGreaterThan(0);
  for (const path of imports) expect(stage, path).toContain(path.split('/')[0]);
});
