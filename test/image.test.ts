import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slimModules } from '../scripts/slim-modules.ts';
import { photograph } from '../specimens/photograph.ts';
import { selfie } from '../specimens/selfie.ts';
import { drawSpecimen } from '../specimens/specimen.ts';
import { PROGRAM, ServiceProcess } from './rig/service-process.ts';

const run = promisify(execFile);
const MIB = 1024 ** 2;
const MOST_MIB = 270;

interface Entry {
  readonly dev?: boolean;
  readonly link?: boolean;
}

let app: string;

/** What `npm ci --omit=dev` brings, without the Node.js of npm: the image has its own. */
function installed(): string[] {
  const { packages } = JSON.parse(readFileSync(join(PROGRAM, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Entry>>;
  };
  const own = Object.entries(packages).filter(([path, { dev, link }]) => /^node_modules\//.test(path) && !dev && !link);
  return own
    .map(([path]) => path)
    .filter((path) => !/node_modules\/(node-(linux|win|darwin)-|@?esbuild|preact)/.test(path));
}

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'touchstone-image-'));
  for (const path of installed()) {
    const from = join(PROGRAM, path);
    if (!(await stat(from).catch(() => undefined))) continue;
    await mkdir(join(app, path, '..'), { recursive: true });
    // Hard links: nothing of the original is changed.
    await run('cp', ['-al', from, join(app, path)]);
  }
  for (const part of ['bin', 'src', 'tables', 'docs']) await symlink(join(PROGRAM, part), join(app, part));
  for (const file of ['package.json', 'openapi.json']) await cp(join(PROGRAM, file), join(app, file));
});
afterAll(() => rm(app, { recursive: true, force: true }));

test.skipIf(process.platform !== 'linux')(
  'the packages of the image are at most 270 MB without what no container reads, and all that the program does still works',
  async () => {
    const { platform, arch } = process;
    await slimModules(join(app, 'node_modules'), { platform, arch, libc: 'glibc' });
    const bytes = Number((await run('du', ['-sb', join(app, 'node_modules')])).stdout.split('\t')[0]);
    expect(bytes / MIB).toBeLessThan(MOST_MIB);
    const names = await readdir(join(app, 'node_modules'), { recursive: true });
    expect(names.filter((name) => /\.(?:map|d\.ts|dylib|dll)$/.test(name))).toEqual([]);
    expect(names.filter((name) => name.startsWith('fastify/LICENSE'))).toHaveLength(1);
    // Real copies, since a module is found beside the file that a link leads to.
    for (const part of ['bin', 'src', 'tables']) {
      await rm(join(app, part));
      await run('cp', ['-al', join(PROGRAM, part), join(app, part)]);
    }
    await mkdir(join(app, 'scripts'));
    await cp(join(PROGRAM, 'scripts/bundle.js'), join(app, 'scripts/bundle.js'));
    const tools = [PROGRAM, 'node_modules'] as const;
    for (const name of ['esbuild', '@esbuild']) await symlink(join(...tools, name), join(app, 'node_modules', name));
    await run(process.execPath, ['scripts/bundle.js'], { cwd: app });
    for (const name of ['esbuild', '@esbuild']) await rm(join(app, 'node_modules', name));
    const env = { ...process.env, TOUCHSTONE_DATA_DIR: join(app, 'data'), TOUCHSTONE_LISTS_SYNC: 'off' };
    const ask = async (...words: string[]) => {
      const { stdout } = await run(process.execPath, [join(app, 'bin/touchstone.js'), ...words, '--json'], { env });
      return JSON.parse(stdout);
    };
    const specimen = await drawSpecimen('image', { kind: 'passport' });
    const files = { document: join(app, 'document.jpg'), selfie: join(app, 'selfie.jpg') };
    await writeFile(files.document, photograph(specimen, 'image').jpeg);
    await writeFile(files.selfie, selfie(specimen.holder, 1));
    const verified = await ask('verify', '--document', files.document, '--selfie', files.selfie);
    expect(verified).toMatchObject({ faceMatch: true, extractedData: { documentType: 'Passport' } });
    expect((await ask('lists', 'repair')).rebuilt).toBe(true);
    const { matches } = await ask('screen', 'Kim Jong Un', '--type', 'Individual');
    expect(matches[0]).toMatchObject({ name: 'Kim Jong Un' });
    const { NODE_COMPILE_CACHE: _, ...own } = process.env;
    await run('sh', ['-c', compileStep()], { cwd: app, env: own });
    const compiled = join(app, 'node_modules/.cache/compiled');
    await run('chmod', ['-R', 'a-w', compiled]);
    const lines: string[] = [];
    const service = new ServiceProcess(join(app, 'data'), {
      program: app,
      serviceOnly: { NODE_DEBUG_NATIVE: 'COMPILE_CACHE', NODE_COMPILE_CACHE: undefined },
      log: (text) => lines.push(text),
    });
    expect(await service.start().serving).toMatch(/^https:/);
    expect(await service.stop()).toBe(0);
    const told = lines.join('');
    // Threads write at once, so that a line may be cut by that of another one.
    const read = [...told.matchAll(/reading cache from \S+ for ESM file:\S+?\/dist\/(\S+?\.js)/g)].map(
      ([, file]) => file,
    );
    expect(read).toEqual(expect.arrayContaining(['main.js', 'screening.js', 'database.js']));
    const results = [...told.matchAll(/reading cache from \S+ for ESM file:\S+?\/dist\/\S+?\.js\.\.\..*?(\w+), size/g)];
    expect(new Set(results.map(([, result]) => result))).toEqual(new Set(['success']));
    expect(told).toContain(`reading cache from ${compiled}`);
  },
);

/** The step of the Dockerfile that compiles the code, as the user of this test. */
function compileStep(): string {
  const [, step] = /^RUN (mkdir -p node_modules\/\.cache.*?[^\\])\n/ms.exec(
    readFileSync(join(PROGRAM, 'Dockerfile'), 'utf8'),
  )!;
  return step!.replaceAll(/setpriv (?:--\S+ )+/g, '').replaceAll(/chown (?:-R )?\S+/g, 'test -e');
}
