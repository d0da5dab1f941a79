import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../scripts/specimen.ts', import.meta.url));

function specimen(cwd: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], { cwd }, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

test('npm run specimen explains itself and draws nothing where it is asked to, or told nonsense', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-specimen-'));
  try {
    expect(await specimen(directory, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('[SEED]') });
    expect(await specimen(directory, '--seed')).toMatchObject({ code: 2, err: expect.stringContaining('[SEED]') });
    expect(await readdir(directory)).toEqual([]);
  } finally {
    await rm(directory, { recursive: true });
  }
});
