import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setImmediate as tick } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { operations } from '../../test/threads/echo.ts';
import { Channel, type ChannelOptions, type Interrupted } from './channel.ts';
import { launchChild } from './child-process.ts';
import { launchWorker } from './worker.ts';

const MODULE = new URL('../../test/threads/echo.ts', import.meta.url);
const LAUNCH = {
  worker: (module: URL, setup: unknown) => launchWorker(module, { setup: () => setup }),
  child: launchChild,
};

let channel: Channel<typeof operations>;
afterEach(() => channel?.abort());

function open(kind: keyof typeof LAUNCH, options: ChannelOptions = {}, setup: unknown = {}): typeof channel {
  channel = new Channel(LAUNCH[kind](MODULE, setup), options);
  return channel;
}

describe.each(['worker', 'child'] as const)('a %s', (kind) => {
  test('answers calls with what it was set up with, and an error keeps its code and its sentence', async () => {
    open(kind, {}, { name: 'models' });
    const answers = await Promise.all([1, 2, 3].map((value) => channel.call('echo', value)));
    expect(answers.map(({ value }) => value)).toEqual([1, 2, 3]);
    expect(answers[0]!.setup).toEqual({ name: 'models' });
    expect(new Set(answers.map(({ process, thread }) => `${process} ${thread}`)).size).toBe(1);
    await expect(channel.call('refuse')).rejects.toMatchObject({ code: 'validation', message: 'This is refused.' });
    expect((await channel.call('echo', 'on')).value).toBe('on');
  });

  test('that cannot load fails every call with its sentence, and whoever told it to load', async () => {
    open(kind, {}, { unusable: 'model.onnx' });
    const sentence = { code: 'usage', message: 'model.onnx cannot be read.' };
    const waiting = [channel.load(), channel.call('echo', 1), channel.call('echo', 2)];
    await Promise.all(waiting.map((one) => expect(one).rejects.toMatchObject(sentence)));
    await expect(channel.call('echo', 3)).rejects.toMatchObject(sentence);
  });

  test('that ends in a call fails what was under way, and the next call finds a new one', async () => {
    const seen: Interrupted[] = [];
    open(kind, { interrupted: (error) => seen.push(error) });
    const before = await channel.call('echo', 0);
    await expect(channel.call('exit', 3)).rejects.toMatchObject({ name: 'Interrupted', alone: true, late: false });
    const after = await channel.call('echo', 'still here');
    expect(after.value).toBe('still here');
    expect([after.process, after.thread]).not.toEqual([before.process, before.thread]);
    expect(seen).toHaveLength(1);
  });

  test('that is closed answers nothing more', async () => {
    open(kind);
    await channel.call('echo', 0);
    await channel.close();
    await expect(channel.call('echo', 1)).rejects.toMatchObject({ code: 'busy' });
    await expect(channel.load()).rejects.toMatchObject({ code: 'busy' });
  });
});

test('a lasting worker is replaced at once, what waits goes on in it, and what ends it twice fails', async () => {
  const seen: Interrupted[] = [];
  open('worker', { lasting: true, maxAtOnce: 1, interrupted: (error) => seen.push(error) });
  const before = await channel.call('echo', 0);
  const deadly = expect(channel.call('exit', 3)).rejects.toMatchObject({ name: 'Interrupted', code: 'interrupted' });
  const answers = await Promise.all([1, 2, 3].map((value) => channel.call('echo', value)));
  await deadly;
  expect(answers.map(({ value }) => value)).toEqual([1, 2, 3]);
  expect(answers[0]!.thread).not.toBe(before.thread);
  expect(seen).toHaveLength(2);
});

test('a lasting worker that dies at once is started again after growing pauses, then given up, and what waits is told', async () => {
  const ends: number[] = [];
  const lost = Promise.withResolvers<Interrupted>();
  const interrupted = () => ends.push(performance.now());
  open('worker', { lasting: true, interrupted, lost: lost.resolve }, { loads: 'dies' });
  await expect(channel.call('echo', 1)).rejects.toMatchObject({ name: 'Interrupted' });
  expect((await lost.promise).message).toBe('The thread ended with code 1.');
  expect(ends).toHaveLength(5);
  expect(ends[4]! - ends[0]!).toBeGreaterThanOrEqual(2_600);
  await expect(channel.call('echo', 2)).rejects.toMatchObject({ name: 'Interrupted' });
});

test('several workers share the calls, and each learns a state before its next one', async () => {
  open('worker', { lasting: true, peers: 2, maxAtOnce: 1 });
  for (const state of ['first', 'second']) {
    channel.adopt(state);
    const states = await Promise.all(Array.from({ length: 20 }, () => channel.call('stateNow')));
    expect(new Set(states)).toEqual(new Set([state]));
  }
});

test('closing answers what was accepted, also where a worker dies meanwhile', async () => {
  open('worker', { lasting: true, maxAtOnce: 1 });
  const accepted = [1, 2, 3].map((value) => channel.call('echo', value));
  const deadly = expect(channel.call('exit', 3)).rejects.toMatchObject({ name: 'Interrupted' });
  const last = channel.call('echo', 4);
  await channel.close();
  expect((await Promise.all([...accepted, last])).map(({ value }) => value)).toEqual([1, 2, 3, 4]);
  await deadly;
});

