import { readFile } from 'node:fs/promises';
import { OnnxGraph } from '../onnx-graph.ts';
import type { Conversion, Converted, GraphNode } from './graph-model.ts';
import { OPERATORS } from './operators.ts';
import { type ManifestGroup, readWeights } from './weights.ts';

interface ModelFile {
  readonly format: string;
  readonly modelTopology: { readonly node: readonly GraphNode[] };
  readonly weightsManifest: readonly ManifestGroup[];
}

/**
 * Turns a TensorFlow.js graph model into the bytes of an ONNX model that gives the same numbers. Pictures change from
 * batch, height, width, channel to batch, channel, height, width, the order of ONNX convolutions. This holds for the
 * input, named `input`, and for outputs of four dimensions. `outputs` names nodes of the graph; the model names its
 * outputs by their place in that list, `output0` and so on. Throws on an unknown operator.
 */
export async function convertGraphModel(file: string, outputs: readonly string[]): Promise<Uint8Array> {
  const model = JSON.parse(await readFile(file, 'utf8')) as ModelFile;
  if (model.format !== 'graph-model') throw new Error(`${file} is not a graph model of TensorFlow.js.`);
  const weights = await readWeights(file, model.weightsManifest);
  const conversion: Conversion = { graph: new OnnxGraph(), weights, done: new Map() };
  const nodes = new Map(model.modelTopology.node.map((node) => [node.name, node]));
  for (const [place, name] of outputs.entries()) {
    const { tensor, rank } = convertNode(conversion, nodes, name);
    conversion.graph.output(
      `output${place}`,
      tensor,
      Array.from({ length: rank }, (_, axis) => (axis === 0 ? 'batch' : `o${place}d${axis}`)),
    );
  }
  return conversion.graph.finish();
}

/** Only what the wanted outputs depend on is converted, inputs before what uses them. */
function convertNode(conversion: Conversion, nodes: ReadonlyMap<string, GraphNode>, name: string): Converted {
  const known = conversion.done.get(name);
  if (known) return known;
  const node = nodes.get(name);
  if (!node) throw new Error(`The graph has no node ${name}.`);
  const inputs = (node.input ?? []).filter((input) => nodes.get(input)?.op !== 'Const');
  for (const input of inputs) convertNode(conversion, nodes, input);
  const operator = OPERATORS[node.op];
  if (!operator) throw new Error(`The operator ${node.op} cannot be converted.`);
  const converted = operator(conversion, node);
  conversion.done.set(name, converted);
  return converted;
}
