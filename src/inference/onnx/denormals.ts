import { GRAPH, MODEL, TENSOR } from './model-graph.ts';
import { fieldsOf } from './protobuf.ts';

/** The smallest 32 bit float that processors multiply at full speed (IEEE 754, 2^-126). */
const SMALLEST_NORMAL = 2 ** -126;

/**
 * A copy of an ONNX model whose weights below 2^-126 are 0. Training leaves such weights behind. They change no result,
 * and each product with one takes a processor some hundred times as long. Throws where the bytes are no ONNX model.
 */
export function withoutDenormals(model: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(model);
  for (const graph of messages(copy, MODEL.graph)) {
    for (const tensor of messages(graph, GRAPH.initializer)) clear(tensor);
  }
  return copy;
}

function clear(tensor: Uint8Array): void {
  const isFloat = [...fieldsOf(tensor)].some(({ field, value }) => field === TENSOR.type && value === TENSOR.float);
  for (const raw of isFloat ? messages(tensor, TENSOR.raw) : []) {
    const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
    for (let at = 0; at + 4 <= raw.length; at += 4) {
      if (Math.abs(view.getFloat32(at, true)) < SMALLEST_NORMAL) view.setFloat32(at, 0, true);
    }
  }
}

/** What a field holds, each time that it stands there; it shares the memory of the message. */
function* messages(message: Uint8Array, wanted: number): Generator<Uint8Array> {
  for (const { field, value } of fieldsOf(message)) if (field === wanted && typeof value === 'object') yield value;
}
