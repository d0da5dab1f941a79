import { FLOAT, nodeOf, tensorOf } from '../../src/inference/onnx/model-graph.ts';
import { ProtobufWriter } from '../../src/inference/onnx/protobuf.ts';

/** A whole number, a list of whole numbers, or a text. ONNX attributes of other kinds are not needed here. */
export type Attribute = number | readonly number[] | string;

/** A dimension: how long, or the name of one that is known only when the model runs. */
export type Dimension = number | string;

/** Field numbers and codes of onnx.proto, IR version 8 with operator set 17 (github.com/onnx/onnx). */
const IR_VERSION = 8;
const OPERATOR_SET = 17;
const INT64 = 7;
const ATTRIBUTE = { integer: 2, text: 3, integers: 7 };

/** Builds an ONNX graph node by node and writes it as a model. Each tensor has the name that its method returns. */
export class OnnxGraph {
  readonly #nodes: ProtobufWriter[] = [];
  readonly #constants: ProtobufWriter[] = [];
  readonly #inputs: ProtobufWriter[] = [];
  readonly #outputs: ProtobufWriter[] = [];
  #count = 0;

  input(name: string, dims: readonly Dimension[]): string {
    this.#inputs.push(valueInfo(name, dims));
    return name;
  }

  /** Gives a tensor to the caller of the model under a name of its own. */
  output(name: string, tensor: string, dims: readonly Dimension[]): void {
    this.#add('Identity', [tensor], name, {});
    this.#outputs.push(valueInfo(name, dims));
  }

  floats(data: Float32Array, dims: readonly number[]): string {
    return this.#constant(FLOAT, new Uint8Array(data.buffer, data.byteOffset, data.byteLength), dims);
  }

  integers(values: readonly number[]): string {
    const data = BigInt64Array.from(values, BigInt);
    return this.#constant(INT64, new Uint8Array(data.buffer), [values.length]);
  }

  /** A node with one output. An input that the operator may lack is written as an empty name. */
  node(operator: string, inputs: readonly string[], attributes: Readonly<Record<string, Attribute>> = {}): string {
    return this.#add(operator, inputs, `t${this.#count++}`, attributes);
  }

  finish(): Uint8Array {
    const graph = new ProtobufWriter().text(2, 'touchstone');
    for (const node of this.#nodes) graph.message(1, node);
    for (const constant of this.#constants) graph.message(5, constant);
    for (const input of this.#inputs) graph.message(11, input);
    for (const output of this.#outputs) graph.message(12, output);
    const operators = new ProtobufWriter().text(1, '').integer(2, OPERATOR_SET);
    return new ProtobufWriter().integer(1, IR_VERSION).message(8, operators).message(7, graph).finish();
  }

  #constant(type: number, bytes: Uint8Array, dims: readonly number[]): string {
    const name = `c${this.#count++}`;
    this.#constants.push(tensorOf(type, bytes, dims).text(8, name));
    return name;
  }

  #add(operator: string, inputs: readonly string[], output: string, attributes: Readonly<Record<string, Attribute>>) {
    const node = nodeOf(operator, inputs, [output]);
    for (const [name, value] of Object.entries(attributes)) node.message(5, attribute(name, value));
    this.#nodes.push(node);
    return output;
  }
}

function attribute(name: string, value: Attribute): ProtobufWriter {
  const writer = new ProtobufWriter().text(1, name);
  if (typeof value === 'number') return writer.integer(3, value).integer(20, ATTRIBUTE.integer);
  if (typeof value === 'string') return writer.text(4, value).integer(20, ATTRIBUTE.text);
  for (const entry of value) writer.integer(8, entry);
  return writer.integer(20, ATTRIBUTE.integers);
}

function valueInfo(name: string, dims: readonly Dimension[]): ProtobufWriter {
  const shape = new ProtobufWriter();
  for (const dim of dims) {
    const entry = new ProtobufWriter();
    shape.message(1, typeof dim === 'number' ? entry.integer(1, dim) : entry.text(2, dim));
  }
  const tensor = new ProtobufWriter().integer(1, FLOAT).message(2, shape);
  return new ProtobufWriter().text(1, name).message(2, new ProtobufWriter().message(1, tensor));
}
