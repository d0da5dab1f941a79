import { afterEach, expect, test } from 'vitest';
import type { operations } from './testing/echo.ts';
import { ModelThread } from './thread.ts';

const MODULE = new URL('./testing/echo.ts', import.meta.url);
let thread: ModelThread<typeof operations>;
afterEach(() => thread.close());

test('calls are answered in order by one thread, with what it was set up with', async () => {
  thread = new ModelThread(MODULE, { setup: { name: 'models' }, limitMs: 30_000 });
  const answers = await Promise.all([1, 2, 3].map((value) => thread.call('echo', value)));
  expect(answers.map(({ value }) => value)).toEqual([1, 2, 3]);
  expect(new Set(answers.map((answer) => answer.thread)).size).toBe(1);
  expect(answers[0]!.setup).toEqual({ name: 'models' });
});

test('pixels in shared memory are not copied', async () => {
  thread = new ModelThread(MODULE, { limitMs: 30_000 });
  const pixels = new Uint8Array(new SharedArrayBuffer(4));
  const back = (await thread.call('echo', pixels)).value as Uint8Array;
  pixels[0] = 77;
  expect(back[0]).toBe(77);
});

test('an error keeps its code and its sentence, and the next call is answered', async () => {
  thread = new ModelThread(MODULE, { limitMs: 30_000 });
  await expect(thread.call('refuse')).rejects.toMatchObject({ code: 'validation', message: 'This is refused.' });
  expect((await thread.call('echo', 'on')).value).toBe('on');
});

test('a call that takes its thread down fails alone', async () => {
  thread = new ModelThread(MODULE, { limitMs: 30_000 });
  const before = await thread.call('echo', 0);
  const crash = expect(thread.call('crash')).rejects.toThrow(/ended unexpectedly/);
  const after = await thread.call('echo', 'still here');
  await crash;
  expect(after.value).toBe('still here');
  expect(after.thread).not.toBe(before.thread);
});

test('a call that never ends is given up, and the next one finds a new thread', async () => {
  thread = new ModelThread(MODULE, { limitMs: 1000 });
  const endless = expect(thread.call('spin')).rejects.toMatchObject({ code: 'busy' });
  expect((await thread.call('echo', 'next')).value).toBe('next');
  await endless;
});

test('a call that only took too long fails alone: its thread keeps its models, and what it says late is dropped', async () => {
  thread = new ModelThread(MODULE, { limitMs: 1000 });
  const before = await thread.call('echo', 0);
  const slow = expect(thread.call('hold', 1500)).rejects.toMatchObject({ code: 'busy' });
  const after = await thread.call('echo', 'next');
  await slow;
  expect(after).toEqual({ ...before, value: 'next' });
});

test('models that cannot be loaded fail every call that waits with their sentence, and whoever started them is told', async () => {
  thread = new ModelThread(MODULE, { setup: { unusable: 'model.onnx' }, limitMs: 30_000 });
  const told = new Promise((failed) => thread.start(failed));
  const sentence = { code: 'usage', message: 'model.onnx cannot be read.' };
  const waiting = [thread.call('echo', 1), thread.call('echo', 2)].map((call) =>
    expect(call).rejects.toMatchObject(sentence),
  );
  await Promise.all(waiting);
  expect(await told).toMatchObject(sentence);
  await expect(thread.call('echo', 3)).rejects.toMatchObject(sentence);
});

test('closing fails what waits', async () => {
  thread = new ModelThread(MODULE, { limitMs: 1000 });
  const waiting = [thread.call('spin'), thread.call('echo', 1)].map((call) =>
    expect(call).rejects.toMatchObject({ code: 'busy' }),
  );
  await thread.close();
  await Promise.all(waiting);
  await expect(thread.call('echo', 2)).rejects.toMatchObject({ code: 'busy' });
});
