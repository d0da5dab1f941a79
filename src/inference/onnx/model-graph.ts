import { fieldsOf, ProtobufWriter, varintsOf } from './protobuf.ts';

/** A node of a graph; attributes are kept as they were written, by name. */
export interface GraphNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, Uint8Array>;
}

export interface Floats {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

/** Field numbers and codes of onnx.proto (github.com/onnx/onnx). */
export const MODEL = { graph: 7 };
export const GRAPH = { node: 1, initializer: 5, output: 12 };
const NODE = { input: 1, output: 2, operator: 4, attribute: 5 };
const ATTRIBUTE = { name: 1, float: 2, tensor: 5, integers: 8, type: 20, floatType: 1, tensorType: 4 };
export const TENSOR = { dims: 1, type: 2, floats: 4, name: 8, raw: 9, float: 1 };
const VALUE_INFO = { name: 1 };

/** The type of a tensor of 32 bit floats. */
export const FLOAT = TENSOR.float;

/** Small enough that nodes put before another come after the one before it. */
const BETWEEN = 1e-6;

/**
 * An ONNX model whose nodes can be exchanged. Initializers become constant nodes; everything else stays as it was read.
 */
export class ModelGraph {
  readonly #model: Uint8Array;
  readonly #rest = new ProtobufWriter();
  /** With their places, so that each comes after those that it needs. */
  readonly #nodes = new Map<GraphNode, number>();
  readonly #makers = new Map<string, GraphNode>();
  readonly #users = new Map<string, Set<GraphNode>>();
  readonly #outputs = new Set<string>();
  #named = 0;

  /** Throws where the bytes are no ONNX model. */
  constructor(model: Uint8Array) {
    this.#model = model;
    for (const { field, value } of fieldsOf(bytesOf(model, MODEL.graph)!)) {
      if (typeof value === 'number') this.#rest.integer(field, value);
      else if (field === GRAPH.node) this.#add(read(value), this.#nodes.size);
      else if (field === GRAPH.initializer) this.#add(constantOf(text(bytesOf(value, TENSOR.name)!), value), -1);
      else {
        this.#rest.bytes(field, value);
        if (field === GRAPH.output) this.#outputs.add(text(bytesOf(value, VALUE_INFO.name)!));
      }
    }
  }

