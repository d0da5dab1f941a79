import type { StateDict, Tensor } from '../../training/networks/torch/state-dict.ts';

/** Changes to an otherwise sound file. */
export interface Changes {
  /** The name in place of `torch._utils._rebuild_tensor_v2`. */
  readonly rebuild?: string;
  readonly storage?: string;
  /** Numbers by which a storage claims to be longer than it is. */
  readonly claim?: number;
  readonly strides?: readonly number[];
  readonly magic?: number;
}

/** A state dictionary as torch.save wrote it before version 1.6. */
export function stateDictFile(tensors: StateDict, changes: Changes = {}): Uint8Array {
  const { rebuild = 'torch._utils _rebuild_tensor_v2', storage = 'torch FloatStorage', claim = 0 } = changes;
  const entries = [...tensors].map(([name, { dims, data }], key) => {
    const id = [text('storage'), global(storage), text(String(key)), text('cpu'), whole(data.length + claim), NONE];
    const strides =
      changes.strides ?? dims.map((_, at) => dims.slice(at + 1).reduce((product, dim) => product * dim, 1));
    const args = [
      [...tuple(id), 0x51],
      whole(0),
      tuple(dims.map(whole)),
      tuple(strides.map(whole)),
      [0x89],
      dictionary([]),
    ];
    return [...text(name), ...global(rebuild), ...tuple(args), 0x52];
  });
  const storages = [...tensors.values()].flatMap(({ data }) => [...int64(data.length), ...new Uint8Array(data.buffer)]);
  return Uint8Array.from([
    ...pickle([0x8a, 10, ...MAGIC.slice(0, 9), changes.magic ?? MAGIC[9]!]),
    ...pickle(whole(1001)),
    ...pickle(dictionary([[...text('little_endian'), 0x88]])),
    ...pickle([...global('collections OrderedDict'), 0x29, 0x52, 0x28, ...entries.flat(), 0x75]),
    ...pickle([0x5d, 0x28, ...[...tensors.keys()].flatMap((_, key) => text(String(key))), 0x65]),
    ...storages,
  ]);
}

/** The tensors of a MiniFASNet with few channels, filled by a formula; the last block has squeeze-and-excitation. */
export function miniFasNetTensors(): Map<string, Tensor> {
  const found = new Map<string, Tensor>();
  let state = 11;
  const fill = (name: string, dims: readonly number[], base = 0, spread = 0.4) => {
    const length = dims.reduce((product, dim) => product * dim, 1);
    const data = Float32Array.from({ length }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return base + (state / 2_147_483_647 - 0.5) * spread;
    });
    found.set(`module.${name}`, { dims, data });
  };
  const normalise = (at: string, channels: number, variance = 1) => {
    fill(`${at}.weight`, [channels], 1);
    fill(`${at}.bias`, [channels], 0.1, 2);
    fill(`${at}.running_mean`, [channels]);
    fill(`${at}.running_var`, [channels], variance);
  };
  const convolve = (at: string, dims: readonly number[], activated = true) => {
    fill(`${at}.conv.weight`, dims, 0, 2);
    normalise(`${at}.bn`, dims[0]!);
    if (activated) fill(`${at}.prelu.weight`, [dims[0]!], 0.25, 0.1);
  };
  const block = (at: string) => {
    convolve(`${at}.conv`, [6, 4, 1, 1]);
    convolve(`${at}.conv_dw`, [6, 1, 3, 3]);
    convolve(`${at}.project`, [4, 6, 1, 1], false);
  };
  convolve('conv1', [4, 3, 3, 3]);
  convolve('conv2_dw', [4, 1, 3, 3]);
  for (const at of ['conv_23', 'conv_3.model.0', 'conv_3.model.1', 'conv_34', 'conv_4.model.0', 'conv_45']) block(at);
  block('conv_5.model.0');
  fill('conv_5.model.0.se_module.fc1.weight', [2, 4, 1, 1]);
  normalise('conv_5.model.0.se_module.bn1', 2, 1e4);
  fill('conv_5.model.0.se_module.fc2.weight', [4, 2, 1, 1]);
  normalise('conv_5.model.0.se_module.bn2', 4, 1e4);
  convolve('conv_6_sep', [8, 4, 1, 1]);
  convolve('conv_6_dw', [8, 1, 5, 5], false);
  fill('linear.weight', [5, 8]);
  normalise('bn', 5);
  fill('prob.weight', [3, 5]);
  return found;
}

const MAGIC = [0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19];
const NONE = [0x4e];

function pickle(body: readonly number[]): number[] {
  return [0x80, 2, ...body, 0x2e];
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value);
  return [0x58, ...int32(bytes.length), ...bytes];
}

function whole(value: number): number[] {
  return [0x4a, ...int32(value)];
}

function global(name: string): number[] {
  return [0x63, ...new TextEncoder().encode(`${name.replace(' ', '\n')}\n`)];
}

function tuple(items: readonly (readonly number[])[]): number[] {
  return [0x28, ...items.flat(), 0x74];
}

function dictionary(pairs: readonly (readonly number[])[]): number[] {
  return [0x7d, 0x28, ...pairs.flat(), 0x75];
}

function int32(value: number): Uint8Array {
  return new Uint8Array(Int32Array.of(value).buffer);
}

function int64(value: number): Uint8Array {
  return new Uint8Array(BigInt64Array.of(BigInt(value)).buffer);
}
