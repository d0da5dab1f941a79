import { TouchstoneError } from '../../src/errors.ts';
import { OnnxGraph } from './onnx-graph.ts';
import type { StateDict, Tensor } from './torch/state-dict.ts';

/** Side of its square input, in pixels. */
const SIDE = 80;
const CLASSES = 3;

/**
 * MiniFASNet as an ONNX model, from the tensors of a checkpoint: MobileFaceNet blocks, of which the last of a row may
 * have squeeze-and-excitation. Input (count, 3, 80, 80), blue first, 0-255; output three values before softmax, of
 * which number 1 is a living person. The published checkpoints name tensors `module.…`. Throws `usage`, with `name` of
 * the file, where a tensor is missing or has another shape.
 */
export function miniFasNet(tensors: StateDict, name: string): Uint8Array {
  return new Builder(tensors, name).model();
}

interface Step {
  readonly stride?: 1 | 2;
  readonly pad?: 0 | 1;
}

class Builder {
  readonly #graph = new OnnxGraph();
  readonly #tensors: StateDict;
  readonly #name: string;

  constructor(tensors: StateDict, name: string) {
    this.#tensors = tensors;
    this.#name = name;
  }

  model(): Uint8Array {
    let x = this.#graph.input('bgr', ['count', 3, SIDE, SIDE]);
    x = this.#activated('conv1', x, { stride: 2, pad: 1 });
    x = this.#activated('conv2_dw', x, { pad: 1 });
    for (const [down, row] of [
      ['conv_23', 'conv_3'],
      ['conv_34', 'conv_4'],
      ['conv_45', 'conv_5'],
    ] as const) {
      x = this.#block(down, x, 2);
      for (let at = 0; this.#has(`${row}.model.${at}.conv.conv.weight`); at++) {
        x = this.#graph.node('Add', [x, this.#block(`${row}.model.${at}`, x, 1)]);
      }
    }
    x = this.#activated('conv_6_sep', x, {});
    x = this.#graph.node('Flatten', [this.#convolved('conv_6_dw', x, {})]);
    x = this.#normalised('bn', this.#linear('linear', x));
    this.#graph.output('logits', this.#linear('prob', x), ['count', CLASSES]);
    return this.#graph.finish();
  }

  /** Wider, over the neighbours of each channel, narrower again. */
  #block(at: string, x: string, stride: 1 | 2): string {
    const wide = this.#activated(`${at}.conv`, x, {});
    const narrow = this.#convolved(`${at}.project`, this.#activated(`${at}.conv_dw`, wide, { stride, pad: 1 }), {});
    return this.#has(`${at}.se_module.fc1.weight`) ? this.#excited(`${at}.se_module`, narrow) : narrow;
  }

  #excited(at: string, x: string): string {
    const squeezed = this.#convolution(`${at}.fc1`, this.#graph.node('GlobalAveragePool', [x]), {});
    const inner = this.#graph.node('Relu', [this.#normalised(`${at}.bn1`, squeezed)]);
    const gate = this.#normalised(`${at}.bn2`, this.#convolution(`${at}.fc2`, inner, {}));
    return this.#graph.node('Mul', [x, this.#graph.node('Sigmoid', [gate])]);
  }

  #activated(at: string, x: string, step: Step): string {
    const { data } = this.#tensor(`${at}.prelu.weight`);
    return this.#graph.node('PRelu', [this.#convolved(at, x, step), this.#graph.floats(data, [data.length, 1, 1])]);
  }

  #convolved(at: string, x: string, step: Step): string {
    return this.#normalised(`${at}.bn`, this.#convolution(`${at}.conv`, x, step));
  }

  /** A kernel that looks at one channel belongs to a convolution of each channel alone. */
  #convolution(at: string, x: string, { stride = 1, pad = 0 }: Step): string {
    const { dims, data } = this.#tensor(`${at}.weight`, 4);
    const group = dims[1] === 1 ? dims[0]! : 1;
    const attributes = { kernel_shape: dims.slice(2), strides: [stride, stride], pads: [pad, pad, pad, pad], group };
    return this.#graph.node('Conv', [x, this.#graph.floats(data, dims)], attributes);
  }

  /** PyTorch and ONNX add the same 1e-5 to the variance. */
  #normalised(at: string, x: string): string {
    const parts = ['weight', 'bias', 'running_mean', 'running_var'].map((part) => this.#tensor(`${at}.${part}`, 1));
    const constants = parts.map(({ data, dims }) => this.#graph.floats(data, dims));
    return this.#graph.node('BatchNormalization', [x, ...constants]);
  }

  #linear(at: string, x: string): string {
    const { data, dims } = this.#tensor(`${at}.weight`, 2);
    return this.#graph.node('Gemm', [x, this.#graph.floats(data, dims)], { transB: 1 });
  }

  #has(name: string): boolean {
    return this.#tensors.has(`module.${name}`);
  }

  #tensor(name: string, rank?: number): Tensor {
    const tensor = this.#tensors.get(`module.${name}`);
    if (tensor && (rank === undefined || tensor.dims.length === rank)) return tensor;
    const what = tensor ? 'has another shape' : 'is missing';
    throw new TouchstoneError('usage', `${this.#name} is no checkpoint of MiniFASNet: the tensor ${name} ${what}.`);
  }
}
