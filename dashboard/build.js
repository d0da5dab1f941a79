// Builds the dashboard into dist/: `node dashboard/build.js`. `npm ci` runs it (script `prepare`).
// The name of a file in dist/assets/ contains a hash of its content, so browsers may cache it for ever. Each file also
// lies there compressed with brotli (.br) and gzip (.gz), so that the service only sends bytes.
// This is plain JavaScript, because the host's own Node.js runs it, which may be too old for TypeScript.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(HERE, 'dist');
/** Built beside and then put in place, so that a service that runs never serves half a build. */
const FRESH = join(HERE, 'dist.new');
const ENTRIES = { main: 'src/main.tsx', styles: 'src/styles/index.css', icon: 'src/icon.svg' };

const started = Date.now();
await rm(FRESH, { recursive: true, force: true });
const names = await bundle();
await writeFile(join(FRESH, 'index.html'), await page(names));
const files = await readdir(FRESH, { recursive: true, withFileTypes: true });
await Promise.all(files.filter((file) => file.isFile()).map((file) => compress(join(file.parentPath, file.name))));
await rm(DIST, { recursive: true, force: true });
await rename(FRESH, DIST);
process.stdout.write(`dashboard built in ${Date.now() - started} ms\n`);

/** The address of each entry's file by the entry's name. */
async function bundle() {
  const { metafile } = await build({
    absWorkingDir: HERE,
    entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ in: file, out })),
    outdir: join(FRESH, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: ['chrome123', 'firefox128', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    metafile: true,
    logLevel: 'warning',
    define: { COUNTRIES: JSON.stringify(await countries()) },
  });
  const outputs = Object.entries(metafile.outputs);
  return Object.fromEntries(
    Object.entries(ENTRIES).map(([name, file]) => {
      const [path] = outputs.find(([, output]) => output.entryPoint === file || file in output.inputs) ?? [];
      if (!path) throw new Error(`${file} was not built`);
      return [name, `/assets/${basename(path)}`];
    }),
  );
}

/** Codes of three letters, each with the one of two letters behind it: `DEUDE`. Documents print the former. */
async function countries() {
  const table = await readFile(join(HERE, '../tables/documents/countries.tsv'), 'utf8');
  const rows = table.split('\n').map((row) => row.split('\t'));
  const codes = rows.flatMap(([three, two]) =>
    /^[A-Z]{3}$/.test(three) && /^[A-Z]{2}$/.test(two) ? [three + two] : [],
  );
  return [...new Set(codes)].join(' ');
}

async function page(names) {
  const template = await readFile(join(HERE, 'index.html'), 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => names[name]);
}

async function compress(file) {
  const content = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
