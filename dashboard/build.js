// Builds the pages: `node dashboard/build.js`. `npm ci` runs it (script `prepare`). The dashboard goes into
// dashboard/dist/, the page on which a person shows their document and face into capture/dist/.
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
const CAPTURE = join(HERE, '../capture');
/** What analysts have on their desks. */
const DESK_BROWSERS = ['chrome123', 'firefox128', 'safari17.5'];
/** What people have in their pockets: telephones of the last five years or so. */
const POCKET_BROWSERS = ['chrome94', 'firefox100', 'safari15', 'ios15'];

await site({
  name: 'dashboard',
  folder: HERE,
  entries: { main: 'src/main.tsx', styles: 'src/styles/index.css', icon: 'src/icon.svg' },
  assets: '/assets/',
  target: DESK_BROWSERS,
  define: { COUNTRIES: JSON.stringify(await countries()) },
  pages: async (address) => ({
    'index.html': { main: address('main'), styles: address('styles'), icon: address('icon') },
  }),
});
await site({
  name: 'capture page',
  folder: CAPTURE,
  entries: { main: 'src/main.ts', styles: 'src/style.css', icon: '../dashboard/src/icon.svg' },
  assets: '/v/assets/',
  target: POCKET_BROWSERS,
  define: {},
  pages: captureLanguages,
});

/** Builds a folder's dist/ beside it and then puts it in place, so that a service that runs never serves half of it. */
async function site({ name, folder, entries, assets, target, define, pages }) {
  const started = Date.now();
  const [dist, fresh] = [join(folder, 'dist'), join(folder, 'dist.new')];
  await rm(fresh, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: Object.entries(entries).map(([out, file]) => ({ in: file, out })),
    outdir: join(fresh, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    loader: { '.svg': 'copy' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
    define,
  });
  const address = (entry) => assets + fileOf(metafile, entries[entry] ?? entry);
  const template = await readFile(join(folder, 'index.html'), 'utf8');
  for (const [file, values] of Object.entries(await pages(address))) {
    await writeFile(
      join(fresh, file),
      template.replace(/<html [^>]*>/, (tag) => values.html ?? tag).replace(/\{\{(\w+)\}\}/g, (_, key) => values[key]),
    );
  }
  const files = await readdir(fresh, { recursive: true, withFileTypes: true });
  await Promise.all(files.filter((file) => file.isFile()).map((file) => compress(join(file.parentPath, file.name))));
  await rm(dist, { recursive: true, force: true });
  await rename(fresh, dist);
  process.stdout.write(`${name} built in ${Date.now() - started} ms\n`);
}

/** The name of what was built of a source. */
function fileOf({ outputs }, source) {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === source || source in output.inputs);
  if (!found) throw new Error(`${source} was not built`);
  return basename(found[0]);
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

/** A page for each language, so that its first words need no script. */
async function captureLanguages(address) {
  const files = await readdir(join(CAPTURE, 'src/words'));
  const pages = {};
  for (const file of files) {
    const lang = basename(file, '.ts');
    const { title, loading, noscript } = (await imported(join(CAPTURE, 'src/words', file)))[lang];
    const urls = { main: address('main'), styles: address('styles'), icon: address('icon') };
    const words = address(`src/words/${file}`);
    const html = `<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`;
    pages[`${lang}.html`] = { ...urls, words, html, title, loading, noscript };
  }
  return pages;
}

/** A module in TypeScript that imports nothing that is needed. */
async function imported(file) {
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, write: false, format: 'esm' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}

async function compress(file) {
  const content = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
