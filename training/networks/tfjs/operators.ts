import type { Conversion, Converted, GraphNode } from './graph-model.ts';
import type { Weight } from './weights.ts';

type Operator = (conversion: Conversion, node: GraphNode) => Converted;

export const OPERATORS: Readonly<Record<string, Operator>> = {
  Placeholder: placeholder,
  Identity: (conversion, node) => input(conversion, node, 0),
  _FusedConv2D: convolution,
  DepthwiseConv2dNative: convolution,
  MaxPool: maxPool,
  Pad: pad,
  Reshape: reshape,
  ConcatV2: concat,
  AddV2: add,
  Relu: (conversion, node) => unary(conversion, input(conversion, node, 0), 'Relu'),
  Prelu: (conversion, node) => prelu(conversion, input(conversion, node, 0), constant(conversion, node, 1)),
  Sigmoid: (conversion, node) => unary(conversion, input(conversion, node, 0), 'Sigmoid'),
};

function input({ done }: Conversion, node: GraphNode, place: number): Converted {
  const converted = done.get(node.input?.[place] ?? '');
  if (!converted) throw new Error(`Input ${place} of ${node.name} is not computed.`);
  return converted;
}

function constant({ weights }: Conversion, node: GraphNode, place: number): Weight {
  const weight = weights.get(node.input?.[place] ?? '');
  if (!weight) throw new Error(`Input ${place} of ${node.name} is not a constant.`);
  return weight;
}

function floats(weight: Weight): Float32Array {
  return weight.data instanceof Float32Array ? weight.data : Float32Array.from(weight.data);
}

function text(node: GraphNode, name: string): string {
  return Buffer.from(node.attr?.[name]?.s ?? '', 'base64').toString('latin1');
}

/** The two middle numbers of a list that has one number each for batch, height, width and channel. */
function pair(node: GraphNode, name: string): [number, number] {
  const list = node.attr?.[name]?.list?.i ?? [];
  return [Number(list[1] ?? 1), Number(list[2] ?? 1)];
}

function padding(node: GraphNode): string {
  // TensorFlow's SAME puts what cannot be halved after the picture, which ONNX calls SAME_UPPER.
  return text(node, 'padding') === 'SAME' ? 'SAME_UPPER' : 'VALID';
}

function placeholder({ graph }: Conversion, node: GraphNode): Converted {
  const dims = (node.attr?.shape?.shape as { dim?: { size: string }[] } | undefined)?.dim ?? [];
  const [, height, width, channels] = dims.map(({ size }) => Number(size));
  if (dims.length !== 4) throw new Error(`The input ${node.name} is not a picture.`);
  return { tensor: graph.input('input', ['batch', channels!, height!, width!]), rank: 4 };
}

function convolution(conversion: Conversion, node: GraphNode): Converted {
  const { graph } = conversion;
  const depthwise = node.op.includes('Depthwise');
  const { tensor } = input(conversion, node, 0);
  const filters = constant(conversion, node, 1);
  const [height, width, from, to] = filters.dims as [number, number, number, number];
  const transposed = transposeFilters(floats(filters), height * width, from, to);
  const shape = depthwise ? [from * to, 1, height, width] : [to, from, height, width];
  const [activation, bias] = fusedSteps(node);
  const inputs = [tensor, graph.floats(transposed, shape)];
  if (bias) {
    const values = constant(conversion, node, 2);
    inputs.push(graph.floats(floats(values), [values.data.length]));
  }
  const result = graph.node('Conv', inputs, {
    kernel_shape: [height, width],
    strides: pair(node, 'strides'),
    dilations: pair(node, 'dilations'),
    auto_pad: padding(node),
    group: depthwise ? from : 1,
  });
  return activate(conversion, node, { tensor: result, rank: 4 }, activation);
}

/** From height, width, in, out to out, in, height, width; for a depthwise filter out is in × multiplier. */
function transposeFilters(data: Float32Array, places: number, from: number, to: number): Float32Array {
  const transposed = new Float32Array(data.length);
  // A depthwise filter's first channel is its own group's, so both kinds end in the same order but for these steps.
  for (let place = 0, at = 0; place < places; place++) {
    for (let source = 0; source < from; source++) {
      for (let target = 0; target < to; target++, at++) {
        transposed[(target * from + source) * places + place] = data[at]!;
      }
    }
  }
  return transposed;
}

