import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests start many threads and processes. With compiled modules at hand they take a third of the processor time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

/** Without a list of what to exclude, which would hide that of the command line (`npm run test:postgres`). */
const CONTRACT = ['test/contract/!(verification*).test.ts'];
/** It counts the processes that hold the models. */
const VERIFICATION = 'test/contract/verification.test.ts';
const SERVICES = [
  'test/*.test.ts',
  'test/!(contract|browser|resilience|nodes)/**/*.test.ts',
  'specimens/**/*.test.ts',
  VERIFICATION,
];
const UNITS = [
  'src/!(records)/**/*.test.ts',
  'src/*.test.ts',
  'src/records/*.test.ts',
  'src/records/!(postgres)/**/*.test.ts',
];
const NODES = ['src/records/postgres/**/*.test.ts', 'test/nodes/**/*.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 400_000,
    hookTimeout: 400_000,
    // What a test waits for comes later on a machine that is slow and busy. A promised time stands in the test.
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', './test/support/skipped-reporter.ts', './test/support/failed-files-reporter.ts'],
    globalSetup: './test/support/temporary-folder.ts',
    setupFiles: ['./test/support/bundled-threads.ts', './test/support/cheap-passwords.ts'],
    pool: 'forks',
    // Node.js loads the modules itself, as it does for the program. It keeps them compiled from one worker to the next.
    experimental: { viteModuleRunner: false },
    // A file waits for a disk, a browser or a pause a third of its time: three of them keep two processors busy.
    maxWorkers: 3,
    projects: [
      // `npm run test:browser`, `test:nodes` and `test:resilience` run these. They have long files, so they begin.
      { extends: true, test: { name: 'browser', include: ['test/browser/**/*.test.ts'] } },
      { extends: true, test: { name: 'nodes', include: NODES } },
      { extends: true, test: { name: 'resilience', include: ['test/resilience/**/*.test.ts'] } },
      // These start processes, too: each file has its own.
      { extends: true, test: { name: 'services', include: SERVICES } },
      // Files share the modules that their worker has loaded, and a service (test/support/shared-service.ts).
      { extends: true, test: { name: 'contract', include: CONTRACT, isolate: false } },
      // These share modules alone, which saves a sixth of their processor time.
      { extends: true, test: { name: 'units', include: UNITS, isolate: false } },
    ],
  },
});
