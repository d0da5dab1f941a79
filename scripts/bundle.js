// Bundles the program into dist/: `node scripts/bundle.js`. `npm ci` runs it (script `prepare`).
// Most of a start went into some nine hundred modules. bin/touchstone.js runs the bundle where its sources
// (dist/inputs.json) are unchanged. Otherwise it runs the sources themselves.
// This is plain JavaScript, because the host's own Node.js runs it, which may be too old for TypeScript.
import { existsSync, realpathSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { stampOf } from '../bin/bundle.js';

const ROOT = realpathSync(fileURLToPath(new URL('..', import.meta.url)));
const FRESH = join(ROOT, 'dist.new');
/** The program, and the threads that begin with the service. By what they are called in dist/. */
const ENTRIES = {
  main: 'src/main.ts',
  screening: 'src/screening/worker.ts',
  database: 'src/records/sqlite/thread.ts',
};
/** Packages that each start loads. Others stay where they are: they load native code, or files beside their own. */
const BUNDLED =
  /^(?:@fastify|@simplewebauthn|any-ascii|csv-parse|fastify|ipaddr\.js|otpauth|pino|prom-client|saxes|standardwebhooks|typebox)(?:\/|$)/;

const started = Date.now();
await rm(FRESH, { recursive: true, force: true });
const made = [];
// Threads share no modules with the program, so each has a bundle without pieces.
for (const [name, file] of Object.entries(ENTRIES)) made.push(await bundle(name, file, name === 'main'));
const own = made.flatMap(({ inputs }) => Object.keys(inputs)).filter((file) => !file.includes('node_modules/'));
// npm writes this file whenever it changes a package.
const inputs = [...new Set(own), ...['node_modules/.package-lock.json'].filter((file) => existsSync(join(ROOT, file)))];
await writeFile(
  join(FRESH, 'inputs.json'),
  JSON.stringify(Object.fromEntries(inputs.map((file) => [file, stampOf(ROOT, file)]))),
);
await rm(join(ROOT, 'dist'), { recursive: true, force: true });
await rename(FRESH, join(ROOT, 'dist'));
process.stdout.write(`program bundled in ${Date.now() - started} ms\n`);

async function bundle(name, file, splitting) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [{ in: file, out: name }],
    outdir: FRESH,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
    // Packages in CommonJS ask for the modules of Node.js by `require`.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';const require = requireOf(import.meta.url);",
    },
    plugins: [
      { name: 'packages', setup: packages },
      { name: 'places', setup: places },
    ],
  });
  return metafile;
}

function packages({ onResolve }) {
  onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
    const isOwn = kind !== 'entry-point' && !importer.includes('node_modules');
    return isOwn && !BUNDLED.test(path) ? { external: true } : undefined;
  });
}

/** Files are found beside the source that names them, and threads beside the bundle. */
function places({ onLoad }) {
  const bundled = new Map(Object.entries(ENTRIES).map(([name, file]) => [join(ROOT, file), name]));
  onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
    const text = await readFile(path, 'utf8');
    const own = `../${relative(ROOT, path).replaceAll('\\', '/')}`;
    const contents = text
      .replaceAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (words, file) => {
        const name = bundled.get(resolve(path, '..', file));
        return name === undefined ? words : `new URL('./${name}.js', import.meta['url'])`;
      })
      .replaceAll(/\bimport\.meta\.url\b/g, `new URL('${own}', import.meta['url']).href`);
    return { loader: 'ts', contents };
  });
}
