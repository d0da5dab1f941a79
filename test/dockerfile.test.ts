import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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

test('the pages and the bundle are built of what the image has at that step, and of nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-stage-'));
  try {
    const lines = read('Dockerfile').split('RUN node dashboard/build.js')[0]!;
    for (const [, sources, to] of lines.matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)) {
      for (const source of sources!.split(' ')) {
        const place = to!.endsWith('/') ? join(to!, basename(source)) : to!;
        await cp(join(ROOT, source), join(folder, place), {
          recursive: true,
          filter: (path) => !/\/(node_modules|dist)$/.test(path),
        });
      }
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const script of ['dashboard/build.js', 'scripts/bundle.js']) {
      await promisify(execFile)(process.execPath, [script], { cwd: folder });
    }
    expect(existsSync(join(folder, 'dist/main.js'))).toBe(true);
    for (const page of ['dashboard', 'capture']) expect(existsSync(join(folder, page, 'dist'))).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});
