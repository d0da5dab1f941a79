/*
 * Leaves out of node_modules what a container never reads: other platforms, sources in C, maps, types, tests and
 * models that nobody opens. Usage: node scripts/slim-modules.ts NODE_MODULES. Licences stay.
 */
import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a container runs on: `linux`, `x64` or `arm64`, and `glibc` or `musl`. */
interface Target {
  readonly platform: string;
  readonly arch: string;
  readonly libc: 'glibc' | 'musl';
}

/** Whether a file of a package is needed, by its path in the package. */
type Rule = (path: string, target: Target) => boolean;

/** Everywhere: what explains or tests a package, and no program reads. */
const UNREAD =
  /\.(?:map|d\.[cm]?ts|tsbuildinfo|flow|md|markdown|c|cc|cpp|h|hpp|gyp|gypi)$|^(?:__tests__|tests?|examples?|benchmarks?|\.github)\//i;
const LICENCE = /(?:^|\/)(?:licen[cs]e|copying|notice|authors)[^/]*$/i;

/** What single packages bring beyond that. */
const RULES: Readonly<Record<string, Rule>> = {
  'onnxruntime-node': (path, { platform, arch }) => !path.startsWith('bin/') || path.includes(`/${platform}/${arch}/`),
  'better-sqlite3': (path, target) => {
    if (path.startsWith('deps/') || path.startsWith('src/')) return false;
    const { platform, arch, libc } = target;
    const name = `${platform}${platform === 'linux' && libc === 'musl' ? 'musl' : ''}-${arch}.node`;
    return !path.startsWith('prebuilds/') || path === `prebuilds/${name}`;
  },
  // Networks for expressions and poses, and a library of pictures, that Touchstone does not open.
  faceplugin: (path) => !/^(?:js|lib)\/|^model\/fr_(?:expression|pose|detect|landmark|eye|gender|age)/.test(path),
  // Its readers of other runtimes, and what writes barcodes.
  'zxing-wasm': (path) => !/\/(?:writer|full)\/|^dist\/(?:iife|cjs)\//.test(path),
};

/** Takes out what is not needed. Answers how many files went, and their bytes. */
export async function slimModules(folder: string, target: Target): Promise<{ files: number; bytes: number }> {
  const gone = { files: 0, bytes: 0 };
  for (const name of await packagesOf(folder)) {
    const own = RULES[name];
    for (const path of await filesOf(join(folder, name))) {
      const isNeeded = LICENCE.test(path) || (!UNREAD.test(path) && (own?.(path, target) ?? true));
      if (isNeeded) continue;
      const file = join(folder, name, path);
      gone.bytes += (await stat(file)).size;
      gone.files += 1;
      await rm(file);
    }
    await removeEmpty(join(folder, name));
  }
  return gone;
}

async function packagesOf(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name } of (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())) {
    if (name.startsWith('.')) continue;
    if (name.startsWith('@')) for (const inner of await readdir(join(folder, name))) names.push(`${name}/${inner}`);
    else names.push(name);
  }
  return names;
}

/** By their paths in the package, with forward slashes. */
async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(root.length + 1)
      .replaceAll('\\', '/'),
  );
}

async function removeEmpty(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeEmpty(join(folder, entry.name));
  }
  await rmdir(folder).catch(() => {});
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('Usage: node scripts/slim-modules.ts NODE_MODULES');
  const { platform, arch } = process;
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const libc = report.header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  const { files, bytes } = await slimModules(folder, { platform, arch, libc });
  console.log(`${files} files of ${Math.round(bytes / 1024 ** 2)} MiB left out`);
}
