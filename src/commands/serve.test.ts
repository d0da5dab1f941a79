import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
/** A start that fails takes no longer, also on a busy machine. */
const PATIENCE_MS = 60_000;

describe('a service with a setting that cannot be', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'touchstone-serve-'));
    await writeFile(join(directory, 'file'), 'x');
  });
  afterAll(() => rm(directory, { recursive: true }));

  /** How `touchstone serve` ends with these settings, in which `@` is the test's directory. */
  function serve(settings: Record<string, string>): Promise<{ code: unknown; said: string }> {
    const own = { TOUCHSTONE_DATA_DIR: '@/data', TOUCHSTONE_PORT: '0', TOUCHSTONE_METRICS: 'off', ...settings };
    const placed = Object.entries({ ...own, TOUCHSTONE_LISTS_SYNC: 'off' }).map(([name, value]) => {
      return [name, value.replaceAll('@', directory)];
    });
    const env = { ...process.env, ...Object.fromEntries(placed) };
    return new Promise((resolve) => {
      const limits = { env, timeout: PATIENCE_MS, killSignal: 'SIGKILL' } as const;
      execFile(process.execPath, [MAIN, 'serve'], limits, (error, _out, said) => {
        resolve({ code: error?.code ?? error?.signal ?? 0, said: said.replaceAll(directory, '@') });
      });
    });
  }

  test.each([
    [
      'a file for its data',
      { TOUCHSTONE_DATA_DIR: '@/file' },
      'The directory @/file cannot be made: a file has its name.',
    ],
  ])('%s ends with 2 and one sentence', async (_, settings, sentence) => {
    expect(await serve(settings)).toEqual({ code: 2, said: `touchstone: ${sentence}\n` });
  });

  test.runIf(existsSync('/proc/self'))('a place that takes no directory ends it too', async () => {
    const sentence = 'touchstone: The directory /proc/x cannot be made: its place takes no directory.\n';
    expect(await serve({ TOUCHSTONE_DATA_DIR: '/proc/x' })).toEqual({ code: 2, said: sentence });
  });
});
