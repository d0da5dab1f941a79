import { expect, test } from 'vitest';
import { type Code, callOut, compileKernel, f64, f64x2, i32, leave, repeatWhile, v128, when } from './assembler.ts';

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

test('a kernel branches, ends early, and asks a function of JavaScript', () => {
  const asked: number[] = [];
  const run = compileKernel({
    memory: new WebAssembly.Memory({ initial: 1 }),
    callee: (value) => asked.push(value) * 100,
    parameters: 1,
    integers: 1,
    vectors: 0,
    body: ([value], [result]) => [
      ...when(i32.isZero(value!.get), leave(i32.const(-1))),
      ...when(i32.lessThan(value!.get, i32.const(10)), result!.set(callOut(value!.get)), result!.set(i32.const(7))),
      ...when(i32.equal(value!.get, i32.const(3)), result!.set(i32.sub(result!.get, value!.get))),
      ...result!.get,
    ],
  });
  expect([0, 3, 4, 10].map((value) => run(value))).toEqual([-1, 97, 200, 7]);
  expect(asked).toEqual([3, 4]);
});

test('a kernel stores whole numbers and reads them as they are wide', () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const bits = (value: Code) =>
    i32.or(i32.and(i32.shiftRight(value, i32.const(4)), i32.const(0xff)), i32.shiftLeft(value, i32.const(33)));
  const run = compileKernel({
    memory,
    parameters: 1,
    integers: 0,
    vectors: 0,
    body: ([value]) => [
      ...i32.store(i32.const(8), 8, value!.get),
      ...i32.store16(i32.const(0), 20, value!.get),
      ...bits(i32.load8(i32.const(16), 1)),
    ],
  });
  expect(run(0x12_f4_56)).toBe(0x0f | (0xf4 << 1));
  expect(new Int32Array(memory.buffer)[4]).toBe(0x12_f4_56);
  expect(Array.from(new Uint16Array(memory.buffer).subarray(10, 12))).toEqual([0xf4_56, 0]);
});

test('a kernel adds and multiplies pairs of numbers with a fraction', () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const numbers = new Float64Array(memory.buffer);
  numbers.set([0.1, 3, 0.7, 1.5, 100]);
  const run = compileKernel({
    memory,
    parameters: 0,
    integers: 0,
    vectors: 1,
    body: (_, __, [pair]) => [
      ...pair!.set(f64x2.mul(v128.load(i32.const(0), 0), v128.load(i32.const(0), 16))),
      ...pair!.set(f64x2.add(pair!.get, v128.load(i32.const(0), 0))),
      ...v128.store(i32.const(0), 48, pair!.get),
      ...f64.atLeast(f64.add(f64x2.at(pair!.get, 0), f64x2.at(pair!.get, 1)), f64.load(i32.const(0), 32)),
    ],
  });
  expect(run()).toBe(0);
  const sums = [0.1 * 0.7 + 0.1, 3 * 1.5 + 3];
  expect(Array.from(numbers.subarray(6, 8))).toEqual(sums);
  numbers[4] = sums[0]! + sums[1]!;
  expect(run()).toBe(1);
});
