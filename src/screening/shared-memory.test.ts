import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { SharedMemory } from './shared-memory.ts';

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const valuesIn = (buffer: ArrayBuffer | undefined) => buffer && Array.from(new Uint8Array(buffer));

test('what one thread remembers another one knows', () => {
  const own = new SharedMemory();
  const other = new SharedMemory(own.buffer);
  own.set('Ольга', 0xf0000007, bytes(1, 2, 3));
  own.set('', 8, bytes());
  expect(valuesIn(other.get('Ольга', 0xf0000007))).toEqual([1, 2, 3]);
  expect(valuesIn(other.get('', 8))).toEqual([]);
  expect(other.get('Olga', 9)).toBeUndefined();
  expect(new SharedMemory().get('', 0)).toBeUndefined();
});

test('another text with the same hash is not taken for it', () => {
  const memory = new SharedMemory();
  memory.set('one', 5, bytes(1));
  expect(memory.get('two', 5)).toBeUndefined();
  memory.set('two', 5, bytes(2));
  expect(memory.get('one', 5)).toBeUndefined();
  expect(valuesIn(memory.get('two', 5))).toEqual([2]);
});

test('what was remembered first is forgotten first, and the memory does not grow', () => {
  const memory = new SharedMemory();
  const value = new Uint8Array(100_000);
  const count = 1000;
  for (let one = 0; one < count; one++) memory.set(`text ${one}`, one, value.fill(one % 251).buffer);
  expect(memory.get('text 0', 0)).toBeUndefined();
  const known = Array.from({ length: count }, (_, one) => memory.get(`text ${one}`, one));
  const first = known.findIndex((found) => found !== undefined);
  expect(first).toBeGreaterThan(count / 2);
  expect(
    known.slice(first).map((found, at) => new Uint8Array(found!).every((one) => one === (first + at) % 251)),
  ).toEqual(new Array(count - first).fill(true));
});

test('a value that would push out too many others is not remembered', () => {
  const memory = new SharedMemory();
  memory.set('long', 1, new ArrayBuffer(2 ** 21));
  expect(memory.get('long', 1)).toBeUndefined();
});

test('a value is whole or unknown, however fast other threads write over it', async () => {
  const memory = new SharedMemory();
  const size = 500_000;
  const writer = new Worker(
    `import { workerData, parentPort } from 'node:worker_threads';
     const { SharedMemory } = await import(workerData.module);
     const memory = new SharedMemory(workerData.buffer);
     const value = new Uint8Array(${size});
     for (let round = 0; round < 4000; round++) memory.set('text ' + (round % 7), round % 7, value.fill(round % 251).buffer);
     parentPort.postMessage('done');`,
    {
      eval: true,
      workerData: { buffer: memory.buffer, module: new URL('./shared-memory.ts', import.meta.url).href },
      execArgv: ['--experimental-strip-types', '--input-type=module'],
    },
  );
  let isWriting = true;
  const ended = new Promise((done, fail) => writer.once('message', done).once('error', fail)).then(() => {
    isWriting = false;
  });
  let [whole, torn] = [0, 0];
  while (isWriting) {
    for (let one = 0; one < 7; one++) {
      const found = memory.get(`text ${one}`, one);
      if (!found) continue;
      const values = new Uint8Array(found);
      if (values.every((value) => value === values[0])) whole++;
      else torn++;
    }
    await new Promise(setImmediate);
  }
  await ended;
  await writer.terminate();
  expect(torn).toBe(0);
  expect(whole).toBeGreaterThan(0);
});
