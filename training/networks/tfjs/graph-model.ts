import type { OnnxGraph } from '../onnx-graph.ts';

import type { Weights } from './weights.ts';

/** A node of a TensorFlow graph (tensorflow/core/framework/node_def.proto, as TensorFlow.js writes it in JSON). */
export interface GraphNode {
  readonly name: string;
  readonly op: string;
  readonly input?: readonly string[];
  readonly attr?: Readonly<Record<string, GraphAttribute>> | null;
}

interface GraphAttribute {
  readonly s?: string;
  readonly list?: { readonly i?: readonly string[]; readonly s?: readonly string[] };
  readonly shape?: { readonly shape?: never; readonly dim?: readonly { readonly size: string }[] };
}

/** Where a conversion stands: what each node of the graph has become so far. */
export interface Conversion {
  readonly graph: OnnxGraph;
  readonly weights: Weights;
  /** By node name. */
  readonly done: Map<string, Converted>;
}

/** What a node has become. */
export interface Converted {
  readonly tensor: string;
  /** Number of dimensions; four means a picture, transposed to batch, channel, height, width. */
  readonly rank: number;
}
