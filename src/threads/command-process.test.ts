import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = new URL('./command-process.ts', import.meta.url).href;
/** Starts a program that would run for minutes, says which process that is, and ends as a service that crashes does. */
const SCRIPT = `
  const { CommandProcess, realTimers } = await import('${MODULE}');
  const words = ['-e', 'console.error(process.pid); setInterval(() => {}, 1000)'];
  new CommandProcess([process.execPath, ...words], {
    env: {}, limitMs: 300_000, timers: realTimers, isLowPriority: false,
    complaint: (pid) => { console.log(pid); process.exit(1); },
  });`;

test.skipIf(process.platform !== 'linux')('a program that runs beside the service never outlives it', async () => {
  const words = ['--input-type=module', '-e', SCRIPT];
  const failed = await promisify(execFile)(process.execPath, words).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stdout).toMatch(/^\d+\n$/);
  await expect.poll(() => existsSync(`/proc/${failed.stdout.trim()}`)).toBe(false);
});