  /** As they are now: they may be exchanged while one goes through them. */
  get nodes(): readonly GraphNode[] {
    return [...this.#nodes.keys()];
  }

  has(node: GraphNode): boolean {
    return this.#nodes.has(node);
  }

  maker(tensor: string): GraphNode | undefined {
    return this.#makers.get(tensor);
  }

  /** Nodes that take a tensor; none where the caller of the model takes it too, who cannot be asked. */
  users(tensor: string): readonly GraphNode[] {
    return this.#outputs.has(tensor) ? [] : [...(this.#users.get(tensor) ?? [])];
  }

  /** A constant of 32 bit floats; undefined where the tensor is anything else. */
  floats(tensor: string | undefined): Floats | undefined {
    const maker = tensor === undefined ? undefined : this.#makers.get(tensor);
    const value = maker?.operator === 'Constant' ? maker.attributes.get('value') : undefined;
    return value && floatsOf(bytesOf(value, ATTRIBUTE.tensor)!);
  }

  /** A name that no tensor has. */
  name(): string {
    return `touchstone/${this.#named++}`;
  }

  /** Puts nodes in the place of others, where the last of these stood. */
  exchange(old: readonly GraphNode[], by: readonly GraphNode[]): void {
    const place = Math.max(...old.map((node) => this.#nodes.get(node)!));
    for (const node of old) this.#remove(node);
    for (const [index, node] of by.entries()) this.#add(node, place + (index + 1 - by.length) * BETWEEN);
  }

  /** The model as bytes, without constants that nothing takes. */
  finish(): Uint8Array {
    const graph = new ProtobufWriter();
    for (const [node] of [...this.#nodes].sort(([, a], [, b]) => a - b)) {
      const taken = node.outputs.some((output) => this.#users.get(output)?.size || this.#outputs.has(output));
      if (taken || node.operator !== 'Constant') graph.message(GRAPH.node, written(node));
    }
    const model = new ProtobufWriter();
    for (const { field, value } of fieldsOf(this.#model)) {
      if (typeof value === 'number') model.integer(field, value);
      else if (field !== MODEL.graph) model.bytes(field, value);
    }
    return model.message(MODEL.graph, graph.append(this.#rest)).finish();
  }

  #add(node: GraphNode, place: number): void {
    this.#nodes.set(node, place);
    for (const output of node.outputs) this.#makers.set(output, node);
    for (const input of node.inputs) {
      if (!this.#users.has(input)) this.#users.set(input, new Set());
      this.#users.get(input)!.add(node);
    }
  }

  #remove(node: GraphNode): void {
    this.#nodes.delete(node);
    for (const output of node.outputs) this.#makers.delete(output);
    for (const input of node.inputs) this.#users.get(input)?.delete(node);
  }
}

/** A node that gives a constant tensor of 32 bit floats under a name. */
export function constantNode(name: string, { dims, data }: Floats): GraphNode {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return constantOf(name, tensorOf(FLOAT, bytes, dims).finish());
}

/** An attribute of one 32 bit float, as the pair that a node keeps. */
export function floatAttribute(name: string, value: number): [string, Uint8Array] {
  const attribute = new ProtobufWriter().text(ATTRIBUTE.name, name).float(ATTRIBUTE.float, value);
  return [name, attribute.integer(ATTRIBUTE.type, ATTRIBUTE.floatType).finish()];
}

/** The float attribute of a node; undefined where there is none. */
export function floatOf({ attributes }: GraphNode, name: string): number | undefined {
  const value = attributes.get(name);
  const bytes = value && bytesOf(value, ATTRIBUTE.float);
  return bytes && littleEndian(bytes).getFloat32(0, true);
}

/** Empty where there is no such attribute. */
export function integersOf({ attributes }: GraphNode, name: string): number[] {
  return numbersOf(attributes.get(name) ?? new Uint8Array(), ATTRIBUTE.integers);
}

function constantOf(name: string, tensor: Uint8Array): GraphNode {
  const attribute = new ProtobufWriter().text(ATTRIBUTE.name, 'value').bytes(ATTRIBUTE.tensor, tensor);
  const value = attribute.integer(ATTRIBUTE.type, ATTRIBUTE.tensorType).finish();
  return { operator: 'Constant', inputs: [], outputs: [name], attributes: new Map([['value', value]]) };
}

function read(bytes: Uint8Array): GraphNode {
  const [inputs, outputs]: [string[], string[]] = [[], []];
  const attributes = new Map<string, Uint8Array>();
  let operator = '';
  for (const { field, value } of fieldsOf(bytes)) {
    if (typeof value === 'number') continue;
    if (field === NODE.input) inputs.push(text(value));
    else if (field === NODE.output) outputs.push(text(value));
    else if (field === NODE.operator) operator = text(value);
    else if (field === NODE.attribute) attributes.set(text(bytesOf(value, ATTRIBUTE.name)!), value);
  }
  return { operator, inputs, outputs, attributes };
}

function written({ operator, inputs, outputs, attributes }: GraphNode): ProtobufWriter {
  const node = nodeOf(operator, inputs, outputs);
  for (const attribute of attributes.values()) node.bytes(NODE.attribute, attribute);
  return node;
}

function floatsOf(tensor: Uint8Array): Floats | undefined {
  const [type] = numbersOf(tensor, TENSOR.type);
  if (type !== FLOAT) return undefined;
  // Small ones are written as numbers, packed or one by one.
  const parts = [...fieldsOf(tensor)].filter(({ field }) => field === TENSOR.raw || field === TENSOR.floats);
  const bytes = Buffer.concat(parts.map(({ value }) => value as Uint8Array));
  const data = new Float32Array(bytes.length / 4);
  new Uint8Array(data.buffer).set(bytes);
  return { dims: numbersOf(tensor, TENSOR.dims), data };
}

/** The first bytes of a field. */
function bytesOf(message: Uint8Array, wanted: number): Uint8Array | undefined {
  for (const { field, value } of fieldsOf(message)) if (field === wanted && typeof value === 'object') return value;
  return undefined;
}

/** Whole numbers of a field, whether they were packed or not. */
function numbersOf(message: Uint8Array, wanted: number): number[] {
  const numbers: number[] = [];
  for (const { field, value } of fieldsOf(message)) {
    if (field !== wanted) continue;
    if (typeof value === 'number') numbers.push(value);
    else numbers.push(...varintsOf(value));
  }
  return numbers;
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function littleEndian({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** A tensor without a name. */
export function tensorOf(type: number, bytes: Uint8Array, dims: readonly number[]): ProtobufWriter {
  const tensor = new ProtobufWriter();
  for (const dim of dims) tensor.integer(1, dim);
  return tensor.integer(2, type).bytes(9, bytes);
}

/** A node without attributes. */
export function nodeOf(operator: string, inputs: readonly string[], outputs: readonly string[]): ProtobufWriter {
  const node = new ProtobufWriter();
  for (const input of inputs) node.text(1, input);
  for (const output of outputs) node.text(2, output);
  return node.text(4, operator);
}
