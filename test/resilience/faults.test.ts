import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { ServingProcess } from '../support/process.ts';
import { MAIN } from '../support/program.ts';
import { Bench } from '../support/service.ts';

/** A device of Linux on which every write fails as on a full disk. */
const FULL = '/dev/full';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.create();
});
afterAll(() => bench?.remove());

test('a failure that nobody handles is logged as fatal, without its text, and ends the service with an error', async () => {
  const program = `process.on('SIGUSR2', () => void Promise.reject(new Error('of Quillon Ferrabast')))`;
  const url = `data:text/javascript;base64,${Buffer.from(program).toString('base64')}`;
  const service = new ServingProcess(bench, { NODE_OPTIONS: `--import=${url}` });
  try {
    await (await service.serving()).agent.close();
    service.child.kill('SIGUSR2');
    expect(await service.ended()).toBe(1);
    const line = service.output.split('\n').find((text) => text.includes('"fatal"'))!;
    expect(JSON.parse(line)).toMatchObject({ level: 'fatal', msg: 'crashed', err: { type: 'Error' } });
    expect(service.output + service.complaints).not.toContain('Quillon');
  } finally {
    service.kill();
  }
});

test.skipIf(!existsSync(FULL))('a log on a full disk ends nothing: the service starts, answers and stops', async () => {
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'serve'], {
    env: { ...process.env, ...bench.settings, TOUCHSTONE_PORT: String(port) },
    stdio: ['ignore', openSync(FULL, 'w'), openSync(FULL, 'w')],
  });
  try {
    const agent = new Agent({ connect: { rejectUnauthorized: false } });
    const ask = async (path: string) => {
      const asked = { origin: `https://127.0.0.1:${port}`, path, method: 'GET' } as const;
      const { statusCode, body } = await agent.request(asked).catch(() => ({ statusCode: 0, body: undefined }));
      await body?.dump();
      return statusCode;
    };
    await expect.poll(() => ask('/health/ready')).toBe(200);
    // More than the log holds back before it writes.
    for (let turn = 0; turn < 100; turn += 1) expect(await ask('/health/live')).toBe(200);
    await agent.close();
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    expect([child.exitCode, child.signalCode]).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
