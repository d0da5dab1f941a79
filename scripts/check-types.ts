import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMPILER = fileURLToPath(new URL('../node_modules/typescript-native/bin/tsc', import.meta.url));
/** The program and all beside it, then what runs in browsers. */
const PROJECTS = ['.', 'dashboard', 'capture'];

// On one thread it takes half the processor time: others would look at the same types once more.
for (const project of PROJECTS) {
  const words = [COMPILER, '--noEmit', '--singleThreaded', '-p', project];
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