/** What a fused node does after its product: the activation, and whether a bias comes before it. */
function fusedSteps(node: GraphNode): [activation: string | undefined, bias: boolean] {
  const steps = (node.attr?.fused_ops?.list?.s ?? []).map((step) => Buffer.from(step, 'base64').toString('latin1'));
  const bias = steps[0] === 'BiasAdd';
  return [steps[bias ? 1 : 0], bias];
}

function activate(conversion: Conversion, node: GraphNode, value: Converted, activation: string | undefined) {
  if (activation === undefined) return value;
  if (activation === 'Relu') return unary(conversion, value, 'Relu');
  if (activation === 'Prelu') return prelu(conversion, value, constant(conversion, node, 3));
  throw new Error(`The activation ${activation} of ${node.name} cannot be converted.`);
}

function maxPool(conversion: Conversion, node: GraphNode): Converted {
  const { tensor } = input(conversion, node, 0);
  const attributes = { kernel_shape: pair(node, 'ksize'), strides: pair(node, 'strides'), auto_pad: padding(node) };
  return { tensor: conversion.graph.node('MaxPool', [tensor], attributes), rank: 4 };
}

function pad(conversion: Conversion, node: GraphNode): Converted {
  const { graph } = conversion;
  const { tensor, rank } = input(conversion, node, 0);
  const { data } = constant(conversion, node, 1);
  const order = rank === 4 ? [0, 3, 1, 2] : Array.from({ length: rank }, (_, axis) => axis);
  const amounts = [...order.map((axis) => data[axis * 2]!), ...order.map((axis) => data[axis * 2 + 1]!)];
  return { tensor: graph.node('Pad', [tensor, graph.integers(amounts)]), rank };
}

function reshape(conversion: Conversion, node: GraphNode): Converted {
  const { graph } = conversion;
  const { tensor, rank } = input(conversion, node, 0);
  const shape = [...constant(conversion, node, 1).data];
  if (shape.length === 4) throw new Error(`${node.name} reshapes to a picture.`);
  const source = rank === 4 ? graph.node('Transpose', [tensor], { perm: [0, 2, 3, 1] }) : tensor;
  return {
    tensor: graph.node('Reshape', [source, graph.integers(shape)], { allowzero: 0 }),
    rank: shape.length,
  };
}

function concat(conversion: Conversion, node: GraphNode): Converted {
  const { weights, graph } = conversion;
  const count = node.input!.length - 1;
  const parts = Array.from({ length: count }, (_, place) => input(conversion, node, place));
  const rank = parts[0]!.rank;
  const axis = (weights.get(node.input![count]!)!.data[0]! + rank) % rank;
  const place = rank === 4 ? [0, 2, 3, 1][axis]! : axis;
  const tensors = parts.map(({ tensor }) => tensor);
  return { tensor: graph.node('Concat', tensors, { axis: place }), rank };
}

function add(conversion: Conversion, node: GraphNode): Converted {
  const [first, second] = [input(conversion, node, 0), input(conversion, node, 1)];
  if (first.rank !== second.rank) throw new Error(`${node.name} adds values of different shapes.`);
  return { tensor: conversion.graph.node('Add', [first.tensor, second.tensor]), rank: first.rank };
}

/** A number, or one a channel. */
function spread({ graph }: Conversion, weight: Weight, rank: number): string {
  if (weight.data.length === 1) return graph.floats(floats(weight), []);
  if (weight.data.length !== weight.dims.at(-1)) throw new Error('A constant differs from place to place.');
  return graph.floats(floats(weight), rank === 4 ? [weight.data.length, 1, 1] : [weight.data.length]);
}

function prelu(conversion: Conversion, { tensor, rank }: Converted, slope: Weight): Converted {
  return { tensor: conversion.graph.node('PRelu', [tensor, spread(conversion, slope, rank)]), rank };
}

function unary({ graph }: Conversion, { tensor, rank }: Converted, operator: string): Converted {
  return { tensor: graph.node(operator, [tensor]), rank };
}