test('a worker answers side by side where it says so, and all of it before it is closed', async () => {
  open('worker', {}, { sideBySide: true });
  await channel.load();
  const ended: number[] = [];
  const calls = [300, 20].map((ms) => channel.call('later', ms).then((value) => ended.push(value)));
  await channel.close();
  await Promise.all(calls);
  expect(ended).toEqual([20, 300]);
});

test('a worker looks at pixels in shared memory without a copy', async () => {
  open('worker');
  const pixels = new Uint8Array(new SharedArrayBuffer(4));
  const back = (await channel.call('echo', pixels)).value as Uint8Array;
  pixels[0] = 77;
  expect(back[0]).toBe(77);
});

test.each([
  ['aborts', 'abort', []],
  ['has a segmentation fault', 'signal', ['SIGSEGV']],
  ['is killed', 'signal', ['SIGKILL']],
  ['says what nobody asked', 'flood', []],
] as const)('a child that %s fails its calls alone, and the log learns why', async (_, operation, args) => {
  const seen: Interrupted[] = [];
  open('child', { interrupted: (error) => seen.push(error) });
  const other = channel.call('hang');
  const cause = channel.call(operation, ...(args as []));
  for (const call of [other, cause]) {
    await expect(call).rejects.toMatchObject({ name: 'Interrupted', alone: false, late: false });
  }
  expect((await channel.call('echo', 'next')).value).toBe('next');
  expect(seen).toHaveLength(1);
  expect(seen[0]!.message).toMatch(/^The process ended with SIG(ABRT|SEGV|KILL)\.$/);
  expect(String(seen[0]!.cause).length).toBeLessThanOrEqual(2000);
});

test.each(['spin', 'hang'] as const)('a child that does not answer (%s) is killed after the limit', async (endless) => {
  open('child', { limitMs: 300 });
  const { process: pid } = await channel.call('echo', 0);
  await expect(channel.call(endless)).rejects.toMatchObject({ name: 'Interrupted', alone: true, late: true });
  expect(isAlive(pid)).toBe(false);
  expect((await channel.call('echo', 'next')).process).not.toBe(pid);
});

test('a child that a signal stopped is killed after the limit', async () => {
  open('child', { limitMs: 300 });
  const { process: pid } = await channel.call('echo', 0);
  process.kill(pid, 'SIGSTOP');
  await expect(channel.call('echo', 1)).rejects.toMatchObject({ late: true });
  expect((await channel.call('echo', 'next')).value).toBe('next');
});

test('a child that never loads is killed after the limit for loading', async () => {
  open('child', { loadLimitMs: 300 }, { loads: 'never' });
  await expect(channel.call('echo', 1)).rejects.toMatchObject({ name: 'Interrupted', late: true });
});

test('closing kills a child in the middle of its work, and what waited is told', async () => {
  open('child');
  const { process: pid } = await channel.call('echo', 0);
  const waiting = expect(channel.call('spin')).rejects.toMatchObject({ code: 'busy' });
  await tick();
  await channel.abort();
  await waiting;
  expect(isAlive(pid)).toBe(false);
});

test('a child leaves signals for the whole group to its parent', async () => {
  open('child');
  const { process: pid } = await channel.call('echo', 0);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal);
  expect((await channel.call('echo', 'on')).process).toBe(pid);
});

test('calls travel together while more are to come, and wait no longer than they may', async () => {
  let more = true;
  let batches = 0;
  const gathering = (ms: number): ChannelOptions => ({
    batch: { max: 9, joins: () => true, gather: { ms, more: () => more } },
    effects: { begin: () => void batches++, unknown: () => undefined },
  });
  open('worker', gathering(60_000));
  await channel.load();
  const first = channel.call('echo', 1);
  await tick();
  await tick();
  expect(batches).toBe(0);
  more = false;
  const answers = await Promise.all([first, channel.call('echo', 2)]);
  expect(answers.map(({ value }) => value)).toEqual([1, 2]);
  expect(batches).toBe(1);
  await channel.close();

  more = true;
  open('worker', gathering(5));
  expect((await channel.call('echo', 3)).value).toBe(3);
  expect(batches).toBe(2);
});

test('a child learns no setting of the service, so no key either', async () => {
  process.env.TOUCHSTONE_MASTER_KEY = 'secret';
  open('child');
  const { process: pid } = await channel.call('echo', 0);
  delete process.env.TOUCHSTONE_MASTER_KEY;
  if (!existsSync(`/proc/${pid}/environ`)) return;
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('TOUCHSTONE_MASTER_KEY');
});

test('a program that cannot be started is an interruption', async () => {
  const missing = new Channel<typeof operations>(
    launchChild(new URL('../../test/threads/missing.ts', import.meta.url)),
  );
  await expect(missing.call('echo', 1)).rejects.toMatchObject({ name: 'Interrupted' });
  await missing.abort();
});

test('a child dies with its parent, also where the parent was killed', async () => {
  const parent = spawn(process.execPath, [fileURLToPath(new URL('../../test/threads/parent.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(parent.stdout!, 'data')) as [Buffer];
  const pid = Number(line.toString());
  expect(isAlive(pid)).toBe(true);
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  while (isAlive(pid)) await tick();
});

/** A dead process whose parent has not asked for its exit code is none that lives. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (!existsSync('/proc/self/status')) return true;
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
