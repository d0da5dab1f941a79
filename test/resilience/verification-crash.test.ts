import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photograph } from '../../specimens/photograph.ts';
import { selfie } from '../../specimens/selfie.ts';
import { drawSpecimen } from '../../specimens/specimen.ts';
import { childrenOf, processorTime } from '../support/children.ts';
import { form } from '../support/form.ts';
import { type Answer, Bench, type Served } from '../support/service.ts';

const VERIFY = '/api/IdVerification/verify';
const LIST = '/api/IdVerification/list';
const PROGRAM = fileURLToPath(new URL('../../bin/touchstone.js', import.meta.url));
const MODELS = 'verification/process.ts';

/** What native code does when it crashes, told from outside: the service cannot know the difference. */
describe.skipIf(process.platform !== 'linux')('the process that holds the models', () => {
  let bench: Bench;
  let served: Served;
  let key: string;
  let document: Buffer;
  let whole: Awaited<ReturnType<typeof form>>;

  beforeAll(async () => {
    bench = await Bench.create();
    key = (await bench.key(await bench.account())).key;
    const specimen = await drawSpecimen('crash', { kind: 'passport' });
    document = photograph(specimen, 'crash').jpeg;
    whole = await form({ IdCardImage: document, SelfieImage: selfie(specimen.holder, 1) });
    served = await bench.serve();
    expect((await verify()).status).toBe(200);
  });

  afterAll(async () => {
    await served?.stop();
    await bench?.remove();
  });

  const verify = (): Promise<Answer> => served.ask('POST', VERIFY, { key, ...whole });
  const models = (): number[] => childrenOf(process.pid, MODELS);

  /** Waits until the models work, and kills their process then; undefined where that is not needed any more. */
  async function killAtWork(signal: NodeJS.Signals, isOver = () => false): Promise<number | undefined> {
    while (!isOver()) {
      const [pid] = models();
      const before = pid && processorTime(pid);
      await pause(20);
      const after = pid && processorTime(pid);
      if (!pid || before === undefined || after === undefined || after - before < 1) continue;
      process.kill(pid, signal);
      return pid;
    }
    return undefined;
  }

  test('is another one after a crash, and the verification that was under way is answered', async () => {
    const answer = verify();
    const killed = await killAtWork('SIGSEGV');
    expect((await answer).status).toBe(200);
    expect(models()).toHaveLength(1);
    expect(models()).not.toContain(killed);
    expect(bench.logged).toContain('The process ended with SIGSEGV.');
  });

  test('crashes again and again with one upload: 503 with Retry-After, nothing stored or spent, screening goes on', async () => {
    const before = (await served.ask('GET', LIST, { key })).body.length;
    let answer: Answer | undefined;
    const asked = verify().then((one) => {
      answer = one;
    });
    await killAtWork('SIGABRT');
    const screened = await served.screen(key, { name: 'Quillon Ferrabast', entityType: 'Individual' });
    expect(screened.status).toBe(200);
    while (!answer) await killAtWork('SIGABRT', () => answer !== undefined);
    await asked;
    expect(answer).toMatchObject({ status: 503, body: { success: false, data: null } });
    expect(answer!.text).toMatch(/nothing was stored and nothing spent/);
    expect(Number(answer!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await served.ask('GET', LIST, { key })).body).toHaveLength(before);
    const after = await verify();
    expect(after.status).toBe(200);
    expect(after.body.data.remainingRequests).toBe(screened.body.data.remainingRequests - 1);
  });

  test('ends with the service, also where the service was killed', async () => {
    const killed = await Bench.create();
    const settings = { ...process.env, ...killed.settings };
    const service = spawn(process.execPath, [PROGRAM, 'serve'], { env: settings, stdio: 'ignore' });
    let pid: number | undefined;
    while (pid === undefined) {
      await pause(20);
      [pid] = childrenOf(service.pid!, MODELS);
    }
    service.kill('SIGKILL');
    await once(service, 'exit');
    while (processorTime(pid) !== undefined) await pause(20);
    await killed.remove();
  });

  test.each([['read'], ['faces']])('%s says a sentence where native code crashes', async (command) => {
    const file = join(bench.dataDir, 'document.jpg');
    await writeFile(file, document);
    const child = spawn(process.execPath, [PROGRAM, command, file], {
      env: { ...process.env, ...bench.settings },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    const closed = once(child, 'close');
    let pid: number | undefined;
    while (pid === undefined) {
      await pause(5);
      // The picture's name stands in its arguments, whether it runs the sources or their bundle.
      [pid] = childrenOf(child.pid!, file);
    }
    process.kill(pid, 'SIGSEGV');
    expect((await closed)[0]).toBe(1);
    expect(stderr).toBe('touchstone: The program that looks at pictures ended unexpectedly (SIGSEGV).\n');
  });
});
