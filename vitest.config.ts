import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests start many threads and processes. With compiled modules at hand they take a third of the processor time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url));

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default', './test/support/skipped-reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
  },
});
