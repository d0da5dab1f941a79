/*
 * Writes WebAssembly modules of one function (WebAssembly Core Specification 2.0, section 5, "Binary Format"). A kernel
 * is written as nested calls in the order of the specification's text format, and compiled when it is first needed.
 */

/** Bytes of instructions. */
export type Code = readonly number[];

const [I32, V128, NOTHING] = [0x7f, 0x7b, 0x40];
const SIMD = 0xfd;

function unsigned(value: number): Code {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  bytes.push(left);
  return bytes;
}

function signed(value: number): Code {
  const bytes: number[] = [];
  let left = value;
  while (left < -64 || left > 63) {
    bytes.push((left & 0x7f) | 0x80);
    left >>= 7;
  }
  bytes.push(left & 0x7f);
  return bytes;
}

const simd = (operation: number, ...operands: readonly Code[]): Code => [
  ...operands.flat(),
  SIMD,
  ...unsigned(operation),
];
const plain =
  (operation: number) =>
  (...operands: readonly Code[]): Code => [...operands.flat(), operation];
const vector =
  (operation: number) =>
  (...operands: readonly Code[]): Code =>
    simd(operation, ...operands);

/** Whole numbers of 32 bits. */
export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: plain(0x6a),
  sub: plain(0x6b),
  mul: plain(0x6c),
  and: plain(0x71),
  or: plain(0x72),
  /** By as many bits as the second says, modulo 32. */
  shiftLeft: plain(0x74),
  shiftRight: plain(0x76),
  lessThan: plain(0x48),
  isZero: plain(0x45),
  /** The first where the third is not 0, else the second. */
  select: plain(0x1b),
  equal: plain(0x46),
  load: (address: Code, offset: number): Code => [...address, 0x28, 2, ...unsigned(offset)],
  load8: (address: Code, offset: number): Code => [...address, 0x2d, 0, ...unsigned(offset)],
  load16: (address: Code, offset: number): Code => [...address, 0x2f, 1, ...unsigned(offset)],
  store: (address: Code, offset: number, value: Code): Code => [...address, ...value, 0x36, 2, ...unsigned(offset)],
  store16: (address: Code, offset: number, value: Code): Code => [...address, ...value, 0x3b, 1, ...unsigned(offset)],
};

/** Numbers of 64 bits with a fraction. */
export const f64 = {
  add: plain(0xa0),
  atLeast: plain(0x66),
  load: (address: Code, offset: number): Code => [...address, 0x2b, 3, ...unsigned(offset)],
};

/** Vectors of 128 bits. */
export const v128 = {
  const: (bytes: readonly number[]): Code => [SIMD, 0x0c, ...bytes],
  load: (address: Code, offset: number): Code => [...address, SIMD, 0x00, 4, ...unsigned(offset)],
  /** The same 64 bits twice. */
  loadTwice: (address: Code, offset: number): Code => [...address, SIMD, 0x0a, 3, ...unsigned(offset)],
  /** 32 bits, and zeros behind them. */
  loadStart: (address: Code, offset: number): Code => [...address, SIMD, 0x5c, 0, ...unsigned(offset)],
  store: (address: Code, offset: number, value: Code): Code => [
    ...address,
    ...value,
    SIMD,
    0x0b,
    4,
    ...unsigned(offset),
  ],
  and: vector(0x4e),
  /** Bits of the first that the second has not got. */
  andNot: vector(0x4f),
  or: vector(0x50),
  /** Bits of the first where the third has ones, else of the second. */
  bitselect: vector(0x52),
};

/** Sixteen bytes. */
export const i8x16 = {
  splat: vector(0x0f),
  /** The bytes of the first in the places that the second says; 0 for a place from 16 on. */
  swizzle: vector(0x0e),
  /** The bytes in the given places, of which the first vector has 0 to 15 and the second 16 to 31. */
  shuffle: (first: Code, second: Code, places: readonly number[]): Code => [...first, ...second, SIMD, 0x0d, ...places],
  sub: vector(0x71),
  /** The numbers of two vectors of eight, from 0 to 255. */
  ofNumbers: vector(0x66),
};

