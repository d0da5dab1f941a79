import { expect, test } from 'vitest';
import { compileKernel, i32, repeatWhile } from './assembler.ts';

test('a kernel computes with whole numbers of any size, and reads its memory', () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  new Uint16Array(memory.buffer)[500] = 40_000;
  const run = compileKernel({
    memory,
    parameters: 1,
    integers: 1,
    vectors: 0,
    body: ([times], [sum]) => [
      ...repeatWhile(
        [
          ...sum!.set(i32.add(sum!.get, i32.add(i32.load16(i32.const(0), 1000), i32.const(-1_000_000)))),
          ...times!.set(i32.add(times!.get, i32.const(-1))),
        ],
        i32.lessThan(i32.const(0), times!.get),
      ),
      ...sum!.get,
    ],
  });
  expect(run(1)).toBe(-960_000);
  expect(run(3)).toBe(-2_880_000);
});
