import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/**
 * Writes the files of tests that failed, a line each, where TOUCHSTONE_TEST_FAILED_FILES says. `.ci/run` runs them
 * again. An error outside of the tests belongs to no file, so nothing is written then.
 */
export default class FailedFilesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const path = process.env.TOUCHSTONE_TEST_FAILED_FILES;
    if (!path || errors.length > 0) return;
    const failed = modules.filter((module) => !module.ok()).map(({ moduleId }) => relative(process.cwd(), moduleId));
    writeFileSync(path, failed.map((file) => `${file}\n`).join(''));
  }
}