/** Eight numbers of 16 bits. */
export const i16x8 = {
  /** The numbers of two vectors of four, within 16 bits. */
  ofNumbers: vector(0x85),
  splat: vector(0x10),
  eq: vector(0x2d),
  /** By as many bits as the i32 says. */
  shiftLeft: vector(0x8b),
  /** The same, without sign. */
  shiftRight: vector(0x8d),
  add: vector(0x8e),
  min: vector(0x96),
  max: vector(0x98),
  /** The first of them, with its sign. */
  first: (of: Code): Code => [...vector(0x18)(of), 0],
};

/** Four whole numbers of 32 bits. */
export const i32x4 = {
  /** The first four bytes, without sign. */
  ofBytes: (of: Code): Code => vector(0xa9)(vector(0x89)(of)),
  /** Numbers with a fraction, without it. */
  ofFloats: vector(0xf8),
  add: vector(0xae),
};

/** Four numbers of 32 bits with a fraction. */
export const f32x4 = {
  /** Two numbers of 64 bits, rounded, and zeros behind them. */
  ofDoubles: vector(0x5e),
};

/** Two numbers of 64 bits with a fraction. */
export const f64x2 = {
  /** The first two of four whole numbers. */
  ofIntegers: vector(0xfe),
  /** The first two of four numbers of 32 bits. */
  ofFloats: vector(0x5f),
  add: vector(0xf0),
  mul: vector(0xf2),
  /** One of them, 0 or 1. */
  at: (of: Code, place: number): Code => [...vector(0x21)(of), place],
};

/** A variable of the function. */
export interface Local {
  readonly get: Code;
  readonly set: (value: Code) => Code;
}

/** Repeats `body` while `condition` holds after it. */
export const repeatWhile = (body: Code, condition: Code): Code => [0x03, NOTHING, ...body, ...condition, 0x0d, 0, 0x0b];

/** Does `body` where the condition is not 0, else `otherwise`. */
export const when = (condition: Code, body: Code, otherwise: Code = []): Code => [
  ...condition,
  0x04,
  NOTHING,
  ...body,
  ...(otherwise.length === 0 ? [] : [0x05, ...otherwise]),
  0x0b,
];

/** Ends the function. */
export const leave = (result: Code): Code => [...result, 0x0f];

/** What `callee` of {@link KernelOptions} answers to an i32. */
export const callOut = (value: Code): Code => [...value, 0x10, 0];

export interface KernelOptions {
  readonly memory: WebAssembly.Memory;
  /** Parameters, all of them i32. */
  readonly parameters: number;
  readonly integers: number;
  readonly vectors: number;
  /** A function of JavaScript that the kernel may call. */
  readonly callee?: (value: number) => number;
  /** Given the variables, the function's instructions. They leave an i32. */
  readonly body: (parameters: readonly Local[], integers: readonly Local[], vectors: readonly Local[]) => Code;
}

/** Compiles a function from whole numbers to one that works on `memory`. Blocks for about a millisecond. */
export function compileKernel(options: KernelOptions): (...parameters: number[]) => number {
  const bytes = Uint8Array.from(moduleOf(options));
  const { memory, callee } = options;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    kernel: { memory, ...(callee && { callee }) },
  });
  return instance.exports.run as (...parameters: number[]) => number;
}

function moduleOf({ parameters, integers, vectors, callee, body }: KernelOptions): Code {
  const local = (place: number): Local => ({
    get: [0x20, ...unsigned(place)],
    set: (value) => [...value, 0x21, ...unsigned(place)],
  });
  const locals = Array.from({ length: parameters + integers + vectors }, (_, place) => local(place));
  const instructions = body(
    locals.slice(0, parameters),
    locals.slice(parameters, parameters + integers),
    locals.slice(parameters + integers),
  );
  const declared = [2, ...unsigned(integers), I32, ...unsigned(vectors), V128];
  const code = [...declared, ...instructions, 0x0b];
  const type = (taken: number) => [0x60, ...unsigned(taken), ...new Array<number>(taken).fill(I32), 1, I32];
  const imported = [[...text('kernel'), ...text('memory'), 2, 0, 1]];
  if (callee) imported.push([...text('kernel'), ...text('callee'), 0, 1]);
  return [
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [2, ...type(parameters), ...type(1)]),
    ...section(2, [imported.length, ...imported.flat()]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('run'), 0, imported.length - 1]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ];
}

const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];

function text(value: string): Code {
  const bytes = [...value].map((letter) => letter.charCodeAt(0));
  return [...unsigned(bytes.length), ...bytes];
}
